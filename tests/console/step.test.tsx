import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderRow } from '../../src/areas/order/contract.ts';
import { thingOf } from '../../src/areas/order/here.ts';
import { areas } from '../../src/areas.gen.ts';
import type { Command, Thing } from '../../src/kernel/area.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { useHere } from '../../src/ui/here.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { palette } from '../../src/ui/palette/actor.ts';
import { PaletteHost } from '../../src/ui/palette/host.tsx';
import { setOwnMemory, type Ran } from '../../src/ui/palette/memory-source.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter, refuse, type Sent } from '../kit/console.ts';
import { ROW as LISTED } from '../kit/shown-order.ts';
import { input, press, type } from '../kit/typist.ts';

const viewer: SignedIn = { userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/order/index', '/order/:no', '/caregiver/index'] };
const ROW: OrderRow = { ...LISTED, orderNo: 'PH1', patientName: '王秀英', version: 4, can: ['assign', 'cancel', 'pay'], cannot: {} };
const rows = ['PH1', 'PH2', 'PH3'].map((orderNo) => ({ ...ROW, orderNo }));
const candidate = (caregiverNo: string, name: string, blocks: string[] = []) => ({ caregiverNo, name, gender: 2, age: 40, level: 'senior', languages: [], ratingAvg: 4.8, ratingCount: 9, patientsNow: 0, fits: ['posted', 'free'], blocks, blockedBy: null, certificateEndsOn: null });
const sent: Sent[] = [];
const asked: string[] = [];
const ran: Ran[] = [];
const acted: { command: string; on: string }[] = [];
let place: { on: string; row: Thing | undefined; selection: Thing[]; whole?: unknown };
let answer: (call: Sent) => unknown;
let leave = async (): Promise<void> => {};

function Page() {
  useHere<Thing>({ get on() { return place.on; }, row: () => place.row, selection: () => place.selection, whole: () => place.whole, act: (command: Command, on) => void acted.push({ command: command.id, on: (on as Thing).no ?? '' }) });
  return <button type="button">page</button>;
}
async function show(): Promise<void> {
  render(<LocaleProvider><Page /><PaletteHost areas={areas} viewer={viewer} /><Announcer /><Toaster /></LocaleProvider>);
  await act(async () => void (await Promise.all([import('../../src/ui/palette/palette.tsx'), areas.find(({ id }) => id === 'order')!.steps!.load()])));
  screen.getByText('page').focus();
}
beforeEach(async () => {
  for (const list of [sent, asked, ran, acted]) list.length = 0;
  place = { on: 'order', row: thingOf(ROW), selection: [] };
  answer = (call) => ({ row: { ...ROW, orderNo: call.path.split('/')[2], version: 5, can: ['undo'] } });
  leave = await enter(viewer, viewer.allowed);
  answerBy((call) => {
    const { path, query, body } = call;
    asked.push(`${path}?${decodeURIComponent(query)}`);
    if (path.endsWith('/candidates')) return [candidate('HG1', '李护'), candidate('HG2', '赵护'), candidate('HG3', '周护', ['on_leave'])].filter(({ name, caregiverNo }) => `${name} ${caregiverNo}`.includes(new URLSearchParams(query).get('q') ?? ''));
    if (path === '/orders/check') return ((body['nos'] as string[] | undefined) ?? ['PH1', 'PH2', 'PH3']).map((orderNo, i) => ({ id: String(i + 1), orderNo, patientName: '王秀英', version: 4, refusal: orderNo === 'PH2' ? 'booked' : null }));
    if (path.endsWith('/changes')) return [{ id: '9', version: 6, event: 'edit', from: null, to: null, actor: '小刘', actorRole: 1, reason: null, at: '2026-11-21T01:00:00Z', before: {}, after: {}, undone: false }];
    if (call.method !== 'POST') return [];
    sent.push(call);
    return answer(call);
  });
  setOwnMemory({ load: async () => ({ ids: [], texts: [] }), keep: async (changes) => changes, ran: async (one) => void ran.push(one) });
  await activate('zh-cn');
});
afterEach(async () => {
  vi.useRealTimers();
  await act(async () => palette.send({ type: 'close' }));
  setOwnMemory(null);
  await leave();
});
const box = () => screen.getByRole<HTMLInputElement>('combobox');
const titles = () => screen.queryAllByRole('option').map((option) => option.querySelector('span')!.textContent);
const chips = () => [...document.querySelectorAll('[class*=chips] > *')].map(({ textContent }) => textContent);
const settle = () => act(async () => { for (let n = 0; n < 12; n += 1) await new Promise((r) => setTimeout(r)); });
/** Ctrl+K, the words of a command, Enter. */
async function begin(words = '派单'): Promise<void> {
  press('Control+k');
  await settle();
  input(words);
  await settle();
  press('Enter');
  await settle();
}
const keys = async (...pressed: string[]): Promise<void> => {
  for (const key of pressed) {
    press(key);
    await settle();
  }
};

test('派单 asks for the caregiver, shows from when and what it will do, and is sent by Enter alone; the audit is told, undo is offered', async () => {
  await show();
  await begin();
  expect([chips(), titles(), box().value, box().placeholder]).toEqual([['派单 · 王秀英 PH1'], ['李护', '赵护', '周护'], '', '护工的姓名、拼音或工号']);
  type(['赵']);
  await settle();
  expect(titles()).toEqual(['赵护']);
  await keys('Enter');
  expect([chips().slice(0, 2), chips().length, titles(), sent.length]).toEqual([['派单 · 王秀英 PH1', '赵护'], 3, [], 0]);
  expect(screen.getByText(/^赵护照护王秀英 PH1/)).toBeTruthy();
  expect(asked.some((one) => one.startsWith('/orders/PH1/candidates?event=assign&q=赵'))).toBe(true);
  await keys('Enter');
  expect(sent.map(({ path, body }) => [path, body])).toEqual([['/orders/PH1/assign', { caregiverNo: 'HG2', version: 4 }]]);
  expect(screen.queryByRole('combobox')).toBeNull();
  expect([document.activeElement?.textContent, ran]).toEqual(['page', [{ id: 'order.assign', on: ['PH1'], count: 1 }]]);
  expect(screen.getByText(/派单 · 王秀英/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /撤销/ })).toBeTruthy();
});

