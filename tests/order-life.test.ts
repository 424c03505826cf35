import { afterAll, describe, expect, test } from 'vitest';
import type { Acted, TimelineRow } from '../src/areas/order/contract.ts';
import { dayFromNow, type Place } from './kit/care.ts';
import { booked, carer as carerRow, importRows } from './kit/intake.ts';
import { refused, startLife } from './kit/life.ts';

const life = await startLife();
const { api, kit, place, foreign, client, made, see, does, done, form } = life;
const carer = await life.carer('王芳');
const relief = await life.carer('李梅');
afterAll(() => api.close());

// 1.0 + 1.0 + 1.5 + half of the last: each day rounded by itself
const TOTAL = 26_001 + 26_001 + 39_002 + 13_001;

describe('create', () => {
  test('days are priced one by one, the number runs, and the one event is the version', async () => {
    const first = await made({ patient: { name: '单雄信', gender: 1, birthday: '1950-02-28', idNo: '11010519491231002x', mobile: '13800001234', contactMobile: '13900005678' }, diagnosis: '骨折', expectFen: TOTAL });
    const second = await made();
    expect(first).toMatch(/^PH\d{6}00001$/);
    expect(Number(second.slice(-5))).toBe(Number(first.slice(-5)) + 1);
    const detail = await see(first);
    expect(detail).toMatchObject({ version: 1, status: 'pending_assign', payableFen: TOTAL, balanceFen: TOTAL, days: 3.5, source: 'console', patientName: '单雄信', bedNo: '11', diagnosis: '骨折', contactMobile: '139****5678', prepayFen: 26_001 });
    expect(detail.timeline.map(({ event, to }) => [event, to])).toEqual([['create', 'pending_assign']]);
    expect((await client.resident.get(`/patients/find?q=${encodeURIComponent('shanxy')}`)).body.result).toEqual([]);
    for (const q of ['单雄信', 'shanxiongxin', 'sxx', '1234', '5678', '002x', '11010519491231002X']) {
      const { body, text } = await client.resident.get<{ name: string; lastOrderNo: string }[]>('/patients/find', { query: { q } });
      expect([q, body.result.map((p) => [p.name, p.lastOrderNo])]).toEqual([q, [['单雄信', first]]]);
      expect(text).not.toMatch(/13800001234|13900005678|110105194912/);
    }
    // the same name and ID number within reach are the same person, for whom the days are taken
    expect(await refused(client.resident.post('/orders', { body: form({ patient: { name: '单雄信', idNo: '11010519491231002X' } }) }))).toBe('409 同一患者这些日子已有同一服务的订单');
  });
  test('sent again under its key it is the same order, whatever price was shown by then; with other content it is refused', async () => {
    const ask = { plannedStart: dayFromNow(200), plannedEnd: dayFromNow(201), patient: { name: '秦琼', gender: 1 } };
    const { row: { orderNo } } = (await client.ops.post<{ row: { orderNo: string } }>('/orders', { key: 'lost-answer', body: form(ask) })).body.result;
    for (const more of [{}, { expectFen: 1 }]) expect((await client.ops.post<{ row: { orderNo: string } }>('/orders', { key: 'lost-answer', body: form({ ...ask, ...more }) })).body.result.row.orderNo).toBe(orderNo);
    expect((await client.ops.post('/orders', { key: 'lost-answer', body: form({ ...ask, diagnosis: '骨折' }) })).body.code).toBe(40902);
  });
  test.each([
    ['the end before the beginning', { plannedEnd: dayFromNow(-1) }, '409 结束不能早于开始'],
    ['too long', { plannedEnd: dayFromNow(400) }, '409 一次服务最长 400 天'],
    ['no price on that day', { plannedStart: '2019-01-01', plannedEnd: '2019-01-02' }, '409 这家医院在这些日子没有这个项目的价格'],
    ['another price than was shown', { expectFen: 1 }, '409 价格变了，按新的合计再确认'],
    ['no day at all', { plannedStart: '2026-02-30' }, '400 填写有误：plannedStart'],
    ['born tomorrow', { patient: { name: '早', birthday: dayFromNow(1) } }, '400 填写有误：patient.birthday'],
  ])('%s is refused', async (_name, more, words) => expect(await refused(client.ops.post('/orders', { body: form(more) }))).toBe(words));
  test('places: bed in ward in department in hospital, all in use, all within reach', async () => {
    const [here, next] = place.departments as [Place['departments'][0], Place['departments'][0]];
    const of = (more: object, by = client.ops) => refused(by.post('/orders', { body: form(more) }));
    expect(await of({ bedId: next.bedId })).toBe('409 床位不在所选的病区');
    expect(await of({ wardId: next.wardId, bedId: null })).toBe('409 床位不在所选的病区');
    expect(await of({ departmentId: foreign.departments[0]!.id })).toBe('404 没有找到，或不在你的数据范围内');
    expect(await of({ bedId: foreign.departments[0]!.bedId })).toBe('409 床位不在所选的病区');
    expect(await of({ hospitalId: foreign.hospitalId, departmentId: foreign.departments[0]!.id, wardId: null, bedId: null }, client.resident)).toBe('404 没有找到，或不在你的数据范围内');
    expect(await of({}, client.hospital)).toBe('403 没有权限执行此操作');
    await api.rows('update hospital_bed set status = 0 where id = $1', [here.bedId]);
    expect(await of({})).toBe('409 床位、病区或科室已停用');
    await api.rows('update hospital_bed set status = 1 where id = $1', [here.bedId]);
    expect((await see(await made({ wardId: null }))).wardName).toBe('骨科一病区');
    expect((await see(await made({ wardId: null, bedId: null }))).wardName).toBe(null);
  });
  test('twenty at once have twenty numbers, and one key makes one order', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.ops.post<Acted>('/orders', { body: form() })));
    expect(new Set(answers.map(({ body }) => body.result.row.orderNo)).size).toBe(20);
    const body = form();
    const same = await Promise.all([1, 2, 3].map(() => client.ops.post<Acted>('/orders', { body, key: 'one-intention-1' })));
    expect(new Set(same.map((a) => a.body.result.row.orderNo)).size).toBe(1);
  });
  test('a patient of another hospital cannot be taken, nor found', async () => {
    const stranger = await kit.patient('外来');
    await kit.order(foreign, { patient_id: stranger });
    expect(await refused(client.resident.post('/orders', { body: form({ patient: { id: stranger } }) }))).toBe('404 没有找到，或不在你的数据范围内');
    expect((await client.resident.get('/patients/find', { query: { q: '外来' } })).body.result).toEqual([]);
    expect((await client.ops.get<unknown[]>('/patients/find', { query: { q: '外来' } })).body.result).toHaveLength(1);
  });
});

