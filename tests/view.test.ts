import { afterAll, beforeAll, expect, test } from 'vitest';
import { VIEWS_MOST, type ViewRow } from '../src/areas/view/contract.ts';
import { startApi, type Api, type Client } from './kit/api.ts';
import { careKit, type Place } from './kit/care.ts';

let api: Api;
let here: Place;
let there: Place;
let [admin, ops, other, resident, ward]: Client[] = [];
beforeAll(async () => {
  api = await startApi();
  const kit = await careKit(api.database);
  [here, there] = [await kit.place('第一医院'), await kit.place('第二医院')];
  await api.account({ username: 'admin', role: 1 });
  for (const username of ['ops', 'other']) await api.account({ username, role: 2 });
  await api.account({ username: 'resident', role: 3, hospitals: [here.hospitalId] });
  await api.account({ username: 'ward', role: 4, hospitals: [there.hospitalId] });
  [admin, ops, other, resident, ward] = await Promise.all(['admin', 'ops', 'other', 'resident', 'ward'].map((name) => api.as(name)));
});
afterAll(() => api.close());

const VIEW = { list: 'order', name: '待派单', query: 'where%5B0%5D=status%3Ais%3Apending_assign&sort=plannedStart', layout: { columns: [{ id: 'no', shown: true, width: null, pinned: true }], sort: null }, shared: null, place: 1 };
const { list: _list, ...EDIT } = VIEW;
const made = async (by: Client, more: object = {}): Promise<ViewRow> => {
  const { body, status, text } = await by.post<ViewRow>('/views', { body: { ...VIEW, ...more } });
  expect(status, text).toBe(200);
  return body.result;
};
const named = async (by: Client, query: Record<string, unknown> = {}): Promise<string[]> => (await by.get<ViewRow[]>('/views', { query })).body.result.map(({ name }) => name);

