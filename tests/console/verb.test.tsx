import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { order, type OrderDetail, type OrderRow, type TimelineRow } from '../../src/areas/order/contract.ts';
import OrderPage from '../../src/areas/order/order.$no.page.tsx';
import { areas } from '../../src/areas.gen.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { boundCommands, offeredCommands } from '../../src/ui/command.ts';
import { here } from '../../src/ui/here.ts';
import { currentI18n, LocaleProvider } from '../../src/ui/language.tsx';
import { currentHref, navigate, useHref } from '../../src/ui/location.ts';
import { palette } from '../../src/ui/palette/actor.ts';
import { arrange } from '../../src/ui/palette/rank.ts';
import { run } from '../../src/ui/palette/run.ts';
import { outdated } from '../../src/ui/read.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter, never, refuse, type Refusal, type Sent } from '../kit/console.ts';
import { DETAIL as SHOWN, line, ROW as LISTED } from '../kit/shown-order.ts';
import { press } from '../kit/typist.ts';

const NO = 'PH26112100001';
const MAY: Pick<OrderRow, 'can' | 'cannot'> = { can: ['start', 'unassign', 'undo'], cannot: { cancel: 'day_confirmed', 'refund-request': 'nothing_due_back' } };
const ROW: OrderRow = { ...LISTED, ...MAY };
const DETAIL: OrderDetail = { ...SHOWN, ...MAY, undoUntil: '2026-11-21T02:00:00Z' };
const sent: Sent[] = [];
let detail: OrderDetail;
let changes: TimelineRow[];
/** What the next write answers: null for "done", `lost` for nothing at all. */
let refusal: Refusal | 'lost' | null;
let leave = async (): Promise<void> => {};
const VIEWER: SignedIn = { userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/order/index', '/order/:no', '/order/:no/:verb'] };

/** The page at its address, with what listens around it. */
function Console() {
  useShortcuts(COMMANDS);
  const [, , no = '', verb] = useHref().split('/');
  return (
    <LocaleProvider>
      <OrderPage params={verb === undefined ? { no } : { no, verb }} />
      <Announcer />
      <Toaster />
    </LocaleProvider>
  );
}
const COMMANDS = boundCommands(areas, VIEWER);
beforeEach(async () => {
  sent.length = 0;
  detail = DETAIL;
  changes = [];
  refusal = null;
  answerBy((call) => {
    const { method, path } = call;
    if (path.includes('/live')) return never;
    if (method !== 'GET') {
      sent.push(call);
      if (refusal === 'lost') throw new TypeError('lost');
      if (refusal !== null) return refuse(refusal);
      detail = { ...detail, version: detail.version + 1, status: 'in_service', serviceState: 'in_service', can: ['complete', 'undo'], cannot: {} };
      return { row: Object.fromEntries(Object.keys(ROW).map((name) => [name, detail[name as keyof OrderRow]])) };
    }
    if (path.endsWith('/changes')) return changes;
    return path.includes('/orders/') ? detail : { version: 1, items: [], code: 'x' };
  });
  leave = await enter(VIEWER, VIEWER.allowed);
});
afterEach(() => leave());
async function open(verb = ''): Promise<void> {
  navigate(`/order/${NO}${verb}`);
  render(<Console />);
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
}
const dialog = () => document.querySelector('dialog');
const form = async (): Promise<HTMLFormElement> => {
  await waitFor(() => expect(document.querySelector('dialog form')).toBeTruthy());
  return document.querySelector<HTMLFormElement>('dialog form')!;
};
const reason = (): HTMLTextAreaElement => document.querySelector<HTMLTextAreaElement>('dialog [name=reason]')!;
const write = (words: string): void => void act(() => fireEvent.input(reason(), { target: { value: words } }));
const send = async (): Promise<void> => {
  const to = await form();
  await act(async () => void fireEvent.keyDown(to, { key: 'Enter', ctrlKey: true }));
  await act(async () => {});
};

test('a key on the page opens the verb at its own address, with the cursor where one writes', async () => {
  await open();
  expect(press('s')).toBe(false);
  expect(currentHref()).toBe(`/order/${NO}/start`);
  await form();
  expect(document.activeElement).toBe(reason());
});
test('a verb that is refused says why, by its key, in the bar and at its address', async () => {
  await open();
  press('Delete');
  await act(async () => {});
  expect(currentHref()).toBe(`/order/${NO}`);
  expect(screen.getAllByText('已有确认过的服务日').length).toBeGreaterThan(0);
  const bar = screen.getByRole('toolbar');
  const cancel = [...bar.querySelectorAll('button')].find((button) => button.textContent.startsWith('取消订单'))!;
  expect(cancel.getAttribute('aria-disabled')).toBe('true');
  act(() => cancel.focus());
  expect(document.getElementById(cancel.getAttribute('aria-describedby')!)!.textContent).toContain('已有确认过的服务日');
  // one stop for Tab, arrows inside
  expect([...bar.querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0)).toEqual([cancel]);
  press('Home');
  expect(document.activeElement!.textContent).toContain('开始服务');
  press('ArrowLeft');
  expect(document.activeElement).toBe(cancel);
  // no occasion for it: not in the bar at all
  expect(bar.textContent).not.toContain('申请退款');
  act(() => navigate(`/order/${NO}/cancel`));
  await waitFor(() => expect(dialog()!.textContent).toContain('已有确认过的服务日'));
  expect(document.querySelector('dialog form')).toBeNull();
});
test('what was too early when the order was read is asked anew, by its key, in the bar and from the palette: it may be time by now', async () => {
  const early: Pick<OrderRow, 'can' | 'cannot'> = { can: ['unassign'], cannot: { start: 'too_early' } };
  detail = { ...DETAIL, ...early };
  await open();
  const start = [...screen.getByRole('toolbar').querySelectorAll('button')].find((button) => button.textContent.startsWith('开始服务'))!;
  act(() => start.focus());
  expect(document.getElementById(start.getAttribute('aria-describedby')!)!.textContent).toContain('计划开始前 2 小时内才能开始');
  // still too early
  press('s');
  await waitFor(() => expect(dialog()!.textContent).toContain('计划开始前 2 小时内才能开始'));
  expect(document.querySelector('dialog form')).toBeNull();
  act(() => navigate(`/order/${NO}`, { replace: true }));
  await waitFor(() => expect(dialog()).toBeNull());
  const row = { id: 'order.start', title: '开始服务', marks: [], kind: 'command' as const, command: COMMANDS.find(({ id }) => id === 'order.start')!, several: false, on: '', why: '计划开始前 2 小时内才能开始' };
  const ways = [() => press('s'), () => act(() => start.click()), () => act(() => (palette.send({ type: 'open' }), run(row, { text: '', mode: null, found: [], place: here() })))];
  for (const way of ways) {
    detail = { ...DETAIL, ...early };
    await act(async () => outdated([order.detail], NO));
    await waitFor(() => expect(here()!.row!.can).toEqual(early.can));
    detail = DETAIL;
    way();
    await form();
    await waitFor(() => expect(document.activeElement).toBe(reason()));
    act(() => navigate(`/order/${NO}`, { replace: true }));
    await waitFor(() => expect(dialog()).toBeNull());
  }
});
test('an address that names no verb leads to the page that says so, not to the order', async () => {
  navigate(`/order/${NO}/nonsense`);
  render(<Console />);
  await waitFor(() => expect(currentHref()).toBe('/404'));
});
test('one intention has one key through a lost answer, and two presses have one effect', async () => {
  await open('/start');
  await form();
  write('家属在路上');
  refusal = 'lost';
  await send();
  expect(dialog()!.textContent).toContain('网络不通');
  refusal = null;
  const to = await form();
  await act(async () => {
    fireEvent.keyDown(to, { key: 'Enter', ctrlKey: true });
    fireEvent.keyDown(to, { key: 'Enter', ctrlKey: true });
  });
  await waitFor(() => expect(currentHref()).toBe(`/order/${NO}`));
  expect(sent.map(({ path, body }) => [path, body])).toEqual(Array.from({ length: 2 }, () => [`/orders/${NO}/start`, { version: 2, reason: '家属在路上' }]));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});
test('what misses is said under its field and nothing is sent', async () => {
  await open('/start');
  await send();
  expect(sent).toEqual([]);
  expect(reason().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(reason());
});
test('a conflict shows who changed what, keeps what was typed, and goes on from the version that was shown', async () => {
  await open('/start');
  await form();
  write('家属在路上');
  refusal = { status: 409, code: 40900, message: '内容已被他人修改' };
  changes = [line(3, 'edit', { before: { diagnosis: '肺炎', payableFen: 1 }, after: { diagnosis: '肺炎恢复期', payableFen: 100 } })];
  detail = { ...DETAIL, version: 3, timeline: [...DETAIL.timeline, ...changes] };
  await send();
  const said = dialog()!.textContent;
  for (const words of ['修改患者', '小周', '诊断：肺炎 → 肺炎恢复期', '应收：¥0.01 → ¥1.00']) expect(said).toContain(words);
  expect(reason().value).toBe('家属在路上');
  refusal = null;
  await send();
  await waitFor(() => expect(currentHref()).toBe(`/order/${NO}`));
  expect(sent.map(({ body }) => body['version'])).toEqual([2, 3]);
  expect(sent[0]!.key).not.toBe(sent[1]!.key);
});
test('an order that moves on under an untouched form is followed, under a touched one it is met', async () => {
  await open('/start');
  await form();
  detail = { ...DETAIL, version: 3, diagnosis: '肺炎' };
  await act(async () => outdated([order.detail], NO));
  await screen.findByText('肺炎');
  write('家属在路上');
  detail = { ...DETAIL, version: 4, diagnosis: '骨折' };
  await act(async () => outdated([order.detail], NO));
  await screen.findByText('骨折');
  await send();
  expect(sent[0]!.body['version']).toBe(3);
});
test('what was typed is asked about before it is thrown away', async () => {
  await open('/start');
  await form();
  const escape = (): void => void act(() => fireEvent(dialog()!, new Event('cancel', { cancelable: true })));
  write('家属');
  escape();
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  await act(async () => screen.getByText('放弃').click());
  await waitFor(() => expect(currentHref()).toBe(`/order/${NO}`));
});
test('what was done is said with the way back: Ctrl+Z takes it back once, also long after the toast', async () => {
  await open('/start');
  await form();
  write('家属在路上');
  await send();
  await waitFor(() => expect(currentHref()).toBe(`/order/${NO}`));
  await waitFor(() => expect(screen.getByText('开始服务 · 王秀英', { exact: false })).toBeTruthy());
  expect(document.querySelector('dialog')).toBeNull();
  press('Control+z');
  await act(async () => {});
  expect(sent.at(-1)).toMatchObject({ path: `/orders/${NO}/undo`, body: { version: 3 } });
  const count = sent.length;
  // the toast now says that it was taken back and offers nothing; the page itself still takes the key
  await waitFor(() => expect(screen.getByText('撤销 · 王秀英', { exact: false })).toBeTruthy());
  await act(async () => {});
  press('Control+z');
  await act(async () => {});
  expect(sent.length).toBe(count + 1);
});
test('the palette offers what may be done here: at once what is possible, by its words also what is not, with why', async () => {
  await open();
  const place = here();
  expect(place).toMatchObject({ on: 'order', row: { name: `王秀英 ${NO}` }, selection: [] });
  const commands = offeredCommands(areas, VIEWER, place);
  const headings = { command: { id: '命令' }, recent: { id: '最近' }, go: { id: '前往' }, setting: { id: '设置' }, session: { id: '账号' } };
  const asked = (text: string) => ({ results: { question: { text, spelled: text, scope: null }, local: null, found: [] } });
  const stock = { commands, jumps: [], recents: [], say: (words: { id: string; message?: string }) => words.message ?? words.id, headings, here: place };
  const [first] = arrange({ ...stock, ...asked('') });
  expect(first!.rows.map(({ id }) => id)).toEqual(['order.start', 'order.unassign', 'order.undo', 'order.hand', 'order.complain', 'order.explain', 'order.print']);
  const rows = arrange({ ...stock, ...asked('qxdd') }).flatMap((group) => group.rows);
  expect(rows).toMatchObject([{ id: 'order.cancel', on: `王秀英 ${NO}`, why: '已有确认过的服务日' }]);
  const several = { ...place!, selection: [place!.row!, place!.row!] };
  const both = arrange({ ...stock, here: several, ...asked('pd') }).flatMap((group) => group.rows).filter(({ id }) => id.startsWith('order.assign'));
  expect(both).toMatchObject([{ id: 'order.assign*', several: true }, { id: 'order.assign', why: '订单现在是“待服务”' }]);
  const many = arrange({ ...stock, say: (words) => currentI18n()._(words), here: { ...several, count: 19_990 }, ...asked('pd') }).flatMap((group) => group.rows);
  expect(many.find(({ id }) => id === 'order.assign*')).toMatchObject({ on: '已选 19,990 条' });
  // nothing of it where no record is
  expect(offeredCommands(areas, VIEWER).some(({ on }) => on !== undefined)).toBe(false);
});
