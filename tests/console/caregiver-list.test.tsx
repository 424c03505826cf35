// The list of caregivers: one beside it by Space, how many are selected.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { area } from '../../src/areas/caregiver/area.ts';
import CaregiverIndexPage from '../../src/areas/caregiver/caregiver.index.page.tsx';
import type { CaregiverDetail, CaregiverRow } from '../../src/areas/caregiver/contract.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { runCommand } from '../../src/ui/effect.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { currentHref, navigate } from '../../src/ui/location.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { answerBy, enter, never } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const VIEWER: SignedIn = { userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/caregiver/index'] };
const row = (i: number): CaregiverRow => ({
  id: String(i), staffNo: `PY10000${i}`, name: ['陈桂英', '李秀兰', '王玉梅'][i]!, gender: 2, age: 46, level: 'junior', employment: 'partner', status: 'active', suspendedFor: null, hospitals: ['第一医院'], servingUntil: null, nextFree: '2026-11-21', healthExpiresOn: '2027-01-01', healthDaysLeft: 41, certificates: [], ratingAvg: null, ratingCount: 0, mobile: '139****0001', version: 3, can: [], cannot: {},
});
const detailOf = (i: number): CaregiverDetail => ({
  ...row(i), idNo: null, origin: null, birthday: null, languages: ['四川话'], skills: [`技能${i}`], hiredOn: null, leftOn: null, statusReason: '打牌', reviewOn: null, education: null, marital: null, heightCm: null, weightKg: null, yearsExperience: null, emergencyName: null, emergencyPhone: null, bankName: null, bankAccount: null, undoUntil: null,
  certificates: [[41, '2027-01-01'], [-324, '2026-01-01']].map(([daysLeft, expiresOn], at) => ({ id: String(at), kind: 'health' as const, number: null, issuer: null, issuedOn: null, expiresOn: String(expiresOn), daysLeft: Number(daysLeft), verified: false, verifiedBy: null, file: null })), postings: [], leaves: [], complaints: 0, timeline: [],
  stints: [{ orderNo: 'PH9', patientName: '张三', hospital: '第一医院', from: '2026-11-01T00:00:00Z', to: '2026-11-03T00:00:00Z', status: 'ended' }],
});
const COMMANDS = area.commands!;
let asked: string[];
let leave = async (): Promise<void> => {};
beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
beforeEach(async () => {
  asked = [];
  answerBy(({ path }) => {
    if (path.includes('/live')) return never;
    if (path === '/caregivers') return { list: [0, 1, 2].map(row), total: 3, pageNum: 1, pageSize: 100 };
    const no = /^\/caregivers\/PY10000(\d)$/.exec(path)?.[1];
    if (no !== undefined) return (asked.push(path), detailOf(Number(no)));
    return path.includes('/dict') ? { version: 1, items: [{ value: 'health', label: '健康证', labelEn: null, tag: null, status: 1 }], code: 'x' } : [];
  });
  navigate('/caregiver/index', { replace: true });
  leave = await enter(VIEWER, VIEWER.allowed);
  render(<LocaleProvider><CaregiverIndexPage /><Announcer /></LocaleProvider>);
  await waitFor(() => expect(screen.getAllByRole('row').length).toBe(4));
});
afterEach(() => leave());

test('Space opens the caregiver beside the list, the arrows go on, Escape closes; the keys stay with the rows', async () => {
  press('j');
  press(' ');
  const beside = await screen.findByRole('complementary', { name: '旁边的一行' });
  expect(within(beside).getByRole('heading', { name: '陈桂英' })).toBeTruthy();
  await within(beside).findByText('技能0');
  for (const words of ['139****0001', '张三', 'PH9']) expect(within(beside).getByText(words)).toBeTruthy();
  // one that another has taken the place of says nothing about today
  expect([within(beside).getAllByText('还有 41 天').length, within(beside).queryByText(/已过期/)]).toEqual([1, null]);
  press('ArrowDown');
  await within(beside).findByText('技能1');
  expect([document.activeElement?.textContent?.includes('李秀兰'), asked, currentHref()]).toEqual([true, ['/caregivers/PY100000', '/caregivers/PY100001'], '/caregiver/index']);
  press('Escape');
  await waitFor(() => expect(screen.queryByRole('complementary', { name: '旁边的一行' })).toBeNull());
});
test('the status line says how many are selected', async () => {
  const line = () => screen.getByText(/^共 3 条/).textContent;
  expect(line()).toBe('共 3 条');
  press('j');
  press('Control+a');
  expect(line()).toBe('共 3 条 · 已选 3 条');
  press('x');
  expect(line()).toBe('共 3 条 · 已选 2 条');
  await act(async () => {});
});
test('what asks nothing is done to the one that is selected, and to nobody while several are', async () => {
  const sent: string[] = [];
  const rows = [0, 1, 2].map((i): CaregiverRow => ({ ...row(i), status: 'pending', can: ['approve'] }));
  answerBy(({ path, method }) => {
    if (method !== 'POST') return path === '/caregivers' ? { list: rows, total: 3, pageNum: 1, pageSize: 100 } : path.includes('/live') ? never : [];
    return (sent.push(path), { row: { ...rows[0]!, status: 'active', version: 4, can: [] } });
  });
  await act(async () => navigate('/caregiver/index?status=pending'));
  await waitFor(() => expect(screen.getAllByRole('row').length).toBe(4));
  const line = () => screen.getByText(/^共 3 条/).textContent;
  for (const key of ['j', 'x', 'j', 'x', 'j']) press(key);
  expect(line()).toBe('共 3 条 · 已选 2 条');
  const approve = COMMANDS.find(({ id }) => id === 'caregiver.approve')!;
  await act(async () => runCommand(approve));
  expect([sent, (await screen.findByText('这项操作一次只办一名护工，请先取消选中')) !== null]).toEqual([[], true]);
  // one of them is taken out again, and the focus is on the third
  for (const key of ['k', 'x', 'j']) press(key);
  expect(line()).toBe('共 3 条 · 已选 1 条');
  await act(async () => runCommand(approve));
  await waitFor(() => expect([sent, line()]).toEqual([['/caregivers/PY100000/approve'], '共 3 条']));
});
test('a sheet that was pasted goes with its drawer: the next import begins without one', async () => {
  const data = { getData: () => 'a\tb\nc\td', types: ['text/plain'] };
  await act(async () => void fireEvent.paste(document.body, { clipboardData: data }));
  expect(await screen.findByText(/已选“粘贴的表格/)).toBeTruthy();
  // by Back, not by its own way out
  await act(async () => navigate('/caregiver/index'));
  await act(async () => navigate('/caregiver/index?import=1'));
  await waitFor(() => expect(document.querySelectorAll('input[type=file]').length).toBe(1));
  expect(screen.queryByText(/已选“粘贴的表格/)).toBeNull();
});
test('a notice of those who are looked at again opens a list that says so', async () => {
  await act(async () => navigate('/caregiver/index?review=due'));
  expect((await screen.findByRole('button', { name: /^黑名单 · 到复核日/ })).textContent).toContain('×');
  expect(screen.queryByRole('button', { name: /不认识/ })).toBeNull();
});