test('one\'s own view: kept whole, changed, forgotten; nobody else sees it', async () => {
  const view = await made(ops!);
  expect(view).toMatchObject({ ...VIEW, own: true, owner: 'ops的昵称', version: 1 });
  expect(await named(other!)).toEqual([]);
  const { body } = await ops!.put<ViewRow>(`/views/${view.id}`, { body: { ...EDIT, name: '今天', layout: null, version: 1 } });
  expect(body.result).toMatchObject({ name: '今天', layout: null, version: 2 });
  expect((await ops!.put(`/views/${view.id}`, { body: { ...EDIT, version: 1 } })).body.code).toBe(40_900);
  expect((await other!.put(`/views/${view.id}`, { body: { ...EDIT, version: 2 } })).status).toBe(404);
  expect((await other!.del(`/views/${view.id}`)).status).toBe(404);
  expect((await ops!.post('/views', { body: { ...VIEW, name: '今天' } })).body.code).toBe(40_903);
  expect((await ops!.del(`/views/${view.id}`)).status).toBe(200);
  expect(await named(ops!)).toEqual([]);
  expect(await api.rows(`select action, ok from audit_event where entity = 'view' and action <> 'view.list' order by audit_event.seq`)).toEqual(expect.arrayContaining([{ action: 'view.add', ok: true }, { action: 'view.edit', ok: true }, { action: 'view.delete', ok: true }]));
});
test('with how its name is typed, wherever it is told', async () => {
  const view = await made(ops!, { name: '骨科待派' });
  expect(view).toMatchObject({ keywords: ['gukedaipai', 'gkdp'] });
  expect((await ops!.get<ViewRow[]>('/views')).body.result.find(({ id }) => id === view.id)).toEqual(view);
  await ops!.del(`/views/${view.id}`);
});
test('shared with a role, or with who works for a hospital; one\'s own come first', async () => {
  await made(ops!, { name: '运营', shared: { role: 2 }, place: 5 });
  await made(ops!, { name: '一院', shared: { hospitalId: here.hospitalId } });
  await made(other!, { name: '自己的', place: 9 });
  expect(await named(other!)).toEqual(['自己的', '运营']);
  expect(await named(resident!)).toEqual(['一院']);
  expect(await named(ward!)).toEqual([]);
  expect(await named(admin!)).toEqual([]);
  expect((await resident!.get<ViewRow[]>('/views')).body.result[0]).toMatchObject({ own: false, owner: 'ops的昵称', shared: { hospitalId: here.hospitalId } });
  expect((await ops!.post('/views', { body: { ...VIEW, name: '上', shared: { role: 1 } } })).body.code).toBe(40_300);
  expect((await resident!.post('/views', { body: { ...VIEW, name: '外', shared: { hospitalId: there.hospitalId } } })).status).toBe(404);
  expect((await resident!.post('/views', { body: { ...VIEW, name: '账号', list: 'account' } })).body.code).toBe(40_300);
});
test('of the lists that one may see', async () => {
  await made(admin!, { name: '审计', list: 'audit', shared: { role: 2 } });
  expect(await named(ops!, { list: 'audit' })).toEqual([]);
  expect(await named(admin!, { list: 'audit' })).toEqual(['审计']);
  expect(await named(admin!, { list: 'order' })).toEqual([]);
});
test('of a list that one may not see any more a view is neither changed nor shared further; it can be forgotten', async () => {
  const id = await api.account({ username: 'mover', role: 1 });
  const mover = await api.as('mover');
  const view = await made(mover, { name: '审计旧', list: 'audit' });
  await api.rows('update sys_user set role = 2 where id = $1', [id]);
  expect((await mover.put(`/views/${view.id}`, { body: { ...EDIT, layout: null, name: '审计新', shared: { role: 2 }, version: 1 } })).body.code).toBe(40_300);
  expect(await api.rows('select name, shared_role from saved_view where id = $1', [view.id])).toEqual([{ name: '审计旧', shared_role: null }]);
  expect((await mover.del(`/views/${view.id}`)).status).toBe(200);
});
test('a role is reached from every hospital only by whoever sees them all; what someone kept who is gone is kept for nobody', async () => {
  await api.account({ username: 'neighbour', role: 3, hospitals: [there.hospitalId] });
  await api.account({ username: 'both', role: 4, hospitals: [here.hospitalId, there.hospitalId] });
  const [neighbour, both] = await Promise.all([api.as('neighbour'), api.as('both')]);
  const shown = async (by: Client) => (await named(by, { list: 'caregiver' })).filter((name) => name !== '大家');
  for (const [by, name] of [[resident!, '本院'], [neighbour, '邻院']] as const) for (const role of [3, 4]) await made(by, { list: 'caregiver', name: `${name}${role}`, shared: { role } });
  await made(ops!, { list: 'caregiver', name: '大家', shared: { role: 4 } });
  expect(await shown(resident!)).toEqual(['本院3', '本院4']);
  expect(await shown(neighbour)).toEqual(['邻院3', '邻院4']);
  expect(await shown(ward!)).toEqual(['邻院4']);
  expect((await shown(both)).toSorted()).toEqual(['本院4', '邻院4']);
  for (const by of [ward!, both]) expect(await named(by, { list: 'caregiver' })).toContain('大家');
  // who belongs to no hospital any more is read by nobody else
  await api.rows(`delete from sys_user_hospital where user_id = (select id from sys_user where username = 'neighbour')`);
  expect(await shown(ward!)).toEqual([]);
  await api.rows(`update sys_user set deleted_at = now() where username = 'resident'`);
  expect(await shown(both)).toEqual([]);
  await made(both, { list: 'caregiver', name: '院', shared: { hospitalId: there.hospitalId } });
  expect(await shown(ward!)).toEqual(['院']);
  await api.rows(`update sys_user set deleted_at = now() where username = 'both'`);
  expect(await shown(ward!)).toEqual([]);
  await api.rows(`update sys_user set deleted_at = null where username = 'resident'`);
});
test('so many and no more', async () => {
  await api.rows(`insert into saved_view (owner_id, screen, name, query, columns) select id, 'caregiver', 'v' || n, '""', 'null' from sys_user, generate_series(1, $1::int) n where username = 'other'`, [VIEWS_MOST]);
  expect((await other!.post('/views', { body: { ...VIEW, list: 'caregiver' } })).status).toBe(413);
});
test('a layout of each list follows the person', async () => {
  const layout = { columns: [{ id: 'patient', shown: true, width: 12.5, pinned: true }, { id: 'no', shown: false, width: null, pinned: false }], sort: 'plannedStart:desc' };
  expect((await ops!.get('/preferences/order')).body.result).toBeNull();
  expect((await ops!.put('/preferences/order', { body: layout })).body.result).toEqual(layout);
  expect((await (await api.as('ops')).get('/preferences/order')).body.result).toEqual(layout);
  expect((await ops!.get('/preferences/caregiver')).body.result).toBeNull();
  expect((await other!.get('/preferences/order')).body.result).toBeNull();
  expect((await ops!.del('/preferences/order')).status).toBe(200);
  expect((await ops!.get('/preferences/order')).body.result).toBeNull();
  expect((await ops!.get('/preferences/constructor')).status).toBe(404);
  expect((await ops!.get('/preferences/audit')).body.code).toBe(40_300);
  for (const body of [{}, { ...layout, more: 1 }, { ...layout, columns: [{ id: '<b>', shown: true, width: null, pinned: false }] }, { ...layout, columns: [{ id: 'no', shown: true, width: 0, pinned: false }] }]) expect((await ops!.put('/preferences/order', { body })).status).toBe(400);
  const [first] = layout.columns;
  const wrong = [{ ...layout, columns: [first, { ...first, shown: false }] }, ...['zz:desc', 'infectious', 'plannedStart:up', 'plannedStart,plannedStart:desc', ''].map((sort) => ({ ...layout, sort }))];
  for (const body of wrong) {
    expect([body, (await ops!.put('/preferences/order', { body })).status]).toEqual([body, 400]);
    expect((await ops!.post('/views', { body: { ...VIEW, name: '错', layout: body } })).status).toBe(400);
  }
  // each list by its own fields
  expect((await ops!.put('/preferences/caregiver', { body: layout })).status).toBe(400);
  expect((await ops!.put('/preferences/caregiver', { body: { ...layout, sort: 'hiredOn:desc,staffNo' } })).status).toBe(200);
  const view = await made(ops!, { name: '改' });
  expect((await ops!.put(`/views/${view.id}`, { body: { ...EDIT, layout: { ...layout, sort: 'staffNo' }, version: 1 } })).status).toBe(400);
});
