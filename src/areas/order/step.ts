import { msg } from '@lingui/core/macro';
import type { AreaSteps, Choice, StepAt, StepKind, StepRun, Thing } from '../../kernel/area.ts';
import { refusalWords, type RefusalName } from '../../kernel/refusal.ts';
import { call, CallFailure } from '../../ui/call.ts';
import { formatOf } from '../../ui/format.ts';
import { currentI18n, currentLanguage } from '../../ui/language.tsx';
import { thingOf } from '../../ui/order-thing.ts';
import { match } from '../../ui/palette/match.ts';
import { nearDays } from '../../ui/palette/near-day.ts';
import { typedReason } from '../../ui/palette/typed-reason.ts';
import { dayAfter, parseHalfDay, todayThere } from '../../ui/parse-day.ts';
import { tryAll, type Checked, type CheckedSelection } from './bulk-check.ts';
import { order, type Candidate, type OrderRow } from './contract.ts';
import { sendAll, sendOne } from './step-send.ts';
import { FIT_WORDS } from './words.ts';

type Subject = OrderRow & Thing;
/** What the steps are about: orders, or a selection of which not all are at hand. */
const ordersOf = ({ rows }: StepAt): readonly Subject[] => rows as readonly Subject[];
const wholeOf = ({ whole }: StepAt): CheckedSelection | undefined => whole as CheckedSelection | undefined;
/** One order alone; undefined: several. */
const onlyOf = (at: StepAt): Subject | undefined => (at.several ? undefined : ordersOf(at)[0]);
const say = (words: { id: string }): string => currentI18n()._(words);
const format = () => formatOf(currentLanguage());
const dayWords = (day: string, half: 'AM' | 'PM'): string => (half === 'AM' ? say(msg`${format().dayRange(day, day)} 上午起`) : say(msg`${format().dayRange(day, day)} 下午起`));

/** The order whose candidates are shown: of several the first that may be assigned. It is looked for once, for all texts: that one of them is given up stops nothing. */
const firsts = new WeakMap<readonly Thing[], Promise<Checked | undefined>>();
/** The same, once it is known. */
const known = new WeakMap<readonly Thing[], Checked>();
function firstOf(at: StepAt): Promise<Checked | undefined> {
  const before = firsts.get(at.rows);
  if (before !== undefined) return before;
  const fitting = (checked: readonly Checked[]): Checked | undefined => checked.find(({ refusal }) => refusal === null);
  const found = tryAll({ event: 'assign' }, ordersOf(at), wholeOf(at), undefined, (checked) => fitting(checked) === undefined).then((checked) => fitting(checked));
  firsts.set(at.rows, found);
  void found.then((first) => (first === undefined ? firsts.delete(at.rows) : known.set(at.rows, first)), () => firsts.delete(at.rows));
  return found;
}
/** A half day as a value: `2026-12-25 PM`; `now` for this moment. */
const halfDay = (value: string): { day: string; half: 'AM' | 'PM' } | undefined => (value === 'now' ? undefined : { day: value.slice(0, 10), half: value.slice(11) as 'AM' | 'PM' });

function candidateChoice({ caregiverNo, name, ratingAvg, fits, blocks, blockedBy, certificateEndsOn }: Candidate): Choice {
  const facts = [caregiverNo, ...(ratingAvg === null ? [] : [say(msg`${format().number(ratingAvg)} 分`)]), ...(certificateEndsOn === null ? [] : [say(msg`健康证 ${format().day(certificateEndsOn)} 到期，在服务期内`)]), ...fits.map((fit) => say(FIT_WORDS[fit]))];
  const refused = [...blocks.map((block) => refusalWords(block as RefusalName, currentLanguage())), ...(blockedBy === null ? [] : [blockedBy])].join(' · ');
  return { value: caregiverNo, label: name, detail: facts.join(' · '), ...(blocks.length === 0 ? {} : { refused }) };
}
const caregiver: StepKind = {
  title: msg`护工`,
  asks: msg`护工的姓名、拼音或工号`,
  options: async (at, text, signal) => {
    const no = onlyOf(at)?.orderNo ?? (await firstOf(at))?.orderNo;
    if (no === undefined) throw new CallFailure(0, 0, say(msg`选中的订单都不能派单`));
    const since = at.command.event === 'change' ? halfDay(at.values['since']?.value ?? 'now') : undefined;
    const found = await call(order.candidates, { params: { no }, query: { event: at.command.event === 'change' ? 'change' : 'assign', ...since, ...(text === '' ? {} : { q: text }) }, signal });
    return found.map(candidateChoice);
  },
  of: ({ rows, count }) => {
    const first = known.get(rows);
    return first === undefined || count < 2 ? null : say(msg`按 ${first.patientName} ${first.orderNo} 的情况排列`);
  },
};
const HALVES = { AM: ['上午', ' shang wu', ' am'], PM: ['下午', ' xia wu', ' pm'] };
const since: StepKind = {
  title: msg`从什么时候起`,
  asks: msg`现在、明天下午、+3、12-25`,
  typed: true,
  // an assignment is for the whole stay
  fixed: (at) => {
    if (at.command.event !== 'assign') return null;
    const one = onlyOf(at);
    return { value: 'stay', label: one === undefined ? say(msg`各从开始那天起`) : dayWords(one.plannedStart, one.startHalf) };
  },
  options: async (_, text) => {
    const now: Choice = { value: 'now', label: say(msg`现在`) };
    const half = (day: string, of: 'AM' | 'PM'): Choice => ({ value: `${day} ${of}`, label: dayWords(day, of) });
    const today = todayThere();
    if (text === '') return [now, ...[1, 2].flatMap((days) => [half(dayAfter(today, days), 'AM'), half(dayAfter(today, days), 'PM')])];
    const read = parseHalfDay(text, today);
    if (read !== null) return read.half === null ? [half(read.day, 'AM'), half(read.day, 'PM')] : [half(read.day, read.half)];
    // by their sound, also while it is composed
    return [...(match(text, now.label, ['现在', 'xian zai', 'now']) === null ? [] : [now]), ...nearDays(text, (['AM', 'PM'] as const).map((of) => ({ said: HALVES[of], choice: (day) => half(day, of) })))];
  },
};
const reason: StepKind = {
  title: msg`原因`,
  asks: msg`写明原因`,
  options: async () => [],
  read: typedReason,
};

