import { msg } from '@lingui/core/macro';
import type { AreaSteps, Choice, StepAt, StepKind, StepRun, Thing } from '../../kernel/area.ts';
import type { Endpoint } from '../../kernel/endpoint.ts';
import { call, CallFailure } from '../../ui/call.ts';
import { formatOf } from '../../ui/format.ts';
import { currentI18n, currentLanguage } from '../../ui/language.tsx';
import { nearDays } from '../../ui/palette/near-day.ts';
import { typedReason } from '../../ui/palette/typed-reason.ts';
import { dayAfter, parseDay, todayThere } from '../../ui/parse-day.ts';
import { forgetCaregiver, took } from './acted.ts';
import { caregiver, type Acted, type CaregiverRow } from './contract.ts';
import { thingOf } from './here.ts';
import { EVENT_WORDS, ordersOf } from './words.ts';

/** Body code of the error catalogue: the record has moved on since. */
const CONFLICT = 40900;
/** Days until a blacklisting is looked at again, unless another day is chosen. */
const REVIEW = 90;
type Subject = CaregiverRow & Thing;
const say = (words: { id: string }): string => currentI18n()._(words);
const format = () => formatOf(currentLanguage());
const onlyOf = ({ rows }: StepAt): Subject => rows[0] as Subject;
const valueOf = ({ values }: StepAt, name: string): string => values[name]!.value;
const dayChoice = (value: string): Choice => ({ value, label: format().day(value), detail: format().weekday(value) });

/** A day by typing, or one of those that are usual; by the sound of its name too, also while that is composed. `counts`: what `+3` counts from, as in the field of the form. */
function dayStep(title: StepKind['title'], usual: (at: StepAt, signal: AbortSignal) => readonly string[] | Promise<readonly string[]>, first: (at: StepAt) => string, counts = first): StepKind {
  const chosen = (at: StepAt) => (day: string): Choice => ({ ...dayChoice(day), ...(day < first(at) ? { refused: say(msg`最早是 ${format().day(first(at))}`) } : {}) });
  return {
    title,
    asks: msg`今天、+3、12-25`,
    options: async (at, text, signal) => (text === '' ? (await usual(at, signal)).map(dayChoice) : nearDays(text, [{ said: ['', '', ''], choice: chosen(at) }])),
    read: (text, at) => {
      const day = parseDay(text, todayThere(), counts(at));
      return day === null ? null : chosen(at)(day);
    },
  };
}
const after = (day: string, days: readonly number[]): string[] => days.map((count) => dayAfter(day, count));
const from = dayStep(msg`第一天`, () => after(todayThere(), [0, 1, 2]), () => todayThere());
const to = dayStep(msg`最后一天`, (at) => after(valueOf(at, 'from'), [0, 1, 2, 6]), (at) => valueOf(at, 'from'));
/** The day that stands already, where it is still to come. */
const reviewOf = async ({ staffNo, status }: Subject, signal: AbortSignal): Promise<string[]> => (status === 'blacklisted' ? [(await call(caregiver.detail, { params: { no: staffNo }, signal })).reviewOn ?? ''].filter((day) => day > todayThere()) : []);
const review = dayStep(msg`复核日期`, async (at, signal) => [...new Set([...(await reviewOf(onlyOf(at), signal)), ...after(todayThere(), [REVIEW, 30, 180])])], () => dayAfter(todayThere(), 1), () => todayThere());
const reason: StepKind = {
  title: msg`原因`,
  asks: msg`写明原因`,
  // a leave needs none
  options: async ({ command }, text) => (command.event === 'leave' && text.trim() === '' ? [{ value: '', label: say(msg`不写原因`) }] : []),
  read: typedReason,
};

interface Work {
  event: 'leave' | 'suspend' | 'blacklist' | 'quit';
  body: Record<string, unknown>;
  words: string;
  /** Orders that still have this caregiver are named. */
  going?: true;
}
/** Sent on the version that was shown; after a conflict on the newest. */
const trialOf = (of: (at: StepAt) => Work): StepRun => async (at, signal) => {
  const one = onlyOf(at);
  const { event, body, words, going } = of(at);
  const params = { no: one.staffNo };
  const { version } = one;
  const open = going === true ? ordersOf((await call(caregiver.detail, { params, signal })).stints.filter(({ status }) => status !== 'ended')) : [];
  return {
    fits: 1, all: 1, words, whys: open.length === 0 ? [] : [say(msg`名下还有 ${open.length} 张订单，要另外更换护工：`) + open.map(({ orderNo, patientName }) => `${patientName} ${orderNo}`).join(say(msg`、`))],
    run: async ({ keyOf }) => {
      const whole = { ...body, version };
      try {
        return took(event, one, (await call<Endpoint>(caregiver[event], { params, body: whole, idempotencyKey: keyOf(`${event} ${one.staffNo} ${JSON.stringify(whole)}`) })) as Acted);
      } catch (error) {
        if (!(error instanceof CallFailure) || error.code !== CONFLICT) throw error;
        const now = await call(caregiver.detail, { params });
        const happened = now.timeline.filter((line) => line.version > version).map((line) => `${EVENT_WORDS[line.event] === undefined ? line.event : say(EVENT_WORDS[line.event]!)} ${line.actor ?? say(msg`系统`)}`).join(' · ');
        forgetCaregiver(one.staffNo);
        throw new CallFailure(error.status, CONFLICT, say(msg`这名护工的资料刚变了：${happened}。看过再按 Enter，就按最新情况办理`));
      }
    },
  };
};
const span = (at: StepAt): string => format().dayRange(valueOf(at, 'from'), valueOf(at, 'to'));

/** Steps of the commands that act on caregivers. */
export const STEPS: AreaSteps = {
  steps: { from, to, reason, review },
  runs: {
    'caregiver.leave': trialOf((at) => ({ event: 'leave', body: { from: valueOf(at, 'from'), to: valueOf(at, 'to'), reason: valueOf(at, 'reason') || null }, words: say(msg`${onlyOf(at).name}请假：${span(at)}`) })),
    'caregiver.suspend': trialOf((at) => ({ event: 'suspend', going: true, body: { reason: valueOf(at, 'reason') }, words: say(msg`${onlyOf(at).name}暂停派单`) })),
    'caregiver.blacklist': trialOf((at) => ({ event: 'blacklist', going: true, body: { reason: valueOf(at, 'reason'), reviewOn: valueOf(at, 'review') }, words: say(msg`${onlyOf(at).name}列入黑名单，${format().day(valueOf(at, 'review'))}复核`) })),
    'caregiver.quit': trialOf((at) => ({ event: 'quit', body: { reason: valueOf(at, 'reason') }, words: say(msg`${onlyOf(at).name}今天离职`) })),
  },
  things: async (nos) => (await call(caregiver.rows, { query: { nos: nos.join(',') } })).map(thingOf),
};
