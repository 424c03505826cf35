// A name that may be part of a longer one: nothing is guessed, somebody is asked, and what they say is done. What was written is swept.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runErase, runRetention } from '../src/areas/erasure/command.ts';
import { verifyAudit } from '../src/areas/audit/verify.ts';
import { dayFromNow } from './kit/care.ts';
import { startLife, type Life } from './kit/life.ts';
import { tellers } from './kit/teller.ts';

let life: Life;
beforeAll(async () => {
  life = await startLife();
});
afterAll(() => life.api.close());
/** What was swept by the commands so far. */
const swept: string[] = [];
const watched = () => {
  const { database } = life.api;
  return { ...database, pool: Object.assign(Object.create(database.pool) as typeof database.pool, { query: (text: string) => (swept.push(text), database.pool.query(text)) }) };
};
const erase = async (...args: string[]): Promise<string> => {
  const log: string[] = [];
  await runErase(watched(), args, (line) => log.push(line));
  return log.join('\n');
};
const retain = async (): Promise<string> => {
  const log: string[] = [];
  await runRetention(watched(), [], (line) => log.push(line));
  return log.join('\n');
};
const refused = (...args: string[]): Promise<string> => erase(...args).then(() => 'erased', (error: Error) => error.message);
let [staff, order] = ['', ''];
const noteOf = async (): Promise<string> => (await life.api.rows<{ note: string }>('select patient_note as note from care_order where order_no = $1', [order]))[0]!.note;

test('what cannot be told is listed, and nothing is changed before somebody has told it', async () => {
  ({ no: staff } = await life.carer('王芳'));
  await life.made({ patient: { name: '王芳芳', gender: 2 } });
  order = await life.made({ patient: { name: '旁人丙', gender: 1 }, plannedStart: dayFromNow(-1), note: '王芳，和王芳芳无关；王芳兰来过', requirements: '要王芳来' });
  await life.done(order, 'assign', { caregiverNo: staff });
  await life.done(order, 'start', { reason: '王芳' });
  await life.done(order, 'complete', { reason: '王芳的' });
  await life.api.rows(`update caregiver set status = 'left', left_on = '${dayFromNow(-1)}' where staff_no = $1`, [staff]);
  const dry = await erase('caregiver', staff, '--dry-run');
  const said = await refused('caregiver', staff);
  for (const text of [dry, said]) {
    // the note of the order, its story and the audit say it, and are asked for once
    expect(text.match(/^ {2}[\da-f]{8} .*王芳兰来过.*$/gm)).toEqual([expect.stringMatching(/ care_order \d+ patient_note| \+\d+$/)]);
    expect(text.match(/^ {2}[\da-f]{8} .*要王芳来/gm)).toHaveLength(1);
    expect(text.match(/^ {2}[\da-f]{8} /gm)).toHaveLength(2);
  }
  expect(said).toMatch(/Nothing was changed/);
  expect([await noteOf(), swept]).toEqual(['王芳，和王芳芳无关；王芳兰来过', []]);
  expect(await life.api.rows(`select name from caregiver where staff_no = $1`, [staff])).toEqual([{ name: '王芳' }]);
  for (const wrong of [['--theirs'], ['--theirs', 'x'], ['--others=12345678,'], ['--ours', 'all']]) expect(await refused('caregiver', staff, ...wrong)).toMatch(/usage/);
});

test('retention has nobody to ask: it leaves that one, names nobody, and ends all others', async () => {
  const { no } = await life.carer('赵小兰');
  await life.api.rows(`update caregiver set left_on = '${dayFromNow(-1200)}', status = 'left' where staff_no = any($1)`, [[staff, no]]);
  const said = await retain();
  expect(said).toMatch(/ {2}caregivers 1 /);
  expect(said).toContain(`left for somebody to look at: ${staff}  (`);
  expect(said).not.toMatch(/王芳|赵小兰/);
  expect(await life.api.rows(`select name from caregiver where staff_no = any($1) order by name collate "C"`, [[staff, no]])).toEqual([{ name: '已抹除' }, { name: '王芳' }].sort((a, b) => (a.name < b.name ? -1 : 1)));
  expect(await noteOf()).toBe('王芳，和王芳芳无关；王芳兰来过');
  swept.length = 0;
});

