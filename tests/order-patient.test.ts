import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import type { Acted } from '../src/areas/order/contract.ts';
import { dayFromNow } from './kit/care.ts';
import { SEVERAL } from './kit/job.ts';
import { refused, startLife } from './kit/life.ts';

const life = await startLife();
const { api, kit, client, made, see, does, done, form } = life;
afterAll(() => api.close());
const stay = (from: number): object => ({ plannedStart: dayFromNow(from), plannedEnd: dayFromNow(from + 1) });
const abroad = (): object => ({ hospitalId: life.foreign.hospitalId, departmentId: life.foreign.departments[0]!.id, wardId: null, bedId: null });

describe('one person for each ID number', () => {
  const people = (idNo: string) => api.rows('select id from patient where upper(id_no) = $1', [idNo]);
  test('six at once for the same days: one patient, one order', async () => {
    const idNo = '11010519491231002X';
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.ops.post('/orders', { body: form({ patient: { name: '同一人', idNo } }) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).every(({ body }) => body.message.includes('同一患者这些日子已有同一服务的订单'))).toBe(true);
    expect(await people(idNo)).toHaveLength(1);
  });
  test('six at once for days apart, the name with other spaces and widths, the number in either case: one patient, six orders', async () => {
    const names = ['阿依 古丽A', '阿依古丽A', '阿依古丽Ａ', '阿依　古丽a', ' 阿依古丽A ', '阿依古丽A'];
    const answers = await Promise.all(names.map((name, i) => client.ops.post('/orders', { body: form({ patient: { name, idNo: i % 2 === 0 ? '11010519500101016X' : '11010519500101016x' }, ...stay(i * 2) }) })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await people('11010519500101016X')).toHaveLength(1);
  });
  test('what nobody sees in a name, and what turns it round, is not kept; what joins signs is', async () => {
    const no = await made({ patient: { name: '\u202e张\u200b\u3000三\u0007\ufeff👩\u200d⚕\u2066', contactName: '\u2066李\u00ad 四\u2069' }, ...stay(30) });
    expect(await see(no)).toMatchObject({ patientName: '张三👩\u200d⚕', contactName: '李四' });
  });
  test('another name with the number of someone known is refused', async () => {
    const patient = { name: '真名', idNo: '110105195001010020' };
    await made({ patient });
    expect(await refused(client.resident.post('/orders', { body: form({ patient: { ...patient, name: '别名' } }) }))).toBe('409 这个身份证号登记的是另一个姓名');
    expect(await refused(client.ops.post('/orders', { body: form({ patient: { ...patient, name: '别名' }, ...abroad() }) }))).toBe('409 这个身份证号登记的是另一个姓名');
    await made({ patient, ...stay(8) }, client.resident);
    expect(await people(patient.idNo)).toHaveLength(1);
  });
  test('what a new order says of them is kept where nothing was known: told on their other orders, what was known stands', async () => {
    const patient = { name: '补全', idNo: '110105195001010063' };
    const first = await made({ patient });
    const more = { gender: 2, birthday: '1950-01-01', mobile: '13800005555', contactName: '女儿', contactRelation: '子女', contactMobile: '13800006666' };
    const second = await made({ patient: { ...patient, ...more }, ...stay(8) }, client.resident);
    const said = { patientGender: 2, patientBirthday: '1950-01-01', contactName: '女儿', contactRelation: '子女', contactMobile: '138****6666' };
    expect(await see(second)).toMatchObject(said);
    const { version, timeline } = await see(first);
    expect([version, timeline.at(-1)]).toMatchObject([2, { event: 'edit', reason: `患者资料在 ${second} 修改`, after: said }]);
    expect(await api.rows('select mobile, version from patient where id_no = $1', [patient.idNo])).toEqual([{ mobile: '13800005555', version: 2 }]);
    expect(await api.rows(`select 1 from audit_event where action = 'order.edit' and entity_id = $1`, [first])).toHaveLength(1);
    const [created] = await api.rows(`select before, after from audit_event where action = 'order.create' and entity_id = $1`, [second]);
    expect(created).toMatchObject({ before: { patientMobile: null, contactName: null }, after: { patientName: '补全', patientMobile: '138****5555', contactName: '女儿' } });
    // another contact, and the same again, change nothing
    const third = await made({ patient: { ...patient, ...more, gender: 1, contactName: '儿子', contactMobile: '13800007777' }, ...stay(12) });
    expect(await see(third)).toMatchObject(said);
    expect((await see(first)).version).toBe(2);
  });
  test('a phone of theirs alone is told too, masked', async () => {
    const patient = { name: '手机', idNo: '110105195001010303' };
    const first = await made({ patient });
    const second = await made({ patient: { ...patient, mobile: '13600000004' }, ...stay(8) });
    expect((await see(first)).timeline.at(-1)).toMatchObject({ event: 'edit', before: { patientMobile: null }, after: { patientMobile: '136****0004' } });
    expect(await api.rows(`select action, entity_id as no, before, after->'patientMobile' as phone from audit_event where ok and entity_id = any($1) and after ? 'patientMobile' order by id`, [[first, second]])).toEqual(expect.arrayContaining(
      [['order.create', second], ['order.edit', first]].map(([action, no]) => ({ action, no, before: { patientMobile: null }, phone: '136****0004' }))));
  });
  test('who has an order beyond reach is filled in by an edit of who sees it', async () => {
    const patient = { name: '两院', idNo: '11010519500101008X' };
    await made({ patient });
    await api.rows('update care_order set patient_id = (select id from patient where id_no = $1) where order_no = $2', [patient.idNo, await made({ patient: { name: '两院' }, ...abroad(), ...stay(4) })]);
    const no = await made({ patient: { ...patient, contactName: '女儿' }, ...stay(8) }, client.resident);
    expect((await see(no)).contactName).toBe(null);
  });
  test('who is known beyond reach alone does not exist: neither name, nor stay, nor what is told of them comes to light', async () => {
    const patient = { name: '跨院患者', idNo: '110105195001010047' };
    await made({ patient: { ...patient, birthday: '1950-01-01', contactName: '女儿小红', contactMobile: '13833334444' }, ...abroad() });
    const own = { name: '别的名字', idNo: patient.idNo, contactName: '儿子小明', contactMobile: '13700001111' };
    const no = await made({ patient: own }, client.resident);
    expect(await see(no, client.resident)).toMatchObject({ patientName: '别的名字', patientBirthday: null, contactName: '儿子小明', contactMobile: '137****1111' });
    const same = await made({ patient: { ...patient, idNo: patient.idNo.toLowerCase() }, ...stay(20) }, client.ops);
    // who sees both finds whoever was at the hospital of the new order
    const rows = await api.rows<{ no: string; name: string }>(`select o.order_no as no, p.name from care_order o join patient p on p.id = o.patient_id where p.id_no = $1 order by o.id`, [patient.idNo]);
    expect(rows.map(({ name }) => name)).toEqual(['跨院患者', '别的名字', '跨院患者']);
    await done(no, 'edit', { contactName: '儿媳' }, client.resident);
    expect((await see(same)).contactName).toBe('女儿小红');
  });
});

describe('facts of the patient', () => {
  test('every open order of theirs tells of them, its version moves on, and the audit has a line for each', async () => {
    const patient = { id: await kit.patient('两单') };
    const [a, b, c] = [await made({ patient }), await made({ patient, ...stay(10) }), await made({ patient, ...stay(20) })];
    await done(c, 'cancel', { reason: '不要了' });
    await done(a, 'edit', { patientName: '新名', contactMobile: '13712340000', diagnosis: '只在这里' });
    const other = await see(b);
    expect(other).toMatchObject({ patientName: '新名', contactMobile: '137****0000', diagnosis: null, version: 2 });
    expect(other.timeline.at(-1)).toMatchObject({ event: 'edit', reason: `患者资料在 ${a} 修改`, from: 'pending_assign', to: 'pending_assign', before: { patientName: '两单', contactMobile: null }, after: { patientName: '新名', contactMobile: '137****0000' } });
    expect(other.timeline.at(-1)!.after).not.toHaveProperty('diagnosis');
    expect((await see(c)).version).toBe(2);
    expect(await api.rows(`select entity_id as no from audit_event where action = 'order.edit' and ok and entity_id = any($1) order by 1`, [[a, b, c]])).toEqual([{ no: a }, { no: b }]);
    // whoever still looks at the other order as it was is told
    const late = await client.admin.post(`/orders/${b}/edit`, { body: { version: 1, contactName: '乙' } });
    expect([late.status, late.body.code]).toEqual([409, 40900]);
    // only what belongs to the order itself stays with it
    await done(a, 'edit', { diagnosis: '又变' });
    expect((await see(b)).version).toBe(2);
  });
  test('who does not reach all of the orders leaves them as they are', async () => {
    const patient = { id: await kit.patient('跨院') };
    const [here, there] = [await made({ patient }), await made({ patient, ...abroad(), ...stay(10) })];
    expect(await refused(does(here, 'edit', { contactName: '甲' }, client.resident))).toBe('409 患者在你的数据范围外还有订单，资料由运营修改');
    expect([(await see(here)).version, (await see(there)).version, (await see(here)).contactName]).toEqual([1, 1, null]);
    await done(here, 'edit', { diagnosis: '可以' }, client.resident);
    await done(there, 'cancel', { reason: '不要了' });
    await done(here, 'edit', { contactName: '甲' }, client.resident);
  });
  test('an order of theirs in another hospital, or in another department by now, is named to nobody who does not reach it', async () => {
    const patient = { id: await kit.patient('两处') };
    const here = await made({ patient, plannedStart: dayFromNow(-2), plannedEnd: dayFromNow(-1) });
    const there = await made({ patient, ...abroad(), ...stay(10) });
    await done(there, 'edit', { contactName: '甲' });
    const own = await life.carer('护一');
    await done(here, 'assign', { caregiverNo: own.no });
    await done(here, 'start', { reason: '先做' });
    await done(here, 'complete');
    const { otherNo: next } = await done(here, 'renew', { ...stay(0), startHalf: 'AM', endHalf: 'PM', caregiver: false });
    const told = async (no: string, by = client.resident): Promise<string> => (await by.get(`/orders/${no}`)).text + (await by.get(`/orders/${no}/changes?since=0`)).text;
    expect(await told(here)).not.toContain(there);
    expect((await see(here, client.ops)).timeline.find(({ event }) => event === 'edit')).toMatchObject({ reason: `患者资料在 ${there} 修改`, after: { contactName: '甲' } });
    expect(await see(next!, client.resident)).toMatchObject({ renewedFrom: here });
    // the renewal moves to a department that not everybody of the hospital works for
    const [one, two] = life.place.departments;
    await done(next!, 'edit', { departmentId: two!.id });
    for (const [username, departmentId, mine, other] of [['one', one!.id, here, next!], ['two', two!.id, next!, here]] as const) {
      const id = await api.account({ username, role: 3, hospitals: [life.place.hospitalId] });
      await api.rows('update sys_user_hospital set department_ids = array[$2::bigint] where user_id = $1', [id, departmentId]);
      const by = await api.as(username);
      expect([(await by.get(`/orders/${other}`)).status, (await told(mine, by)).includes(other), await see(mine, by)]).toMatchObject([404, false, { orderNo: mine, renewedFrom: null, renewedBy: null }]);
      expect(await told(mine)).toContain(other);
    }
  });
  test('an undo gives them back everywhere; through another order they are not taken back', async () => {
    const patient = { id: await kit.patient('还原') };
    const [a, b] = [await made({ patient }), await made({ patient, ...stay(10) })];
    await done(a, 'edit', { contactName: '甲' });
    expect((await see(b, client.ops)).undoUntil).toBe(null);
    expect(await refused(does(b, 'undo'))).toBe('409 没有可以撤销的操作');
    await done(a, 'undo');
    const other = await see(b);
    expect(other).toMatchObject({ contactName: null, version: 3 });
    expect(other.timeline.at(-1)).toMatchObject({ event: 'edit', reason: `患者资料在 ${a} 撤销修改`, before: { contactName: '甲' }, after: { contactName: null } });
    expect(other.timeline.length).toBe(3);
  });
  if (SEVERAL) test('a new order that tells more of them and a renewal of another at once do not wait for each other in a ring', async () => {
    const idNo = '11010519500101024X';
    const id = await kit.patient('环', { id_no: idNo });
    const ended = await kit.order(life.place, { patient_id: id, service_state: 'completed', payable_fen: 100, planned_start: dayFromNow(-9), planned_end: dayFromNow(-8), actual_end_at: new Date() });
    const waiting = async (n: number): Promise<void> => {
      while ((await api.rows(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query !~ 'audit'`)).length < n) await sleep(20);
    };
    const holder = await api.database.pool.connect();
    await holder.query(`begin; select pg_advisory_xact_lock(hashtext('order_no'), (now() at time zone 'Asia/Shanghai')::date - date '1970-01-01')`);
    const made = client.admin.post('/orders', { body: form({ patient: { name: '环', idNo, contactName: '甲' }, ...stay(100) }) });
    await waiting(1);
    const renewed = client.ops.post(`/orders/${ended}/renew`, { body: { version: 1, ...stay(0), startHalf: 'AM', endHalf: 'PM', caregiver: false } });
    await waiting(2);
    await holder.query('commit');
    holder.release();
    // the renewal comes second, and meets an order whose patient has changed
    expect([(await made).status, (await renewed).body.code]).toEqual([200, 40900]);
  });
  test('two people through two orders at once: one wins, the other meets the conflict', async () => {
    for (let round = 0; round < 5; round++) {
      const patient = { id: await kit.patient('同时') };
      const [a, b] = [await made({ patient }), await made({ patient, ...stay(10) })];
      const answers = await Promise.all([[client.ops, a, '甲'] as const, [client.admin, b, '乙'] as const].map(([by, no, contactName]) => by.post<Acted>(`/orders/${no}/edit`, { body: { version: 1, contactName } })));
      expect(answers.map(({ body }) => body.code).sort()).toEqual([0, 40900]);
      for (const no of [a, b]) expect(await see(no)).toMatchObject({ version: 2, contactName: answers[0]!.status === 200 ? '甲' : '乙' });
    }
  });
});
describe('the ID number and phone of a patient', () => {
  const kept = async (no: string) => (await api.rows('select p.id_no as "idNo", p.mobile from care_order o join patient p on p.id = o.patient_id where o.order_no = $1', [no]))[0];
  const [mine, taken, far] = ['110105195001010100', '110105195001010127', '110105195001010143'];
  test('are corrected by an edit, told masked on all of their open orders and in the audit, and put back by an undo', async () => {
    const patient = { id: await kit.patient('更正', { id_no: '110105195001010101', mobile: '13800000001' }) };
    const [a, b] = [await made({ patient }), await made({ patient, ...stay(10) })];
    await done(a, 'edit', { patientIdNo: mine, patientMobile: '13900000002' }, client.resident);
    expect(await kept(a)).toEqual({ idNo: mine, mobile: '13900000002' });
    const told = { before: { patientIdNo: '110***********0101', patientMobile: '138****0001' }, after: { patientIdNo: '110***********0100', patientMobile: '139****0002' } };
    for (const no of [a, b]) expect((await see(no)).timeline.at(-1)).toMatchObject({ event: 'edit', ...told });
    const lines = await api.rows<{ before: object; after: object }>(`select before, after from audit_event where action = 'order.edit' and ok and entity_id = any($1)`, [[a, b]]);
    expect([lines.length, lines.every(({ before, after }) => !/1950|13800000001|13900000002/.test(JSON.stringify([before, after])))]).toEqual([2, true]);
    expect(await refused(does(a, 'edit', { patientIdNo: mine, patientMobile: '13900000002' }))).toContain('没有改动');
    await done(a, 'undo', {}, client.resident);
    expect(await kept(a)).toEqual({ idNo: '110105195001010101', mobile: '13800000001' });
  });
  test('a number that cannot be is refused, in an edit and of a new order; the hospital side changes neither', async () => {
    const no = await made({ patient: { name: '校验' } });
    const words = '409 身份证号不对，位数、生日或校验位有误';
    expect(await refused(does(no, 'edit', { patientIdNo: '110105195001010101' }))).toBe(words);
    expect(await refused(client.ops.post('/orders', { body: form({ patient: { name: '校验', idNo: '110105195001010101' }, ...stay(4) }) }))).toBe(words);
    const theirs = await made({ patient: { id: await kit.patient('猜测', { mobile: '13900000001', contact_mobile: '13900000003' }) }, ...stay(10) });
    // a guess that is right is answered as any other is
    for (const body of [{ patientIdNo: mine }, { patientMobile: '13900000002' }, { patientMobile: '13900000001' }, { contactMobile: '13900000003' }, { contactMobile: '13900000003', diagnosis: '肺炎' }]) expect(await refused(does(theirs, 'edit', body, client.hospital))).toBe('409 这一项由运营或驻院管理修改');
    expect(await kept(no)).toEqual({ idNo: null, mobile: null });
  });
  test('a number of someone else within reach is refused, by their name or as another record; of who is known beyond reach alone nothing is told', async () => {
    await made({ patient: { name: '已登记', idNo: taken } });
    await made({ patient: { name: '外院人', idNo: far }, ...abroad() });
    const [no, same] = [await made({ patient: { name: '误录' }, ...stay(4) }), await made({ patient: { name: '已登记' }, ...stay(20) })];
    expect(await refused(does(no, 'edit', { patientIdNo: taken }, client.resident))).toBe('409 这个身份证号登记的是另一个姓名');
    expect(await refused(does(same, 'edit', { patientIdNo: taken }, client.resident))).toBe('409 这个身份证号已登记在另一条患者资料上');
    expect(await refused(does(no, 'edit', { patientIdNo: far }))).toBe('409 这个身份证号登记的是另一个姓名');
    await done(no, 'edit', { patientIdNo: far.toLowerCase() }, client.resident);
    expect(await kept(no)).toMatchObject({ idNo: far });
  });
  test('a digit that no mask shows: the line says that it changed, on the timeline and in the audit', async () => {
    const no = await made({ patient: { id: await kit.patient('中间', { id_no: '110105195001021002', mobile: '13811112222', contact_name: '女儿', contact_mobile: '13833334444' }) } });
    await done(no, 'edit', { patientIdNo: '110105195001101002', patientMobile: '13899992222', contactMobile: '13855554444' });
    const line = (await see(no)).timeline.at(-1)!;
    expect([line.before['patientMobile'], line.after['patientMobile'], line.before['contactMobile'], line.after['contactMobile'], line.before['patientIdNo'], line.after['patientIdNo']]).toEqual(['138****2222', '138****2222（号码已改）', '138****4444', '138****4444（号码已改）', '110***********1002', '110***********1002（号码已改）']);
    const [audit] = await api.rows<{ after: Record<string, string> }>(`select after from audit_event where action = 'order.edit' and ok and entity_id = $1`, [no]);
    expect(audit!.after).toMatchObject({ patientMobile: '138****2222（号码已改）' });
    await done(no, 'edit', { patientMobile: '13700002222', patientIdNo: null });
    expect((await see(no)).timeline.at(-1)!.after).toMatchObject({ patientMobile: '137****2222', patientIdNo: null });
  });
  test('one that is the same but for the case of its last character is no one else’s', async () => {
    const no = await made({ patient: { id: await kit.patient('小写', { id_no: '11010519500101200x' }) } });
    await done(no, 'edit', { patientIdNo: '11010519500101200x' });
    expect(await kept(no)).toMatchObject({ idNo: '11010519500101200X' });
  });
  test('an undo gives no number back that has become somebody else’s meanwhile', async () => {
    const no = await made({ patient: { id: await kit.patient('让出', { id_no: '110105195001010223' }) } });
    await done(no, 'edit', { patientIdNo: null });
    await made({ patient: { name: '得到', idNo: '110105195001010223' }, ...stay(6) });
    expect(await refused(does(no, 'undo'))).toBe('409 之后有别的安排以它为准，不能撤销');
    expect(await kept(no)).toMatchObject({ idNo: null });
  });
  test('a relation that was left behind alone is no contact: that of the next order is kept; an order that names none takes nothing away', async () => {
    const id = await kit.patient('余留', { id_no: '110105195001010231', contact_relation: '子女' });
    await made({ patient: { id } });
    await made({ patient: { name: '余留', idNo: '110105195001010231' }, ...stay(6) });
    const contact = async (): Promise<unknown> => (await api.rows('select contact_name as name, contact_relation as relation, contact_mobile as phone from patient where id = $1', [id]))[0];
    expect(await contact()).toEqual({ name: null, relation: '子女', phone: null });
    await made({ patient: { name: '余留', idNo: '110105195001010231', contactName: '配偶甲', contactRelation: '配偶', contactMobile: '13900000009' }, ...stay(12) });
    expect(await contact()).toEqual({ name: '配偶甲', relation: '配偶', phone: '13900000009' });
  });
});
