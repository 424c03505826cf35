import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { blamedField } from '../../src/areas/account/draft.ts';
import { ACCOUNT_KEYS } from '../../src/areas/account/key.ts';
import UserPage from '../../src/areas/account/system.user.page.tsx';
import { Announcer } from '../../src/ui/announce.tsx';
import { runCommand } from '../../src/ui/effect.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { currentViewer } from '../../src/ui/session.ts';
import { answerBy, enter, refuse, type Sent } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

// What a row of the accounts refuses: its key, and the palette, say why.
const row = (id: string, can: string[]) => ({ id, username: `u${id}`, nickname: '', role: 2, mobile: null, status: 1, hospitals: [], lastLoginAt: null, version: 1, can });
let leave = async (): Promise<void> => {};
async function start(perms: string[], can: string[], userId = '1', ids = ['1'], answer: (method: string, path: string, body: Sent['body']) => unknown = () => []) {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(value);
  leave = await enter({ userId, username: 'a', nickname: '', avatar: 'data:image/png;base64,AA==', role: 2, roles: [], perms: ['sys:user:list', ...perms] });
  answerBy(({ method, path, body }) => (path === '/sys/users/list' ? { list: ids.map((id) => row(id, can)), total: ids.length, pageNum: 1, pageSize: 100 } : answer(method, path, body)));
  location.hash = '#/system/user';
  render(<LocaleProvider><Announcer /><UserPage /></LocaleProvider>);
  await screen.findByText('u1');
  press('ArrowDown');
}
afterEach(async () => {
  await leave();
  vi.restoreAllMocks();
});

test.each([['t', 'status'], ['r', 'reset'], ['Delete', 'delete'], ['e', 'edit']])('%s without the right says which right is missing', async (key, act_) => {
  await start([], []);
  press(key);
  expect([await screen.findByText(`你的角色没有这项权限（sys:user:${act_}）`) !== null, document.querySelector('dialog')]).toEqual([true, null]);
});
test('one’s own account, which nobody locks themselves out of, says so; so it is from the palette', async () => {
  await start(['sys:user:edit', 'sys:user:reset', 'sys:user:delete'], ['edit']);
  act(() => runCommand({ id: ACCOUNT_KEYS.reset.id, title: ACCOUNT_KEYS.reset.words, keywords: [], calls: 'key', group: 'here' }));
  expect(await screen.findByText('不能对自己的账号这样做')).toBeTruthy();
});
test('of several that were selected, those that were not done stay selected, and so do those that it was not asked of', async () => {
  await start(['sys:user:edit', 'sys:user:delete'], ['edit', 'status', 'delete'], '9', ['1', '2', '3'], (_method, path) => (path.endsWith('/2') ? refuse({ status: 409, code: 40904, message: '至少保留一个管理员' }) : null));
  for (const id of ['2', '3']) fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(`u${id}`) }));
  fireEvent.click(screen.getByRole('button', { name: '停用账号' }));
  await act(async () => void fireEvent.submit(document.querySelector('dialog form')!));
  expect(await screen.findByText('1 个已完成，1 个没有成功')).toBeTruthy();
  expect([screen.getByText('已选 1 个') !== null, ...screen.getAllByRole<HTMLInputElement>('checkbox', { name: /u\d/ }).map(({ checked }) => checked)]).toEqual([true, false, true, false]);
});
test('while some are selected, what is done to one alone says so, and is done to nobody', async () => {
  const asked: string[] = [];
  await start(['sys:user:status', 'sys:user:reset'], ['status', 'reset'], '9', ['1', '2', '3'], (method, path) => (method === 'GET' ? [] : (asked.push(path), null)));
  for (const id of ['2', '3']) fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(`u${id}`) }));
  for (const key of ['t', 'r']) {
    press(key);
    expect(await screen.findByText('这项操作一次只办一个账号，请先取消选中')).toBeTruthy();
    expect([asked, document.querySelector('dialog')]).toEqual([[], null]);
  }
});
test('one’s own name that was changed here is the one in the frame at once', async () => {
  const me = { id: '1', username: 'u1', nickname: '小李', gender: 0, role: 2, mobile: null, email: null, status: 1, hospitals: [], version: 1 };
  await start(['sys:user:edit'], ['edit'], '1', ['1'], (method, path) => (path.endsWith('/form') ? me : method === 'POST' ? { ...me, nickname: '李晓', version: 2 } : []));
  press('e');
  const name = await screen.findByLabelText('姓名');
  fireEvent.change(name, { target: { value: '李晓' } });
  await act(async () => void fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true }));
  await act(async () => {});
  expect(currentViewer()).toMatchObject({ userId: '1', nickname: '李晓', avatar: 'data:image/png;base64,AA==' });
});
test('an account that a link opens has its verbs, however far down the list it stands', async () => {
  const asked: unknown[] = [];
  const far = { ...row('250', ['edit', 'status', 'reset', 'delete']), role: 3 };
  await start(['sys:user:edit', 'sys:user:status', 'sys:user:reset', 'sys:user:delete'], ['edit'], '9', ['1'], (_method, path, body) => {
    if (path === '/sys/users/selected') return asked.push(body), [far];
    return path.endsWith('/form') ? { id: '250', username: 'u250', nickname: '小李', gender: 0, role: 3, mobile: null, email: null, status: 1, hospitals: [], version: 1 } : [];
  });
  location.hash = '#/system/user?edit=250';
  for (const name of [/^停用账号/, /^重置密码/, /^删除/, /^查看已登录的设备/]) expect(await screen.findByRole('button', { name })).toBeTruthy();
  expect(asked).toEqual([{ selection: { mode: 'include', ids: ['250'], filter: {} } }]);
});
test('a switch that another administrator has made already is no act to take back', async () => {
  await start(['sys:user:status'], ['status'], '9', ['1'], () => 'unchanged');
  press('t');
  expect(await screen.findByText('没有改动：状态之前已经改过')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^撤销/ })).toBeNull();
});
test('which field a refusal is about, in both languages', () => {
  expect(blamedField({ code: 40903, message: 'Already in use: Mobile' }, 'en')).toBe('mobile');
  expect(blamedField({ code: 40903, message: '已被使用：邮箱' }, 'zh-cn')).toBe('email');
  expect(blamedField({ code: 50000, message: '系统出错' }, 'zh-cn')).toBeNull();
});
