import type { SQL } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_MOST } from '../src/areas/own/contract.ts';
import { keepMemory } from '../src/areas/own/store.ts';
import type { Viewer } from '../src/host/answer.ts';
import { LIMITS } from '../src/host/limit.ts';
import { Reach, type Runner } from '../src/host/reach.ts';
import { HALF_LIFE, MOST, type Learned, type Memory, type Used } from '../src/kernel/favour.ts';
import { startApi, type Api, type Client } from './kit/api.ts';

let api: Api;
const ids: Record<string, string> = {};
let [ops, other]: Client[] = [];
beforeAll(async () => {
  api = await startApi();
  for (const username of ['ops', 'other']) ids[username] = await api.account({ username, role: 2 });
  [ops, other] = await Promise.all(['ops', 'other'].map((name) => api.as(name)));
});
afterAll(() => api.close());

const NOW = Date.now();
const row = (id: string, more: Partial<Used> = {}): Used => ({ id, v: 1, at: NOW - 1000, pin: 0, ...more });
const pair = (text: string, id: string, more: Partial<Learned> = {}): Learned => ({ text, id, v: 1, at: NOW - 1000, ...more });
const read = async (by: Client): Promise<Memory> => (await by.get<Memory>('/own/palette')).body.result;
async function keep(by: Client, changes: Partial<Memory>): Promise<Memory> {
  const { body, status, text } = await by.put<Memory>('/own/palette', { body: { ids: [], texts: [], ...changes } });
  expect(status, text).toBe(200);
  return body.result;
}
const lines = () => api.rows<{ action: string; entity: string; entity_id: string; after: unknown; ok: boolean }>(`select action, entity, entity_id, after, ok from audit_event where action not in ('sign-in') order by id`);