describe('the way of an order', () => {
  test('assign, start, complete early: half of the day, what falls away, who is paid, what is due back', async () => {
    const no = await made({ plannedStart: dayFromNow(-1) });
    expect(await refused(does(no, 'start', { reason: '急' }))).toBe('409 订单现在是“待派单”');
    await done(no, 'assign', { caregiverNo: carer.no });
    expect(await refused(does(no, 'start'))).toBe('409 预付不足，写明原因才能开始');
    await done(no, 'start', { reason: '家属明日付' });
    const payable = (await see(no)).payableFen;
    expect(payable).toBe(TOTAL + 26_001);
    expect(await refused(does(no, 'complete'))).toBe('409 写明原因');
    for (const end of [{ day: dayFromNow(-2), half: 'PM' }, { day: dayFromNow(3), half: 'PM' }, { day: dayFromNow(1), half: 'AM' }]) expect(await refused(does(no, 'complete', { reason: '出院', end }))).toBe('409 结束时间不在服务期间内');
    const preview = await client.ops.get(`/orders/${no}/preview`, { query: { event: 'complete', plannedEnd: dayFromNow(0), endHalf: 'AM' } });
    expect(preview.body.result).toEqual({ payableFen: payable, newPayableFen: 26_001 + 13_001, newBalanceFen: 39_002, days: 4.5, newDays: 1.5, early: true });
    await done(no, 'complete', { reason: '提前出院', end: { day: dayFromNow(0), half: 'AM' } });
    const detail = await see(no);
    expect(detail).toMatchObject({ serviceState: 'completed', status: 'pending_payment', payableFen: 39_002, days: 1.5, evaluationState: 'open', endReason: '提前出院', stints: [{ status: 'ended', to: expect.stringMatching(/T04:00:00/) as string }] });
    const days = await api.rows('select fraction::float8 as f, amount_fen::int as a, caregiver_pay_fen::int as p, hospital_fee_fen::int as h, attendance as s from order_service_day where order_id = $1 order by day', [detail.id]);
    expect(days.slice(0, 3)).toEqual([{ f: 1, a: 26_001, p: 18_201, h: 1300, s: 'present' }, { f: 0.5, a: 13_001, p: 9101, h: 650, s: 'present' }, expect.objectContaining({ f: 1, s: 'void' })]);
    expect(detail.timeline.map(({ reason }) => reason)).toEqual([null, null, '家属明日付', '提前出院']);
  });
  test('a reason that a bulk action sends along with all is told of no order that it is not about', async () => {
    const no = await made({ plannedStart: dayFromNow(-1), plannedEnd: dayFromNow(0), endHalf: 'PM' });
    await done(no, 'pay', { amountFen: 26_001, method: 'cash' });
    await done(no, 'assign', { caregiverNo: (await life.carer('郑如')).no });
    await done(no, 'start', { reason: '其他人预付不足' });
    await done(no, 'complete', { reason: '其他人提前出院', end: { day: dayFromNow(0), half: 'PM' } });
    const { timeline, endReason } = await see(no);
    expect([timeline.map(({ event, reason }) => [event, reason]), endReason]).toEqual([[['create', null], ['pay', null], ['assign', null], ['start', null], ['complete', null]], null]);
  });
  test('where nobody served there is nothing to evaluate', async () => {
    const no = await life.kit.order(life.place, { service_state: 'in_service', actual_start_at: new Date().toISOString() });
    expect((await see(no)).gap).not.toBeNull();
    await done(no, 'complete', { reason: '出院' });
    expect(await see(no)).toMatchObject({ status: 'closed', evaluationState: 'none', cannot: { evaluate: 'nobody_served' }, timeline: [{ after: { evaluationState: 'none' } }] });
    expect(await refused(does(no, 'evaluate', { caregiverNo: carer.no, overall: 5, tags: [] }))).toBe('409 没有护工服务过，不用评价');
    await done(no, 'undo');
    expect(await see(no)).toMatchObject({ status: 'in_service', evaluationState: 'none' });
  });
  test('a caregiver whom an import adds late serves, and is paid for, the days that were added meanwhile; what waits for payment can then be evaluated', async () => {
    const load = { 医院: '第一医院', 科室: '骨科', 病区: '骨科一病区', 床号: '', 护工工号: 'TS10501', 应收款: '780.00', 实收款: '0.00', 支付方式: '', 收据号: '' };
    const orders = [
      booked(501, { ...load, 客户姓名: '补一', 订单状态: '服务中', 开始日期: dayFromNow(-1), 结束日期: dayFromNow(1) }), booked(502, { ...load, 客户姓名: '补二', 订单状态: '待结清', 开始日期: dayFromNow(-5), 结束日期: dayFromNow(-3) }), booked(503, { ...load, 客户姓名: '补三', 订单状态: '待服务', 开始日期: dayFromNow(3), 结束日期: dayFromNow(5) }),
    ];
    await importRows(api.database, 'caregivers', [carerRow(501, { 服务医院: '第一医院', 手机: '1' })]);
    expect((await importRows(api.database, 'orders', orders)).said).toContain('3 loaded');
    expect(await see('TP10502')).toMatchObject({ status: 'pending_payment', evaluationState: 'none', stints: [] });
    await done('TP10502', 'settle', { method: 'cash' });
    expect(await see('TP10502')).toMatchObject({ status: 'closed', evaluationState: 'none' });
    await done('TP10501', 'extend', { plannedEnd: dayFromNow(3), endHalf: 'AM' });
    await importRows(api.database, 'caregivers', [carerRow(501, { 服务医院: '第一医院' })]);
    expect((await importRows(api.database, 'orders', orders)).said).toContain('3 loaded');
    const { id, stints, gap } = await see('TP10501');
    expect([stints.map(({ caregiverNo, from, to, exclusive }) => [caregiverNo, from, to, exclusive]), gap]).toEqual([[['TS10501', `${dayFromNow(-2)}T16:00:00.000Z`, `${dayFromNow(3)}T04:00:00.000Z`, true]], null]);
    const days = await api.rows('select caregiver_pay_fen::int as p from order_service_day where order_id = $1 order by day', [id]);
    expect(days).toEqual([18_200, 18_200, 18_200, 27_300, 9100].map((p) => ({ p })));
    // on the first of its days the caregiver serves the other still, alone
    expect((await see('TP10503')).stints).toMatchObject([{ exclusive: false }]);
    expect(await see('TP10502')).toMatchObject({ status: 'pending_evaluation', evaluationState: 'open', can: expect.arrayContaining(['evaluate']) as string[] });
    expect(await api.rows("select closed_at from care_order where order_no = 'TP10502'")).toEqual([{ closed_at: null }]);
    await done('TP10502', 'evaluate', { caregiverNo: 'TS10501', overall: 5, tags: [] });
    expect(await see('TP10502')).toMatchObject({ status: 'closed' });
  });
  test('the timeline says from when a caregiver is changed, and whose an evaluation is', async () => {
    const [first, second] = [await life.carer('何早'), await life.carer('何晚')];
    const no = await made({ plannedStart: dayFromNow(-1) });
    await done(no, 'assign', { caregiverNo: first.no });
    await done(no, 'start', { reason: '先做' });
    await done(no, 'change', { caregiverNo: second.no, reason: '换', since: { day: dayFromNow(2), half: 'PM' } });
    const since = `${dayFromNow(2)}T04:00:00.000Z`;
    expect((await see(no)).timeline.at(-1)).toMatchObject({ before: { caregiverName: '何早' }, after: { caregiverName: '何晚', since } });
    await done(no, 'undo');
    expect((await see(no)).timeline.at(-1)).toMatchObject({ before: { caregiverName: '何晚' }, after: { caregiverName: '何早' } });
    expect((await see(no)).timeline.at(-1)!.before).not.toHaveProperty('since');
  });
  test('cancel leaves nothing to pay, adjustments included, and only once', async () => {
    const no = await made();
    await done(no, 'assign', { caregiverNo: relief.no });
    await done(no, 'adjust', { kind: 'discount', amountFen: -500, reason: '优惠' });
    await done(no, 'pay', { amountFen: 1000, method: 'cash' });
    expect(await refused(does(no, 'cancel', { reason: '转院' }, client.resident))).toBe('409 已收款，由运营取消');
    await done(no, 'cancel', { reason: '转院' });
    expect(await see(no)).toMatchObject({ status: 'refunding', payableFen: 0, balanceFen: -1000, cancelReason: '转院', stints: [{ status: 'void' }], adjustedFen: 0 });
    expect(await refused(does(no, 'cancel', { reason: '转院' }))).toBe('409 订单现在是“退款中”');
  });
  test('extend: the half day becomes whole, holidays count, the stint goes on; also by half a day, also by someone else', async () => {
    const no = await made({ plannedEnd: dayFromNow(1) });
    await done(no, 'assign', { caregiverNo: relief.no });
    for (const [plannedEnd, endHalf] of [[dayFromNow(1), 'AM'], [dayFromNow(0), 'PM']]) expect(await refused(does(no, 'extend', { plannedEnd, endHalf }))).toBe('409 新的结束要晚于现在的结束');
    await done(no, 'extend', { plannedEnd: dayFromNow(1), endHalf: 'PM' });
    expect(await see(no)).toMatchObject({ payableFen: 52_002, days: 2, gap: null, stints: [{ caregiverNo: relief.no }] });
    expect((await client.ops.get(`/orders/${no}/preview`, { query: { event: 'extend', plannedEnd: dayFromNow(2), endHalf: 'PM' } })).body.result).toMatchObject({ newPayableFen: 91_004, newDays: 3 });
    const other = await life.carer('赵敏');
    await done(no, 'extend', { plannedEnd: dayFromNow(2), endHalf: 'PM', caregiverNo: other.no });
    const detail = await see(no);
    expect(detail).toMatchObject({ payableFen: 91_004, version: 4, gap: null, stints: [{ caregiverNo: relief.no }, { caregiverNo: other.no, status: 'planned' }] });
    expect(detail.timeline.at(-1)).toMatchObject({ before: { plannedEnd: dayFromNow(1), caregiverName: '李梅' }, after: { plannedEnd: dayFromNow(2), caregiverName: '赵敏', payableFen: 91_004 } });
    const [pay] = await api.rows<{ n: number }>('select sum(caregiver_pay_fen)::int as n from order_service_day where order_id = $1', [detail.id]);
    expect(pay!.n).toBe(18_201 * 2 + 27_301);
    await done(no, 'cancel', { reason: '完' });
  });
  test('what an extension or a renewal costs by now must be what was shown, where that is told; a repeat need not say it', async () => {
    const no = await made({ plannedStart: dayFromNow(-1), plannedEnd: dayFromNow(0), endHalf: 'PM' });
    await done(no, 'assign', { caregiverNo: (await life.carer('冯价')).no });
    const [changed, longer, stay] = ['409 价格变了，按新的合计再确认', { plannedEnd: dayFromNow(1), endHalf: 'PM' }, { plannedStart: dayFromNow(5), startHalf: 'AM', plannedEnd: dayFromNow(5), endHalf: 'PM', caregiver: false }];
    expect(await refused(does(no, 'extend', { ...longer, expectFen: 26_001 }))).toBe(changed);
    for (const expectFen of [3 * 26_001, 1]) expect((await client.ops.post<Acted>(`/orders/${no}/extend`, { key: 'shown-before', body: { version: 2, ...longer, expectFen } })).body.result.row).toMatchObject({ version: 3, payableFen: 3 * 26_001 });
    for (const [event, body] of [['start', { reason: '先做' }], ['complete', { reason: '出院' }]] as const) await done(no, event, body);
    expect(await refused(does(no, 'renew', { ...stay, expectFen: 1 }))).toBe(changed);
    await done(no, 'renew', { ...stay, expectFen: 26_001 });
  });
  test('a holiday that came since is not why a day costs what it does', async () => {
    const day = dayFromNow(20);
    const holiday = (name: string, multiplier_bp: number, more: object = {}) => life.kit.insert('hospital_holiday', { name, multiplier_bp, days: `[${day},${day}]`, ...more });
    await holiday('国庆节', 20_000);
    const no = await made({ plannedStart: day, plannedEnd: day, endHalf: 'PM' });
    await holiday('院庆', 15_000, { hospital_id: life.place.hospitalId });
    expect((await client.ops.get(`/orders/${no}/explain`)).body.result).toMatchObject({ days: [{ multiplierBp: 20_000, holiday: '国庆节' }] });
  });
  test('renew: a linked order, with the caregiver where asked; once', async () => {
    const no = await made({ plannedStart: dayFromNow(-2), plannedEnd: dayFromNow(-1), endHalf: 'PM' });
    const own = await life.carer('周琴');
    await done(no, 'assign', { caregiverNo: own.no });
    await done(no, 'start', { reason: '先做' });
    await done(no, 'complete');
    const stay = { plannedStart: dayFromNow(0), startHalf: 'AM', plannedEnd: dayFromNow(1), endHalf: 'PM' };
    const { otherNo, row } = await done(no, 'renew', { ...stay, caregiver: true });
    expect(row).toMatchObject({ orderNo: no, version: 5, cannot: { renew: 'renewed' } });
    expect(await see(otherNo!)).toMatchObject({ renewedFrom: no, status: 'pending_service', version: 2, caregiverNo: own.no, payableFen: 52_002, patientId: (await see(no)).patientId });
    expect((await see(otherNo!, client.ops)).undoUntil).not.toBe(null);
    expect(await see(no)).toMatchObject({ renewedBy: otherNo });
    expect(await refused(does(no, 'renew', { ...stay, caregiver: false }))).toBe('409 已有续单');
    await done(otherNo!, 'undo');
    expect(await see(otherNo!)).toMatchObject({ status: 'pending_assign', caregiverNo: null });
    await done(otherNo!, 'cancel', { reason: '不续了' });
    await done(no, 'renew', { ...stay, caregiver: false });
  });
});

