import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import OrderIndexPage from '../../src/areas/order/order.index.page.tsx';
import type { Thing } from '../../src/kernel/area.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { here, keepSelected } from '../../src/ui/here.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { answerBy, enter, never, refuse } from '../kit/console.ts';
import { DETAIL } from '../kit/shown-order.ts';
import { press } from '../kit/typist.ts';

let asked: string[];
/** How many orders were asked for by their numbers, each time. */
let pieces: number[];
let lost: boolean;
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  [asked, pieces, lost] = [[], [], false];
  leave = await enter({ userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
  const row = Object.fromEntries(['id', 'orderNo', 'version', 'status', 'serviceState', 'paymentState', 'patientName', 'patientGender', 'hospitalId', 'hospitalName', 'departmentName', 'wardName', 'bedNo', 'serviceName', 'plannedStart', 'startHalf', 'plannedEnd', 'endHalf', 'caregiverName', 'caregiverNo', 'payableFen', 'balanceFen', 'createdAt', 'waitingSince', 'can', 'cannot'].map((name) => [name, (DETAIL as unknown as Record<string, unknown>)[name]]));
  answerBy(({ path, query }) => {
    if (path === '/orders/rows') {
      const nos = new URLSearchParams(query).get('nos')!.split(',');
      pieces.push(nos.length);
      return lost ? refuse({ status: 503, code: 50300, message: '系统繁忙' }) : nos.map((orderNo) => ({ ...row, orderNo }));
    }
    if (path !== '/orders') return path.includes('/live') ? never : path === '/orders/counts' ? {} : { version: 1, items: [], dictCode: 'x' };
    asked.push(query);
    // none of this patient's is cancelled
    const list = query.includes('status=') ? [] : [{ ...row, patientName: '张三' }];
    return { list, total: list.length, pageNum: 1, pageSize: 100 };
  });
});
afterEach(() => leave());
async function open(query: string): Promise<void> {
  navigate(`/order/index?${query}`, { replace: true });
  render(<LocaleProvider><OrderIndexPage /><Announcer /></LocaleProvider>);
  await act(async () => {});
}

test('whose orders these are is said where there are none', async () => {
  await open('patientId=7&status=cancelled');
  await waitFor(() => expect(screen.getByRole('button', { name: /同一患者/ }).textContent).toContain('张三'));
});
test('the address that the command to export leads to opens the export, which leaves the list behind', async () => {
  await open('export=1&status=in_service');
  const drawer = await screen.findByRole('dialog', { name: '导出' }, { timeout: 20_000 });
  // Escape, as a browser tells a dialog of it
  act(() => void drawer.dispatchEvent(new Event('cancel', { cancelable: true })));
  await waitFor(() => expect(location.hash).toBe('#/order/index?status=in_service'));
});
test('who has no catalogue of services asks by a service and a department by name all the same, of however many hospitals', async () => {
  await leave();
  leave = await enter({ userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:list'] });
  const named: string[] = [];
  answerBy(({ path, query }) => {
    if (path === '/orders/names') return named.push(query), { departments: [{ name: '骨科', ids: query === '' ? ['12', '45'] : ['12'] }], services: [{ id: '3', name: '一对一全天陪护' }] };
    if (path === '/hospitals/options') return Array.from({ length: 41 }, (_one, at) => ({ id: String(at + 1), name: `第${at + 1}医院`, keywords: [] }));
    return path === '/orders' ? { list: [], total: 0, pageNum: 1, pageSize: 100 } : path.includes('/live') ? never : path === '/orders/counts' ? {} : { version: 1, items: [], dictCode: 'x' };
  });
  await open('where[0]=serviceItemId:is:3');
  expect(await screen.findByRole('button', { name: /服务 · 一对一全天陪护/ })).toBeTruthy();
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: '筛选' });
  act(() => box.focus());
  await act(async () => void fireEvent.change(box, { target: { value: '科室:骨科' } }));
  press('Enter');
  expect(decodeURIComponent(location.hash)).toBe('#/order/index?where[0]=serviceItemId:is:3&where[1]=departmentId:in:12|45');
  await act(async () => void fireEvent.change(box, { target: { value: '医院:第1医院' } }));
  press('Enter');
  await waitFor(() => expect(named.at(-1)).toContain('hospitalId=1'));
});
test('where a row says it nobody is asked again', async () => {
  await open('patientId=7');
  await waitFor(() => expect(screen.getByRole('button', { name: /同一患者/ }).textContent).toContain('张三'));
  expect(asked).toHaveLength(1);
});
test.each([['all of them are the new selection', false, '已选 450 张'], ['where they cannot be had what was selected stays, and that is said', true, '已选 1 张']])('what is left of all that were selected, more than one call names: %s', async (_, fails, said) => {
  lost = fails;
  await open('patientId=7');
  press('Control+a');
  const { whole } = here()!;
  await act(async () => keepSelected({ on: 'order', whole, was: [], now: Array.from({ length: 450 }, (_one, i) => ({ no: `PH${i}`, name: '', can: [] }) as unknown as Thing) }));
  await waitFor(() => expect(pieces).toEqual(fails ? [200] : [200, 200, 50]));
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.queryByText(/系统繁忙/) !== null).toBe(fails);
});