test('keys without a pause: the best answers what was typed; two Enters in one moment and a held one confirm nothing', async () => {
  await show();
  await begin();
  type([...'赵', 'Enter', 'Enter']);
  press('Enter', { repeat: true });
  await settle();
  press('Enter', { repeat: true });
  await settle();
  expect([chips()[1], sent]).toEqual(['赵护', []]);
  answer = () => new Promise((done) => setTimeout(() => done({ row: { ...ROW, version: 5 } }), 5));
  type(['Enter', 'Enter']);
  await settle();
  expect(sent.length).toBe(1);
});

test('Backspace goes back one step, over what needed no asking; one who cannot be taken says why', async () => {
  await show();
  await begin();
  await keys('ArrowDown', 'ArrowDown', 'Enter');
  expect([chips().length, screen.getAllByText('这些日子休假').length > 0]).toEqual([1, true]);
  await keys('ArrowUp', 'Enter');
  expect(chips().length).toBe(3);
  await keys('Backspace');
  expect([chips(), titles()]).toEqual([['派单 · 王秀英 PH1'], ['李护', '赵护', '周护']]);
  press('Backspace', { repeat: true });
  expect(chips().length).toBe(1);
  await keys('Backspace');
  expect([chips(), box().placeholder]).toEqual([[], '订单号、姓名、拼音、手机尾号、床号，或命令']);
});

test('Escape climbs down: text, step, command, palette; for half a minute the first row goes on where it was', async () => {
  await show();
  await begin();
  await keys('Enter');
  expect(chips()[1]).toBe('李护');
  type(['x']);
  await keys('Escape', 'Escape');
  expect(chips()).toEqual(['派单 · 王秀英 PH1']);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  press('Escape');
  press('Escape');
  expect(screen.queryByRole('combobox')).toBeNull();
  act(() => vi.advanceTimersByTime(29_000));
  vi.useRealTimers();
  await keys('Control+k');
  expect([titles()[0], screen.getAllByRole('option')[0]!.textContent]).toEqual(['继续派单', expect.stringContaining('王秀英 PH1 · 李护')]);
  await keys('Enter');
  expect([chips()[1], chips().length]).toEqual(['李护', 3]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => palette.send({ type: 'close' }));
  act(() => vi.advanceTimersByTime(31_000));
  vi.useRealTimers();
  await keys('Control+k');
  expect(titles()).not.toContain('继续派单');
});

