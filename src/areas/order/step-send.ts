import { msg } from '@lingui/core/macro';
import { UNDO_WITHIN } from '../../../machines/order.ts';
import type { Endpoint } from '../../kernel/endpoint.ts';
import type { StepDone, StepHand } from '../../kernel/area.ts';
import { call, CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { formatOf } from '../../ui/format.ts';
import { keepSelected } from '../../ui/here.ts';
import { currentI18n, currentLanguage } from '../../ui/language.tsx';
import { refreshLists } from '../../ui/list/source.ts';
import { thingOf } from '../../ui/order-thing.ts';
import { outdated } from '../../ui/read.ts';
import { doEach } from '../../ui/run-each.ts';
import { currentViewer } from '../../ui/session.ts';
import { toast } from '../../ui/toast.tsx';
import { noteRows, took } from './acted.ts';
import { CONFLICT, isConflict, ofSeveral, whatHappened, type Checked } from './bulk-check.ts';
import { order, type Acted, type OrderRow } from './contract.ts';
import { EVENT_WORDS } from './words.ts';

type Event = 'assign' | 'change' | 'cancel';
const say = (words: { id: string }): string => currentI18n()._(words);
const number = (value: number): string => formatOf(currentLanguage()).number(value);
const sent = (event: Event, no: string, body: Record<string, unknown>, idempotencyKey: string): Promise<Acted> => call<Endpoint>(order[event], { params: { no }, body, idempotencyKey }) as Promise<Acted>;

/** Does it to one order, on the version that was shown. A conflict says what happened: what it would do is then tried anew. */
export function sendOne(event: Event, { orderNo: no, version }: Pick<OrderRow, 'orderNo' | 'version'>, body: Record<string, unknown>): (hand: StepHand) => Promise<StepDone> {
  return async ({ keyOf }) => {
    const whole = { ...body, version };
    try {
      return took(event, await sent(event, no, whole, keyOf(`${event} ${no} ${JSON.stringify(whole)}`)));
    } catch (error) {
      if (!isConflict(error)) throw error;
      const { happened } = await whatHappened(no, version);
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
type Named = Pick<OrderRow, 'orderNo' | 'patientName'>;
const nameOf = ({ patientName, orderNo }: Named): string => `${patientName} ${orderNo}`;
/** Each that failed, and why. */
const whysOf = (failed: readonly Named[], done: ReadonlyMap<string, string | null>): string[] => failed.map((one) => {
  const [who, why] = [nameOf(one), done.get(one.orderNo) ?? ''];
  return say(msg`${who}：${why}`);
});
/** The way back of several, as long as the domain has one. */
const backOf = (title: string): StepDone['back'] => ({ title, until: Date.now() + UNDO_WITHIN });
/** Those that a toast has room for. */
const TOLD = 3;
/** Takes back what was done to several, one after the other, and says how many it was; what fails is named with its reasons, is what is selected then, and can be tried again. `sum`: what is done, from which they go. */
function undoAll(rows: readonly OrderRow[], what: string, sum: Map<string, unknown>): () => Promise<void> {
  const keys = new Map(rows.map(({ orderNo }) => [orderNo, newKey()]));
  return async () => {
    const done = new Map<string, string | null>();
    const now: OrderRow[] = [];
    const whole = await doEach(rows, {
      idOf: ({ orderNo }) => orderNo, done, tell: () => {},
      work: async ({ orderNo: no, version }) => {
        now.push((await call(order.undo, { params: { no }, body: { version }, idempotencyKey: keys.get(no)! })).row);
        sum.delete(no);
      },
    });
    // who has left is told nothing
    if (!whole && currentViewer() === null) return;
    show(now);
    const failed = rows.filter(({ orderNo }) => done.get(orderNo) !== null);
    if (failed.length === 0) return void toast({ words: say(msg`已撤销 ${number(now.length)} 张`) });
    const whys = whysOf(failed.filter(({ orderNo }) => done.has(orderNo)), done);
    const told = whys.length > TOLD ? [...whys.slice(0, TOLD), say(msg`还有 ${number(whys.length - TOLD)} 张`)] : whys;
    const words = say(msg`已撤销 ${number(now.length)} 张，${number(failed.length)} 张没有成功`);
    keepSelected({ on: 'order', whole: undefined, was: rows.map(thingOf), now: failed.map(thingOf) });
    toast({ words: told.length === 0 ? words : say(msg`${words}。${told.reduce((all, one) => say(msg`${all}；${one}`))}`), undo: undoAll(failed, what, sum), back: backOf(titleOf(what, failed.length)) });
  };
}
const titleOf = (what: string, count: number): string => say(msg`撤销刚才的${what} · ${number(count)} 张`);
/**
 * Does it to each of these, on the version that was tried. What fails or is stopped is left, with its reasons, and may be tried again; where one has
 * changed meanwhile all that is left is tried anew.
 */
export function sendAll(event: Event, fits: readonly Checked[], body: Record<string, unknown>): (hand: StepHand) => Promise<StepDone> {
  const what = say(EVENT_WORDS[event]!);
  return async ({ keyOf, sum, tell, part, rest, stopped }) => {
    const now = sum as Map<string, OrderRow>;
    const before = now.size;
    const todo = fits.filter(({ orderNo }) => !now.has(orderNo));
    const done = new Map<string, string | null>();
    let changed = false;
    const work = async ({ orderNo: no, version }: Checked): Promise<void> => {
      const send = (): Promise<Acted> => sent(event, no, { ...body, version }, keyOf(`${event} ${no} ${version} ${JSON.stringify(body)}`));
      now.set(no, (await ofSeveral(no, version, send, () => (changed = true))).row);
    };
    const progress = (): void => tell(say(msg`已办理 ${number(now.size)} 张，共 ${number(before + todo.length)} 张`), todo.length - done.size);
    progress();
    const whole = await doEach(todo, { idOf: ({ orderNo }) => orderNo, done, work, tell: progress, stopped });
    show([...now.values()]);
    const rows = [...now.values()].filter(({ can }) => can.includes('undo'));
    const result: StepDone = {
      words: `${what} · ${say(msg`${number(now.size)} 张`)}`, on: todo.flatMap(({ orderNo }) => (done.get(orderNo) === null ? [orderNo] : [])),
      ...(rows.length === 0 ? {} : { undo: undoAll(rows, what, now), back: backOf(titleOf(what, rows.length)) }),
    };
    const left = todo.filter(({ orderNo }) => done.get(orderNo) !== null);
    if (left.length === 0) return result;
    if (result.on!.length > 0) part(result);
    if (!whole) throw new CallFailure(0, DROPPED, '');
    const failed = left.filter(({ orderNo }) => done.has(orderNo));
    rest({ rows: left.map((one) => ({ ...one, name: nameOf(one), no: one.orderNo, can: [], cannot: {} })), words: say(msg`将影响 ${number(left.length)} 张`), failed: whysOf(failed, done) });
    const [ok, bad, open] = [number(now.size), number(failed.length), number(left.length - failed.length)];
    const words = left.length === failed.length ? msg`${ok} 张已完成，${bad} 张没有成功` : failed.length === 0 ? msg`已停下：${ok} 张已完成，${open} 张没有办` : msg`已停下：${ok} 张已完成，${bad} 张没有成功，${open} 张没有办`;
    throw new CallFailure(0, changed ? CONFLICT : 0, say(words));
  };
}
