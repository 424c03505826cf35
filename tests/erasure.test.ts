// What was known of a person is nowhere any more, and what was counted is as it was.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyAudit } from '../src/areas/audit/verify.ts';
import { runVerify as verifyStatistics } from '../src/areas/statistics/verify.ts';
import { runErase, runRetention } from '../src/areas/erasure/command.ts';
import type { Acted as CaregiverActed } from '../src/areas/caregiver/contract.ts';
import { checkCharacter } from '../src/kernel/id-number.ts';
import { formOf } from './kit/api.ts';
import { dayFromNow } from './kit/care.ts';
import { startLife, type Life } from './kit/life.ts';
import { tellers as tellersOf } from './kit/teller.ts';

let life: Life;
beforeAll(async () => {
  life = await startLife();
});
afterAll(() => life.api.close());

const PATIENT = { name: '欧阳晓婷', gender: 2, birthday: '1949-12-31', idNo: '110105194912310046', mobile: '13654329021', contactName: '欧阳立本', contactRelation: '子女', contactMobile: '13765439021' };
const SAID = { inpatientNo: 'ZY77001234', diagnosis: '右股骨颈骨折术后', note: '听力差要大声', requirements: '会说温州话', early: '转院到省人民', payer: '欧阳付款', wire: '欧阳转账0042', ledger: '儿子代付的', review: '大姐擦身很细', complaint: '夜里睡着两次', discount: '老客户打折的', changed: '换成有经验的慕容桂英', started: '家属明天来付' };
const CAREGIVER = { name: '慕容桂英', gender: 2, idNo: `31010119800101001${checkCharacter('31010119800101001')}`, mobile: '13912345678', originProvince: '贵州省', emergencyName: '慕容大山', emergencyPhone: '13887654321', bankName: '城南信用社', bankAccount: '6222021234567899', languages: ['布依话'], education: '初中毕业了' };
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const tellers = (words: readonly string[]): Promise<string[]> => tellersOf(life.api, words);
/** What must add up to the same before and after. */
const sums = async (): Promise<unknown> =>
  (await life.api.rows(`select (select count(*) from care_order)::int as orders, (select sum(payable_fen) from care_order)::float8 as payable, (select sum(balance_fen) from care_order)::float8 as balance, (select sum(amount_fen) from order_payment)::float8 as ledger,
    (select sum(amount_fen) from order_adjustment)::float8 as adjusted, (select sum(amount_fen) from order_service_day)::float8 as days, (select sum(caregiver_pay_fen) from order_service_day)::float8 as pay, (select sum(overall) from order_evaluation)::int as stars,
    (select count(*) from order_event)::int as events, (select count(*) from order_complaint)::int as complaints, (select count(*) filter (where end_reason is not null) from care_order)::int as early`))[0];
const erase = async (...args: string[]): Promise<string> => {
  const log: string[] = [];
  await runErase(life.api.database, args, (line) => log.push(line));
  return log.join('\n');
};
const caregiver = async (): Promise<string> => {
  const { status, text, body } = await life.client.ops.post<CaregiverActed>('/caregivers', { body: { ...CAREGIVER, level: 'junior', employment: 'partner', hospitalId: life.place.hospitalId }, key: 'caregiver-key-1' });
  if (status !== 200) throw new Error(text);
  const no = body.result.row!.staffNo;
  const does = async (what: string, more: object = {}): Promise<CaregiverActed> => {
    const { version } = (await life.client.ops.get<{ version: number }>(`/caregivers/${no}`)).body.result;
    const done = await life.client.ops.post<CaregiverActed>(`/caregivers/${no}/${what}`, { body: { version, ...more } });
    if (done.status !== 200) throw new Error(`${what}: ${done.text}`);
    return done.body.result;
  };
  const { certificateId } = await does('certify', { kind: 'health', number: 'JK20269988', issuer: '白云疾控', issuedOn: dayFromNow(-10), expiresOn: dayFromNow(300), verified: true });
  const { version } = (await life.client.ops.get<{ version: number }>(`/caregivers/${no}`)).body.result;
  expect((await life.client.ops.post(`/caregivers/${no}/certificates/${certificateId}/file`, { ...formOf(PNG, { name: '慕容健康证.png' }), query: { version } })).status).toBe(200);
  await does('approve');
  return no;
};
/** `spoken`: the order of somebody who stays, in which everything says the caregiver's name. */
let [staff, number, patientId, spoken] = ['', '', '', ''];
const all = Object.values(SAID);
const OF_PATIENT = [PATIENT.name, PATIENT.idNo, PATIENT.mobile, PATIENT.contactName, PATIENT.contactMobile, PATIENT.birthday, ...all];
const OF_STAFF = [CAREGIVER.name, CAREGIVER.idNo, CAREGIVER.mobile, CAREGIVER.emergencyName, CAREGIVER.emergencyPhone, CAREGIVER.bankName, CAREGIVER.bankAccount, '贵州省', '布依话', '初中毕业了', 'JK20269988', '白云疾控', '慕容'];

