import type { Thing } from '../../kernel/area.ts';
import { useHere } from '../../ui/here.ts';
import { navigate } from '../../ui/location.ts';
import type { HospitalMonth, MonthVerb } from './contract.ts';
import { addressOf, type At } from './place.ts';

/** Says on which hospital's month commands act while this is shown: each verb opens a form over its statement. */
export function useMonthHere(at: At, row: () => HospitalMonth | undefined): void {
  useHere<Thing & { hospitalId: string }>({
    on: 'settlement',
    row: () => {
      const one = row();
      return one && { hospitalId: one.hospitalId, name: one.name, no: one.hospitalId, can: one.can, cannot: one.cannot as Thing['cannot'] };
    },
    selection: () => [],
    act: ({ event }, on) => {
      navigate(addressOf({ ...at, by: 'hospital', hospital: (on as { hospitalId: string }).hospitalId, caregiver: null, does: event as MonthVerb }), { replace: at.hospital !== null });
      return true;
    },
  });
}
