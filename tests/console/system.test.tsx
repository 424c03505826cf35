import { readdirSync, readFileSync } from 'node:fs';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changesOf } from '../../src/areas/audit/diff.ts';
import { ACTION_WORDS, ENTITY_WORDS } from '../../src/areas/audit/words.ts';
import RolePage from '../../src/areas/role/system.role.page.tsx';
import { openedBy, type Listed } from '../../src/areas/role/table.ts';
import { THING_WORDS, VERB_WORDS } from '../../src/areas/role/words.ts';
import { areas } from '../../src/areas.gen.ts';
import { aboutOf } from '../../src/host/refusal.ts';

import { namesOf, RIGHTS, rightsOf } from '../../src/kernel/access.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { offered } from '../../src/kernel/offered.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { menuOf } from '../../src/ui/menu.ts';
import { served } from '../../src/served.gen.ts';
import { answerBy, enter } from '../kit/console.ts';

let leave: () => Promise<void>;
beforeEach(async () => {
  leave = await enter({ userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['super'], perms: [] });
});
afterEach(() => leave());
const viewerOf = (role: number) => ({ role, roles: [...namesOf(role)], perms: [...rightsOf(role)], paths: routesOf(role).flatMap((row) => (row.children ?? [row]).map((leaf) => leaf.path)) });

test('the three are found from the palette by role 1 alone, and stand in no menu', () => {
  const mine = areas.filter((area) => ['dictionary', 'role', 'audit'].includes(area.id));
  expect(mine).toHaveLength(3);
  for (const area of mine) for (const role of [1, 2, 3, 4, 9]) expect([area.id, role, area.commands!.every((command) => offered(command, { viewer: viewerOf(role) })), menuOf([area], viewerOf(role))]).toEqual([area.id, role, role === 1, []]);
});

/** What the server says of its calls (tests/endpoint.test.ts). */
const TOLD: Listed[] = served.map(({ endpoint: { method, path, may, summary } }) => ({ method, path: `/admin-api${path}`, may, summary }));
test('each role has a mark for each right, and a right names its calls as the server tells them', async () => {
  answerBy(({ path }) => (path === '/endpoints' ? TOLD : undefined));
  render(<LocaleProvider><RolePage /></LocaleProvider>);
  await screen.findByText('GET /sys/users/list');
  expect(document.body.textContent).not.toContain('undefined');
  expect(document.body.textContent).toContain('订单列表 GET /orders');
  for (const right of RIGHTS) {
    const row = screen.getByText(right).closest('tr')!;
    expect([right, within(row).getAllByRole('cell').slice(0, 4).map((cell) => cell.dataset['has'] === 'true')]).toEqual([right, [1, 2, 3, 4].map((role) => rightsOf(role).includes(right))]);
    for (const { path } of openedBy(TOLD, right)) expect(row.textContent).toContain(path.replace('/admin-api', ''));
  }
  expect(screen.getByText('GET /sys/users/list').closest('tr')!.textContent).toContain('sys:user:list');
  await act(() => activate('en'));
  expect(screen.getAllByText('1 API call').length).toBeGreaterThan(0);
  expect(document.body.textContent).not.toMatch(/\b1 API calls/);
  for (const right of RIGHTS) expect([THING_WORDS, VERB_WORDS].every((words, i) => words[i === 0 ? right.slice(0, right.lastIndexOf(':')) : right.slice(right.lastIndexOf(':') + 1)] !== undefined)).toBe(true);
});

test.each([['dead', () => { throw new TypeError('gone'); }], ['false', () => ({ list: 1 })], ['HTML', () => new Response('<p>')], ['false inside', () => [null, { path: 1 }]]])('roles stand without the table of calls, which is asked for again: a server that is %s', async (_name, answer) => {
  answerBy(answer);
  render(<LocaleProvider><RolePage /></LocaleProvider>);
  expect((await screen.findByRole('alert')).textContent).toContain('没有取到接口清单');
  expect(screen.getAllByText('有').length).toBeGreaterThan(50);
  answerBy(() => TOLD);
  fireEvent.click(within(screen.getByRole('alert')).getByRole('button'));
  await screen.findByText('GET /sys/users/list');
  expect(screen.queryByRole('alert')).toBeNull();
});

/** What stands behind this word in the server's files: lines of the audit are also written beside those of the calls. */
const written = (word: string): string[] => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('words.ts')).map((file) => readFileSync(`src/${file}`, 'utf8'));
  return [...new Set(sources.flatMap((source) => [...source.matchAll(new RegExp(`\\b${word}: ((?:'[\\w.-]+'(?: \\| )?)+)`, 'g'))].flatMap((match) => match[1]!.split(' | ').map((each) => each.slice(1, -1)))))];
};
test('every action and every thing that the server writes down has a name, and no name is left of one that is gone', () => {
  const actions = [...served.flatMap((s) => s.endpoint.audit ?? []), ...written('action')];
  // what a call only reads, or is refused, stands under what its action begins with
  const things = [...written('entity'), ...served.flatMap(({ endpoint }) => (endpoint.audit === undefined ? [] : aboutOf(endpoint, {}, {}).entity ?? []))];
  expect([actions.length > 100, things.length > 8]).toEqual([true, true]);
  expect(actions.filter((action) => ACTION_WORDS[action] === undefined)).toEqual([]);
  expect(Object.keys(ACTION_WORDS).filter((action) => !actions.includes(action))).toEqual([]);
  expect(things.filter((thing) => ENTITY_WORDS[thing] === undefined)).toEqual([]);
  expect(Object.keys(ENTITY_WORDS).filter((thing) => !things.includes(thing))).toEqual([]);
  expect(ENTITY_WORDS['notice']).toBeDefined();
});
test.each([
  ['nothing', null, undefined, []],
  ['a new record', null, { a: 1 }, [{ field: 'a', before: null, after: '1', changed: true }]],
  ['a removed record', { a: 'x' }, null, [{ field: 'a', before: 'x', after: null, changed: true }]],
  ['a field changed, one not, one gone', { a: 1, b: '同', c: true }, { a: 2, b: '同' }, [{ field: 'a', before: '1', after: '2', changed: true }, { field: 'b', before: '同', after: '同', changed: false }, { field: 'c', before: 'true', after: null, changed: true }]],
  ['something nested', { a: { n: 1 } }, { a: { n: 1 } }, [{ field: 'a', before: '{\n "n": 1\n}', after: '{\n "n": 1\n}', changed: false }]],
  ['a list', [1], [1, 2], [{ field: '', before: '[\n 1\n]', after: '[\n 1,\n 2\n]', changed: true }]],
  ['names that every object has', {}, JSON.parse('{"__proto__": 1, "constructor": 2}'), [{ field: '__proto__', before: null, after: '1', changed: true }, { field: 'constructor', before: null, after: '2', changed: true }]],
])('before and after: %s', (_name, before, after, changes) => expect(changesOf(before, after)).toEqual(changes));
