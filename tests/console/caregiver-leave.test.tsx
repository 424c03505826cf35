import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CaregiverDetail } from '../../src/areas/caregiver/contract.ts';
import LeaveForm from '../../src/areas/caregiver/leave.form.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { enter } from '../kit/console.ts';

type Stint = CaregiverDetail['stints'][number];
/** From the beginning of one day to the end of another, there. */
const stint = (orderNo: string, from: string, to: string, status: Stint['status'] = 'planned'): Stint => ({ orderNo, patientName: `患者${orderNo}`, hospital: '第一医院', from: `${from}T00:00:00+08:00`, to: `${to}T23:59:00+08:00`, status });
const ROW = {
  staffNo: 'PY100007', name: '陈桂英', status: 'active', version: 3, timeline: [],
  stints: [stint('PH1', '2099-03-01', '2099-03-09'), stint('PH2', '2099-03-12', '2099-03-20', 'serving'), stint('PH3', '2099-03-13', '2099-03-13', 'ended'), stint('PH4', '2099-03-15', '2099-03-20')],
} as unknown as CaregiverDetail;
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  leave = await enter({ userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
  navigate('/caregiver/PY100007/leave?from=2099-03-10', { replace: true });
  render(<LocaleProvider><LeaveForm detail={ROW} version={3} why={null} touch={() => {}} leave={() => {}} done={() => {}} /></LocaleProvider>);
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
  expect([orders(), screen.getByText('请假期间有 1 张订单，要另外更换护工：').isConnected]).toEqual([['PH2'], true]);
  to('2099-03-15');
  expect(orders()).toEqual(['PH2', 'PH4']);
});
