import { useBatches } from '../../ui/batches.ts';
import { call } from '../../ui/call.ts';
import { heldRow } from '../../ui/list/source.ts';
import type { WindowStore } from '../../ui/list/window-store.ts';
import { live } from '../live/contract.ts';
import { forgetCaregiver, noteRows } from './acted.ts';
import { caregiver, type CaregiverRow } from './contract.ts';

/** Caregivers asked for at once; more than these, and the whole list is read again. */
const MOST = 200;
const is = (no: string) => (row: CaregiverRow): boolean => row.staffNo === no;

/** Those of these changes that are not shown already; without a version it is what they serve that has changed. */
const old = (changes: ReadonlyMap<string, number | null>, shown: (no: string) => number | undefined): string[] =>
  [...changes].flatMap(([no, version]) => {
    const seen = shown(no);
    return seen === undefined || (version !== null && seen >= version) ? [] : [no];
  });

/** Keeps a caregiver's page as the caregiver is. `version`: of what it shows; `served`: an order of theirs has changed, which moves no version. */
export function useFollowCaregiver(no: string, version: number | undefined, served?: () => void): void {
  useBatches(live.caregivers, async ({ changes, all }) => {
    if (all || old(changes, (one) => (one === no ? (version ?? 0) : undefined)).length > 0) forgetCaregiver(no);
    if (all || changes.get(no) === null) served?.();
  }, { mine: no });
}
/** Keeps a list of caregivers as they are without moving what one reads: rows change in their places, also those that the filters would now leave out. */
export function useFollowCaregivers(store: WindowStore<CaregiverRow>): void {
  useBatches(live.caregivers, async ({ changes, all }) => {
    if (all || changes.size > MOST) return store.refresh();
    const nos = old(changes, (no) => heldRow<CaregiverRow>('caregiver', is(no))?.version);
    if (nos.length === 0) return;
    const rows = await call(caregiver.rows, { query: { nos: nos.join(',') } });
    noteRows(rows);
    // gone, or out of reach
    if (nos.some((no) => !rows.some(is(no)) && store.indexWhere(is(no)) >= 0)) store.refresh();
  });
}
