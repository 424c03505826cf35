import { msg } from '@lingui/core/macro';
import { CAREGIVER_UNDO_WITHIN } from '../../../machines/caregiver.ts';
import { announce } from '../../ui/announce.tsx';
import { call, CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { remember } from '../../ui/known.ts';
import { currentI18n } from '../../ui/language.tsx';
import { putRow, refreshLists } from '../../ui/list/source.ts';
import { wasDone } from '../../ui/palette/last.ts';
import { outdated } from '../../ui/read.ts';
import { toast, type Toast } from '../../ui/toast.tsx';
import { order } from '../order/contract.ts';
import { caregiver, type Acted, type CaregiverRow } from './contract.ts';
import { EVENT_WORDS } from './words.ts';

/** Whom a verb is done to. */
type Named = Pick<CaregiverRow, 'staffNo' | 'name' | 'version'>;
/** What was read of a caregiver is old. */
export function forgetCaregiver(no: string): void {
  outdated([caregiver.detail, caregiver.form, caregiver.rating, caregiver.pay, caregiver['pay-days']], no);
  // who may be given an order may be another now
  outdated([order.candidates]);
}
/** Takes over caregivers as they are now: page, lists and palette show them. */
export function noteRows(rows: readonly CaregiverRow[]): void {
  for (const row of rows) {
    remember('caregiver', row.staffNo, row);
    putRow<CaregiverRow>('caregiver', ({ staffNo }) => staffNo === row.staffNo, row);
    forgetCaregiver(row.staffNo);
  }
}
/** Everything shows the caregiver as they are now; gives what was done, in words, with the way back where there is one. */
export function took(event: string, before: Named, { row }: Acted): Toast {
  if (row !== null) noteRows([row]);
  else forgetCaregiver(before.staffNo);
  // who is gone from here, or came
  if (row === null || event === 'create' || event === 'undo') refreshLists('caregiver');
  // a certificate was renewed, or whose it is matters no more: the board's columns say so at once, whether or not a stream tells it
  refreshLists('certificate');
  const now: Named = row ?? { ...before, version: before.version + 1 };
  // both are out of sight, and are brought back from there
  const back = row === null ? event === 'remove' || event === 'post' : row.can.includes('undo');
  const words = `${currentI18n()._(EVENT_WORDS[event]!)} · ${now.name}`;
  return {
    words, undo: back && event !== 'undo' ? async () => void (await straight('undo', now)) : undefined, of: [`caregiver:${now.staffNo}`],
    // no list and no page has who is gone: their way back goes along
    ...(row === null && back && { back: { title: currentI18n()._(msg`撤销刚才的${words}`), until: Date.now() + CAREGIVER_UNDO_WITHIN } }),
  };
}
/** What follows a verb: everything shows the caregiver as they are now, and a toast says what was done. */
export function acted(event: string, before: Named, done: Acted): void {
  toast(took(event, before, done));
  wasDone(`caregiver.${event}`, before.staffNo);
}

/** Verbs that ask nothing. */
export const STRAIGHT = ['approve', 'reinstate', 'return', 'rehire', 'undo'] as const;
type Straight = (typeof STRAIGHT)[number];
let under: { at: string; key: string } | null = null;
/** Does one of them; false when it was not done. One key for each version: a second press of the same is the same. */
export async function straight(event: Straight, row: Named): Promise<boolean> {
  const at = `${event} ${row.staffNo} ${row.version}`;
  if (under?.at !== at) under = { at, key: newKey() };
  try {
    acted(event, row, await call(caregiver[event], { params: { no: row.staffNo }, body: { version: row.version }, idempotencyKey: under.key }));
    return true;
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (error.code === DROPPED) return false;
    announce(error.message);
    toast({ words: error.message, failed: true });
    // someone was faster: what is shown is old
    forgetCaregiver(row.staffNo);
    return false;
  }
}
