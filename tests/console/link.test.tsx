import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { currentHref, navigate } from '../../src/ui/location.ts';
import { palette } from '../../src/ui/palette/actor.ts';
import { PaletteHost } from '../../src/ui/palette/host.tsx';
import { linkOf } from '../../src/ui/palette/link.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { answerBy, enter, type Sent } from '../kit/console.ts';
import { settle } from '../kit/settle.ts';
import { ROW as LISTED } from '../kit/shown-order.ts';
import { press } from '../kit/typist.ts';

const admin: SignedIn = { userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/order/index', '/order/:no', '/caregiver/index'] };
const reader: SignedIn = { ...admin, role: 4, roles: ['department'], perms: ['biz:order:list'] };
const ROW = { ...LISTED, orderNo: 'PH1', can: ['assign', 'cancel'], cannot: { change: 'wrong_state' } };
const candidate = (caregiverNo: string, name: string, blocks: string[] = []) => ({ caregiverNo, name, gender: 2, age: 40, level: 'senior', languages: [], ratingAvg: null, ratingCount: 0, patientsNow: 0, fits: [], blocks, blockedBy: null, certificateEndsOn: null });
const writes: Sent[] = [];
/** How often caregivers were asked for. */
let asked = 0;
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  writes.length = asked = 0;
  location.hash = '#/order/index';
  leave = await enter(admin, admin.allowed);
  answerBy((call) => {
    const { path, query, body } = call;
    if (path === '/orders/rows') return (new URLSearchParams(query).get('nos') ?? '').split(',').filter((no) => no.startsWith('PH')).map((orderNo) => ({ ...ROW, orderNo, ...(orderNo === 'PH9' ? { can: ['change'], cannot: {} } : {}) }));
    if (path.endsWith('/candidates')) asked += 1;
    if (path.endsWith('/candidates')) return [candidate('HG1', '李护'), candidate('HG2', '赵护'), candidate('HG3', '周护', ['on_leave'])];
    if (path === '/orders/check') return (body['nos'] as string[]).map((orderNo, i) => ({ id: String(i), orderNo, patientName: '王秀英', version: 4, refusal: null }));
    if (call.method === 'POST') writes.push(call);
    return [];
  });
});
afterEach(async () => {
  await act(async () => palette.send({ type: 'close' }));
  await leave();
});
async function visit(href: string, viewer = admin): Promise<void> {
  navigate(href);
  render(<LocaleProvider><button type="button">page</button><PaletteHost areas={areas} viewer={viewer} /><Announcer /></LocaleProvider>);
  await act(async () => void (await Promise.all([import('../../src/ui/palette/palette.tsx'), areas.find(({ id }) => id === 'order')!.steps!.load()])));
  await settle();
}
const chips = () => [...document.querySelectorAll('#palette-chips > *')].map(({ textContent }) => textContent);
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent).join('');

test('an address is taken apart: only what belongs to its command leaves it', () => {
  const { command, ...rest } = linkOf('/order/index?status=assigned&cmd=order.assign&order=PH1,PH2,PH1,a%20b&caregiver=HG1&sort=waiting', areas)!;
  expect([command!.id, rest]).toEqual(['order.assign', { id: 'order.assign', nos: ['PH1', 'PH2', 'a b'], wanted: { caregiver: 'HG1' }, rest: '/order/index?status=assigned&sort=waiting' }]);
  expect(linkOf('/order/index?cmd=no.such&order=PH1', areas)).toMatchObject({ command: undefined, rest: '/order/index?order=PH1' });
  expect(['/order/ph26112649995?cmd=order.assign', '/order/PH1?cmd=order.assign&order=PH2', '/order/PH3?cmd=order.assign&order=', '/order/index?cmd=order.assign', '/caregiver/PY1?cmd=order.assign'].map((href) => linkOf(href, areas)!.nos)).toEqual([['PH26112649995'], ['PH2'], ['PH3'], [], []]);
  expect([linkOf('/order/index?status=assigned', areas), linkOf('/login?redirect=%2Forder%2Findex%3Fcmd%3Dorder.assign', areas)]).toEqual([null, null]);
});

