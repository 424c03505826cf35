// What people have under way: drafts and calls that say something of whoever is erased go, others stay; and what retention leaves to somebody it names.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runErase, runRetention } from '../src/areas/erasure/command.ts';
import { verifyAudit } from '../src/areas/audit/verify.ts';
import type { Database } from '../src/host/db/open.ts';
import { dayFromNow } from './kit/care.ts';
import { startLife, type Life } from './kit/life.ts';

let life: Life;
beforeAll(async () => {
  life = await startLife();
});
afterAll(() => life.api.close());
const swept: string[] = [];
/** The database with what is swept, and with transactions that may be cut off or come to nothing. */
const watched = (transaction?: (work: never) => Promise<unknown>): Database => {
  const { database } = life.api;
  const pool = Object.assign(Object.create(database.pool) as typeof database.pool, { query: (text: string) => (text.startsWith('vacuum ') && swept.push(text.slice(7)), database.pool.query(text)) });
  return { ...database, pool, ...(transaction && { db: Object.assign(Object.create(database.db) as typeof database.db, { transaction }) }) };
};
const erase = async (...args: string[]): Promise<string> => {
  const log: string[] = [];
  await runErase(watched(), args, (line) => log.push(line));
  return log.join('\n');
};
const retain = async (database = watched()): Promise<string> => {
  const log: string[] = [];
  await runRetention(database, [], (line) => log.push(line));
  return log.join('\n');
};
const OLD = new Date(Date.now() - 1_200 * 86_400_000);
/** The id of somebody without any order. */
const patient = async (name: string, more: Record<string, unknown> = {}): Promise<string> => {
  await life.kit.patient(name, more);
  return (await life.api.rows<{ id: string }>('select id::text as id from patient where name = $1', [name]))[0]!.id;
};
const draft = (key: string, value: unknown) => life.api.rows(`insert into user_pref (user_id, key, value) values ($1, $2, $3)`, [life.userId.ops, `draft:${key}`, JSON.stringify(value)]);
const drafts = async (): Promise<string[]> => (await life.api.rows<{ key: string }>(`select key from user_pref where key like 'draft:%' order by 1`)).map(({ key }) => key.slice(6));
const job = (key: string, ask: unknown, file: string | null = null) => life.api.rows(`insert into job (kind, user_id, key, state, ask, file) values ('POST /gone', 1, $1, 'waiting', $2, $3)`, [key, JSON.stringify(ask), file === null ? null : Buffer.from(`列\n${file}`)]);
const waiting = async (): Promise<string[]> => (await life.api.rows<{ key: string }>(`select key from job where state = 'waiting' and user_id = 1 order by 1`)).map(({ key }) => key);

test('a draft goes by what it says, not by how that is kept', async () => {
  const id = await patient('Anna', { mobile: '13654329021', id_no: '11010519491231002X' });
  for (const [key, value] of Object.entries({ line: { note: '电话\nAnna' }, number: { note: ['电话\n13654329021'] }, small: { note: '11010519491231002x' }, other: { note: '\nAnnabelle' } })) await draft(key, value);
  expect(await erase('patient', id)).toMatch(/ {2}user_pref 3$/m);
  expect(await drafts()).toEqual(['other']);
  const quoted = await patient('O"Neil');
  await draft('quote', { note: 'O"Neil 来' });
  await erase('patient', quoted);
  expect(await drafts()).toEqual(['other']);
  // what a run that was cut off has not swept the next one does
  swept.length = 0;
  expect(await erase('patient', quoted)).toContain('Erased before');
  expect(swept).toEqual(expect.arrayContaining(['patient', 'user_pref', 'job', 'caregiver']));
});

test('whoever two hospitals keep a record of each goes from both; another name under that number, and no number at all, stay', async () => {
  const idNo = '110105194912310038';
  const first = await patient('双记录', { id_no: idNo });
  await life.kit.patient('双记录', { id_no: idNo });
  await life.kit.patient('别人', { id_no: idNo });
  await life.kit.patient('双记录');
  await erase('patient', first);
  expect(await life.api.rows(`select name, id_no as no from patient where name in ('双记录', '别人') order by id`)).toEqual([{ name: '别人', no: idNo }, { name: '双记录', no: null }]);
});

