import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CaregiverDetail } from '../../src/areas/caregiver/contract.ts';
import EditForm from '../../src/areas/caregiver/edit.form.tsx';
import { Standing } from '../../src/areas/caregiver/standing.tsx';
import LeaveForm from '../../src/areas/caregiver/leave.form.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { answerBy, enter, refuse } from '../kit/console.ts';

type Stint = CaregiverDetail['stints'][number];
/** From the beginning of one day to the end of another, there. */
const stint = (orderNo: string, from: string, to: string, status: Stint['status'] = 'planned'): Stint => ({ orderNo, patientName: `患者${orderNo}`, hospital: '第一医院', from: `${from}T00:00:00+08:00`, to: `${to}T23:59:00+08:00`, status });
const ROW = {
  staffNo: 'PY100007', name: '陈桂英', status: 'active', version: 3, timeline: [],
  stints: [stint('PH1', '2099-03-01', '2099-03-09'), stint('PH2', '2099-03-12', '2099-03-20', 'serving'), stint('PH3', '2099-03-13', '2099-03-13', 'ended'), stint('PH4', '2099-03-15', '2099-03-20')],
} as unknown as CaregiverDetail;
let page: ReturnType<typeof render>;
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  leave = await enter({ userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
  navigate('/caregiver/PY100007/leave?from=2099-03-10', { replace: true });
  page = render(<LocaleProvider><LeaveForm detail={ROW} version={3} why={null} touch={() => {}} leave={() => {}} done={() => {}} /></LocaleProvider>);
});
afterEach(() => leave());
const orders = (): (string | null)[] => screen.queryAllByRole('link').map(({ textContent }) => textContent);
const to = (day: string) => act(() => {
  const input = screen.getByLabelText('最后一天');
  fireEvent.change(input, { target: { value: day } });
  fireEvent.blur(input);
});

test('the orders that fall into the leave are listed, with the way to each', () => {
  expect([orders(), screen.queryByText(/更换护工/)]).toEqual([[], null]);
  to('2099-03-12');
  expect([orders(), screen.getByText('请假期间有 1 张订单，先更换护工才能请假：').isConnected]).toEqual([['PH2'], true]);
  to('2099-03-15');
  expect(orders()).toEqual(['PH2', 'PH4']);
});
test('an order that they hand over and come back to is one order', () => {
  page.unmount();
  const back = { ...ROW, stints: [...ROW.stints, stint('PH2', '2099-03-16', '2099-03-18')] };
  page = render(<LocaleProvider><LeaveForm detail={back} version={3} why={null} touch={() => {}} leave={() => {}} done={() => {}} /></LocaleProvider>);
  to('2099-03-20');
  expect([orders(), screen.getByText('请假期间有 2 张订单，先更换护工才能请假：').isConnected]).toEqual([['PH2', 'PH4'], true]);
});
test('who is suspended for a certificate that was taken away is not told that one has expired', () => {
  const words = (healthDaysLeft: number | null): string => {
    page.unmount();
    page = render(<LocaleProvider><Standing row={{ ...ROW, status: 'suspended', suspendedFor: 'health', healthDaysLeft }} /></LocaleProvider>);
    return document.body.textContent!;
  };
  expect([words(null), words(-3)]).toEqual([expect.stringMatching(/^没有有效的健康证，停派。/), expect.stringMatching(/^健康证已过期，停派。/)]);
});
test('400 days are the most: the last day says so, with the cursor, and nothing is sent', async () => {
  const sent: unknown[] = [];
  answerBy(({ body }) => (sent.push(body), {}));
  for (const day of ['2100-04-14', '2100-04-13']) {
    to(day);
    expect(screen.queryByText('一次请假最长 400 天')).toBeNull();
    act(() => (document.activeElement as HTMLElement).blur());
    await act(async () => void fireEvent.submit(document.querySelector('form')!));
    const said = day === '2100-04-14';
    expect([sent.length, screen.queryByText('一次请假最长 400 天')?.id ?? null, document.activeElement === screen.getByLabelText('最后一天')]).toEqual([said ? 0 : 1, said ? screen.getByLabelText('最后一天').getAttribute('aria-describedby')!.split(' ')[0] : null, said]);
  }
});
test('a birthday is typed whole, and one that is not that of the ID number says so in its field, in both languages', async () => {
  page.unmount();
  const nothing = { originProvince: null, originCity: null, education: null, marital: null, heightCm: null, weightKg: null, emergencyName: null, emergencyPhone: null, bankName: null, bankAccount: null, yearsExperience: null, hiredOn: null };
  const sent: unknown[] = [];
  let words = '当前状态不能这样做：和身份证上的生日不一致';
  answerBy(({ path, method, body }) => (method !== 'GET' ? (sent.push(body), refuse({ status: 409, code: 40901, message: words })) : path.endsWith('/form') ? { ...nothing, staffNo: 'PY100007', version: 3, name: '陈桂英', gender: 2, idNo: '310***********1234', mobile: '139****0001', level: 'junior', employment: 'partner', birthday: '1980-01-01', languages: [], skills: [] } : []));
  render(<LocaleProvider><EditForm detail={ROW} version={3} why={null} touch={() => {}} leave={() => {}} done={() => {}} /></LocaleProvider>);
  const field = await screen.findByLabelText<HTMLInputElement>('出生日期');
  const send = async (day: string, next: string) => {
    act(() => void fireEvent.change(field, { target: { value: day } }));
    act(() => screen.getByLabelText('姓名').focus());
    words = next;
    await act(async () => void fireEvent.submit(document.querySelector('form')!));
    await waitFor(() => expect(document.activeElement).toBe(field));
    return document.getElementById(field.getAttribute('aria-describedby')!.split(' ').find((id) => document.getElementById(id)?.textContent)!)!.textContent;
  };
  // what is nearest or next is nobody's birthday, nor is what is to come
  for (const day of ['0512', '2099-01-01']) expect(await send(day, '')).toBe('日期写成 1950-03-21，不晚于今天');
  expect(sent).toEqual([]);
  for (const said of ['和身份证上的生日不一致', 'Not possible in this state: Not the birthday in the ID number', '生日不能晚于今天', 'The birthday cannot be after today']) expect(await send(`198${sent.length}-05-12`, said)).toBe(said);
  expect(sent[0]).toEqual({ birthday: '1980-05-12', version: 3 });
});