test('it opens the step filled in and never runs it; the address is clean, so that neither Back nor a reload opens it again', async () => {
  const entries = history.length;
  await visit('/order/index?status=assigned&cmd=order.assign&order=PH1&caregiver=HG2');
  expect([chips().slice(0, 2), currentHref(), history.length - entries]).toEqual([['派单 · 王秀英 PH1', '赵护'], '/order/index?status=assigned', 1]);
  expect(screen.getByText(/^赵护照护王秀英 PH1/)).toBeTruthy();
  expect(writes).toEqual([]);
  press('Escape');
  press('Escape');
  press('Escape');
  await settle();
  expect([screen.queryByRole('combobox'), writes]).toEqual([null, []]);
});

test('while one is here too; a value that cannot be taken is said and asked for', async () => {
  await visit('/order/index');
  act(() => navigate('/order/index?cmd=order.assign&order=PH1&caregiver=HG3'));
  await settle();
  await waitFor(() => expect([chips(), screen.getByRole('alert').textContent]).toEqual([['派单 · 王秀英 PH1'], '周护：这些日子休假']));
  // what one is in the middle of is not thrown away for another address
  act(() => navigate('/order/index?cmd=order.cancel&order=PH1,PH2&reason=重复下单'));
  await settle();
  expect([chips(), said()]).toEqual([['派单 · 王秀英 PH1'], expect.stringContaining('取消订单：先办完“派单”，或关闭面板')]);
  for (const _ of '123') press('Escape');
  await settle();
  act(() => navigate('/order/index?cmd=order.cancel&order=PH1,PH2&reason=重复下单'));
  await settle();
  expect([chips(), screen.queryByText(/^将影响 2 张：取消订单，应收共 ¥.* → ¥0\.00$/) !== null, writes]).toEqual([['取消订单 · 2 条', '重复下单'], true, []]);
});

test('a time may stand in it as one types it, where that leaves one choice', async () => {
  await visit('/order/index?cmd=order.change&order=PH9&caregiver=HG2&since=明天下午');
  await waitFor(() => expect(chips()).toEqual(['更换护工 · 王秀英 PH9', expect.stringMatching(/下午起$/), '赵护']));
  for (const _ of '1234') press('Escape');
  await settle();
  // two halves of a day are two choices
  act(() => navigate('/order/index?cmd=order.change&order=PH9&caregiver=HG2&since=明天'));
  await settle();
  await waitFor(() => expect([chips(), screen.getByRole('alert').textContent]).toEqual([['更换护工 · 王秀英 PH9'], '不能选“明天”']));
  expect(writes).toEqual([]);
});
test('a value that cannot be taken is still said when the palette arrives after it was tried', async () => {
  navigate('/order/index?cmd=order.assign&order=PH1&caregiver=HG3');
  let come = (): void => {};
  const coming = new Promise<void>((done) => void (come = done));
  render(<LocaleProvider><PaletteHost areas={areas} viewer={admin} load={() => coming.then(() => import('../../src/ui/palette/palette.tsx'))} /><Announcer /></LocaleProvider>);
  await waitFor(() => expect(asked).toBeGreaterThan(1));
  await settle();
  await act(async () => come());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('周护：这些日子休假'));
  await settle();
  expect([chips(), screen.getByRole('alert').textContent, screen.getByRole<HTMLInputElement>('combobox').value]).toEqual([['派单 · 王秀英 PH1'], '周护：这些日子休假', 'HG3']);
});