test('a call under way is ended for what was asked, and for nothing else', async () => {
  const ids = [await patient('Li'), await patient('王芳')];
  await patient('王芳芳');
  await job('agent', { from: { userAgent: 'X11 Li (Linux)', requestId: 'Li-1' }, body: { n: 'Linux' } });
  await job('longer', {}, '王芳芳');
  await job('body', { body: { note: '问 Li' } });
  await job('file', { name: '表.csv' }, '王芳，和王芳芳');
  // certain is certain: nothing is asked of the rest of it
  await job('both', {}, '王芳\n王芳兰');
  for (const id of ids) await erase('patient', id);
  expect(await waiting()).toEqual(['agent', 'longer']);
  // nobody knows whose that is, and it stays for now
  await job('unknown', { body: { note: '王芬兰' } });
  const other = await patient('王芬');
  await expect(erase('patient', other)).rejects.toThrow(/王芬兰….* job \d+$/m);
  expect(await waiting()).toEqual(['agent', 'longer', 'unknown']);
  await erase('patient', other, '--others', 'all');
  expect(await waiting()).toEqual(['agent', 'longer', 'unknown']);
});

test('one caregiver who came back keeps no other, and what was ended is swept even when the next fails', async () => {
  const left = { status: 'left', left_on: dayFromNow(-1200) };
  const named = async (): Promise<number> => (await life.api.rows(`select 1 from caregiver where name like '早走%'`)).length;
  for (const name of ['早走甲', '早走乙', '早走丙']) await life.kit.caregiver(name, [life.place], left);
  const { db } = life.api.database;
  let n = 0;
  swept.length = 0;
  await expect(retain(watched((work) => (n++ === 1 ? Promise.reject(new Error('cut off')) : db.transaction(work))))).rejects.toThrow('cut off');
  expect([await named(), swept]).toEqual([2, expect.arrayContaining(['caregiver'])]);
  n = 0;
  expect(await retain(watched((work) => (n++ === 0 ? Promise.resolve(0) : db.transaction(work))))).toMatch(/ {2}caregivers 1 /);
  expect(await named()).toBe(1);
});

test('patients of whom a machine cannot tell all are left to somebody, by their ids, and keep no other', async () => {
  const [asked, ...others] = [await patient('李红', { created_at: OLD }), await patient('赵小兰', { created_at: OLD }), await patient('钱小兰', { created_at: OLD })];
  await draft('asked', { note: '李红梅要转院' });
  const said = await retain();
  expect(said).toMatch(/ {2}visitors 2 /);
  expect(said).toContain(`visitors: 1 个留给人看 left for somebody to look at: ${asked}  (npm run erase -- patient ID)`);
  expect(said).not.toMatch(/李红|小兰/);
  expect(await life.api.rows('select name from patient where id = any($1) order by id', [[asked, ...others]])).toEqual([{ name: '李红' }, { name: '已抹除' }, { name: '已抹除' }]);
  expect(await erase('patient', asked!, '--theirs', 'all')).toMatch(/ {2}user_pref 1$/m);
  expect(await drafts()).toEqual(['other']);
});

test('what was said where it may be about anybody goes too: names of views, reasons of closing and of caregivers, and what the audit says of them', async () => {
  const ops = life.client.ops;
  const make = (name: string) => ops.post<{ id: string; version: number }>('/views', { body: { list: 'order', name, query: 'status=pending_assign', layout: null, shared: null, place: 0 } });
  for (const name of ['章三丰的订单', '章三丰', '别的']) expect([name, (await make(name)).status]).toEqual([name, 200]);
  const gone = (await make('给章三丰看')).body.result;
  expect((await ops.del(`/views/${gone.id}`)).status).toBe(200);
  await life.api.rows(`insert into settlement_period (hospital_id, days, reopen_reason) values ($1, '[2020-01-01,2020-02-01)', '章三丰漏记一天')`, [life.place.hospitalId]);
  const { id: carerId } = await life.kit.caregiver('甲某', [life.place], { status_reason: '章三丰投诉', status: 'suspended' });
  await life.api.rows(`insert into caregiver_event (caregiver_id, version, event, from_status, to_status, reason) values ($1, 2, 'suspend', 'active', 'suspended', '章三丰投诉')`, [carerId]);
  await erase('patient', await patient('章三丰'));
  expect(await life.api.everything()).not.toContain('章三丰');
  expect((await life.api.rows<{ name: string }>('select name from saved_view order by id')).map(({ name }) => name)).toEqual(['已抹除的订单', '已抹除', '别的']);
  expect(await verifyAudit(life.api.database)).toMatchObject({ fault: null });
});

