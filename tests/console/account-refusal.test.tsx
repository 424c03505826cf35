import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ACCOUNT_KEYS } from '../../src/areas/account/key.ts';
import UserPage from '../../src/areas/account/system.user.page.tsx';
import { Announcer } from '../../src/ui/announce.tsx';
import { runCommand } from '../../src/ui/effect.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

// What a row of the accounts refuses: its key, and the palette, say why.
const row = (id: string, can: string[]) => ({ id, username: `u${id}`, nickname: '', role: 2, mobile: null, status: 1, hospitals: [], lastLoginAt: null, version: 1, can });
let leave = async (): Promise<void> => {};
async function start(perms: string[], can: string[], userId = '1') {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(value);
  leave = await enter({ userId, username: 'a', nickname: '', avatar: null, role: 2, roles: [], perms: ['sys:user:list', ...perms] });
  answerBy(({ path }) => (path === '/sys/users/list' ? { list: [row('1', can)], total: 1, pageNum: 1, pageSize: 100 } : []));
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