test('a conflict is shown and nothing is sent again by itself; what was chosen stays, and one more Enter goes on the newest version with another key', async () => {
  await show();
  await begin();
  answer = () => refuse({ status: 409, code: 40900, message: '内容已被他人修改' });
  await keys('Enter', 'Enter');
  expect([chips()[1], sent.length, screen.getByRole('alert').textContent]).toEqual(['李护', 1, '订单刚变了：修改患者 小刘。看过再按 Enter，就按最新情况办理']);
  answer = () => { throw new TypeError('lost'); };
  await keys('Enter');
  expect(screen.getByRole('alert').textContent).toBe('网络不通');
  answer = () => ({ row: { ...ROW, version: 7 } });
  await keys('Enter');
  expect(sent.map(({ body }) => body['version'])).toEqual([4, 6, 6]);
  expect([sent[0]!.key === sent[1]!.key, sent[1]!.key === sent[2]!.key]).toEqual([false, true]);
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('several: the dry run says how many it reaches and why not the others; those alone are sent, a failure is named and tried again with its own key', async () => {
  place.selection = rows.map(thingOf);
  await show();
  await begin();
  expect(chips()).toEqual(['派单 · 3 条']);
  await keys('Enter');
  expect([chips()[2], screen.getByText('将影响 2 张，另有 1 张不符合条件') !== null, document.querySelector('ul')!.textContent]).toEqual(['各从开始那天起', true, expect.stringMatching(/：1 张$/)]);
  answer = (call) => (call.path.includes('PH3') ? refuse({ status: 409, code: 40900, message: '内容已被他人修改' }) : { row: { ...ROW, version: 5, can: ['undo'] } });
  await keys('Enter');
  expect(screen.getByRole('alert').textContent).toBe('1 张已完成，1 张没有成功。王秀英 PH3：内容已被他人修改');
  answer = () => ({ row: { ...ROW, orderNo: 'PH3', version: 5, can: ['undo'] } });
  await keys('Enter');
  expect(sent.map(({ path }) => path)).toEqual(['/orders/PH1/assign', '/orders/PH3/assign', '/orders/PH3/assign']);
  expect(sent[1]!.key).toBe(sent[2]!.key);
  expect(ran).toEqual([{ id: 'order.assign', on: ['PH1', 'PH2', 'PH3'], count: 2 }]);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /撤销/ })));
  await waitFor(() => expect(sent.slice(3).map(({ path }) => path)).toEqual(['/orders/PH1/undo', '/orders/PH3/undo']));
});

test('of a selection that is not at hand the filter goes to the server, never the rows', async () => {
  place.selection = [thingOf(ROW)];
  place.whole = { mode: 'exclude', ids: ['7'], filter: { status: 'pending_assign' } };
  await show();
  const bodies: unknown[] = [];
  const before = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => (String(url).includes('/orders/check') && bodies.push(JSON.parse(String(init.body))), before(url, init)));
  await begin();
  await keys('Enter');
  expect(bodies).toEqual([{ event: 'assign', selection: place.whole }, { event: 'assign', caregiverNo: 'HG1', selection: place.whole }]);
  await keys('Enter');
  expect(sent.map(({ path }) => path)).toEqual(['/orders/PH1/assign', '/orders/PH3/assign']);
});

test('. does the last command to another record, after saying what; never a payment, never to another kind of record', async () => {
  await show();
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent).join('');
  await keys('.');
  expect(said()).toContain('还没有做过能重做的命令');
  await begin();
  await keys('ArrowDown', 'Enter', 'Enter');
  expect(sent.length).toBe(1);
  place.row = thingOf({ ...ROW, orderNo: 'PH9', patientName: '钱七' });
  await keys('.');
  expect([chips().slice(0, 2), sent.length]).toEqual([['派单 · 钱七 PH9', '赵护'], 1]);
  expect(screen.getByText(/^赵护照护钱七 PH9/)).toBeTruthy();
  await keys('Enter');
  expect(sent.at(-1)!.path).toBe('/orders/PH9/assign');
  place.on = 'caregiver';
  await keys('.');
  expect([said(), screen.queryByRole('combobox')]).toEqual([expect.stringContaining('上一条是“派单”，这里没有它能做的记录'), null]);
  place.on = 'order';
  await begin('收款');
  expect(acted).toEqual([{ command: 'order.pay', on: 'PH9' }]);
  await keys('.');
  expect([said(), screen.queryByRole('combobox')]).toEqual([expect.stringContaining('“收款”不能重做'), null]);
});

test('a command without steps opens its form as ever; . says what it will do first', async () => {
  place.row = thingOf({ ...ROW, can: ['extend'] });
  await show();
  await begin('延长服务');
  expect([acted, screen.queryByRole('combobox')]).toEqual([[{ command: 'order.extend', on: 'PH1' }], null]);
  await keys('.');
  expect([acted.length, chips(), screen.getByText('对 王秀英 PH1 做“延长服务”') !== null]).toEqual([1, ['延长服务 · 王秀英 PH1'], true]);
  await keys('Enter');
  expect([acted.length, screen.queryByRole('combobox'), ran.map(({ id }) => id)]).toEqual([2, null, ['order.extend', 'order.extend']]);
});