test('a view is looked through as the console keeps it: its address spells a name in percents', async () => {
  const query = (chosen: Record<string, string>): string => new URLSearchParams(chosen).toString();
  const made: Record<string, string> = {
    own: query({ q: '章四平', sort: 'start:desc' }), where: query({ 'where[0]': 'patient:contains:章四平' }), quoted: query({ q: "O'Hara (4)" }),
    small: 'q=%e7%ab%a0%e5%9b%9b%e5%b9%b3', other: query({ q: '章四平安' }), broken: 'q=100%&status=pending_assign',
  };
  await patient('章四平安');
  for (const [name, text] of Object.entries(made)) expect([name, (await life.client.ops.post('/views', { body: { list: 'order', name, query: text, layout: null, shared: null, place: 0 }, headers: { 'idempotency-key': `view-of-${name}` } })).status]).toEqual([name, 200]);
  for (const name of ['章四平', "O'Hara (4)"]) expect(await erase('patient', await patient(name))).toMatch(/ {2}saved_view \d$/m);
  const kept = Object.fromEntries((await life.api.rows<{ name: string; query: string }>(`select name, query #>> '{}' as query from saved_view where name = any($1)`, [Object.keys(made)])).map((row) => [row.name, row.query]));
  const rest = query({ q: '已抹除' });
  // an answer that is kept for a repeat shows the view as it was
  expect((await life.api.rows<{ key: string }>(`select key from idempotency_key where key like 'view-of-%' and response is not null order by 1`)).map(({ key }) => key)).toEqual(['view-of-broken']);
  expect(kept).toEqual({ own: query({ q: '已抹除', sort: 'start:desc' }), where: query({ 'where[0]': 'patient:contains:已抹除' }), quoted: rest, small: rest, other: made['other'], broken: made['broken'] });
});

test('of what was typed as a payment\'s number a number stays, and neither words nor the patient\'s own numbers do; one who was erased before may be erased again', async () => {
  const typed: [typed: string, rest: string | null][] = [
    ['4200001234', '4200001234'], ['4200 0012 3456', '4200 0012 3456'], ['20260714-0001', '20260714-0001'], ['0042', '0042'], ['TX20260714-0001', 'TX20260714-0001'],
    ['微信4200001', '4200001'], ['欧阳 4200001 代付', '4200001'], ['ZhangSan4200001', '4200001'], ['ouyangxiaoting', null], ['ZhangSan001', null], ['儿子代付', null], ['Li 001', null],
    ['13512340001', null], ['135-1234 0001', null], ['8613512340001', null], ['手机13512340001', null], ['11010519491231011X', null], ['110105 19491231 011x', null], ['13512340001 4200001', '4200001'],
  ];
  const no = await life.kit.order(life.place, { patient: '流水甲', service_state: 'completed', eval_state: 'expired', closed_at: new Date() });
  const [{ id }] = (await life.api.rows<{ id: string }>('select patient_id::text as id from care_order where order_no = $1', [no])) as [{ id: string }];
  const pay = (number: string, key: string | number) =>
    life.api.rows(`insert into order_payment (order_id, kind, method, amount_fen, external_no, received_by, received_at, idempotency_key) select id, 'topup', 'cash', 1, $2, $3, now(), $4 from care_order where order_no = $1`, [no, number, life.kit.actorId, `typed:${key}`]);
  const kept = async () => (await life.api.rows<{ rest: string | null }>(`select external_no as rest from order_payment where idempotency_key like 'typed:%' order by id`)).map(({ rest }) => rest);
  await life.api.rows('update patient set mobile = $2, id_no = $3 where id = $1', [id, '13512340001', '11010519491231011X']);
  for (const [i, [number]] of typed.entries()) await pay(number, i);
  await erase('patient', id);
  expect((await kept()).map((rest, i) => [typed[i]![0], rest])).toEqual(typed);
  expect(await erase('patient', id)).toContain('Erased before');
  // as an older version left it
  await pay('流水甲转账', 'before');
  expect(await erase('patient', id)).toMatch(/ {2}order_payment 1$/m);
  expect((await kept()).at(-1)).toBeNull();
  expect(await erase('patient', id)).toContain('Erased before');
});
