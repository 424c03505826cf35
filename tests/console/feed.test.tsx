// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { area as caregiver } from '../../src/areas/caregiver/area.ts';
import { area as hospital } from '../../src/areas/hospital/area.ts';
import { area as order } from '../../src/areas/order/area.ts';
import { INDEX } from '../../src/host/lines.ts';
import type { IndexPage } from '../../src/kernel/found.ts';
import { openPalette, palette } from '../../src/ui/palette/actor.ts';
import { startFeed } from '../../src/ui/palette/feed.ts';
import { currentViewer, signOut } from '../../src/ui/session.ts';
import { answerBy, enter, never, refuse, type Sent } from '../kit/console.ts';

const AREAS = [order, caregiver, hospital];
const person = (userId: string) => ({ userId, username: 'ops', nickname: '小周', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:list', 'biz:caregiver:list'] });
const AT = ['2026-11-21T01:00:00.000Z', '2026-11-21T02:00:00.000Z'] as const;
const page = (more: Partial<IndexPage> = {}): IndexPage => ({ text: '', places: [], next: null, at: AT[0], stamp: 'mine', reset: false, cut: false, ...more });

/** What the index was given, by kind: its lines, and whether it was begun anew; `drop` where everything was forgotten. */
let fed: string[];
let calls: (Sent & { unattended: boolean })[];
/** Streams by their path: what is written is heard. */
let streams: Map<string, (message: unknown) => void>;
/** What the server answers, by path; else an empty page. */
let answers: Record<string, (query: URLSearchParams) => unknown>;
let visible: boolean;
let leave: () => Promise<void>;
let stop: () => void;
const index = {
  feed: (kind: string, { text, reset, next }: IndexPage) => void fed.push(`${kind}${reset ? ' anew' : ''}${next === null ? '' : ' …'}${text === '' ? '' : ` ${text}`}`),
  drop: () => void fed.push('drop'),
  onRenewed: () => () => {},
};
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
/** The server says this on its streams, and it is heard and answered. */
const say = async (...messages: readonly (readonly [path: string, message: unknown])[]): Promise<void> => {
  for (const [of, said] of messages) streams.get('/live/all')!({ of, said });
  await pass(800);
};
/** What was asked of the index endpoints from here on. */
const asked = (): string[] => calls.splice(0).flatMap(({ path, query }) => (path.startsWith('/live') ? [] : [`${path}${query === '' ? '' : `?${decodeURIComponent(query)}`}`]));
const begin = (): void => void (stop = startFeed({ areas: AREAS, viewer: currentViewer()!, index }));
const show = async (shown: boolean): Promise<void> => {
  visible = shown;
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
};
const BUILT = ['/orders/index', '/orders/index?since=2026-11-21T01:00:00.000Z&stamp=mine', '/caregivers/index', '/caregivers/index?since=2026-11-21T01:00:00.000Z&stamp=mine', '/hospitals/options', '/hospitals/options'];

const HOSPITAL = 'hospital bc\t第一医院\t\t\t0\t\t\t\t1';
function serve(): void {
  answerBy((call) => {
    const sent = vi.mocked(fetch).mock.lastCall![1] as RequestInit;
    calls.push({ ...call, unattended: new Headers(sent.headers).get('X-Unattended') === '1' });
    if (call.path.startsWith('/live')) {
      const stream = new ReadableStream<Uint8Array>({
        start: (hand) => {
          streams.set(call.path, (message) => hand.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`)));
          sent.signal!.addEventListener('abort', () => hand.error(new Error('aborted')));
        },
      });
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
    }
    const own = answers[call.path]?.(new URLSearchParams(call.query));
    return own ?? (call.path === '/hospitals/options' ? [{ id: '12', name: '第一医院' }] : page({ text: call.query.includes('since') ? '' : call.path.split('/')[1]! }));
  });
  vi.stubGlobal('fetch', vi.fn(fetch));
}
// code comes in its own time, whatever the clock says
beforeAll(() => Promise.all(AREAS.map(({ records }) => records!.load())));
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  [fed, calls, streams, answers, visible] = [[], [], new Map(), {}, true];
  serve();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (visible ? 'visible' : 'hidden'));
  leave = await enter(person('7'));
});
afterEach(async () => {
  stop();
  palette.send({ type: 'close' });
  await leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('it waits until the page is quiet, reads all page by page, asks what changed meanwhile, and no call of it keeps a session alive', async () => {
  const pages = [page({ text: 'A', next: '70.1' }), page({ text: 'B', next: '30.2', at: AT[1] }), page({ text: 'C', at: AT[1] }), page({ text: 'D' })];
  answers['/orders/index'] = () => pages.shift();
  begin();
  await pass(300);
  expect(asked()).toEqual([]);
  await pass(8_000);
  expect(calls.filter(({ path, unattended }) => !path.startsWith('/live') && !unattended)).toEqual([]);
  expect(asked()).toEqual(['/orders/index', '/orders/index?after=70.1&stamp=mine', '/orders/index?after=30.2&stamp=mine', ...BUILT.slice(1)]);
  expect(fed).toEqual(['order anew …', 'caregiver anew …', 'hospital anew …', 'order … A', 'order … B', 'order C', 'order D', 'caregiver caregivers', 'caregiver', HOSPITAL, HOSPITAL]);
});
test('whoever opens the palette sooner does not wait for it', async () => {
  answers['/hospitals'] = () => never;
  begin();
  await pass(100);
  act(openPalette);
  await pass(100);
  expect(asked()[0]).toBe('/orders/index');
});
test('an area whose code did not come is asked for again, and the others do not wait for it', async () => {
  let tries = 0;
  const lost = async () => {
    tries += 1;
    if (tries < 3) throw new Error('Loading chunk record-order failed');
    return order.records!.load();
  };
  stop = startFeed({ areas: [{ ...order, records: { ...order.records!, load: lost } }, caregiver, hospital], viewer: currentViewer()!, index });
  await pass(800);
  expect([tries, asked()[0], fed.slice(0, 2)]).toEqual([1, '/caregivers/index', ['caregiver anew …', 'hospital anew …']]);
  await pass(8_000);
  expect([tries, asked().filter((path) => path.startsWith('/orders')), fed.filter((told) => told.startsWith('order'))]).toEqual([3, BUILT.slice(0, 2), ['order anew …', 'order orders', 'order']]);
  await say(['/live', { no: 'PH1', version: 2 }]);
  expect(asked()).toEqual(['/orders/lines?nos=PH1&stamp=mine']);
});
test('what waits for a quiet page waits no more once it was stopped', async () => {
  const before = vi.getTimerCount();
  begin();
  expect(vi.getTimerCount()).toBe(before + 1);
  stop();
  expect(vi.getTimerCount()).toBe(before);
});
test('changes are gathered and asked for as lines; a caregiver whose order changed has the same line; a hospital that is new has one', async () => {
  begin();
  await pass(8_000);
  [fed, calls] = [[], []];
  answers['/orders/lines'] = (query) => page({ text: `-${query.get('nos')!}` });
  await say(['/live', { no: 'PH1', version: 2 }], ['/live', { no: 'PH2', version: null }], ['/live/caregivers', { no: 'PY1', version: null }]);
  expect([asked(), fed]).toEqual([['/orders/lines?nos=PH1,PH2&stamp=mine'], ['order -PH1,PH2']]);
  await say(['/live/caregivers', { no: 'PY1', version: 3 }]);
  expect(asked()).toEqual(['/caregivers/lines?nos=PY1&stamp=mine']);
  answers['/hospitals/options'] = () => [{ id: '13', name: '新仁医院' }];
  await say(['/live/hospitals', { no: '13', version: 1 }]);
  expect([fed.at(-1), (await (await hospital.records!.load()).find('新仁', new AbortController().signal)).length]).toEqual([expect.stringContaining('新仁医院'), 1]);
});
test('what may have been missed is asked for since the last answer to that', async () => {
  begin();
  await pass(8_000);
  asked();
  answers['/orders/index'] = () => page({ at: AT[1] });
  await say(['/live', null]);
  await say(['/live', null]);
  expect(asked()).toEqual([AT[0], AT[1]].map((at) => `/orders/index?since=${at}&stamp=mine`));
  // and now and then, though nothing was heard
  await pass(10 * 60_000);
  expect(asked().slice(0, 1)).toEqual([`/orders/index?since=${AT[1]}&stamp=mine`]);
});
test('an answer that says so empties the index before anything is read anew', async () => {
  begin();
  await pass(8_000);
  asked();
  fed = [];
  answers['/orders/index'] = (query) => (query.get('stamp') === 'mine' ? page({ reset: true, stamp: 'other' }) : page({ text: 'N', stamp: 'other' }));
  await say(['/live', null]);
  expect([asked(), fed]).toEqual([[BUILT[1]], ['order anew …', 'hospital anew …']]);
  await pass(6_000);
  expect([asked()[0], fed[2], fed.at(-1)]).toEqual(['/orders/index', 'order N', HOSPITAL]);
  expect(fed).not.toContain('drop');
});
test('lines of the same eyes stay until what changed is older than the server tells again, and then all is read once', async () => {
  begin();
  await pass(8_000);
  asked();
  fed = [];
  answers['/orders/index'] = (query) => (query.has('since') ? page({ reset: true }) : page({ text: 'N' }));
  await say(['/live', null]);
  await pass(INDEX.overlap);
  expect([asked(), fed]).toEqual([[BUILT[1]], []]);
  answers['/orders/index'] = (query) => page({ text: query.has('since') ? '' : 'N' });
  await pass(6_000);
  expect([asked().filter((path) => path.startsWith('/orders')), fed.slice(0, 1), fed.filter((told) => told === 'order N')]).toEqual([BUILT.slice(0, 2), ['order anew …'], ['order N']]);
});
test('a hidden page asks for nothing; when it is shown it asks what it missed', async () => {
  begin();
  await pass(8_000);
  asked();
  await show(false);
  await say(['/live', { no: 'PH1', version: 2 }]);
  await pass(30 * 60_000);
  expect(asked()).toEqual([]);
  await show(true);
  await pass(1_000);
  expect(asked()).toEqual([BUILT[1], BUILT[3], BUILT[5]]);
});
test('what fails is tried again, and less and less often; nothing is lost', async () => {
  begin();
  await pass(8_000);
  asked();
  answers['/orders/lines'] = () => refuse({ status: 503, code: 50300, message: '' });
  await say(['/live', { no: 'PH1', version: 2 }]);
  await pass(10_000);
  const tries = asked().length;
  expect([tries > 2, tries < 7]).toEqual([true, true]);
  fed = [];
  answers['/orders/lines'] = () => page({ text: '-PH1' });
  await pass(60_000);
  expect([fed, asked().length]).toEqual([['order -PH1'], 1]);
});
test.each([
  ['signs out', async () => act(async () => signOut())],
  ['leaves the frame', async () => act(async () => stop())],
])('nothing stays in memory, and nothing more is asked, once someone %s', async (_who, end) => {
  begin();
  await pass(8_000);
  fed = [];
  await end();
  await pass(100);
  expect(fed).toEqual(['drop']);
  asked();
  await pass(20 * 60_000);
  expect([asked(), fed]).toEqual([[], ['drop']]);
});
test('an answer that comes after the end is not taken in', async () => {
  let give: (value: unknown) => void = () => {};
  answers['/orders/index'] = () => new Promise((done) => (give = done));
  begin();
  await pass(6_000);
  fed = [];
  stop();
  give(page({ text: 'late' }));
  await pass(100);
  expect(fed).toEqual(['drop']);
});
test('a session that has ended is left to its own dialog: no second question with the same token', async () => {
  begin();
  await pass(8_000);
  asked();
  fed = [];
  answers['/orders/index'] = () => refuse({ status: 401, code: 401, message: '' });
  await say(['/live', null]);
  await pass(5 * 60_000);
  expect([asked(), fed]).toEqual([[BUILT[1]], []]);
});
test('another person reads all anew, after what was read is forgotten', async () => {
  begin();
  await pass(8_000);
  asked();
  fed = [];
  await leave();
  serve();
  leave = await enter(person('8'));
  begin();
  await pass(8_000);
  expect([fed[0], fed[1], asked()[0]]).toEqual(['drop', 'order anew …', '/orders/index']);
});
