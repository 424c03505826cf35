import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Access } from '../../src/areas/hospital/access.tsx';
import type { HospitalForm as Stored } from '../../src/areas/hospital/contract.ts';
import { HospitalForm } from '../../src/areas/hospital/hospital.form.tsx';
import { setDictionarySource } from '../../src/ui/dictionary-source.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter, refuse, type Refusal, type Sent } from '../kit/console.ts';

const STORED: Stored = {
  id: '7', code: 'YY007', name: '青石湾中心医院', shortName: null, level: '3A', kind: 'gone', province: '上海市', city: null, district: null, address: null, contactName: '周主任', contactPhone: null,
  contractNo: 'HT-1', contractStart: '2026-01-01', contractEnd: '2027-01-01', feeBp: 1250, prepayDays: 3, status: 1, version: 4,
};
const sent: Pick<Sent, 'method' | 'path' | 'body'>[] = [];
let stored: Stored;
let accounts: object[];
let refusal: Refusal | null;
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  sent.length = 0;
  stored = STORED;
  accounts = [];
  refusal = null;
  const item = (value: string, label: string) => ({ value, label, labelEn: null, tag: null, status: 1 });
  setDictionarySource(async (code) => (code === 'hospital_level' ? [item('3A', '三级甲等'), item('3B', '三级乙等')] : [item('general', '综合医院')]));
  answerBy(({ method, path, body }) => {
    if (method === 'GET') return path.endsWith('/accounts') ? accounts : stored;
    sent.push({ method, path, body });
    return refusal === null ? { ...stored, version: stored.version + 1 } : refuse(refusal);
  });
  leave = await enter({ userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
});
afterEach(() => leave());
async function open(id: string | null) {
  const told = { onSaved: vi.fn(), onClose: vi.fn() };
  render(<LocaleProvider><HospitalForm id={id} {...told} /></LocaleProvider>);
  await waitFor(() => expect(screen.getByLabelText('名称')).toBeTruthy());
  await act(async () => {});
  return told;
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string): void => void fireEvent.change(field(label), { target: { value } });
const send = async (): Promise<void> => {
  await act(async () => void fireEvent.keyDown(field('名称'), { key: 'Enter', ctrlKey: true }));
  await act(async () => {});
};

test('a new one goes out whole: per cent as basis points, empty fields as none, days as days', async () => {
  const { onSaved } = await open(null);
  expect(document.activeElement).toBe(field('名称'));
  type('名称', '新院');
  type('编码', 'YY9');
  type('管理费', '１２.５％');
  type('预付天数', '２');
  type('合同开始', '2026-03-01');
  await send();
  expect(sent).toEqual([{ method: 'POST', path: '/hospitals', body: {
    code: 'YY9', name: '新院', shortName: null, level: null, kind: null, province: null, city: null, district: null, address: null, contactName: null, contactPhone: null, contractNo: null, contractStart: '2026-03-01', contractEnd: null, feeBp: 1250, prepayDays: 2,
  } }]);
  expect(onSaved).toHaveBeenCalledTimes(1);
});
test('what is wrong is said under its field and nothing is sent', async () => {
  await open(null);
  type('名称', '新院');
  type('编码', 'YY9');
  type('管理费', '101');
  await send();
  expect([document.activeElement, sent.length]).toEqual([field('管理费'), 0]);
  expect(screen.getByText('填写 0 至 100 的百分数，最多两位小数')).toBeTruthy();
  type('管理费', '8');
  type('合同开始', '2026-03-02');
  type('合同到期', '2026-03-01');
  await send();
  expect([document.activeElement, sent.length]).toEqual([field('合同到期'), 0]);
  expect(screen.getByText('不能早于合同开始')).toBeTruthy();
  // what is no day is not saved as none
  type('合同到期', '2026-02-30');
  await send();
  expect([document.activeElement, sent.length]).toEqual([field('合同到期'), 0]);
  expect(screen.getByText(/日期写成/)).toBeTruthy();
});
test('what is no day stays through another page, and is not saved as none', async () => {
  await open('7');
  type('合同到期', '2026-02-30');
  cleanup();
  await open('7');
  expect(field('合同到期').value).toBe('2026-02-30');
  await send();
  expect([document.activeElement, sent.length, field('合同到期').value]).toEqual([field('合同到期'), 0, '2026-02-30']);
  expect(screen.getByText(/日期写成/)).toBeTruthy();
  type('合同到期', '2027-02-28');
  await send();
  expect(sent.at(-1)!.body).toMatchObject({ contractEnd: '2027-02-28' });
});
test('a value that is offered no longer stays, and what is stored is not changed by opening', async () => {
  await open('7');
  expect([field('等级').value, field('类型').value, field('管理费').value, field('合同到期').value]).toEqual(['3A', 'gone', '12.5', '2027-01-01']);
  type('简称', '青石湾');
  await send();
  const { id: _id, status: _status, ...rest } = STORED;
  expect(sent).toEqual([{ method: 'PUT', path: '/hospitals/7', body: { ...rest, shortName: '青石湾' } }]);
});
test('a name that is another\'s is said under it', async () => {
  await open('7');
  refusal = { status: 409, code: 40903, message: '已被使用：名称' };
  type('名称', '东院');
  field('编码').focus();
  await send();
  expect(document.activeElement).toBe(field('名称'));
  expect(field('名称').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('已被使用：名称');
});
test('after someone else changed it, what one left alone follows, what one typed stays, and both are told', async () => {
  const { onSaved } = await open('7');
  type('合同编号', 'HT-2');
  refusal = { status: 409, code: 40900, message: '内容已被他人修改，刷新后再试' };
  await send();
  stored = { ...STORED, feeBp: 800, level: '3B', version: 9 };
  refusal = null;
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '以我填写的为准' })));
  await waitFor(() => expect(field('管理费').value).toBe('8'));
  expect([field('合同编号').value, field('等级').value]).toEqual(['HT-2', '3B']);
  expect(screen.getByRole('list', { name: '别人改过的' }).textContent).toBe('等级：三级甲等 → 三级乙等管理费：12.5 → 8');
  expect(document.activeElement!.textContent).toContain('保存');
  await send();
  expect(sent.at(-1)!.body).toMatchObject({ contractNo: 'HT-2', feeBp: 800, level: '3B', version: 9 });
  expect(onSaved).toHaveBeenCalledTimes(1);
});
test('closing asks only when something was typed', async () => {
  const { onClose } = await open('7');
  const cancel = () => act(async () => void document.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })));
  type('简称', 'x');
  await cancel();
  expect([onClose.mock.calls.length, screen.getByText('放弃填写的内容？') !== null]).toEqual([0, true]);
  fireEvent.click(screen.getByRole('button', { name: '放弃' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
test('who has access: names lead to their account, with role and departments', async () => {
  accounts = [{ id: '20', username: 'zhang', nickname: '张三', role: 3, status: 1, departments: [] }, { id: '21', username: 'li', nickname: null, role: 4, status: 0, departments: ['骨科', '内科'] }];
  render(<LocaleProvider><Access id="7" onClose={() => {}} /></LocaleProvider>);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '张三 (zhang)' });
  expect(link.getAttribute('href')).toBe('#/system/user?edit=20');
  expect(screen.getAllByRole('listitem').map((li) => li.textContent)).toEqual(['张三 (zhang)启用驻院管理 · 整家医院', 'li停用医院方 · 骨科、内科']);
});
