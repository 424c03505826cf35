import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Bulk } from '../../src/areas/account/bulk.tsx';
import { rememberDone, Undo } from '../../src/areas/account/undo.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';

const sent: string[] = [];
let refusal: { status: number; message: string } | null = null;
/** The end of an address whose call changes nothing. */
let unchanged = '';
const onUndone = vi.fn();
beforeEach(async () => {
  sent.length = 0;
  refusal = null;
  unchanged = '';
  onUndone.mockReset();
  await activate('zh-cn');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(`${init.method} ${url}`);
    return new Response(JSON.stringify({ success: refusal === null, code: refusal === null ? 0 : 40903, message: refusal?.message ?? '', result: unchanged !== '' && url.endsWith(unchanged) ? 'unchanged' : null }), { status: refusal?.status ?? 200 });
  });
});
afterEach(() => {
  const dismiss = screen.queryByRole('button', { name: '知道了' });
  if (dismiss !== null) fireEvent.click(dismiss);
  cleanup();
  vi.unstubAllGlobals();
});
const account = (id: string, status = 1) => ({ id, username: `u${id}`, nickname: null, status });
const open = () => render(<LocaleProvider><div data-page="/x"><h1 tabIndex={-1}>账号管理</h1><Undo onUndone={onUndone} /></div></LocaleProvider>);
const undo = () => act(async () => void fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true }));

test('a deletion that cannot be taken back says why, and can be tried again', async () => {
  open();
  act(() => rememberDone('delete', [account('1')]));
  refusal = { status: 409, message: '已被使用：手机' };
  await undo();
  expect(screen.getByRole('alert').textContent).toBe('没有撤销：已被使用：手机');
  expect(onUndone).not.toHaveBeenCalled();
  refusal = null;
  await undo();
  expect([screen.queryByRole('alert'), screen.queryByRole('button', { name: /^撤销/ }), onUndone.mock.calls.length]).toEqual([null, null, 1]);
});
test.each([['disable', '已停用 u1', '?status=1'], ['enable', '已启用 u1', '?status=0']] as const)('%s is said, and Ctrl+Z takes it back', async (verb, words, query) => {
  open();
  act(() => rememberDone(verb, [account('1')]));
  expect(screen.getByText(words)).toBeTruthy();
  await undo();
  expect(sent).toEqual([`POST /admin-api/sys/users/status/1${query}`]);
  expect(screen.queryByText(words)).toBeNull();
});
test('of several, those that were so before stay so, whatever their rows showed', async () => {
  unchanged = '/2?status=0';
  open();
  render(<LocaleProvider><Bulk verb="disable" rows={[account('1', 0), account('2')]} onChanged={() => {}} onClose={() => {}} /></LocaleProvider>);
  await act(async () => void fireEvent.submit(document.querySelector('form')!));
  expect(screen.getByText('已停用 u1')).toBeTruthy();
});
test('once taken back, the focus is on the page and not nowhere', async () => {
  open();
  act(() => rememberDone('delete', [account('1')]));
  const button = screen.getByRole('button', { name: /^撤销/ });
  button.focus();
  await act(async () => button.click());
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
