import type { Thing } from '../../kernel/area.ts';
import { href } from '../../kernel/href.ts';
import { useHere } from '../../ui/here.ts';
import { remember } from '../../ui/known.ts';
import { navigate } from '../../ui/location.ts';
import { straight, STRAIGHT } from './acted.ts';
import type { CaregiverRow } from './contract.ts';

/** What of a caregiver commands need; a row of the list or the whole record. */
export type Subject = Pick<CaregiverRow, 'id' | 'staffNo' | 'name' | 'version' | 'can' | 'cannot'>;
const isStraight = (event: string | undefined): event is (typeof STRAIGHT)[number] => (STRAIGHT as readonly (string | undefined)[]).includes(event);
/** Opens a verb over its caregiver; closing it leads back to where one was. `certificate`: the one it is about. */
export function openVerb(row: Pick<CaregiverRow, 'staffNo'>, verb: string, certificate?: string): void {
  navigate(href('/caregiver/:no/:verb', { no: row.staffNo, verb }, { certificate }), { state: { over: true } });
}
/** Says on which caregiver commands act while a page is shown; `onOpen` is told before a verb opens over the row. */
export function useCaregiverHere({ row, onOpen }: { row: () => Subject | undefined; onOpen?: () => void }): void {
  useHere({
    on: 'caregiver',
    row: () => {
      const one = row();
      return one && { ...one, cannot: one.cannot as Thing['cannot'] };
    },
    selection: () => [],
    act: ({ id, event }, on) => {
      const one = on as unknown as Subject;
      if (isStraight(event)) return void straight(event, one);
      onOpen?.();
      remember('caregiver', one.staffNo, one);
      // the command's id ends in the verb's own name
      openVerb(one, id.slice('caregiver.'.length));
    },
  });
}
