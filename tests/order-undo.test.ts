import { afterAll, describe, expect, test } from 'vitest';
import { dayFromNow } from './kit/care.ts';
import { booked, importRows } from './kit/intake.ts';
import { refused, startLife } from './kit/life.ts';

const life = await startLife();
const { api, kit, client, made, see, does, done, facts } = life;
afterAll(() => api.close());

describe('undo', () => {
  test('each event and its undo leave the record as it was, and the timeline with both', async () => {
    const no = await made({ plannedStart: dayFromNow(-1) });
    const help = await life.carer('吴兰');
    const nurse = await life.carer('郑洁');
    const steps: [event: string, body: object, kept?: false][] = [
      ['edit', { patientName: '改名', contactMobile: '13712340000', diagnosis: '某', bedId: null }], ['adjust', { kind: 'surcharge', amountFen: 700, reason: '加' }], ['cancel', { reason: '错' }, false], ['assign', { caregiverNo: help.no }], ['unassign', {}, false],
      ['change', { caregiverNo: nurse.no, reason: '换', since: { day: dayFromNow(0), half: 'PM' } }], ['cancel', { reason: '又错' }, false], ['start', { reason: '先做' }], ['extend', { plannedEnd: dayFromNow(5), endHalf: 'AM' }],
      ['complete', { reason: '出院', end: { day: dayFromNow(0), half: 'PM' } }], ['evaluate', { caregiverNo: nurse.no, overall: 5, tags: ['细心'] }],
    ];
    for (const [event, body, kept] of steps) {
      const before = await facts(no);
      await done(no, event, body);
      expect(await facts(no)).not.toEqual(before);
      await done(no, 'undo');
      expect([event, await facts(no)]).toEqual([event, before]);
      expect(await refused(does(no, 'undo'))).toBe('409 没有可以撤销的操作');
      if (kept !== false) await done(no, event, body);
    }
    const detail = await see(no);
    expect(detail.timeline.length).toBe(detail.version);
    expect(detail.timeline.filter((line) => line.undone).map((line) => line.event)).toEqual(steps.map(([event]) => event));
    const [rated] = await api.rows('select rating_avg::float8 as a, rating_count as n from caregiver where id = $1', [nurse.id]);
    expect(rated).toEqual({ a: 5, n: 1 });
  }, 90_000);
  test('money is never unwritten: an adjustment is made up for, a refund that was asked for is rejected, and others stand where they stood', async () => {
    const no = await made();
    await done(no, 'adjust', { kind: 'surcharge', amountFen: 700, reason: '加' });
    await done(no, 'undo');
    const { payableFen, adjustments, timeline } = await see(no);
    expect(adjustments.map(({ kind, amountFen, reason, by }) => [kind, amountFen, reason, by])).toEqual([['surcharge', 700, '加', 'ops的昵称'], ['correction', -700, '撤销', 'ops的昵称']]);
    expect(timeline.at(-1)).toMatchObject({ event: 'undo', after: { payableFen } });
    await done(no, 'adjust', { kind: 'discount', amountFen: -300, reason: '减' });
    await done(no, 'cancel', { reason: '误' });
    await done(no, 'undo');
    expect((await see(no)).adjustments.map(({ amountFen }) => amountFen)).toEqual([700, -700, -300, 300, -300]);
    for (const change of ['delete from', 'update']) await expect(api.rows(`${change} order_adjustment ${change === 'update' ? 'set amount_fen = 1' : ''}`)).rejects.toThrow('append-only');

    await done(no, 'pay', { amountFen: payableFen, method: 'cash' });
    const refunds = async (): Promise<unknown[]> => (await see(no)).refunds.map(({ status, requestedBy, approvedBy }) => [status, requestedBy, approvedBy]);
    const ask = { amountFen: 300, reason: '多付' };
    await done(no, 'refund-request', ask);
    await done(no, 'undo');
    await done(no, 'refund-request', ask);
    await done(no, 'refund-approve', {}, client.admin);
    await done(no, 'undo', {}, client.admin);
    // it is asked for as before, and no line says that it is gone
    expect((await see(no)).timeline.slice(-2).map(({ event, before, after }) => [event, before, after])).toEqual([['refund-approve', {}, { refundFen: 300 }], ['undo', {}, {}]]);
    expect(await refunds()).toEqual([['rejected', 'ops的昵称', null], ['requested', 'ops的昵称', null]]);
    await done(no, 'refund-approve', {}, client.admin);
    await done(no, 'refund-reject', { reason: '核对' });
    await done(no, 'undo');
    expect(await refunds()).toEqual([['rejected', 'ops的昵称', null], ['approved', 'ops的昵称', 'admin的昵称']]);
  });
  test('who reads in English writes no other records: what the server says in them by itself is kept in one language', async () => {
    const english = { ...client.ops, post: <T>(url: string, given: object = {}) => client.ops.post<T>(url, { ...given, headers: { 'x-language': 'en' } }) };
    const patient = { id: await kit.patient('英文', { mobile: '13811112222' }) };
    const [no, other] = [await made({ patient }), await made({ patient, plannedStart: dayFromNow(10), plannedEnd: dayFromNow(12) })];
    await done(no, 'adjust', { kind: 'surcharge', amountFen: 700, reason: 'more' }, english);
    await done(no, 'undo', {}, english);
    const { adjustments, timeline } = await see(no);
    expect(adjustments.map(({ reason }) => reason)).toEqual(['more', '撤销']);
    // by their moments the console tells the server's word from a person's
    expect(adjustments.map(({ at }) => timeline.find((line) => line.at === at)?.event)).toEqual(['adjust', 'undo']);
    await done(no, 'edit', { patientMobile: '13899992222' }, english);
    await done(no, 'undo', {}, english);
    expect((await see(other)).timeline.slice(-2).map(({ reason, after }) => [reason, after['patientMobile']])).toEqual([[`患者资料在 ${no} 修改`, '138****2222（号码已改）'], [`患者资料在 ${no} 撤销修改`, expect.stringMatching(/^138/)]]);
  });
  test('a new order is taken back: cancelled, nothing payable, its days free again', async () => {
    const patient = { id: await kit.patient('再来') };
    const no = await made({ patient });
    await done(no, 'undo');
    expect(await see(no)).toMatchObject({ status: 'cancelled', payableFen: 0, version: 2, cancelReason: '撤销新建' });
    await made({ patient });
  });
  test('of whom nothing else stands keeps the number until somebody else comes with it; called the same they are who they are said to be', async () => {
    const idNo = '110105195001010063';
    const slip = { name: '王方', idNo, gender: 1, birthday: '1950-01-01', mobile: '13600000001', contactName: '错', contactMobile: '13800000001' };
    const [no, second] = [await made({ patient: slip }), await made({ patient: { name: '王方', idNo }, plannedStart: dayFromNow(10), plannedEnd: dayFromNow(11) })];
    const people = () => api.rows(`select name, id_no as "idNo", mobile, version from patient where name in ('王方', '王芳') order by id`);
    const [{ id }] = (await api.rows('select id::text from patient where id_no = $1', [idNo])) as [{ id: string }];
    const anew = { patient: { name: '王芳', idNo, gender: 2, contactName: '对', contactMobile: '13900000002' } };
    await done(no, 'undo');
    expect(await refused(client.ops.post('/orders', { body: life.form(anew) }))).toBe('409 这个身份证号登记的是另一个姓名');
    await done(second, 'undo');
    // the slip may have been in the days: chosen again they are who they were
    const again = await made({ patient: { id } });
    expect([(await see(again)).contactName, await people()]).toEqual(['错', [{ name: '王方', idNo, mobile: '13600000001', version: 1 }]]);
    await done(again, 'undo');
    // or in what was said of them
    const better = await made({ patient: { ...slip, mobile: null, contactName: '改', contactMobile: null } });
    expect(await see(better)).toMatchObject({ patientId: id, contactName: '改', contactMobile: null });
    expect(await people()).toEqual([{ name: '王方', idNo, mobile: null, version: 2 }]);
    await done(better, 'undo');
    expect(await people()).toEqual([{ name: '王方', idNo, mobile: '13600000001', version: 3 }]);
    // or in the number: it is whose it is, and nobody becomes somebody else
    const right = await made(anew);
    expect(await see(right)).toMatchObject({ patientName: '王芳', patientGender: 2, patientBirthday: null, contactName: '对', contactMobile: '139****0002' });
    expect(await people()).toEqual([{ name: '王方', idNo: null, mobile: '13600000001', version: 4 }, { name: '王芳', idNo, mobile: null, version: 1 }]);
    expect(await api.rows(`select before, after from audit_event where action = 'order.edit' and entity_id = $1`, [better])).toMatchObject([{ before: { patientIdNo: '110***********0063' }, after: { patientIdNo: null } }]);
    expect((await see(no)).patientName).toBe('王方');
    // nor does a number that was given to the wrong record stand in the way of the right one
    await done(right, 'undo');
    const theirs = await made({ patient: { name: '王芳' } });
    await done(theirs, 'edit', { patientIdNo: idNo });
    expect(await people()).toMatchObject([{ idNo: null }, { idNo: null }, { name: '王芳', idNo }]);
  });
  test('with it goes what it said of a patient who was known, on their other orders too', async () => {
    const patient = { name: '李四', idNo: '11010519491231002X' };
    const first = await made({ patient });
    const second = await made({ patient: { ...patient, mobile: '13600000004', contactName: '陌生人', contactMobile: '13700000003' }, plannedStart: dayFromNow(10), plannedEnd: dayFromNow(11) });
    await done(second, 'undo');
    const told = { contactName: '陌生人', contactMobile: '137****0003', patientMobile: '136****0004' };
    const none = { contactName: null, contactMobile: null, patientMobile: null };
    expect((await see(second)).timeline.at(-1)).toMatchObject({ event: 'undo', before: told, after: none });
    const { contactName, contactMobile, timeline } = await see(first);
    expect([contactName, contactMobile, timeline.at(-1)]).toMatchObject([null, null, { event: 'edit', reason: `患者资料在 ${second} 撤销修改`, before: told, after: none }]);
    expect(await api.rows('select mobile, contact_mobile as contact from patient where id_no = $1', [patient.idNo])).toEqual([{ mobile: null, contact: null }]);
  });
  test('refused: another\'s step, money, too late, and what was built on', async () => {
    const patient = { id: await kit.patient('复杂') };
    const no = await made({ patient });
    expect(await refused(does(no, 'undo', {}, client.admin))).toBe('409 最近一次操作不是你做的');
    await done(no, 'cancel', { reason: '错' });
    const second = await made({ patient });
    expect(await refused(does(no, 'undo'))).toBe('409 之后有别的安排以它为准，不能撤销');
    const booked = await life.carer('孙燕');
    await done(second, 'assign', { caregiverNo: booked.no });
    await done(second, 'unassign');
    const third = await made();
    await done(third, 'assign', { caregiverNo: booked.no });
    expect(await refused(does(second, 'undo'))).toBe('409 之后有别的安排以它为准，不能撤销');
    await done(second, 'pay', { amountFen: 100, method: 'cash' });
    expect(await refused(does(second, 'undo'))).toBe('409 收款和退款不能撤销');
    const last = await made();
    await done(last, 'edit', { note: '注' });
    await api.rows('alter table order_event disable trigger order_event_append_only');
    await api.rows("update order_event set at = at - interval '11 minutes'");
    await api.rows('alter table order_event enable trigger order_event_append_only');
    expect(await refused(does(last, 'undo'))).toBe('409 超过 10 分钟，不能撤销');
  });
  test.each([
    ['unassign', 'quit', { reason: '辞职' }], ['unassign', 'blacklist', { reason: '打人', reviewOn: dayFromNow(90) }], ['unassign', 'suspend', { reason: '查' }], ['unassign', 'leave', { from: dayFromNow(1), to: dayFromNow(2), reason: '家事' }], ['complete', 'quit', { reason: '辞职' }],
  ])('%s is not taken back once the caregiver cannot serve any more: %s', async (event, verb, body) => {
    const nurse = await life.carer(`离${event}${verb}`);
    const no = await made();
    await done(no, 'assign', { caregiverNo: nurse.no });
    if (event === 'complete') await done(no, 'start', { reason: '先做' });
    await done(no, event, event === 'complete' ? { reason: '出院', end: { day: dayFromNow(0), half: 'PM' } } : {});
    const { body: { result } } = await client.admin.get<{ version: number }>(`/caregivers/${nurse.no}`);
    expect((await client.admin.post(`/caregivers/${nurse.no}/${verb}`, { body: { version: result.version, ...body } })).text).toContain('"success":true');
    expect(await refused(does(no, 'undo'))).toBe('409 之后有别的安排以它为准，不能撤销');
  });
  test.each([['quit', { reason: '辞职' }], ['leave', { from: dayFromNow(0), to: dayFromNow(1) }], ['suspend', { reason: '查' }]])('an end as it was planned is not taken back either, after %s', async (verb, body) => {
    const nurse = await life.carer(`末${verb}`);
    const no = await made({ plannedStart: dayFromNow(-1), plannedEnd: dayFromNow(0), endHalf: 'PM' });
    await done(no, 'assign', { caregiverNo: nurse.no });
    await done(no, 'start', { reason: '先做' });
    await done(no, 'complete', { end: { day: dayFromNow(0), half: 'PM' } });
    const { body: { result } } = await client.admin.get<{ version: number }>(`/caregivers/${nurse.no}`);
    expect((await client.admin.post(`/caregivers/${nurse.no}/${verb}`, { body: { version: result.version, ...body } })).text).toContain('"success":true');
    expect(await refused(does(no, 'undo'))).toBe('409 之后有别的安排以它为准，不能撤销');
  });
  test('what was so when the event came is no reason against its undo', async () => {
    const nurse = await life.carer('早停');
    const no = await made();
    await done(no, 'assign', { caregiverNo: nurse.no });
    await done(no, 'start', { reason: '先做' });
    await api.rows("update caregiver set status = 'suspended' where id = $1", [nurse.id]);
    await done(no, 'complete', { reason: '出院', end: { day: dayFromNow(0), half: 'PM' } });
    await done(no, 'undo');
  });
  test('what a sheet booked twice is taken back and given back on either order; what came since stands against it', async () => {
    const nurse = await life.carer('双份');
    const other = await life.carer('替班');
    const row = (n: number, from: number, to: number, 订单状态: string): string[] => booked(n, { 医院: '第一医院', 科室: '骨科', 病区: '骨科一病区', 床号: '', 客户姓名: `双份${n}`, 护工工号: nurse.no, 订单状态, 开始日期: dayFromNow(from), 结束日期: dayFromNow(to), 应收款: '780.00', 实收款: '780.00' });
    expect((await importRows(api.database, 'orders', [row(301, 10, 12, '待服务'), row(302, 12, 14, '待服务'), row(303, -2, 1, '服务中'), row(304, 1, 3, '待服务')])).said).toContain('4 loaded');
    for (const [no, event, body] of [
      ['TP10301', 'unassign', {}], ['TP10302', 'unassign', {}], ['TP10301', 'change', { caregiverNo: other.no, reason: '换' }], ['TP10302', 'change', { caregiverNo: other.no, reason: '换' }], ['TP10301', 'cancel', { reason: '错' }], ['TP10303', 'complete', { reason: '出院', end: { day: dayFromNow(0), half: 'AM' } }],
    ] as const) {
      const before = await facts(no);
      await done(no, event, body);
      await done(no, 'undo');
      expect([no, event, await facts(no)]).toEqual([no, event, before]);
    }
    await done('TP10302', 'unassign');
    const since = await made({ plannedStart: dayFromNow(13), plannedEnd: dayFromNow(15) });
    await done(since, 'assign', { caregiverNo: nurse.no });
    expect(await refused(does('TP10302', 'undo'))).toBe('409 之后有别的安排以它为准，不能撤销');
    // on other days they may have come to serve whom they will
    await done('TP10301', 'unassign');
    const beside = await made({ plannedStart: dayFromNow(20), plannedEnd: dayFromNow(21) });
    await done(beside, 'assign', { caregiverNo: nurse.no });
    await done('TP10301', 'undo');
  });
  test('a place beside other patients that was given away since is not taken back', async () => {
    const nurse = await life.carer('三人');
    await api.rows("insert into service_item (code, name, care_mode, coverage, max_patients) values ('s2', '一对二', 'one_to_many', 'full24', 2)");
    const [two] = await api.rows<{ id: string }>("select id::text from service_item where code = 's2'");
    await kit.insert('service_price', { hospital_id: life.place.hospitalId, service_item_id: two!.id, price_fen: 10_000, caregiver_share_bp: 7000, valid: '[2020-01-01,)' });
    const [a, b, c] = [await made({ serviceItemId: two!.id }), await made({ serviceItemId: two!.id }), await made({ serviceItemId: two!.id })];
    await done(a, 'assign', { caregiverNo: nurse.no });
    await done(b, 'assign', { caregiverNo: nurse.no });
    await done(b, 'unassign');
    await done(b, 'undo');
    await done(b, 'unassign');
    await done(c, 'assign', { caregiverNo: nurse.no });
    expect(await refused(does(b, 'undo'))).toBe('409 之后有别的安排以它为准，不能撤销');
  });
  test('a patient who was changed through another order stays as they are', async () => {
    const patient = { id: await kit.patient('两单') };
    const [a, b] = [await made({ patient }), await made({ patient, plannedStart: dayFromNow(10), plannedEnd: dayFromNow(11) })];
    await done(a, 'edit', { contactName: '甲' });
    await done(b, 'edit', { contactName: '乙' });
    expect(await refused(does(a, 'undo'))).toBe('409 没有可以撤销的操作');
    await api.rows('update patient set version = version + 1 where id = $1', [patient.id]);
    expect(await refused(does(b, 'undo'))).toBe('409 之后有别的安排以它为准，不能撤销');
    expect((await see(a)).contactName).toBe('乙');
  });
});

