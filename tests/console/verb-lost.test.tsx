// What a verb's drawer does when the ground moves under it: another row, the browser's Back, a colleague who was faster, no right, no order.
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acted } from '../../src/areas/order/acted.ts';
import type { OrderDetail, OrderRow, TimelineRow } from '../../src/areas/order/contract.ts';
import { useOrderHere } from '../../src/areas/order/here.ts';
import OrderPage from '../../src/areas/order/order.$no.page.tsx';
import { areas } from '../../src/areas.gen.ts';
import { boundCommands } from '../../src/ui/command.ts';
import { dictionaryChanged } from '../../src/ui/dictionary.ts';
import { setDictionarySource } from '../../src/ui/dictionary-source.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { currentHref, navigate, useHref } from '../../src/ui/location.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter, never, refuse, type Refusal } from '../kit/console.ts';
import { DETAIL, line, ROW } from '../kit/shown-order.ts';
import { press } from '../kit/typist.ts';

const NO = 'PH26112100001';
const OTHER: OrderRow = { ...ROW, id: '2', orderNo: 'PH26112100002', patientName: '张三' };
const posted: string[] = [];
let detail: OrderDetail | null;
let changes: TimelineRow[];
let refusal: Refusal | null;
let leave = async (): Promise<void> => {};
const viewer = (more: Partial<SignedIn>): SignedIn => ({ userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: [], ...more });
/** This person signs in, where calls are answered. */
async function come(who: SignedIn): Promise<void> {
  answerBy(({ method, path }) => {
    if (path.includes('/live')) return never;
    if (method !== 'GET') {
      posted.push(path);
      return refusal === null ? { row: { ...ROW, version: 3 } } : refuse(refusal);
    }
    if (path.endsWith('/changes')) return changes;
    if (!path.includes('/orders/')) return [];
    return detail ?? refuse({ status: 503, code: 50300, message: '系统忙' });
  });
  leave = await enter(who);
}
beforeEach(async () => {
  posted.length = 0;
  detail = DETAIL;
  changes = [];
  refusal = null;
  await come(viewer({}));
});
afterEach(() => leave());
const COMMANDS = boundCommands(areas, viewer({}));
function Console() {
  const [, , no = '', verb] = useHref().split('/');
  useShortcuts(COMMANDS);
  return <LocaleProvider>{no === '' ? null : <OrderPage params={verb === undefined ? { no } : { no, verb }} />}<Toaster /></LocaleProvider>;
}
async function open(verb = ''): Promise<void> {
  navigate(`/order/${NO}${verb}`);
  render(<Console />);
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
  if (verb === '') return;
  await waitFor(() => expect(document.querySelector('dialog form, dialog [role=alert]')).toBeTruthy());
}
const dialog = () => document.querySelector<HTMLDialogElement>('dialog');
const write = (words: string): void => void act(() => fireEvent.input(document.querySelector('dialog [name=reason]')!, { target: { value: words } }));
const send = () => act(async () => void fireEvent.keyDown(document.querySelector('dialog form')!, { key: 'Enter', ctrlKey: true }));
/** The browser goes back to an address by itself. */
const browserBack = (to: string): void => act(() => {
  // where Back leads has been shown before: it has its mark
  history.replaceState({ at: `earlier ${to}` }, '', `#${to}`);
  dispatchEvent(new PopStateEvent('popstate'));
});

function Listed() {
  useOrderHere({ row: () => OTHER });
  useShortcuts(COMMANDS);
  return <LocaleProvider><h1 tabIndex={-1}>订单</h1><Toaster /></LocaleProvider>;
}
test('Ctrl+Z takes back what the toast names, whatever row has the focus; without a toast, nothing that was done to another', async () => {
  render(<Listed />);
  act(() => acted('start', { row: ROW }));
  expect(press('Control+z')).toBe(false);
  await act(async () => {});
  expect(posted).toEqual([`/orders/${NO}/undo`]);
  act(() => screen.getByRole('button', { name: '关闭' }).click());
  press('Control+z');
  await act(async () => {});
  expect(posted.slice(1)).toEqual([]);
});