test('a patient with an order that has not ended is not erased', async () => {
  staff = await caregiver();
  const made = await life.client.ops.post<{ row: { orderNo: string } }>('/orders', { body: life.form({ patient: PATIENT, plannedStart: dayFromNow(-1), inpatientNo: SAID.inpatientNo, diagnosis: '待查', note: SAID.note, requirements: SAID.requirements }), key: 'patient-key-1' });
  expect([made.status, made.text.length > 0]).toEqual([200, true]);
  number = made.body.result.row.orderNo;
  patientId = (await life.api.rows<{ id: string }>('select patient_id::text as id from care_order where order_no = $1', [number]))[0]!.id;
  await life.done(number, 'edit', { diagnosis: SAID.diagnosis });
  const other = await life.carer('李桂花');
  await life.done(number, 'assign', { caregiverNo: other.no });
  await life.done(number, 'start', { reason: SAID.started });
  await life.done(number, 'change', { caregiverNo: staff, reason: SAID.changed });
  await expect(erase('patient', patientId)).rejects.toThrow(number);
  expect(await tellers([PATIENT.idNo])).not.toEqual([]);
  await life.done(number, 'adjust', { kind: 'discount', amountFen: -1000, reason: SAID.discount });
  expect((await life.client.ops.post(`/orders/${number}/complain`, { body: { kind: 'complaint', severity: 2, content: SAID.complaint, caregiverNo: staff } })).status).toBe(200);
  await life.done(number, 'complete', { reason: SAID.early });
  await life.done(number, 'settle', { method: 'cash', payer: SAID.payer, externalNo: SAID.wire, note: SAID.ledger });
  await expect(erase('patient', patientId)).rejects.toThrow(number);
  await life.done(number, 'evaluate', { caregiverNo: staff, source: 'family', overall: 5, tags: [], content: SAID.review });
  // by the hour of the day the one before has served half a day, or none
  for (const { no, source } of [{ no: staff, source: 'provider' }, { no: other.no, source: 'family' }, { no: other.no, source: 'provider' }]) await life.does(number, 'evaluate', { caregiverNo: no, source, overall: 4, tags: [] });
  expect((await life.see(number)).status).toBe('closed');
  // drafts and views of people who worked with it, and someone else of whom nothing may be lost
  expect((await life.client.ops.put('/drafts/order.new', { body: { value: { patient: { value: patientId, label: PATIENT.name }, note: SAID.note } } })).status).toBe(200);
  await life.api.rows(`insert into saved_view (owner_id, screen, name, query, columns) values ($1, 'order', '她的', $2, '{}')`, [life.userId.ops, JSON.stringify({ where: [`patientName:contains:${PATIENT.name}`] })]);
  await life.made({ patient: { name: '旁人甲', gender: 1, mobile: '13654320000' } });
  for (const [key, ask, file, error] of [['ask', { body: { name: PATIENT.name } }, null, null], ['file', {}, PATIENT.mobile, null], ['staff', {}, CAREGIVER.idNo, null], ['failed', null, null, PATIENT.contactName]] as const)
    await life.api.rows(`insert into job (kind, user_id, key, state, ask, file, error) values ('POST /gone', 1, $1, $2, $3, $4, $5)`, [`job-of-${key}`, error === null ? 'waiting' : 'failed', ask && JSON.stringify(ask), file && Buffer.from(`列\n${file}`), error && JSON.stringify({ fault: 'taken', values: { detail: error } })]);
}, 120_000);

