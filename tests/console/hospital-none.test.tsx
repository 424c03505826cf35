// Hospital 0 in an address means none, never all (domain.md, "Data scope"); who has none is told why nothing is there.
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import UserPage from '../../src/areas/account/system.user.page.tsx';
import CertificatesPage from '../../src/areas/caregiver/caregiver.certificates.page.tsx';
import CaregiverIndexPage from '../../src/areas/caregiver/caregiver.index.page.tsx';
import RosterPage from '../../src/areas/caregiver/caregiver.roster.page.tsx';
import BedPage from '../../src/areas/order/order.bed.page.tsx';
import OrderIndexPage from '../../src/areas/order/order.index.page.tsx';
import MonthPage from '../../src/areas/settlement/statistics.month.page.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { answerBy, enter, never } from '../kit/console.ts';

let leave = async (): Promise<void> => {};
afterEach(() => leave());

test.each([
  ['/order/index', '/orders', OrderIndexPage], ['/caregiver/index', '/caregivers', CaregiverIndexPage], ['/caregiver/roster', '/caregivers/roster', RosterPage], ['/caregiver/certificates', '/caregivers/board', CertificatesPage], ['/system/user', '/sys/users/list', UserPage],
])('%s asks for it', async (address, list, Page) => {
  const asked: (string | null)[] = [];
  answerBy(({ path, query }) => {
    if (path === '/hospitals/options') return [{ id: '5', name: '第一医院' }];
    if (path !== list) return never;
    asked.push(new URLSearchParams(query).get('hospitalId'));
    return { list: [], total: 0, pageNum: 1, pageSize: 100 };
  });
  leave = await enter({ userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] }, { paths: [], redirects: {}, cached: [] });
  navigate(`${address}?hospitalId=0`, { replace: true });
  const { unmount } = render(<LocaleProvider><Page /></LocaleProvider>);
  await waitFor(() => expect(asked.length).toBeGreaterThan(0), { timeout: 3_000 });
  expect(new Set(asked)).toEqual(new Set(['0']));
  unmount();
});

/** Signs this role in where nothing is in reach, and opens the page. */
async function open(Page: () => React.ReactNode, at: string, role: number, more: Record<string, unknown> = {}): Promise<void> {
  const none = { list: [], total: 0, pageNum: 1, pageSize: 100 };
  answerBy(({ path }) => more[path] ?? (path === '/hospitals/options' ? [] : path === '/settlements' ? { list: [], total: SUMS } : /roster|board|^\/(orders|caregivers)$/.test(path) ? none : never));
  leave = await enter({ userId: '3', username: 'u', nickname: '', avatar: null, role, roles: [], perms: [] }, { paths: role === 1 ? ['/system/department'] : [], redirects: {}, cached: [] });
  navigate(at, { replace: true });
  render(<LocaleProvider><Page /></LocaleProvider>);
}
const SUMS = { orders: 0, days: 0, holidayDays: 0, amountFen: 0, payFen: 0, feeFen: 0, adjustedFen: 0, receivedFen: 0, refundedFen: 0 };
const WHOSE = /你只看得到分配给你的医院里的/;
test.each([
  ['/order/index', OrderIndexPage, '这里还没有记录'], ['/order/bed', BedPage, '还没有医院'], ['/statistics/month', MonthPage, '还没有医院'], ['/caregiver/roster', RosterPage, '没有在岗的护工'], ['/caregiver/certificates', CertificatesPage, '90 天内没有证件到期，也没有过期的'],
])('%s says whose records one sees to who is bound to hospitals, and to nobody else', async (at, Page, title) => {
  await open(Page, at, 3);
  await screen.findByText(title, undefined, { timeout: 3_000 });
  expect([screen.queryByText(WHOSE) !== null, screen.queryByText(/科室与床位/)]).toEqual([true, null]);
  await leave();
  await open(Page, at, 1);
  await screen.findByText(title, undefined, { timeout: 3_000 });
  expect(screen.queryByText(WHOSE)).toBeNull();
});
test.each([[1, '在科室与床位里添加。'], [3, '找超级管理员添加。']])('where wards or beds are missing, role %i is told what it can do', async (role, hint) => {
  const ward = { id: '9', name: '一病区', building: null, floor: null, departmentId: '7', departmentName: '骨科', hospitalId: '5', hospitalName: '第一医院', status: 1, beds: [], bedless: [] };
  const here = { '/hospitals/options': [{ id: '5', name: '第一医院' }], '/wards/9/beds': ward };
  await open(BedPage, '/order/bed', role, { ...here, '/hospitals/5/wards': [] });
  expect((await screen.findByText('这里还没有病区')).parentElement!.textContent).toContain(hint);
  await leave();
  await open(BedPage, '/order/bed', role, { ...here, '/hospitals/5/wards': [{ id: '9', name: '一病区', building: null, floor: null, departmentName: '骨科', beds: 0, free: 0, unassigned: 0, unpaid: 0 }] });
  expect((await screen.findByText('这个病区还没有床位')).parentElement!.textContent).toContain(hint);
});
test.each([['/caregiver/roster', RosterPage, 'hospitalId=5'], ['/caregiver/certificates', CertificatesPage, 'kind=health']])('%s that a filter has emptied does not say that there is none', async (at, Page, filter) => {
  await open(Page, `${at}?${filter}`, 3, { '/hospitals/options': [{ id: '5', name: '第一医院' }] });
  expect((await screen.findByText('没有符合筛选的记录', undefined, { timeout: 3_000 })).parentElement!.textContent).toContain('清除筛选');
  expect(screen.queryByText(/没有在岗的护工|没有证件到期/)).toBeNull();
});
