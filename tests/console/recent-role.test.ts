import { expect, test } from 'vitest';
import { used } from '../../src/ui/palette/memory.ts';
import { addRecent, recents } from '../../src/ui/palette/recent.ts';
import { enter } from '../kit/console.ts';

const PERSON = { userId: '7', username: 'ops', nickname: '', avatar: null, role: 2, roles: [], perms: [] };
test('what was opened with wider rights is not offered with fewer, though nobody signed out', async () => {
  await enter(PERSON);
  used('order:PH9', '');
  addRecent({ id: 'order:PH9', title: '张三 PH9', detail: '', to: '/order/PH9' });
  expect(recents().map(({ id }) => id)).toEqual(['order:PH9']);
  const leave = await enter({ ...PERSON, role: 4 });
  used('order:PH9', '');
  expect(recents()).toEqual([]);
  await leave();
});