test('a dry run says what would be, and changes nothing', async () => {
  const before = await sums();
  const lines = (await verifyAudit(life.api.database)).sound;
  const said = await erase('patient', patientId, '--dry-run');
  for (const table of ['patient 1', 'care_order 1', 'order_adjustment 1', 'order_payment 1', 'order_evaluation 1', 'order_complaint 1', 'saved_view 1', 'user_pref 1', 'job 3']) expect(`${said}\n`).toContain(`  ${table}\n`);
  expect(said).toContain('Dry run');
  expect(await sums()).toEqual(before);
  expect(await verifyAudit(life.api.database)).toMatchObject({ sound: lines, fault: null });
  const told = await tellers(OF_PATIENT);
  // each of them stands somewhere, so that the next test says something
  for (const word of OF_PATIENT) expect([word, told.some((one) => one.endsWith(word))]).toEqual([word, true]);
});

test('erased, a patient is nowhere any more; orders, money and statistics are as they were, and the audit is sound', async () => {
  const before = await sums();
  const { sound } = await verifyAudit(life.api.database);
  expect(await erase('patient', patientId)).toContain('Erased; rows changed');
  expect(await tellers(OF_PATIENT)).toEqual([]);
  expect(await sums()).toEqual(before);
  await verifyStatistics(life.api.database, () => undefined);
  expect(await verifyAudit(life.api.database)).toMatchObject({ sound: sound + 3, fault: null });
  const [line] = await life.api.rows<{ action: string; entity: string; id: string; lines: number }>(`select action, entity, entity_id as id, (after->>'lines')::int as lines from audit_event order by seq desc limit 1`);
  expect(line).toMatchObject({ action: 'data.erase', entity: 'patient', id: patientId });
  expect(line!.lines).toBeGreaterThan(1);
  expect(await life.api.rows(`select key, state, error from job where user_id = 1 order by id`)).toEqual([...['ask', 'file'].map((key) => ({ key: `job-of-${key}`, state: 'failed', error: '{"fault":"lapsed","values":{}}' })), { key: 'job-of-staff', state: 'waiting', error: null }, { key: 'job-of-failed', state: 'failed', error: '{"fault" : "taken", "values" : {}}' }]);
  expect((await life.api.rows(`select 1 from audit_event where action = 'POST /gone' and not ok and error_code = 'lapsed'`)).length).toBe(2);
  // the record still opens, and still explains its money
  const detail = await life.see(number);
  expect(detail).toMatchObject({ patientName: '已抹除', diagnosis: null, endReason: '已抹除' });
  expect(detail.timeline.map(({ event }) => event)).toContain('complete');
  expect(detail.timeline.find(({ event }) => event === 'change')!.after).toMatchObject({ caregiverName: CAREGIVER.name });
  expect((await life.client.ops.get('/patients/find', { query: { q: PATIENT.name } })).body.result).toEqual([]);
  expect((await life.client.ops.get('/orders', { query: { pageNum: 1, pageSize: 20 } })).text).toContain('旁人甲');
  // a repeat of the call is not answered with what is gone, nor done again
  const again = await life.client.ops.post('/orders', { body: life.form({ patient: PATIENT }), key: 'patient-key-1' });
  expect(again.status).toBe(409);
  expect(await erase('patient', patientId)).toContain('Erased before');
  // nothing is left for an undo to bring back
  expect((await life.does(number, 'undo')).status).toBe(409);
});

test('a caregiver is named in all that is said of an order', async () => {
  const words = `要${CAREGIVER.name}来`;
  spoken = await life.made({ patient: { name: '旁人乙', gender: 1 }, plannedStart: dayFromNow(-1), diagnosis: words, note: words, requirements: words });
  const { no } = await life.carer('李兰花');
  await life.done(spoken, 'assign', { caregiverNo: no });
  await life.done(spoken, 'start', { reason: words });
  await life.done(spoken, 'change', { caregiverNo: staff, since: { day: dayFromNow(1), half: 'AM' }, reason: words });
  await life.done(spoken, 'extend', { plannedEnd: dayFromNow(5), endHalf: 'AM', reason: words });
  await life.done(spoken, 'adjust', { kind: 'surcharge', amountFen: 1000, reason: words });
  await life.done(spoken, 'complete', { reason: words });
  await life.done(spoken, 'settle', { method: 'cash', payer: CAREGIVER.name, externalNo: words, note: words });
  await life.done(spoken, 'evaluate', { caregiverNo: no, source: 'family', overall: 4, tags: [], content: words });
  const told = await tellers([words]);
  for (const table of ['care_order', 'order_assignment', 'order_extension', 'order_adjustment', 'order_payment', 'order_evaluation', 'order_event']) expect([table, told.includes(`${table}: ${words}`)]).toEqual([table, true]);
  expect((await life.api.rows(`select 1 from order_event where position($1 in snapshot::text) > 0`, [words])).length).toBeGreaterThan(2);
}, 120_000);