/** Refusals with how many orders each stands before. */
function whysOf(checked: readonly { refusal: string | null }[]): string[] {
  const counts = new Map<string, number>();
  for (const { refusal } of checked) if (refusal !== null) counts.set(refusal, (counts.get(refusal) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => say(msg`${refusalWords(name as RefusalName, currentLanguage())}：${format().number(count)} 张`));
}
interface Work {
  event: 'assign' | 'change' | 'cancel';
  body: Record<string, unknown>;
  /** Whom the dry run books, one order after the other. */
  caregiverNo?: string;
  /** What happens to one order. */
  words: (one: Subject) => Promise<string> | string;
  /** What happens to several, after how many they are. */
  sums?: (fits: readonly Checked[]) => string;
}
/** Tries it, and gives the way to do it to those that it may happen to. One order is sent on the version that was shown. */
const trialOf = (of: (at: StepAt, signal: AbortSignal) => Work): StepRun => async (at, signal) => {
  const { event, body, caregiverNo, words, sums } = of(at, signal);
  const one = onlyOf(at);
  const checked = await tryAll({ event, ...(caregiverNo === undefined ? {} : { caregiverNo }) }, ordersOf(at), wholeOf(at), signal);
  const fits = checked.filter(({ refusal }) => refusal === null);
  const counts = { fits: fits.length, all: checked.length };
  if (one !== undefined) {
    const refused = checked[0]?.refusal ?? null;
    const whys = refused === null ? [] : [refusalWords(refused as RefusalName, currentLanguage())];
    return { ...counts, whys, words: counts.fits === 0 ? say(msg`现在不能做`) : await words(one), run: sendOne(event, one, body) };
  }
  const rest = counts.all - counts.fits;
  const reaches = say(rest === 0 ? msg`将影响 ${format().number(counts.fits)} 张` : msg`将影响 ${format().number(counts.fits)} 张，另有 ${format().number(rest)} 张不符合条件`);
  const all = fits.length === 0 || sums === undefined ? reaches : say(msg`${reaches}：${sums(fits)}`);
  return { ...counts, whys: whysOf(checked), words: all, run: sendAll(event, fits, body) };
};
const chosen = ({ values }: StepAt, name: string): Choice => values[name]!;

/** Steps of the commands that act on orders. */
export const STEPS: AreaSteps = {
  steps: { caregiver, since, reason },
  runs: {
    'order.assign': trialOf((at) => ({
      event: 'assign', caregiverNo: chosen(at, 'caregiver').value, body: { caregiverNo: chosen(at, 'caregiver').value },
      words: ({ name, plannedStart, plannedEnd }) => say(msg`${chosen(at, 'caregiver').label}照护${name}，${format().dayRange(plannedStart, plannedEnd)}`),
    })),
    // who may be chosen was asked for that day: the dry run knows only this moment
    'order.change': trialOf((at) => {
      const from = halfDay(chosen(at, 'since').value);
      return {
        event: 'change', body: { caregiverNo: chosen(at, 'caregiver').value, reason: chosen(at, 'reason').value, ...(from === undefined ? {} : { since: from }) },
        words: ({ name, caregiverName }) => say(msg`${name}的护工：${caregiverName ?? '—'} → ${chosen(at, 'caregiver').label}，${chosen(at, 'since').label}`),
      };
    }),
    'order.cancel': trialOf((at, signal) => ({
      event: 'cancel', body: { reason: chosen(at, 'reason').value },
      words: async ({ name, orderNo: no }) => {
        const { payableFen, newPayableFen } = await call(order.preview, { params: { no }, query: { event: 'cancel' }, signal });
        return say(msg`取消${name}：应收 ${format().money(payableFen)} → ${format().money(newPayableFen)}`);
      },
      // nothing is owed for what is called off
      sums: (fits) => {
        const rows = new Map(ordersOf(at).map((row) => [row.orderNo, row]));
        const owed = fits.map(({ orderNo }) => rows.get(orderNo)?.payableFen);
        const none = format().money(0);
        return owed.includes(undefined) ? say(msg`取消订单，应收都变为 ${none}`) : say(msg`取消订单，应收共 ${format().money(owed.reduce<number>((sum, fen) => sum + fen!, 0))} → ${none}`);
      },
    })),
  },
  things: async (nos) => (await call(order.rows, { query: { nos: nos.join(',') } })).map(thingOf),
};
