import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Bulk } from '../../src/areas/account/bulk.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter, never } from '../kit/console.ts';

const rows = [1, 2, 3].map((id) => ({ id: String(id), username: `user${id}`, nickname: `账号${id}`, status: 1 as const }));
const onClose = vi.fn();
let leave: () => Promise<void>;
beforeEach(async () => {
  onClose.mockReset();
  leave = await enter({ userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
});
afterEach(() => leave());
const open = (verb: 'delete' | 'disable') => render(<LocaleProvider><Bulk verb={verb} rows={rows} onChanged={() => {}} onClose={onClose} /></LocaleProvider>);
const escape = () => act(async () => void document.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })));
const send = () => act(async () => void fireEvent.keyDown(document.querySelector('form')!, { key: 'Enter', ctrlKey: true }));

test('the reason of a deletion is not thrown away unasked', async () => {
  open('delete');
  fireEvent.change(screen.getByLabelText('删除的原因'), { target: { value: '离职' } });
  await escape();
  expect([onClose.mock.calls.length, screen.queryByText('关闭后，没有保存的内容不再保留。') !== null]).toEqual([0, true]);
});
test('a run is not ended unasked, and what would be left undone is said', async () => {
  answerBy(() => never);
  open('disable');
  await send();
  await escape();
  expect([onClose.mock.calls.length, screen.queryByText('还没有处理完，关闭后剩下的不再处理。') !== null]).toEqual([0, true]);
  // nothing is typed
  expect([screen.queryByRole('alertdialog', { name: '停止处理？' }) !== null, screen.queryByRole('button', { name: '停止并关闭' }) !== null, screen.queryByText(/填写/)]).toEqual([true, true, null]);
  await act(async () => screen.getByRole('button', { name: '继续处理' }).click());
  expect([onClose.mock.calls.length, screen.queryByRole('alertdialog')]).toEqual([0, null]);
});
test('with nothing typed, or with all done, it closes', async () => {
  answerBy(() => null);
  open('disable');
  await escape();
  expect(onClose).toHaveBeenCalledOnce();
  await send();
  await waitFor(() => expect(screen.queryByText('3 个都已完成')).not.toBeNull());
  await escape();
  expect(onClose).toHaveBeenCalledTimes(2);
});