test('the browser’s Back over a form that something was entered in asks; it stays until one has answered', async () => {
  await open('/start');
  const back = vi.spyOn(history, 'go').mockImplementation(() => {});
  browserBack('/order/index');
  // nothing was entered: Back is Back
  expect(currentHref()).toBe('/order/index');
  cleanup();
  await open('/start');
  write('家属在路上');
  browserBack('/order/index');
  expect(currentHref()).toBe(`/order/${NO}/start`);
  act(() => within(screen.getByRole('alertdialog')).getByText('继续填写').click());
  expect(document.querySelector<HTMLTextAreaElement>('dialog [name=reason]')!.value).toBe('家属在路上');
  browserBack('/order/index');
  expect(back).not.toHaveBeenCalled();
  act(() => within(screen.getByRole('alertdialog')).getByText('放弃').click());
  expect(back).toHaveBeenCalledTimes(1);
  // what the browser then does is no new question
  browserBack('/order/index');
  expect(currentHref()).toBe('/order/index');
  back.mockRestore();
});
test('once it is done, the way back is free', async () => {
  await open();
  press('s');
  await waitFor(() => expect(document.querySelector('dialog form')).toBeTruthy());
  write('家属在路上');
  const back = vi.spyOn(history, 'back').mockImplementation(() => browserBack(`/order/${NO}`));
  await send();
  await waitFor(() => expect(dialog()).toBeNull());
  expect([back.mock.calls.length, currentHref()]).toEqual([1, `/order/${NO}`]);
  back.mockRestore();
});

test('a conflict after which nothing is left to do says so and why, what became of the order, its reason once, and only the way back', async () => {
  await open('/start');
  write('家属在路上');
  refusal = { status: 409, code: 40900, message: '内容已被他人修改' };
  changes = [line(3, 'cancel', { from: 'assigned', to: 'cancelled', reason: '家属不要了', before: { cancelReason: null }, after: { cancelReason: '家属不要了' } })];
  detail = { ...DETAIL, version: 3, status: 'cancelled', serviceState: 'cancelled', can: [], cannot: {}, timeline: [...DETAIL.timeline, ...changes] };
  await send();
  await waitFor(() => expect(dialog()!.textContent).toContain('办不成了：订单现在是“已取消”'));
  const said = dialog()!.querySelector('section')!.textContent;
  expect(said).toContain('进度：待服务 → 已取消');
  expect(said.split('家属不要了').length).toBe(2);
  const shown = [...dialog()!.querySelectorAll('button')].filter((button) => !button.hidden && button.closest('[hidden]') === null);
  expect(shown.map(({ textContent }) => textContent)).toEqual(['返回 Esc']);
  expect(document.activeElement).toBe(shown[0]);
  await send();
  expect(posted).toHaveLength(1);
  // there is nothing left to be asked about
  act(() => shown[0]!.click());
  await waitFor(() => expect(dialog()).toBeNull());
});
test('who lacks the right is told so, not that the order is at another step', async () => {
  await leave();
  await come(viewer({ role: 4, roles: ['hospital'], perms: ['biz:order:list', 'biz:order:edit'] }));
  detail = { ...DETAIL, can: ['edit'] };
  await open('/start');
  expect(dialog()!.textContent).toContain('你的角色不能办理这一步');
});
test('an order that cannot be read has the focus on its heading, after another try too', async () => {
  detail = null;
  navigate(`/order/${NO}`);
  render(<Console />);
  await waitFor(() => expect(screen.getByText('系统忙')).toBeTruthy());
  const heading = () => document.querySelector('h1');
  expect(document.activeElement).toBe(heading());
  act(() => screen.getByRole('button', { name: '重试' }).focus());
  await act(async () => screen.getByRole('button', { name: '重试' }).click());
  await waitFor(() => expect(screen.getByText('系统忙')).toBeTruthy());
  expect([heading(), screen.getByRole('button', { name: '重试' })]).toContain(document.activeElement);
});
test.each([['in_service', 1], ['pending_assign', 0]] as const)('an order without any caregiver says so where it is past waiting for one: %s', async (serviceState, said) => {
  detail = { ...DETAIL, serviceState, caregiverName: null, caregiverNo: null, gap: { from: '2026-11-20T16:00:00Z', to: '2026-11-25T16:00:00Z' } };
  await open();
  expect(screen.queryAllByText('还没有护工：', { exact: false })).toHaveLength(said);
});
test('a line of the story says from when a caregiver is another, and whose an evaluation is', async () => {
  detail = { ...DETAIL, timeline: [line(1, 'create'), line(2, 'change', { before: { caregiverName: '李敏' }, after: { caregiverName: '王芳', since: '2026-11-23T04:00:00.000Z' } }), line(3, 'evaluate', { before: { evaluationState: 'open' }, after: { evaluationState: 'open', source: 'hospital', overall: 4 } })] };
  await open();
  const lines = [...document.querySelectorAll('li li')].map(({ textContent }) => textContent);
  expect(lines).toEqual(['谁的评价：医院', '总评：4', '护工：李敏 → 王芳', '生效时间：2026/11/23 12:00']);
});
test('a relation is said by its word in the timeline', async () => {
  setDictionarySource(async () => [{ value: 'son', label: '儿子', labelEn: 'Son', tag: null, status: 1 }]);
  dictionaryChanged('relation');
  detail = { ...DETAIL, timeline: [line(1, 'create'), line(2, 'edit', { before: { contactRelation: null }, after: { contactRelation: 'son' } })] };
  await open();
  await waitFor(() => expect(document.body.textContent).toContain('关系：儿子'));
});