test('a caregiver is erased once they have left, and not before', async () => {
  await expect(erase('caregiver', staff)).rejects.toThrow('has not left');
  const { version } = (await life.client.ops.get<{ version: number }>(`/caregivers/${staff}`)).body.result;
  expect((await life.client.ops.post(`/caregivers/${staff}/quit`, { body: { version, reason: '回老家照看孙子' } })).status).toBe(200);
  const told = await tellers(OF_STAFF);
  for (const word of OF_STAFF) expect([word, told.some((one) => one.endsWith(word))]).toEqual([word, true]);
  const before = await sums();
  await erase('caregiver', staff);
  expect(await tellers([...OF_STAFF, '回老家'])).toEqual([]);
  expect(await life.api.rows(`select state from job where key = 'job-of-staff'`)).toEqual([{ state: 'failed' }]);
  expect(await sums()).toEqual(before);
  expect(await erase('caregiver', staff)).toContain('Erased before');
  // of whoever stays the order says the rest, and what was last done to it can still be taken back
  expect(await life.see(spoken)).toMatchObject({ patientName: '旁人乙', diagnosis: '要已抹除来', endReason: '要已抹除来' });
  expect((await life.does(spoken, 'undo')).status).toBe(200);
  expect(await tellers([CAREGIVER.name])).toEqual([]);
  expect((await life.api.rows('select 1 from caregiver_certificate_file')).length).toBe(0);
  await verifyStatistics(life.api.database, () => undefined);
  expect((await verifyAudit(life.api.database)).fault).toBeNull();
  for (const path of [`/caregivers/${staff}`, `/caregivers/${staff}/work`, `/caregivers/${staff}/evaluations`, '/caregivers', `/orders/${number}`]) expect([path, (await life.client.admin.get(path, path === '/caregivers' ? { query: { pageNum: 1, pageSize: 20 } } : {})).status]).toEqual([path, 200]);
});

test('what an erasure left of the audit cannot be changed unseen, nor an erasure be made up', async () => {
  const { database } = life.api;
  const [erased] = await life.api.rows<{ seq: string }>('select min(seq)::text as seq from audit_erasure');
  const change = async (...statements: string[]): Promise<unknown> => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('alter table audit_event disable trigger user; alter table audit_erasure disable trigger user');
      for (const statement of statements) await client.query(statement);
      const { fault } = await verifyAudit({ pool: client } as never);
      return fault?.kind ?? null;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  expect(await change()).toBeNull();
  expect(await change(`update audit_event set after = '{"event":"other"}' where seq = ${erased!.seq}`)).toBe('changed');
  expect(await change(`update audit_event set hash = sha256('x') where seq = ${erased!.seq}`)).toBe('changed');
  expect(await change(`delete from audit_erasure where seq = ${erased!.seq}`)).toBe('changed');
  // another line is changed, and called erased
  const made = (by: string): string => `insert into audit_erasure (seq, by_seq, hash) select e.seq, ${by}, sha256(e.hash || convert_to(audit_line(e), 'UTF8')) from audit_event e where e.seq = 1`;
  const forged = `update audit_event set actor_id = 4711 where seq = 1`;
  expect(await change(forged, made('(select max(by_seq) from audit_erasure)'))).toBe('changed');
  expect(await change(forged, made('(select max(seq) + 1 from audit_event)'))).toBe('changed');
  // without saying so nothing that only grows is changed; and saying so removes nothing
  await expect(database.pool.query(`update audit_event set after = null where seq = 1`)).rejects.toThrow('append-only');
  await expect(database.pool.query(`begin; set local nursing.erasing = 'on'; delete from audit_event where seq = 1`)).rejects.toThrow('append-only');
  await database.pool.query('rollback');
});

