import { msg } from '@lingui/core/macro';
import type { Endpoint } from '../../kernel/endpoint.ts';
import type { StepDone, StepHand } from '../../kernel/area.ts';
import { call, CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { formatOf } from '../../ui/format.ts';
import { currentI18n, currentLanguage } from '../../ui/language.tsx';
import { refreshLists } from '../../ui/list/source.ts';
import { outdated } from '../../ui/read.ts';
import { doEach } from '../../ui/run-each.ts';
import { toast } from '../../ui/toast.tsx';
import { noteRows, took } from './acted.ts';
import type { Checked } from './bulk-check.ts';
import { order, type Acted, type OrderRow } from './contract.ts';
import { EVENT_WORDS } from './words.ts';

/** Body code of the error catalogue: the order has moved on since. */
const CONFLICT = 40900;
type Event = 'assign' | 'change' | 'cancel';
const say = (words: { id: string }): string => currentI18n()._(words);
const number = (value: number): string => formatOf(currentLanguage()).number(value);
const sent = (event: Event, no: string, body: Record<string, unknown>, idempotencyKey: string): Promise<Acted> => call<Endpoint>(order[event], { params: { no }, body, idempotencyKey }) as Promise<Acted>;

/** What happened to an order after a version, in words; a version that is newer. */
async function whatHappened(no: string, version: number): Promise<{ version: number; happened: string }> {
  const lines = await call(order.changes, { params: { no }, query: { since: String(version) } });
  outdated([order.detail, order.explain, order.preview, order.candidates], no);
  const happened = lines.map(({ event, actor }) => `${EVENT_WORDS[event] === undefined ? event : say(EVENT_WORDS[event])} ${actor}`).join(' · ');
  return { version: lines.at(-1)?.version ?? version, happened };
}
const isConflict = (error: unknown): error is CallFailure => error instanceof CallFailure && error.code === CONFLICT;
/** Does it to one order, on the version that was shown. A conflict says what happened; once more it goes on the newest. */
export function sendOne(event: Event, { orderNo: no, version: shown }: Pick<OrderRow, 'orderNo' | 'version'>, body: Record<string, unknown>): (hand: StepHand) => Promise<StepDone> {
  let version = shown;
  return async ({ keyOf }) => {
    const whole = { ...body, version };
    try {
      return took(event, await sent(event, no, whole, keyOf(`${event} ${no} ${JSON.stringify(whole)}`)));
    } catch (error) {
      if (!isConflict(error)) throw error;
      const { version: newest, happened } = await whatHappened(no, version);
      version = newest;
      throw new CallFailure(error.status, CONFLICT, say(msg`订单刚变了：${happened}。看过再按 Enter，就按最新情况办理`));
    }
  };
}
/** Lists and pages show these as they are now; rows of a list that are not at hand are asked for. */
function show(rows: readonly OrderRow[]): void {
  noteRows(rows);
  outdated([order.beds, order.wards]);
  refreshLists('order');
}
/** Takes back what was done to several, one after the other, and says how many it was. */
async function undoAll(rows: readonly OrderRow[]): Promise<void> {
  const done = new Map<string, string | null>();
  const now: OrderRow[] = [];
  const whole = await doEach(rows, {
    idOf: ({ orderNo }) => orderNo, done, tell: () => {},
    work: async ({ orderNo: no, version }) => now.push((await call(order.undo, { params: { no }, body: { version }, idempotencyKey: newKey() })).row),
  });
  if (!whole) return;
  show(now);
  const failed = rows.length - now.length;
  toast({ words: failed === 0 ? say(msg`已撤销 ${number(now.length)} 张`) : say(msg`已撤销 ${number(now.length)} 张，${number(failed)} 张没有成功`) });
}
/** Does it to each of these, on the version that was tried. What fails is said with its reasons, and may be tried again: one that has changed on the newest version then. */
export function sendAll(event: Event, fits: readonly Checked[], body: Record<string, unknown>): (hand: StepHand) => Promise<StepDone> {
  const done = new Map<string, string | null>();
  const now = new Map<string, OrderRow>();
  const newest = new Map<string, number>();
  return async ({ keyOf, tell, part }) => {
    const before = new Set(now.keys());
    const work = async ({ orderNo: no, version: tried }: Checked): Promise<void> => {
      const version = newest.get(no) ?? tried;
      try {
        now.set(no, (await sent(event, no, { ...body, version }, keyOf(`${event} ${no} ${version} ${JSON.stringify(body)}`))).row);
      } catch (error) {
        if (!isConflict(error)) throw error;
        const { version: later, happened } = await whatHappened(no, version);
        newest.set(no, later);
        throw new CallFailure(error.status, CONFLICT, say(msg`刚变了（${happened}），再按 Enter 就按最新情况办理`));
      }
    };
    const whole = await doEach(fits, { idOf: ({ orderNo }) => orderNo, done, work, tell: () => tell(say(msg`已办理 ${number(now.size)} 张，共 ${number(fits.length)} 张`)) });
    if (!whole) throw new CallFailure(0, DROPPED, '');
    show([...now.values()]);
    const rows = [...now.values()].filter(({ can }) => can.includes('undo'));
    const result: StepDone = { words: `${say(EVENT_WORDS[event]!)} · ${say(msg`${number(now.size)} 张`)}`, undo: rows.length === 0 ? undefined : () => undoAll(rows), on: [...now.keys()].filter((no) => !before.has(no)) };
    const failed = fits.filter(({ orderNo }) => done.get(orderNo) !== null);
    if (failed.length === 0) return result;
    if (result.on!.length > 0) part(result);
    const which = failed.slice(0, 3).map(({ patientName, orderNo }) => `${patientName} ${orderNo}：${done.get(orderNo) ?? ''}`).join('；');
    throw new CallFailure(0, 0, say(msg`${number(now.size)} 张已完成，${number(failed.length)} 张没有成功。${which}`));
  };
}