describe('edit', () => {
  test('before and after of each field that changed, phones masked, names found anew', async () => {
    const no = await made();
    await done(no, 'edit', { patientName: '曾国藩', contactMobile: '13712349999', diagnosis: '骨裂', departmentId: place.departments[1]!.id, wardId: place.departments[1]!.wardId, bedId: place.departments[1]!.bedId, careLevel: null });
    const detail = await see(no);
    expect(detail).toMatchObject({ patientName: '曾国藩', departmentName: '内科', wardName: '内科一病区', bedNo: '12', version: 2 });
    expect(detail.timeline[1]).toMatchObject({ event: 'edit', before: { diagnosis: null, departmentName: '骨科', bedNo: '11', contactMobile: null }, after: { patientName: '曾国藩', diagnosis: '骨裂', departmentName: '内科', wardName: '内科一病区', bedNo: '12', contactMobile: '137****9999' } });
    expect(Object.keys(detail.timeline[1]!.after)).not.toContain('careLevel');
    expect((await client.ops.get<{ row: { orderNo: string } }[]>('/orders/find?q=zengguofan')).body.result.map(({ row }) => row.orderNo)).toEqual([no]);
    expect(await refused(does(no, 'edit', { diagnosis: '骨裂' }))).toBe('409 没有改动');
    expect(await refused(does(no, 'edit', { departmentId: foreign.departments[0]!.id }))).toBe('404 没有找到，或不在你的数据范围内');
    const { text } = await client.admin.get(`/orders/${no}/changes?since=1`);
    expect(text).not.toContain('13712349999');
    expect((JSON.parse(text) as { result: TimelineRow[] }).result.map((line) => [line.version, line.event])).toEqual([[2, 'edit']]);
  });
  test('the hospital side: ward, bed, diagnosis, level and nothing else', async () => {
    const no = await made();
    await done(no, 'edit', { bedId: null, wardId: place.departments[0]!.wardId, diagnosis: '肺炎', careLevel: '一级护理', patientName: (await see(no)).patientName }, client.hospital);
    expect(await see(no)).toMatchObject({ bedNo: null, diagnosis: '肺炎', careLevel: '一级护理' });
    for (const body of [{ patientName: '改' }, { note: '改' }, { departmentId: place.departments[1]!.id, wardId: null, bedId: null }, { prefGender: 2 }, { diagnosis: '新', contactName: '某' }]) expect(await refused(does(no, 'edit', body, client.hospital))).toBe('409 这一项由运营或驻院管理修改');
    expect((await see(no)).version).toBe(2);
  });
});

test('whoever acts on an old version is told, and nothing happens', async () => {
  const no = await made();
  await done(no, 'edit', { note: '一' });
  const late = await client.ops.post(`/orders/${no}/cancel`, { body: { version: 1, reason: '晚了' } });
  expect([late.status, late.body.code]).toEqual([409, 40900]);
  const both = await Promise.all(['assign', 'cancel'].map((event) => client.ops.post(`/orders/${no}/${event}`, { body: { version: 2, ...(event === 'assign' ? { caregiverNo: (carer.no) } : { reason: '同时' }) } })));
  expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  const detail = await see(no);
  expect(detail.timeline.length).toBe(detail.version);
});