test('changes are taken in row by row, whatever is later; of one person and for one person, and no line of the audit', async () => {
  const before = (await lines()).length;
  expect(await read(ops!)).toEqual({ ids: [], texts: [] });
  await keep(ops!, { ids: [row('order:PH26112100001', { v: 3 }), row('theme.dark')], texts: [pair('1ab2c', 'theme.dark')] });
  // another tab knows an older and a newer one
  const all = await keep(ops!, { ids: [row('order:PH26112100001', { v: 9, at: NOW - 2000 }), row('theme.dark', { v: 2, at: NOW, pin: NOW })] });
  expect(all).toEqual({ ids: [row('theme.dark', { v: 2, at: NOW, pin: NOW }), row('order:PH26112100001', { v: 3 })], texts: [pair('1ab2c', 'theme.dark')] });
  expect(await read(ops!)).toEqual(all);
  expect(await read(other!)).toEqual({ ids: [], texts: [] });
  expect((await lines()).length).toBe(before);
});
test('what was forgotten goes, and a tab that did not hear of it brings nothing back', async () => {
  await keep(other!, { ids: [row('order:PH1'), row('order:PH2')] });
  await keep(other!, { ids: [row('order:PH1', { v: 0, at: NOW })] });
  const told = await keep(other!, { ids: [row('order:PH1', { v: 5 })] });
  expect(told.ids.filter(({ v }) => v > 0).map(({ id }) => id)).toEqual(['order:PH2']);
  // after a day nobody can bring it back, and its name is gone too
  await api.rows(`update user_pref set value = jsonb_set(value, '{ids,1,at}', to_jsonb($1::bigint)) where user_id = $2 and key = 'palette:2'`, [NOW - 2 * 86_400_000, ids['other']]);
  expect((await keep(other!, {})).ids.map(({ id }) => id)).toEqual(['order:PH2']);
});
test('many at once from many tabs lose nothing to each other', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, n) => keep(other!, { ids: [row(`order:T${n}`)] })));
  expect((await read(other!)).ids.map(({ id }) => id)).toEqual(expect.arrayContaining(Array.from({ length: 12 }, (_, n) => `order:T${n}`)));
});
test('what another tab has written between reading and writing is not lost', async () => {
  const { db } = api.database;
  let between = true;
  const runner = { execute: async (statement: SQL) => {
    const answer = await db.execute(statement);
    if (between) {
      between = false;
      await keep(other!, { ids: [row('order:BETWEEN')] });
    }
    return answer;
  } } as unknown as Runner;
  const viewer = { userId: ids['other']!, role: 2 } as Viewer;
  await keepMemory({ viewer, reach: new Reach(runner, 'all') }, { ids: [row('order:LATE')], texts: [] });
  expect((await read(other!)).ids.map(({ id }) => id)).toEqual(expect.arrayContaining(['order:BETWEEN', 'order:LATE']));
});
test('what no number of JavaScript can hold is written over too', async () => {
  await api.rows(`update user_pref set value = '{"ids":[{"id":"order:N","v":0.12345678901234567890123,"at":1,"pin":0}],"texts":[]}' where user_id = $1 and key = 'palette:2'`, [ids['other']]);
  expect((await keep(other!, { ids: [row('order:M')] })).ids.map(({ id }) => id)).toEqual(['order:M', 'order:N']);
});
test('no more than there is room for: what is worth least goes, what is pinned stays; no instant is of the time to come', async () => {
  const old = Array.from({ length: MOST.ids }, (_, n) => row(`old.${n}`, { v: 100, at: NOW - 20 * HALF_LIFE }));
  await keep(ops!, { ids: old });
  const pins = Array.from({ length: MOST.pins + 3 }, (_, n) => row(`pin.${n}`, { pin: NOW - 1000 + n }));
  await keep(ops!, { ids: pins });
  const texts = Array.from({ length: MOST.texts }, (_, n) => pair(n.toString(36), 'x', { at: NOW - 10 * HALF_LIFE }));
  await keep(ops!, { texts });
  const all = await keep(ops!, { ids: [row('ahead', { at: NOW + 365 * 86_400_000 })], texts: [pair('fresh', 'x', { at: NOW + 365 * 86_400_000 })] });
  expect([all.ids.length, all.texts.length]).toEqual([MOST.ids, MOST.texts]);
  // the first of them keep their place
  expect(all.ids.filter(({ pin }) => pin > 0).map(({ id }) => id)).toEqual(pins.slice(0, MOST.pins).map(({ id }) => id));
  // and the others are as good as any that was used
  expect(all.ids.filter(({ id }) => pins.slice(MOST.pins).some((one) => one.id === id)).map(({ pin }) => pin)).toEqual([0, 0, 0]);
  expect(all.texts.find(({ text }) => text === 'fresh')!.at).toBeLessThanOrEqual(Date.now());
  expect(all.ids.find(({ id }) => id === 'ahead')!.at).toBeLessThanOrEqual(Date.now());
});
test('another role has another memory', async () => {
  await api.rows(`update sys_user set role = 1 where id = $1`, [ids['ops']]);
  expect(await read(ops!)).toEqual({ ids: [], texts: [] });
  await keep(ops!, { ids: [row('audit.open')] });
  await api.rows(`update sys_user set role = 2 where id = $1`, [ids['ops']]);
  expect((await read(ops!)).ids.map(({ id }) => id)).not.toContain('audit.open');
});
test.each([
  ['a name for an id', { ids: [row('order:王丽')] }],
  ['a text for its key', { texts: [pair('王丽', 'order:PH1')] }],
  ['a long text', { texts: [pair('wangli1', 'order:PH1')] }],
  ['a blank', { ids: [row('order PH1')] }],
  ['less than nothing', { ids: [row('a', { v: -1 })] }],
  ['half a millisecond', { ids: [row('a', { at: 1.5 })] }],
  ['too many rows', { ids: Array.from({ length: MOST.ids + 1 }, (_, n) => row(`a${n}`)) }],
  ['too many texts', { texts: Array.from({ length: MOST.texts + 1 }, (_, n) => pair(n.toString(36), 'a')) }],
  ['something else', { ids: [{ ...row('a'), name: '王丽' }] }],
])('refused: %s', async (_, changes) => {
  const before = await read(ops!);
  expect((await ops!.put('/own/palette', { body: { ids: [], texts: [], ...changes } })).body.code).toBe(40_000);
  expect(await read(ops!)).toEqual(before);
});
test('what is stored in a shape of another day counts for nothing, and can be written over', async () => {
  for (const value of ['7', 'null', '{"ids":[{"id":"a"}],"texts":[]}', '[]']) {
    await api.rows(`insert into user_pref (user_id, key, value) values ($1, 'palette:2', $2), ($1, 'keyboard', $2) on conflict (user_id, key) do update set value = excluded.value`, [ids['other'], value]);
    expect(await read(other!)).toEqual({ ids: [], texts: [] });
    if (value !== '[]') expect((await other!.get('/own/keyboard')).status).toBe(200);
    expect((await keep(other!, { ids: [row('a')] })).ids).toEqual([row('a')]);
  }
});

test('keys: what has changed is taken into what is kept; one\'s own, bounded', async () => {
  const read = async (by = ops!) => (await by.get('/own/keyboard')).body.result;
  const put = async (keys: unknown, gone: unknown = []) => (await ops!.put('/own/keyboard', { body: { keys, gone } })).body;
  const keys = { 'order.open': 'g x', 'order.new': null, single: 'off', 'list.find': '$mod+Shift+F' };
  await api.rows(`delete from user_pref where key = 'keyboard'`);
  expect(await read()).toEqual({});
  expect((await put(keys)).result).toEqual(keys);
  expect([await read(), await read(other!)]).toEqual([keys, {}]);
  // two tabs, each of which knows its own change alone
  await Promise.all([put({ 'a.b': 'g y' }), put({ 'c.d': null }, ['single']), put({}, ['list.find'])]);
  const all = { 'order.open': 'g x', 'order.new': null, 'a.b': 'g y', 'c.d': null };
  expect(await read()).toEqual(all);
  const many = Object.fromEntries(Array.from({ length: OWN_MOST.keys }, (_, n) => [`a${n}`, 'x']));
  // together too many
  for (const wrong of [{ a: '' }, { a: 7 }, { a: 'x'.repeat(OWN_MOST.key + 1) }, { 'a b': 'x' }, { a: 'x\u0007' }, ['x'], { ...many, more: 'x' }, many]) expect((await put(wrong)).code).toBe(40_000);
  for (const wrong of [['a b'], 'a', [7]]) expect((await put({}, wrong)).code).toBe(40_000);
  expect(await read()).toEqual(all);
  expect((await put({}, Object.keys(all))).result).toEqual({});
});

