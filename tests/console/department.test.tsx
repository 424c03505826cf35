import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BedForm, BedsForm } from '../../src/areas/department/bed.form.tsx';
import type { BedRow } from '../../src/areas/department/contract.ts';
import { DepartmentForm } from '../../src/areas/department/department.form.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';

const sent: { method: string; path: string; body: unknown }[] = [];
let answer: { status: number; code: number; message?: string; result?: unknown };
beforeEach(async () => {
  sent.length = 0;
  answer = { status: 200, code: 0, result: { ids: ['1', '2'], there: 0 } };
  await activate('zh-cn');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = String(url).split('?')[0]!;
    if (path.endsWith('/hospitals/options')) return new Response(JSON.stringify({ success: true, code: 0, message: '', result: [{ id: '5', name: '第一医院' }] }));
    sent.push({ method: init.method!, path, body: JSON.parse(String(init.body)) });
    const { status, code, message = '', result = null } = answer;
    return new Response(JSON.stringify({ success: code === 0, code, message, result }), { status });
  });
});
afterEach(() => void vi.unstubAllGlobals());
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string): void => void fireEvent.change(field(label), { target: { value } });
const sendFrom = (label: string) => act(async () => void fireEvent.keyDown(field(label), { key: 'Enter', ctrlKey: true }));
const hintOf = (label: string): string | null => document.getElementById(field(label).getAttribute('aria-describedby')!)!.textContent;

let opened = 0;
test('many beds are previewed as they are typed, and go out as they were typed', async () => {
  const onSaved = vi.fn();
  render(<LocaleProvider><BedsForm page={`/beds${opened++}`} wardId="31" onSaved={onSaved} onClose={() => {}} /></LocaleProvider>);
  expect(document.activeElement).toBe(field('床号'));
  expect(hintOf('床号')).toBe('例如 1-40床、加1-加3、12A、15');
  type('床号', '1-40床');
  expect(hintOf('床号')).toBe('共 40 张：1、2、3 … 40');
  type('床号', '1-999');
  expect(hintOf('床号')).toBe('一次最多 100 张，分几次添加');
  await sendFrom('床号');
  expect([sent.length, field('床号').getAttribute('aria-invalid')]).toEqual([0, 'true']);
  type('床号', '1-40床');
  await sendFrom('床号');
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ id: '31', ids: ['1', '2'], there: 0 }));
  expect(sent).toEqual([{ method: 'POST', path: '/admin-api/hospitals/beds', body: { wardId: '31', numbers: '1-40床', kind: 'normal' } }]);
});
test('a bed number that another bed has is said under it', async () => {
  const row: BedRow = { id: '9', wardId: '31', bedNo: '8', kind: 'normal', status: 1, order: null, version: 2 };
  render(<LocaleProvider><BedForm page={`/beds${opened++}`} row={row} onSaved={() => {}} onClose={() => {}} /></LocaleProvider>);
  answer = { status: 409, code: 40903, message: '已被使用：床号' };
  type('床号', '9');
  await sendFrom('床号');
  await waitFor(() => expect(hintOf('床号')).toBe('已被使用：床号'));
  expect(sent).toEqual([{ method: 'PUT', path: '/admin-api/hospitals/beds/9', body: { bedNo: '9', kind: 'normal', status: 1, version: 2 } }]);
});
test('a department of no hospital yet asks for one first', async () => {
  const onSaved = vi.fn();
  render(<LocaleProvider><DepartmentForm page={`/departments${opened++}`} row={null} hospitalId="" onSaved={onSaved} onClose={() => {}} /></LocaleProvider>);
  type('名称', '骨科');
  await sendFrom('名称');
  expect([sent.length, document.activeElement]).toEqual([0, field('医院')]);
  await screen.findByRole('option', { name: '第一医院' });
  type('医院', '5');
  answer = { status: 200, code: 0, result: { id: '3', hospitalId: '5', hospitalName: '第一医院', code: 'GK', name: '骨科', sort: 3, status: 1, wards: 0, beds: 0, liveOrders: 0, version: 1 } };
  await sendFrom('名称');
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent).toEqual([{ method: 'POST', path: '/admin-api/hospitals/departments', body: { hospitalId: '5', code: null, name: '骨科', status: 1 } }]);
});