test('an address that names no command says nothing of one, and is left as any other', async () => {
  await visit('/order/index?cmd=&due=overdue');
  expect([said().includes('这个命令'), screen.queryByRole('combobox'), location.hash]).toEqual([false, null, '#/order/index?due=overdue']);
});
test.each([
  ['/order/index?cmd=order.nothing&order=PH1', '没有“order.nothing”这个命令'],
  ['/order/index?cmd=order.assign', '派单：地址里没有写是哪条记录'],
  // what is done on its own page alone
  ['/system/hospital?cmd=hospital.edit&hospital=3', '修改医院：不能从链接打开，到它的页面上选中再办'],
  ['/statistics/month?cmd=settlement.close&settlement=3', '月结：不能从链接打开，到它的页面上选中再办'],
  ['/order/index?cmd=order.assign&order=ZZ9', '派单：没有 ZZ9，或不在你的范围内'],
  ['/order/index?cmd=order.change&order=PH1,PH2', '更换护工：一次只能做一条'],
  // what is named for several is never done to those that are left of them
  ['/order/index?cmd=order.change&order=PH1,ZZ2', '更换护工：一次只能做一条'],
  ['/order/index?cmd=order.cancel&order=PH1,ZZ2', '取消订单：没有 ZZ2，或不在你的范围内'],
  ['/order/index?cmd=order.cancel&order=PH1,a%20b', '取消订单：没有 a b，或不在你的范围内'],
  ['/order/index?cmd=order.cancel&order=PH1,ZZ1,ZZ2,ZZ3,ZZ4,ZZ5,ZZ6', '取消订单：没有 ZZ1、ZZ2、ZZ3、ZZ4、ZZ5 等 6 条，或不在你的范围内'],
  [`/order/index?cmd=order.cancel&order=${Array.from({ length: 201 }, (_, i) => `PH${i}`).join(',')}`, '取消订单：地址里有 201 条记录，一次最多 200 条'],
  ['/order/index?cmd=order.change&order=PH1', '更换护工 · 王秀英 PH1：'],
])('what cannot be done is said, and nothing opens: %s', async (href, words) => {
  await visit(href);
  expect([said(), screen.queryByRole('combobox')]).toEqual([expect.stringContaining(words), null]);
});

test('a form that stands over the page has something to lose: the link says so and opens nothing', async () => {
  document.body.insertAdjacentHTML('beforeend', '<dialog open id="form"><input></dialog>');
  await visit('/order/index?cmd=order.assign&order=PH1');
  expect([said(), screen.queryByRole('combobox')]).toEqual([expect.stringContaining('派单：先关闭打开的窗口'), null]);
  document.getElementById('form')!.remove();
  act(() => navigate('/order/index?cmd=order.assign&order=PH1'));
  await settle();
  expect(chips()).toEqual(['派单 · 王秀英 PH1']);
});
test('who left before the answer came opens nothing for the next one', async () => {
  let give: (rows: unknown) => void = () => {};
  answerBy(({ path }) => (path === '/orders/rows' ? new Promise((done) => (give = done)) : []));
  await visit('/order/index?cmd=order.assign&order=PH1');
  cleanup();
  await act(async () => give([{ ...ROW }]));
  await settle();
  expect(palette.getSnapshot().matches('closed')).toBe(true);
});
test('who has lost the right before the answer came is told so', async () => {
  let give: (rows: unknown) => void = () => {};
  answerBy(({ path }) => (path === '/orders/rows' ? new Promise((done) => (give = done)) : []));
  navigate('/order/index?cmd=order.assign&order=PH1');
  const page = (viewer: SignedIn) => <LocaleProvider><PaletteHost areas={areas} viewer={viewer} /><Announcer /></LocaleProvider>;
  const { rerender } = render(page(admin));
  await settle();
  rerender(page(reader));
  await act(async () => give([{ ...ROW }]));
  await settle();
  expect([said(), screen.queryByRole('combobox')]).toEqual([expect.stringContaining('派单：你的角色没有这项权限（biz:order:assign）'), null]);
});
test('who has no right is told so', async () => {
  await visit('/order/index?cmd=order.assign&order=PH1', reader);
  expect([said(), screen.queryByRole('combobox')]).toEqual([expect.stringContaining('派单：你的角色没有这项权限（biz:order:assign）'), null]);
});
test('a number of an address is read as well in small letters, as one types it', () => {
  const { nos, rest } = linkOf('/order/index?cmd=order.assign&order=ph1,PH2,Ph1', areas)!;
  expect([nos, rest]).toEqual([['PH1', 'PH2'], '/order/index']);
});
test.each([['zh-cn', '前往“订单管理”'], ['en', 'Go to "Orders"']] as const)('in %s a link to a page says what Enter will do: “%s”', async (language, words) => {
  await activate(language);
  await visit('/order/index?cmd=order.open&order=PH1');
  await waitFor(() => expect([said(), document.querySelector('footer')!.textContent]).toEqual([expect.stringContaining(words), expect.stringContaining(words)]));
  press('Enter');
  await settle();
  expect([currentHref(), palette.getSnapshot().matches('closed')]).toEqual(['/order/index', true]);
  await activate('zh-cn');
});