test('told whose each is, it is done so; what is dead is swept from every table that was written', async () => {
  const dry = await erase('caregiver', staff, '--dry-run');
  const idOf = (words: string): string => new RegExp(`^ {2}([\\da-f]{8}) .*${words}`, 'm').exec(dry)![1]!;
  // one of the two is not enough
  expect(await refused('caregiver', staff, '--others', idOf('王芳兰来过'))).toMatch(/要王芳来/);
  expect(await erase('caregiver', staff, `--others=${idOf('王芳兰来过')}`, '--theirs', idOf('要王芳来'))).toContain('Erased; rows changed');
  const [row] = await life.api.rows(`select patient_note as note, requirements, end_reason as reason from care_order where order_no = $1`, [order]);
  expect(row).toEqual({ note: '已抹除，和王芳芳无关；王芳兰来过', requirements: '要已抹除来', reason: '已抹除的' });
  expect(await tellers(life.api, ['要王芳来', '王芳的', '已抹除芳', '已抹除兰'])).toEqual([]);
  expect((await tellers(life.api, ['王芳芳'])).length).toBeGreaterThan(1);
  expect((await verifyAudit(life.api.database)).fault).toBeNull();
  // what that transaction wrote, and no clock of the house beside it; what was only added to has no dead rows
  const [{ xid }] = (await life.api.rows<{ xid: string }>('select xmin::text as xid from care_order where order_no = $1', [order])) as [{ xid: string }];
  const added = new Set(['audit_erasure', 'job']);
  const tables = await life.api.rows<{ name: string }>(`select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`);
  const written: string[] = [];
  for (const { name } of tables) if (!added.has(name) && (await life.api.rows(`select 1 from ${name} where xmin::text = $1 limit 1`, [xid])).length > 0) written.push(name);
  expect(written).toEqual(expect.arrayContaining(['caregiver', 'care_order', 'order_event', expect.stringMatching(/^audit_event_/)]));
  for (const name of written) expect(swept).toContain(`vacuum ${name}`);
});

test('somebody\'s draft and view of a longer name are left alone', async () => {
  const made = await life.client.ops.post<{ row: { orderNo: string } }>('/orders', { body: life.form({ patient: { name: '李强', gender: 1 } }) });
  expect(made.status).toBe(200);
  const [{ id }] = (await life.api.rows<{ id: string }>('select patient_id::text as id from care_order where order_no = $1', [made.body.result.row.orderNo])) as [{ id: string }];
  await life.done(made.body.result.row.orderNo, 'cancel', { reason: '不来了' });
  await life.made({ patient: { name: '李强生', gender: 1 } });
  expect((await life.client.ops.put('/drafts/order.new', { body: { value: { note: '李强生要转院' } } })).status).toBe(200);
  await life.api.rows(`insert into saved_view (owner_id, screen, name, query, columns) values ($1, 'order', '他的', $2, '{}')`, [life.userId.ops, JSON.stringify({ where: ['patientName:contains:李强生', 'patientName:contains:李强'] })]);
  expect(await erase('patient', id)).toContain('Erased; rows changed');
  expect((await life.client.ops.get('/drafts/order.new')).text).toContain('李强生要转院');
  expect(await life.api.rows(`select query from saved_view where name = '他的'`)).toEqual([{ query: { where: ['patientName:contains:李强生', 'patientName:contains:已抹除'] } }]);
});

test('a former name, and a name that was told with another\'s, go from the story and the audit', async () => {
  const [first, second] = [await life.carer('冯玉枝'), await life.carer('李桂花')];
  const no = await life.made({ patient: { name: '旁人丁', gender: 1 }, plannedStart: dayFromNow(1), note: '要冯玉枝来' });
  await life.done(no, 'assign', { caregiverNo: first.no });
  await life.done(no, 'change', { caregiverNo: second.no, since: { day: dayFromNow(2), half: 'AM' }, reason: '冯玉枝不来' });
  await life.done(no, 'unassign', { reason: '改期' });
  const { version } = (await life.client.ops.get<{ version: number }>(`/caregivers/${first.no}`)).body.result;
  const { status, text } = await life.client.ops.post(`/caregivers/${first.no}/edit`, { body: { version, name: '冯玉芝' } });
  expect([status, text]).toEqual([200, expect.stringContaining('冯玉芝')]);
  await life.api.rows(`update caregiver set status = 'left', left_on = '${dayFromNow(-1)}' where staff_no = $1`, [first.no]);
  const told = async (): Promise<unknown[]> => (await life.api.rows<{ name: unknown }>(`select e.before->>'caregiverName' as name from order_event e join care_order o on o.id = e.order_id where o.order_no = $1 and e.event = 'unassign'
    union all select before->>'caregiverName' from audit_event where action = 'order.unassign' and entity_id = $1`, [no])).map(({ name }) => name);
  expect((await told()).map((name) => String(name).split('、').sort())).toEqual(Array(2).fill(['冯玉枝', '李桂花']));
  await erase('caregiver', first.no);
  expect(await tellers(life.api, ['冯玉枝', '冯玉芝'])).toEqual([]);
  expect((await told()).map((name) => String(name).split('、').sort())).toEqual(Array(2).fill(['已抹除', '李桂花'].sort()));
  expect((await verifyAudit(life.api.database)).fault).toBeNull();
});
