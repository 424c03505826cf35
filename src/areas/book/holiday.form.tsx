import { useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { DayField } from '../../ui/day-field.tsx';
import { useDraft } from '../../ui/draft.ts';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { knownDay } from '../../ui/parse-day.ts';
import { outdated } from '../../ui/read.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { useSend } from '../../ui/send.ts';
import control from '../../ui/style/control.module.css';
import style from './book.module.css';
import { write, written, type Part } from './change.ts';
import { book, type BookPage, type HolidayRange } from './contract.ts';
import { byDay, ofPoints, overlap, ownOf, parseTimes, same } from './range.ts';
import { RangeForm, type Facts } from './range-form.tsx';

/** Where a holiday counts: in this hospital, or in every one. */
export type Reach = 'own' | 'common';
interface Typed {
  /** The range that was typed over. */
  base?: HolidayRange | null;
  /** As it was sent, each time: the answer may have been lost. */
  sent?: HolidayRange[];
  reach: Reach;
  name: string;
  from: string | null;
  to: string | null;
  times: string;
}

/** A new holiday, or `range` changed. */
export function HolidayForm({ page, range, onClose }: { page: BookPage; range: (HolidayRange & { reach: Reach }) | null; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  // of a range that is there the fields that were touched: the others follow it
  const [draft, keep] = useDraft<Partial<Typed>>(`/system/book?hospital=${page.id}&holiday=${range && `${range.reach} ${range.from}`}`);
  const was = (draft?.reach ?? range?.reach) === 'common' ? page.common : page.holidays;
  // one's own write, though its answer was lost, is no colleague's
  const own = ownOf(was, draft?.sent);
  const there = own ?? was.find(({ from }) => from === range?.from) ?? null;
  const { name, from, to: until, multiplierBp: points } = there ?? range ?? { name: '', from: null, to: null, multiplierBp: 20_000 };
  const begin: Typed = { reach: range?.reach ?? 'own', name, from, to: until, times: ofPoints(points, 1) };
  const held = { ...begin, ...draft };
  const typed = { ...held, from: knownDay(held.from), to: knownDay(held.to) };
  const [shown, setShown] = useState(false);
  const { busy, failure, send, forgive } = useSend();
  const change = (part: Partial<Typed>): void => {
    if (failure !== null) forgive();
    keep({ ...(range === null ? held : draft), base: draft?.base ?? range, ...part });
  };
  const others = was.filter((one) => one !== there);
  const to = typed.to ?? typed.from;
  const multiplierBp = parseTimes(typed.times);
  const span = typed.from === null || to === null ? null : { from: typed.from, to };
  const met = span === null ? undefined : others.find((one) => overlap(one, span));
  const faults = {
    name: typed.name.trim() === '' ? t`填写名称，例如 国庆节` : null,
    from: typed.from === null ? t`填写从哪天起` : met !== undefined ? t`和“${met.name}”重叠` : null,
    to: to !== null && typed.from !== null && to < typed.from ? t`不能早于开始` : null,
    times: multiplierBp === null ? t`填写 1 至 10 的倍数，例如 2` : null,
  };
  const next = span === null || multiplierBp === null ? null : { name: typed.name.trim(), ...span, multiplierBp };
  const saved = useRef(() => {});
  const faultOf = (name: keyof typeof faults): string | null => (shown ? faults[name] : null);
  function submit(): string | null {
    setShown(true);
    const wrong = (Object.keys(faults) as (keyof typeof faults)[]).find((name) => faults[name] !== null);
    if (wrong !== undefined || next === null) return wrong ?? null;
    const now = [...others, next].sort(byDay);
    const part: Part & { kind: 'holidays' | 'common' } = typed.reach === 'own' ? { kind: 'holidays', hospitalId: page.id } : { kind: 'common' };
    const done = (there: HolidayRange[]): void => {
      keep(null);
      onClose();
      written(t`节假日已保存`, part, was, there);
    };
    saved.current = () => done(now);
    if (draft !== null) keep({ ...draft, sent: [next, ...(draft.sent ?? [])] });
    void send([part, was, now], (key) => write(part, was, now, key)).then((told) => (told === undefined ? outdated([book.read]) : done(told.reply)));
    return null;
  }
  const factsOf = (one: HolidayRange | null): Facts | null => one && [[t`名称`, one.name], [t`到`, format.day(one.to)], [t`倍数`, ofPoints(one.multiplierBp, 1)]];
  return (
    <RangeForm title={range === null ? t`新节假日` : t`修改节假日`} first="name" dirty={draft !== null} busy={busy} failure={failure} seen={factsOf(own ?? draft?.base ?? range)} now={factsOf(there)} done={own !== undefined && next !== null && same(next, own)} onDone={() => saved.current()} onSubmit={submit} onClose={onClose} onDiscard={() => (keep(null), onClose())}>
      <Field label={t`名称`} name="name" required autoComplete="off" maxLength={32} value={typed.name} onChange={(event) => change({ name: event.target.value })} error={faultOf('name')} />
      <DayField label={t`从`} name="from" required value={held.from} onChange={(_, from) => change({ from })} error={faultOf('from')} />
      <DayField label={t`到`} name="to" value={held.to} from={typed.from} onChange={(_, day) => change({ to: day })} error={faultOf('to')} hint={t`空着就是一天`} />
      <Field label={t`倍数`} name="times" required inputMode="decimal" autoComplete="off" maxLength={8} value={typed.times} onChange={(event) => change({ times: event.target.value })} error={faultOf('times')} hint={t`这些天的价格是平时的几倍`} />
      {range === null && <SelectField label={t`范围`} name="reach" value={typed.reach} options={[{ value: 'own', label: t`只在${page.name}` }, { value: 'common', label: t`所有医院` }]} onChange={(reach) => change({ reach: reach as Reach })} hint={t`同一天两边都有时，以本院的为准`} />}
      {typed.reach === 'common' && <p className={style.warn}><Trans>所有医院的价格都会跟着变</Trans></p>}
      <p className={control.hint}><Trans>已有订单的价格不变</Trans></p>
    </RangeForm>
  );
}
