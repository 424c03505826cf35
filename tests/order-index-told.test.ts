// What the index is told late or by others than its own records: long transactions, renamed places, imports; and what it is never told.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HospitalForm } from '../src/areas/hospital/contract.ts';
import { orderLines } from '../src/areas/order/index.ts';
import { readIndex } from '../src/host/lines.ts';
import { Reach, type Runner } from '../src/host/reach.ts';
import { formOf, type Client } from './kit/api.ts';
import { dayFromNow } from './kit/care.ts';
import { ask, built, KINDS, type Kind } from './kit/index-lines.ts';
import { booked, carer, CARER_HEAD, importSheet, ORDER_HEAD } from './kit/intake.ts';
import { SEVERAL } from './kit/job.ts';
import { startLife, type Life } from './kit/life.ts';

let life: Life;
let part: Client;
let heard: string[];
const silent: (() => void)[] = [];
const audited = async (): Promise<{ action: string; after: unknown }[]> => (await life.api.rows<{ action: string; after: unknown }>(`select action, after from audit_event where action like '%.index' order by id`));
/** What of the audit is new since. */
async function told(work: () => Promise<unknown>): Promise<unknown[]> {
  const before = (await audited()).length;
  await work();
  return (await audited()).slice(before).map(({ action, after }) => [action, after]);
}
const version = async (table: string, id: string): Promise<number> => (await life.api.rows<{ version: number }>(`select version from ${table} where id = $1`, [id]))[0]!.version;
const saved = async (answer: ReturnType<Client['put']>): Promise<void> => {
  const { status, text } = await answer;
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
};

beforeAll(async () => {
  life = await startLife();
  for (const table of ['order_event', 'caregiver_event']) await life.api.rows(`alter table ${table} disable trigger ${table}_append_only`);
  const id = await life.api.account({ username: 'part', role: 3 });
  await life.api.rows('insert into sys_user_hospital (user_id, hospital_id, department_ids) values ($1, $2, $3)', [id, life.place.hospitalId, [life.place.departments[0]!.id]]);
  await life.api.account({ username: 'ops2', role: 2 });
  part = await life.api.as('part');
  for (const channel of ['order', 'caregiver']) silent.push(await life.api.database.listen(channel, (payload) => void heard.push(`${channel} ${payload}`)));
});
afterAll(async () => {
  for (const deaf of silent) deaf();
  await life.api.close();
});
beforeEach(async () => {
  heard = [];
  for (const [table, at] of [['care_order', 'updated_at'], ['caregiver', 'updated_at'], ['order_event', 'at']]) await life.api.rows(`update ${table} set ${at} = ${at} - interval '60 seconds'`);
});

// PGlite is one connection: nobody else writes
if (process.env['TEST_DATABASE_URL'] !== undefined) {
  test('whoever writes for long is waited for: an answer is true of no later than their begin', async () => {
    const no = await life.kit.order(life.place);
    const writer = await life.api.database.pool.connect();
    const at: string[] = [];
    let began = '';
    try {
      await writer.query('begin');
      began = (await writer.query<{ began: Date }>(`update care_order set updated_at = now() where order_no = $1 returning now() as began`, [no])).rows[0]!.began.toISOString();
      await new Promise((then) => setTimeout(then, 300));
      for (const kind of KINDS) at.push((await ask(life.client.ops, kind)).at, (await ask(life.client.ops, kind, { since: new Date().toISOString() })).at);
    } finally {
      await writer.query('commit');
      writer.release();
    }
    expect(at).toEqual([began, began, began, began]);
    expect((await ask(life.client.ops, 'orders')).at > began).toBe(true);
  });
}