test('settings: the latest of each value that was known to its writer; one\'s own, of any computer', async () => {
  type Kept = Record<string, { value: string; version: number }>;
  const read = async (by = ops!): Promise<Kept> => (await by.get<Kept>('/own/settings')).body.result;
  const put = async (values: unknown) => (await ops!.put<Kept>('/own/settings', { body: { values } })).body;
  expect(await read()).toEqual({});
  const first = (await put({ theme: { value: 'dark', after: 0 }, watermarkText: { value: '骨科 <b>', after: 0 } })).result;
  expect([first['theme']!.value, first['watermarkText']!.value, await read(other!)]).toEqual(['dark', '骨科 <b>', {}]);
  // another computer, which knows of it, and a third, which does not
  const second = (await put({ theme: { value: 'light', after: first['theme']!.version } })).result;
  expect(second['theme']!.version).toBeGreaterThan(first['theme']!.version);
  expect(second['watermarkText']).toEqual(first['watermarkText']);
  const third = (await put({ theme: { value: 'auto', after: first['theme']!.version }, size: { value: 'large', after: 0 } })).result;
  expect([third['theme'], third['size']!.value, await read()]).toEqual([second['theme'], 'large', third]);
  // of many at once that know the same, one is taken
  const many = await Promise.all(['left', 'top', 'mix', 'left', 'top', 'mix'].map((value) => put({ layout: { value, after: 0 } })));
  expect(new Set(many.map(({ result }) => JSON.stringify(result['layout']))).size).toBe(1);
  for (const wrong of [{ theme: { value: 'purple', after: 0 } }, { device: { value: 'mobile', after: 0 } }, { activeTopMenuPath: { value: '/order', after: 0 } }, { theme: { value: 'dark', after: -1 } }, { theme: 'dark' }, { watermarkText: { value: 'x'.repeat(61), after: 0 } }, { watermarkText: { value: 'a\nb', after: 0 } }, { themeColor: { value: 'url(x)', after: 0 } }, { other: { value: '1', after: 0 } }]) expect([wrong, (await put(wrong)).code]).toEqual([wrong, 40_000]);
  // what another version of the console kept counts for nothing, each alone
  await api.rows(`update user_pref set value = value || '{"theme":{"value":"purple","version":1},"size":7,"extra":{"value":"x","version":1}}' where key = 'setting'`);
  expect(Object.keys(await read()).sort()).toEqual(['layout', 'watermarkText']);
  expect((await put({ theme: { value: 'dark', after: 0 } })).result['theme']!.value).toBe('dark');
});

test('a command that was run is one line of the audit, with numbers and no words; a repeat is none', async () => {
  const before = (await lines()).length;
  const given = { body: { id: 'order.assign', on: ['PH26112100001', 'PH26112100002'], count: 37 }, key: 'once-and-no-more' };
  for (let n = 0; n < 2; n += 1) expect((await ops!.post('/own/commands', given)).body.result).toBeNull();
  expect((await lines()).slice(before)).toEqual([{ action: 'command.run', entity: 'command', entity_id: 'order.assign', after: { on: ['PH26112100001', 'PH26112100002'], count: 37, claimed: true }, ok: true }]);
  const wrong = [{ id: 'order.assign', on: ['王丽 PH1'], count: 1 }, { id: 'a', on: ['order:PH1'], count: 1 }, { id: 'a', on: ['x'.repeat(33)], count: 1 }, { id: '派单', on: [], count: 0 }, { id: 'a', on: [], count: -1 }, { id: 'a', on: Array.from({ length: OWN_MOST.on + 1 }, () => 'x'), count: 1 }, { id: 'a', on: [], count: 0, words: '王丽' }];
  for (const body of wrong) expect((await ops!.post('/own/commands', { body })).body.code).toBe(40_000);
});
test('who tells of commands without end is told to wait, and may go on with everything else', async () => {
  const codes: number[] = [];
  for (let n = 0; n <= LIMITS.note.calls; n += 1) codes.push((await other!.post('/own/commands', { body: { id: 'a', on: [], count: 0 } })).status);
  expect([LIMITS.note.calls, codes.filter((status) => status === 200).length, codes.at(-1)]).toEqual([60, LIMITS.note.calls, 429]);
  expect((await other!.put('/own/keyboard', { body: { keys: {}, gone: [] } })).status).toBe(200);
});
