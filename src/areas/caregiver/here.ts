import { msg } from '@lingui/core/macro';
import type { Thing } from '../../kernel/area.ts';
import { href } from '../../kernel/href.ts';
import { announce } from '../../ui/announce.tsx';
import { useHere } from '../../ui/here.ts';
import { remember } from '../../ui/known.ts';
import { currentI18n } from '../../ui/language.tsx';
import { navigate } from '../../ui/location.ts';
import { straight, STRAIGHT } from './acted.ts';
import type { CaregiverRow } from './contract.ts';

/** What of a caregiver commands need; a row of the list or the whole record. */
export type Subject = Pick<CaregiverRow, 'id' | 'staffNo' | 'name' | 'version' | 'can' | 'cannot'>;
const isStraight = (event: string | undefined): event is (typeof STRAIGHT)[number] => (STRAIGHT as readonly (string | undefined)[]).includes(event);
/** What a verb's form begins with: the certificate it is about, the kind of a new one, the first day of a leave. */
export type About = Partial<Record<'certificate' | 'kind' | 'from', string | undefined>>;
/** Opens a verb over its caregiver; closing it leads back to where one was. */
export function openVerb(row: Pick<CaregiverRow, 'staffNo'>, verb: string, about: About = {}): void {
  navigate(href('/caregiver/:no/:verb', { no: row.staffNo, verb }, about), { state: { over: true } });
}
/** A caregiver as commands see one. */
export const thingOf = <T extends Subject>(one: T) => ({ ...one, no: one.staffNo, cannot: one.cannot as Thing['cannot'] });
/** Says on which caregiver commands act while a page is shown; `onOpen` is told before a verb opens over the row, `about` says what its form begins with. While `several` are selected nothing is done that asks nothing: it would be to the focused one alone. `onDone` is told when such a verb was done. */
export function useCaregiverHere({ row, several, onDone, onOpen, about }: { row: () => Subject | undefined; several?: boolean; onDone?: () => void; onOpen?: () => void; about?: (verb: string) => About }): void {
  useHere({
    on: 'caregiver',
    row: () => {
      const one = row();
      return one && thingOf(one);
    },
    selection: () => [],
    act: ({ id, event }, on) => {
      const one = on as unknown as Subject;
      if (isStraight(event)) {
        if (several === true) return announce(currentI18n()._(msg`这项操作一次只办一名护工，请先取消选中`)), null;
        return void straight(event, one).then((done) => done && onDone?.());
      }
      onOpen?.();
      remember('caregiver', one.staffNo, one);
      // the command's id ends in the verb's own name
      const verb = id.slice('caregiver.'.length);
      openVerb(one, verb, about?.(verb));
      // what only shows something is done by that
      return event !== undefined && event !== 'reveal';
    },
  });
}