describe('a place that is called otherwise', () => {
  let names = 0;
  test.each<[string, (name: string) => Promise<void>, Kind[]]>([
    ['a bed', async (name) => saved(life.client.admin.put(`/hospitals/beds/${life.place.departments[0]!.bedId}`, { body: { bedNo: name, kind: 'normal', status: 1, version: await version('hospital_bed', life.place.departments[0]!.bedId) } })), ['orders']],
    ['a ward', async (name) => saved(life.client.admin.put(`/hospitals/wards/${life.place.departments[0]!.wardId}`, { body: { name, building: null, floor: null, nursePhone: null, status: 1, version: await version('hospital_ward', life.place.departments[0]!.wardId) } })), ['orders']],
    ['a department', async (name) => saved(life.client.admin.put(`/hospitals/departments/${life.place.departments[0]!.id}`, { body: { name, sort: 0, status: 1, version: await version('hospital_department', life.place.departments[0]!.id) } })), ['orders']],
    ['a hospital', async (name) => {
      const { id, status: _s, ...form } = (await life.client.admin.get<HospitalForm>(`/hospitals/${life.place.hospitalId}`)).body.result;
      await saved(life.client.admin.put(`/hospitals/${id}`, { body: { ...form, name } }));
    }, ['orders', 'caregivers']],
  ])('%s: what waits there is told by its new name, keeps its version, and whoever watches reads anew', async (what, rename, kinds) => {
    const no = await life.kit.order(life.place);
    const [ended, elsewhere, aside] = [await life.kit.order(life.place, { service_state: 'cancelled' }), await life.kit.order(life.foreign), await life.kit.order(life.place, { department: 1 })];
    const here = await life.kit.caregiver('名', [life.place]);
    await life.api.rows(`update care_order set updated_at = now() - interval '60 seconds'`);
    await life.api.rows(`update caregiver set updated_at = now() - interval '60 seconds'`);
    const before = await built(life.client.resident);
    const name = `新名${(names += 1)}`;
    await rename(name);
    for (const kind of kinds) {
      const { text, places, reset } = await ask(life.client.resident, kind, { since: new Date().toISOString() });
      const line = text.split('\n').map((one) => one.split('\t')).find(([first]) => first === (kind === 'orders' ? no : here.no))!;
      expect([kind, reset, line.at(-1), [line[3], places[Number(line[4])]].join(' ').includes(name)]).toEqual([kind, false, '1', true]);
      expect([ended, elsewhere, ...(what === 'a hospital' ? [] : [aside])].filter((other) => text.includes(other))).toEqual([]);
    }
    expect(before.lines.get(no)!.join().includes(name)).toBe(false);
    await expect.poll(() => heard).toEqual(kinds.map((kind) => `${kind.slice(0, -1)} `));
    // saved as it is, it tells nobody
    heard = [];
    await rename(name);
    await life.api.rows(`select pg_notify('order', 'end')`);
    await expect.poll(() => heard).toEqual(['order end']);
  });
});
test('what orders show beside their places is called otherwise, a service or a caregiver: whoever watches orders reads anew', async () => {
  const { client: { admin, ops }, kit, place, serviceId } = life;
  const carer = await kit.caregiver('旧名', [place]);
  const no = await kit.order(place, { service_state: 'assigned' });
  await kit.stint(await kit.orderId(no), carer.id, 'planned', 0, 3);
  await life.api.rows(`update care_order set updated_at = now() - interval '60 seconds'`);
  const service = async (name: string) => {
    const { used: _u, hospitals: _h, id: _i, ...facts } = (await admin.get<{ id: string }[]>('/services')).body.result.find(({ id }) => id === serviceId)! as { id: string; used?: unknown; hospitals?: unknown };
    await saved(admin.put(`/services/${serviceId}`, { body: { ...facts, name } }));
  };
  const edit = async (body: object, event = 'edit') => saved(ops.post(`/caregivers/${carer.no}/${event}`, { body: { version: await version('caregiver', carer.id), ...body } }));
  const orders = async (work: () => Promise<unknown>): Promise<string[]> => {
    heard = [];
    await work();
    await life.api.rows(`select pg_notify('order', 'end')`);
    await expect.poll(() => heard.at(-1)).toBe('order end');
    // who came back to the stream just after it hears of the order itself
    const late = await life.api.rows(`update care_order set updated_at = now() - interval '60 seconds' where order_no = $1 and updated_at > now() - interval '50 seconds' returning 1`, [no]);
    return [...heard.filter((one) => one.startsWith('order')).slice(0, -1), ...late.map(() => no)];
  };
  for (const work of [() => service('新服务'), () => edit({ name: '新名' }), () => edit({}, 'undo')]) expect(await orders(work)).toEqual(['order ', no]);
  // an order that somebody acts on is not waited for: who acts may be waiting for the service or the caregiver in turn
  if (SEVERAL) {
    const acting = await life.api.database.pool.connect();
    await acting.query('begin');
    await acting.query('select 1 from care_order where order_no = $1 for update', [no]);
    for (const work of [() => service('新名字'), () => edit({ name: '又一名' }), () => service('新服务')]) expect(await Promise.race([work().then(() => 'done'), new Promise((done) => setTimeout(done, 6_000, 'waits'))])).toBe('done');
    await acting.query('rollback');
    acting.release();
  }
  // of what no order shows nobody is told
  for (const work of [() => service('新服务'), () => edit({ education: '高中' })]) expect(await orders(work)).toEqual([]);
});
test('an import of caregivers is heard of: some changes may have been missed', async () => {
  await life.kit.place('晨光医院');
  const sheet = [CARER_HEAD, carer(100)].map((row) => row.join(',')).join('\r\n');
  const send = (dryRun: boolean) => saved(life.client.ops.post('/caregivers/import', { ...formOf(sheet, { name: '护工.csv' }), query: { dryRun: String(dryRun) } }));
  await send(true);
  expect(heard).toEqual([]);
  await send(false);
  await expect.poll(() => heard).toEqual(['caregiver ']);
  // the same of the command, for orders too
  const folder = mkdtempSync(join(tmpdir(), 'told-'));
  for (const [what, head, row] of [['caregivers', CARER_HEAD, carer(101)], ['orders', ORDER_HEAD, booked(100, { 护工工号: 'TS10101' })]] as const) {
    heard = [];
    writeFileSync(join(folder, `${what}.csv`), [head, row].map((cells) => cells.join(',')).join('\r\n'));
    const { said, failure, report } = await importSheet(life.api.database, what, join(folder, `${what}.csv`), '--create-places');
    expect([said, failure, report]).toEqual([expect.stringContaining('载入 1'), '', []]);
    await expect.poll(() => heard).toEqual([`${what.slice(0, -1)} `]);
  }
  rmSync(folder, { recursive: true });
});
test('an edit that is taken back takes the order out of reach, which is a reason to begin anew', async () => {
  const { id: departmentId, wardId, bedId } = life.place.departments[0]!;
  const { id, wardId: ward, bedId: bed } = life.place.departments[1]!;
  const no = await life.made({ departmentId: id, wardId: ward, bedId: bed });
  await life.done(no, 'edit', { departmentId, wardId, bedId });
  const { lines, first } = await built(part);
  expect(lines.has(no)).toBe(true);
  await life.done(no, 'undo');
  expect(await ask(part, 'orders', { since: first.at, stamp: first.stamp })).toMatchObject({ reset: true, text: '' });
});
describe('the stamp', () => {
  test('two people of one scope have two, for each kind the same', async () => {
    const other = await life.api.as('ops2');
    const stamps = await Promise.all([life.client.ops, other].map(async (who) => (await ask(who, 'orders')).stamp));
    expect(new Set(stamps).size).toBe(2);
    expect(await ask(other, 'orders', { stamp: stamps[0]! })).toMatchObject({ reset: true, text: '' });
  });
  test('another day is another stamp, and the day is the database\'s', async () => {
    const at = async (today: string | null): Promise<string> => {
      const runner = { execute: async (statement: never) => {
        const answer = await life.api.database.db.execute<Record<string, unknown>>(statement);
        for (const row of answer.rows) if (today !== null && 'today' in row) row['today'] = today;
        return answer;
      } } as unknown as Runner;
      const reach = new Reach(runner, 'all');
      return (await readIndex({ reach, viewer: { userId: '7' }, about: {} } as never, orderLines(reach), {})).stamp;
    };
    const stamps = [await at(null), await at(dayFromNow(0)), await at(dayFromNow(1))];
    expect([stamps[0] === stamps[1], stamps[1] === stamps[2]]).toEqual([true, false]);
  });
});
describe('lines and changes that are none', () => {
  test('what is dated ahead has not changed, a number that begins like one that is gone is none, and a bed is one word of a line', async () => {
    const ahead = await life.kit.order(life.place, { updated_at: new Date(Date.now() + 3_600_000) });
    const odd = await life.kit.order(life.place, { order_no: '-PH9' });
    const bed = await life.kit.order(life.place, { bed_id: null, bed_text: '加\t1\n床' });
    expect((await ask(life.client.ops, 'orders', { since: new Date().toISOString() })).text).not.toContain(ahead);
    const { lines, first } = await built(life.client.ops);
    expect([lines.has(ahead), lines.has(odd), lines.get(bed)?.[3], lines.get(bed)?.length]).toEqual([true, false, '加 1 床', 9]);
    expect(first.text).not.toMatch(/^-PH9\t/m);
    await life.api.rows(`update care_order set deleted_at = now() where order_no = any($1)`, [[ahead, odd]]);
  });
  test('the audit has a line of what was shown, and none where nothing was', async () => {
    const no = await life.kit.order(life.place);
    const carer = await life.kit.caregiver('审', [life.place]);
    for (const [kind, action, one] of [['orders', 'order.index', no], ['caregivers', 'caregiver.index', carer.no]] as const) {
      const whole = (await built(life.client.ops, kind)).lines.size;
      expect([kind, await told(() => ask(life.client.ops, kind))]).toEqual([kind, [[action, { by: [], rows: whole }]]]);
      expect(await told(() => ask(life.client.ops, kind, { nos: `${one},PX0` }, 'lines'))).toEqual([[action, { by: ['nos'], rows: 1 }]]);
      expect(await told(() => ask(life.client.ops, kind, { nos: 'PX0' }, 'lines'))).toEqual([]);
      // another's stamp, what was too long ago, and a page beyond the last
      expect(await told(() => ask(life.client.ops, kind, { stamp: 'other' }))).toEqual([]);
      expect(await told(() => ask(life.client.ops, kind, { since: '2026-01-01T00:00:00Z' }))).toEqual([]);
      expect(await told(() => ask(life.client.ops, kind, { after: '1.1' }))).toEqual([]);
    }
    await life.api.rows(`update care_order set updated_at = now() - interval '60 seconds'`);
    expect(await told(() => ask(life.client.ops, 'orders', { since: new Date().toISOString() }))).toEqual([]);
    // told is only that it is gone: nothing is shown
    await life.api.rows(`update care_order set deleted_at = now(), updated_at = now() where order_no = $1`, [no]);
    expect(await told(async () => expect((await ask(life.client.ops, 'orders', { since: new Date().toISOString() })).text).toBe(`-${no}`))).toEqual([]);
  });
});
