import { useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { DayField } from '../../ui/day-field.tsx';
import { keepDraft, useDraft } from '../../ui/draft.ts';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { MoneyField } from '../../ui/money-field.tsx';
import { knownDay, todayThere } from '../../ui/parse-day.ts';
import { outdated } from '../../ui/read.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { useSend } from '../../ui/send.ts';
import control from '../../ui/style/control.module.css';
import style from './book.module.css';
import { write, written, type Part } from './change.ts';
import { book, type BookPage, type PriceRange } from './contract.ts';
import { firstGap, ofPoints, ownOf, parsePercent, same, withRange } from './range.ts';
import { RangeForm, type Facts } from './range-form.tsx';

/** What is typed; `base`: the range it changes, as it was typed over. */
interface Typed {
  base?: PriceRange | null;
  /** As it was sent, each time: the answer may have been lost. */
  sent?: PriceRange[];
  priceFen: number | null;
  share: string;
  from: string | null;
  to: string | null;
}
const SHARE = '70';

/** Sets what a service costs from a day on: a new price, or `range` changed. What it covers of other prices makes way, and that is shown before. */
export function PriceForm({ page, serviceId, range, onClose }: { page: BookPage; serviceId: string; range: PriceRange | null; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const today = todayThere();
  const of = range?.from ?? null;
  // the one that is chosen here; what was begun for another is kept for that one
  const [on, choose] = useState(serviceId);
  const pageOf = (service: string): string => `/system/book?hospital=${page.id}&price=${of}&service=${service}`;
  // of a range that is there the fields that were touched: the others follow it
  const [draft, keep] = useDraft<Partial<Typed>>(pageOf(on));
  // what was begun for another goes along to one that has nothing, and is that one's once a field is touched there or it is sent
  const [carried, carry] = useState<{ from: string; typed: Partial<Typed> } | null>(null);
  const begun = draft ?? carried?.typed ?? null;
  const was: readonly PriceRange[] = page.services.find(({ id }) => id === on)?.prices ?? [];
  const last = was.at(-1);
  // one's own write, though its answer was lost, is no colleague's
  const own = ownOf(was, draft?.sent);
  const instead = own ?? was.find(({ from }) => from === of) ?? null;
  const old = instead ?? range;
  const begin: Typed = old === null
    ? { priceFen: null, share: last === undefined ? SHARE : ofPoints(last.shareBp, 100), from: today, to: null }
    : { priceFen: old.priceFen, share: ofPoints(old.shareBp, 100), from: old.from, to: old.to };
  const held = { ...begin, ...begun };
  const typed = { ...held, from: knownDay(held.from), to: knownDay(held.to) };
  const [shown, setShown] = useState(false);
  const { busy, failure, send, forgive } = useSend();
  const settle = (): void => {
    if (draft === null && carried !== null) keepDraft(pageOf(carried.from), null);
    carry(null);
  };
  const change = (part: Partial<Typed>): void => {
    if (failure !== null) forgive();
    settle();
    keep({ ...(range === null ? held : draft), base: draft?.base ?? range, ...part });
  };
  const turn = (service: string): void => {
    if (failure !== null) forgive();
    if (draft !== null) carry({ from: on, typed: draft });
    choose(service);
  };
  const shareBp = parsePercent(typed.share);
  const faults = {
    price: typed.priceFen === null || typed.priceFen <= 0 || typed.priceFen > 100_000_000 ? t`填写每天的价格，大于 0` : null,
    share: shareBp === null ? t`填写 0 至 100 的百分数，例如 70` : null,
    from: typed.from === null ? t`填写从哪天起` : null,
    to: typed.to !== null && typed.from !== null && typed.to < typed.from ? t`不能早于开始` : null,
  };
  const next: PriceRange | null = Object.values(faults).some((fault) => fault !== null) ? null : { from: typed.from!, to: typed.to, priceFen: typed.priceFen!, shareBp: shareBp! };
  const saved = useRef(() => {});
  const plan = next === null ? null : withRange(was, next, instead);
  // days from today on that it had may be left without one
  const first = plan && (instead !== null && instead.from < plan.now[0]!.from && (instead.to ?? today) >= today ? instead.from : plan.now[0]!.from);
  const gap = first && firstGap(plan!.now, first > today ? first : today);
  const until = ({ from, to }: PriceRange): string => (to === null ? t`${format.day(from)} 起` : format.dayRange(from, to));
  const comma = t`、`;
  const service = page.services.find(({ id }) => id === on)?.name ?? '';

  function submit(): string | null {
    setShown(true);
    const wrong = (Object.keys(faults) as (keyof typeof faults)[]).find((name) => faults[name] !== null);
    if (wrong !== undefined || next === null || plan === null) return wrong ?? null;
    const part: Part & { kind: 'prices' } = { kind: 'prices', hospitalId: page.id, serviceId: on };
    const done = (there: PriceRange[]): void => {
      keep(null);
      onClose();
      written(t`${service} 价格已保存`, part, [...was], there);
    };
    saved.current = () => done(plan.now);
    settle();
    if (begun !== null) keep({ ...begun, sent: [next, ...(begun.sent ?? [])] });
    void send([part, was, plan.now], (key) => write(part, [...was], plan.now, key)).then((told) => (told === undefined ? outdated([book.read]) : done(told.reply)));
    return null;
  }
  const factsOf = (one: PriceRange | null): Facts | null => one && [[t`每天的价格`, format.money(one.priceFen)], [t`护工分成`, `${ofPoints(one.shareBp, 100)}%`], [t`到`, one.to === null ? t`一直有效` : format.day(one.to)]];
  const faultOf = (name: keyof typeof faults): string | null => (shown ? faults[name] : null);
  return (
    <RangeForm title={range === null ? t`新价格` : t`修改价格`} first="price" dirty={begun !== null} busy={busy} failure={failure} seen={factsOf(own ?? draft?.base ?? range)} now={factsOf(instead)} done={own !== undefined && next !== null && same(next, own)} onDone={() => saved.current()} onSubmit={submit} onClose={onClose} onDiscard={() => (settle(), keep(null), onClose())}>
      {range === null
        ? <SelectField label={t`服务项目`} name="service" value={on} options={page.services.filter(({ id, status }) => status === 1 || id === serviceId).map(({ id, name, code }) => ({ value: id, label: `${name} ${code}` }))} onChange={turn} />
        : <p className={control.label}>{service}</p>}
      <MoneyField label={t`每天的价格`} name="price" required value={typed.priceFen} onChange={(priceFen) => change({ priceFen })} error={faultOf('price')} />
      <Field label={t`护工分成`} name="share" required inputMode="decimal" autoComplete="off" maxLength={8} value={typed.share} onChange={(event) => change({ share: event.target.value })} error={faultOf('share')} hint={shareBp === null || typed.priceFen === null ? t`占每天价格的百分数` : t`${format.money(Math.floor((typed.priceFen * shareBp) / 10_000 + 0.5))} 一天`} />
      <DayField label={t`从`} name="from" required value={held.from} onChange={(_, from) => change({ from })} error={faultOf('from')} />
      <DayField label={t`到`} name="to" value={held.to} from={typed.from} onChange={(_, to) => change({ to })} error={faultOf('to')} hint={t`空着就一直有效`} />
      {plan !== null && (
        <section className={style.plan} aria-label={t`会这样变`} aria-live="polite">
          {plan.cut.length > 0 ? (
            <ul>
              {plan.cut.map(({ before, after }) => (
                <li key={before.from}>{after.length === 0 ? t`${format.money(before.priceFen)}（${until(before)}）不再有` : t`${format.money(before.priceFen)}（${until(before)}）改为 ${after.map(until).join(comma)}`}</li>
              ))}
            </ul>
          ) : null}
          {gap !== null && <p className={style.warn}>{t`${format.day(gap)} 起没有价格，那时不能下单`}</p>}
          <p className={control.hint}><Trans>已有订单的价格不变</Trans></p>
        </section>
      )}
    </RangeForm>
  );
}