test('retention ends what has outlived its term, in pieces that a stop does not harm, and nothing else', async () => {
  const { api, kit, place } = life;
  const ended = { service_state: 'completed', eval_state: 'expired' };
  const old = new Date(Date.now() - 1200 * 86_400_000);
  const at = { created_at: old, closed_at: old, actual_end_at: old };
  const due: string[] = [];
  for (let n = 0; n < 60; n++) due.push(await kit.order(place, { patient: `陈年旧人${n}`, bed_id: null, ...ended, ...at }));
  const kept = [await kit.order(place, { patient: '陈年未结', bed_id: null, ...ended, ...at, payable_fen: 100 }), await kit.order(place, { patient: '去年来过', bed_id: null, ...ended, created_at: old, closed_at: new Date(Date.now() - 300 * 86_400_000) })];
  await kit.patient('从未下单', { created_at: old });
  const left = await kit.caregiver('早已离职', [place], { status: 'left', left_on: dayFromNow(-1200) });
  await kit.caregiver('去年离职', [place], { status: 'left', left_on: dayFromNow(-300) });
  await kit.caregiver('永不录用', [place], { status: 'blacklisted', left_on: dayFromNow(-1200) });
  const account = await api.account({ username: 'goneby', role: 3 });
  await api.rows(`update sys_user set deleted_at = now() - interval '400 days', mobile = '13811112222', email = 'gone@example.org' where id = $1`, [account]);
  const [swept, { pool }]: [string[], typeof api.database] = [[], api.database];
  const watched = Object.assign(Object.create(pool) as typeof pool, { query: (text: string) => (swept.push(text), pool.query(text)) });
  const run = async (...args: string[]): Promise<string> => {
    const log: string[] = [];
    await runRetention({ db: api.database.db, pool: watched }, args, (line) => log.push(line));
    return log.join('\n');
  };
  const trial = await run('--dry-run');
  // `npm run retention --dry-run` reaches the command so
  vi.stubEnv('npm_config_dry_run', 'true');
  expect([await run(), await erase('caregiver', left.no)]).toEqual([trial, expect.stringContaining('Dry run')]);
  vi.unstubAllEnvs();
  expect(swept).toEqual([]);
  for (const line of ['patients 60 ', 'visitors 1 ', 'caregivers 1 ', 'certificate-files 0 ', 'accounts 1 ']) expect(trial).toContain(`  ${line}`);
  // cut off after its first piece
  const { db } = api.database;
  let pieces = 0;
  const once = { pool: api.database.pool, db: Object.assign(Object.create(db) as typeof db, { transaction: (work: never) => (pieces++ === 0 ? db.transaction(work) : Promise.reject(new Error('cut off'))) }) };
  await expect(runRetention(once, [], () => undefined)).rejects.toThrow('cut off');
  const names = async (like: string): Promise<number> => (await api.rows(`select 1 from patient where name like $1`, [like])).length;
  expect(await names('陈年旧人%')).toBe(10);
  expect(await run()).toContain('patients 10 ');
  for (const table of ['patient', 'care_order', 'caregiver', 'sys_user']) expect(swept).toContain(`vacuum ${table}`);
  expect([await names('陈年旧人%'), await names('从未下单'), await names('陈年未结'), await names('去年来过'), await names('旁人甲')]).toEqual([0, 0, 1, 1, 1]);
  expect(await api.rows('select name from caregiver where staff_no = $1', [left.no])).toEqual([{ name: '已抹除' }]);
  expect((await api.rows(`select name from caregiver where name in ('去年离职', '永不录用')`)).length).toBe(2);
  expect(await api.rows('select mobile, email, username::text from sys_user where id = $1', [account])).toEqual([{ mobile: null, email: null, username: 'goneby' }]);
  expect((await api.rows(`select 1 from care_order where order_no = any($1) and deleted_at is null`, [[...due, ...kept]])).length).toBe(62);
  expect((await verifyAudit(api.database)).fault).toBeNull();
  expect((await api.rows(`select 1 from audit_event where action = 'data.retain' and entity = 'patient'`)).length).toBe(3);
  expect(await run()).toContain('patients 0 ');
  // whoever came back after they were erased, and has gone again, is erased again
  await api.rows(`update care_order set diagnosis = '又来住院' where order_no = $1`, [due[0]]);
  await api.rows(`update patient set mobile = '13654327777' where id = (select patient_id from care_order where order_no = $1)`, [due[1]]);
  await api.rows(`update caregiver set id_no = '又来上班' where staff_no = $1`, [left.no]);
  expect(await run()).toMatch(/patients 2 [^]*caregivers 1 /);
  expect(await tellers(['又来住院', '13654327777', '又来上班'])).toEqual([]);
  expect(await run()).toMatch(/patients 0 [^]*visitors 0 [^]*caregivers 0 /);
});
