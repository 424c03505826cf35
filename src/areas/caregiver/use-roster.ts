import { useEffect, useRef, useState } from 'react';
import { useBatches } from '../../ui/batches.ts';
import { call } from '../../ui/call.ts';
import { useVersion, useWindows } from '../../ui/list/source.ts';
import type { WindowStore } from '../../ui/list/window-store.ts';
import { useViewer } from '../../ui/session.ts';
import { live } from '../live/contract.ts';
import { caregiver, type CaregiverRow, type RosterRow } from './contract.ts';

/** Rows older than this are asked for again when they are shown anew, ms. */
const OLD = 15_000;
/** The rows of a roster over some days. Of all hospitals, other days have the same people in the same places. */
export interface Roster {
  store: WindowStore<RosterRow>;
  /** How many there are as far as is known. */
  total: number | null;
  /** Whose row it is, also while the days of it have not come. */
  who: (row: number) => CaregiverRow | undefined;
}
/** `days` from `from` on, of a hospital or of all. Live: what changes is read again. */
export function useRoster({ from, days, hospitalId }: { from: string; days: number; hospitalId: string | undefined }): Roster {
  // of some hospitals, it is who is posted there on these days
  const steady = [1, 2].includes(useViewer()?.role ?? 0) && hospitalId === undefined;
  const asked = { from, days: String(days), ...(hospitalId === undefined ? {} : { hospitalId }) };
  const store: WindowStore<RosterRow> = useWindows<RosterRow>('roster', asked, (window, signal) => call(caregiver.roster, { query: { ...asked, ...window }, signal }));
  useVersion(store);
  const [held, setHeld] = useState<{ store: WindowStore<RosterRow>; place: string | undefined; before: WindowStore<RosterRow> | null }>({ store, place: hospitalId, before: null });
  if (held.store !== store) {
    const was = held.place === hospitalId ? held.store : null;
    if (was !== null) {
      // what is in view is asked for at once, wherever that is
      if (steady) store.total ??= was.total;
      store.place = { ...was.place };
    }
    setHeld({ store, place: hospitalId, before: !steady ? null : was?.updatedAt === null ? held.before : was });
  }
  const changed = useRef(0);
  useEffect(() => {
    if (store.updatedAt !== null && (Date.now() - store.updatedAt > OLD || store.updatedAt < changed.current)) store.refresh();
  }, [store]);
  useBatches(live.caregivers, async () => {
    changed.current = Date.now();
    store.refresh();
  });
  return { store, total: store.total, who: (row) => (store.at(row) ?? held.before?.at(row))?.caregiver };
}
