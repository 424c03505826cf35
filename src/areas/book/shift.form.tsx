import { useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { keepDraft, keptDraft } from '../../ui/draft.ts';
import { Field } from '../../ui/field.tsx';
import { outdated } from '../../ui/read.ts';
import { useSend } from '../../ui/send.ts';
import { ShortForm } from '../../ui/short-form.tsx';
import { focusField, typed } from '../../ui/submit.ts';
import { write, written } from './change.ts';
import { book, type BookPage, type ShiftTimes } from './contract.ts';
import { parseClock } from './range.ts';

const NAMES = ['day', 'night'] as const;
const SIDES = ['start', 'end'] as const;

/** When the shifts of a hospital begin and end: both times of one, or neither. */
export function ShiftForm({ page }: { page: BookPage }) {
  const { t } = useLingui();
  const { busy, failure, send, forgive } = useSend();
  const [wrong, setWrong] = useState<{ field: string; words: string } | null>(null);
  const labels = { day: { start: t`白班开始`, end: t`白班结束` }, night: { start: t`夜班开始`, end: t`夜班结束` } };
  const shown = useRef<Record<string, string>>({});
  const draft = `/system/book?hospital=${page.id}&part=shift`;
  const keep = ({ elements }: HTMLFormElement): void => {
    const typed = ([...elements] as HTMLInputElement[]).filter(({ name, value, defaultValue }) => name && value !== defaultValue).map(({ name, value }) => [name, value]);
    keepDraft(draft, typed.length === 0 ? null : Object.fromEntries(typed));
  };
  /** What nobody typed, and what was saved, is as the server has it; what was typed stays through a conflict. */
  const follow = (input: HTMLInputElement | null): void => {
    if (input === null) return;
    // as it comes, what was begun is there again
    if (!(input.name in shown.current)) input.value = keptDraft<Record<string, string>>(draft)?.[input.name] ?? input.value;
    const now = parseClock(input.value) ?? input.value;
    if (now === input.defaultValue || now === shown.current[input.name]) input.value = input.defaultValue;
    shown.current[input.name] = input.defaultValue;
  };
  async function submit(form: HTMLFormElement): Promise<void> {
    const faultOf = (name: (typeof NAMES)[number], side: (typeof SIDES)[number]): string | null => {
      const [text, other] = [typed(form, `${name}${side}`), typed(form, `${name}${side === 'start' ? 'end' : 'start'}`)];
      if (text === '') return other === '' ? null : t`开始和结束都填，或者都空着`;
      return parseClock(text) === null ? t`时间写成 7:30 或 19:30` : null;
    };
    const fault = NAMES.flatMap((name) => SIDES.map((side) => ({ field: `${name}${side}`, words: faultOf(name, side) }))).find(({ words }) => words !== null);
    setWrong(fault === undefined ? null : { field: fault.field, words: fault.words! });
    if (fault !== undefined) return focusField(form, fault.field);
    const of = (name: (typeof NAMES)[number]) => (typed(form, `${name}start`) === '' ? null : { start: parseClock(typed(form, `${name}start`))!, end: parseClock(typed(form, `${name}end`))! });
    const now: ShiftTimes = { day: of('day'), night: of('night') };
    const part = { kind: 'shifts' as const, hospitalId: page.id };
    const done = await send([part, page.shifts, now], (key) => write(part, page.shifts, now, key));
    if (done === undefined) return outdated([book.read]);
    keepDraft(draft, null);
    written(t`班次已保存`, part, page.shifts, done.reply);
  }
  return (
    <ShortForm label={t`班次`} action={t`保存班次`} busy={busy} failure={failure} stays kept onSubmit={(form) => void submit(form)} onClose={() => (keepDraft(draft, null), setWrong(null), forgive())}>
      {NAMES.flatMap((name) => SIDES.map((side) => (
        <Field
          key={`${name}${side}`} ref={(input) => follow(input)} inputMode="numeric" autoComplete="off" maxLength={8} onChange={({ currentTarget }) => keep(currentTarget.form!)} placeholder={name === 'day' ? '7:30' : '19:30'} name={`${name}${side}`} label={labels[name][side]} defaultValue={page.shifts[name]?.[side] ?? ''} error={wrong?.field === `${name}${side}` ? wrong.words : null}
          {...(name === 'night' && side === 'end' ? { hint: t`比开始早，就是第二天` } : {})}
        />
      )))}
    </ShortForm>
  );
}
