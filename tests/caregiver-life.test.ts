import { afterAll, describe, expect, test } from 'vitest';
import type { Acted, CaregiverRow } from '../src/areas/caregiver/contract.ts';
import { checkCharacter } from '../src/kernel/id-number.ts';
import { sweep } from '../src/host/sweep.ts';
import { dayFromNow } from './kit/care.ts';
import { health, said, startStaff } from './kit/staff.ts';

const { api, kit, here, there, client, idNumber, form, see, does, done, made, worker, serving } = await startStaff();
afterAll(() => api.close());

describe('someone new', () => {
  test('waits for approval, which asks for a health certificate that is valid today', async () => {
    const no = await made({ skills: ['鼻饲护理'], languages: ['普通话', '四川话'], emergencyPhone: '13811112222' });
    expect(await see(no)).toMatchObject({ status: 'pending', hospitals: ['第一医院'], skills: ['鼻饲护理'], birthday: '1980-01-01', idNo: expect.stringMatching(/^310\*+\d{4}$|^310\*+\d{3}X$/), mobile: expect.stringMatching(/^139\*{4}\d{4}$/), emergencyPhone: '138****2222', cannot: { approve: 'no_health_today' } });
    expect(said(await does(no, 'approve'))).toBe('409 当前状态不能这样做：没有今天有效的健康证');
    await done(no, 'certify', health(0));
    expect(await done(no, 'approve')).toMatchObject({ status: 'active', healthDaysLeft: 0, nextFree: dayFromNow(0) });
    expect((await see(no)).timeline.map(({ event, to }) => [event, to])).toEqual([['create', 'pending'], ['certify', 'pending'], ['approve', 'active']]);
  });
  test('is found by name and number, with a running number of their own, beside those that an import gave', async () => {
    const taken = await kit.caregiver('占号', [here], { staff_no: 'PY100900' });
    await api.rows(`select setval('caregiver_staff_no', 100899)`);
    const no = await made({ name: '欧阳新' });
    expect(no).not.toBe(taken.no);
    expect((await client.ops.get<{ row: { staffNo: string } }[]>('/caregivers/find', { query: { q: 'ouyangxin' } })).body.result.map(({ row }) => row.staffNo)).toEqual([no]);
    expect(await made({ staffNo: 'hg-7' })).toBe('HG-7');
    expect(said(await client.ops.post('/caregivers', { body: form({ staffNo: 'HG-7' }) }))).toBe('409 已被使用：工号');
  });
  test('is refused with a wrong ID number, one that someone has, a phone that someone has, or a hospital that is not there', async () => {
    const idNo = idNumber();
    const no = await made({ idNo, mobile: '13700000001' });
    expect(said(await client.ops.post('/caregivers', { body: form({ idNo: `${idNo.slice(0, 17)}${idNo[17] === '1' ? '2' : '1'}` }) }))).toMatch(/^409 .*身份证号不对/);
    expect(said(await client.ops.post('/caregivers', { body: form({ idNo }) }))).toBe('409 已被使用：身份证号');
    expect(said(await client.ops.post('/caregivers', { body: form({ mobile: '13700000001' }) }))).toBe('409 已被使用：手机');
    expect((await client.ops.post('/caregivers', { body: form({ hospitalId: '999999' }) })).status).toBe(404);
    expect(said(await client.ops.post('/caregivers', { body: form({ birthday: dayFromNow(2) }) }))).toBe('409 当前状态不能这样做：生日不能晚于今天');
    // nobody is born tomorrow, nor on another day than their ID number says
    const unborn = `310101${dayFromNow(1).replaceAll('-', '')}100`;
    expect(said(await client.ops.post('/caregivers', { body: form({ idNo: unborn + checkCharacter(unborn) }) }))).toMatch(/^409 .*身份证号不对/);
    for (const answer of [await client.ops.post('/caregivers', { body: form({ birthday: '1990-01-01' }) }), await does(no, 'edit', { birthday: '1990-01-01' })]) expect(said(answer)).toBe('409 当前状态不能这样做：和身份证上的生日不一致');
    expect(said(await does(no, 'edit', { birthday: '1990-02-30' }))).toBe('400 填写有误：birthday');
    expect((await client.ops.post('/caregivers/match', { body: { idNo: ` ${idNo.toLowerCase().replace(/^\d{6}/, '$& ')}\t` } })).body.result).toEqual({ staffNo: no, name: '陈桂英', status: 'pending', reason: null, reviewOn: null, gone: false });
  });
  test('another ID number says another birthday; a record is the same under either case of its number', async () => {
    const [no, number] = [await made(), (digits: string): string => digits + checkCharacter(digits)];
    await done(no, 'edit', { idNo: number('31010119900202900') });
    expect((await see(no)).birthday).toBe('1990-02-02');
    expect(said(await does(no, 'edit', { idNo: number('31010119910303900'), birthday: '1990-02-02' }))).toMatch(/^409 .*和身份证上的生日不一致$/);
    for (const part of ['', '/form', '/work', '/rating', '/evaluations', '/pay']) expect([part, (await client.admin.get(`/caregivers/${no.toLowerCase()}${part}`)).status]).toEqual([part, 200]);
    expect((await does(no.toLowerCase(), 'certify', health(30))).status).toBe(200);
  });
  test('whoever is blacklisted is known by the ID number, with the reason, and refused', async () => {
    const idNo = idNumber();
    const no = await made({ idNo });
    expect(said(await does(no, 'blacklist', { reason: '偷窃', reviewOn: dayFromNow(0) }))).toMatch(/复核日期要在今天之后/);
    expect(await done(no, 'blacklist', { reason: '偷窃', reviewOn: dayFromNow(90) })).toMatchObject({ status: 'blacklisted', can: expect.arrayContaining(['blacklist', 'unblacklist']) });
    expect(await see(no)).toMatchObject({ statusReason: '偷窃', reviewOn: dayFromNow(90) });
    expect(said(await client.ops.post('/caregivers', { body: form({ idNo }) }))).toContain(`身份证号在黑名单中 · 陈桂英 · ${no} · 偷窃 · ${dayFromNow(90)}`);
    const other = await made();
    // who and why is for whoever may ask it: for a resident they may be another hospital's
    for (const [by, why] of [[client.resident, ''], [client.ops, ` · 陈桂英 · ${no} · 偷窃 · ${dayFromNow(90)}`]] as const) expect(said(await does(other, 'edit', { idNo }, by))).toBe(`409 当前状态不能这样做：身份证号在黑名单中${why}`);
    expect((await client.ops.post('/caregivers/match', { body: { idNo } })).body.result).toMatchObject({ staffNo: no, status: 'blacklisted', reason: '偷窃' });
    expect(await done(no, 'unblacklist', { reason: '复核通过' })).toMatchObject({ status: 'pending' });
    expect(await see(no)).toMatchObject({ statusReason: null, reviewOn: null });
  });
});

describe('the health certificate', () => {
  test('one that has ended suspends, blocks orders and says so; renewed, they are back', async () => {
    const no = await worker();
    const { id } = await see(no);
    await api.rows(`update caregiver_certificate set issued_on = current_date - 400, expires_on = (now() at time zone 'Asia/Shanghai')::date - 1 where caregiver_id = $1`, [id]);
    await sweep(api.database.db);
    expect(await see(no)).toMatchObject({ status: 'suspended', suspendedFor: 'health', healthDaysLeft: -1, nextFree: null, cannot: { reinstate: 'no_health_today' } });
    expect((await see(no)).timeline.at(-1)).toMatchObject({ event: 'health', actor: null, from: 'active', to: 'suspended' });
    await sweep(api.database.db);
    expect((await see(no)).timeline.filter(({ event }) => event === 'health')).toHaveLength(1);
    const order = await kit.order(here, { planned_start: dayFromNow(1), planned_end: dayFromNow(2), service_state: 'pending_assign' });
    expect(said(await client.ops.post(`/orders/${order}/assign`, { body: { version: 1, caregiverNo: no } }))).toBe('409 当前状态不能这样做：开始当天没有有效的健康证');
    // one that has ended already helps nobody
    expect(await done(no, 'certify', health(-2, { issuedOn: dayFromNow(-300) }))).toMatchObject({ status: 'suspended' });
    expect(await done(no, 'certify', health(365))).toMatchObject({ status: 'active', suspendedFor: null, healthDaysLeft: 365 });
    expect((await client.ops.post(`/orders/${order}/assign`, { body: { version: 1, caregiverNo: no } })).status).toBe(200);
  });
  test('revoked without another, it suspends; whoever was suspended for something else stays so', async () => {
    const no = await worker();
    const [one] = (await see(no)).certificates;
    expect(await done(no, `certificates/${one!.id}/revoke`, { reason: '假证' })).toMatchObject({ status: 'suspended', suspendedFor: 'health', healthDaysLeft: null });
    expect(await done(no, 'certify', health(30))).toMatchObject({ status: 'active', suspendedFor: null });
    const [only] = (await see(no)).certificates;
    await done(no, 'leave', { from: dayFromNow(0), to: dayFromNow(2) });
    expect(await done(no, `certificates/${only!.id}/edit`, { kind: 'training', verified: false })).toMatchObject({ status: 'suspended', suspendedFor: 'health' });
    expect(await done(no, 'undo')).toMatchObject({ status: 'on_leave', suspendedFor: null, healthDaysLeft: 30 });
    // who came without one and never had one is not suspended by what else is written down of them
    const bare = await kit.caregiver('无证', [here]);
    expect(await done(bare.no, 'certify', { kind: 'training', verified: true })).toMatchObject({ status: 'active' });
    const other = await worker();
    await done(other, 'certify', health(-3, { issuedOn: dayFromNow(-300) }));
    await done(other, `certificates/${(await see(other)).certificates.find(({ daysLeft }) => daysLeft! > 0)!.id}/revoke`, { reason: '假证' });
    expect(await see(other)).toMatchObject({ status: 'suspended', suspendedFor: 'health' });
    const third = await worker();
    expect(said(await does(third, 'suspend'))).toMatch(/^400/);
    await done(third, 'suspend', { reason: '投诉' });
    expect(await done(third, 'certify', health(400))).toMatchObject({ status: 'suspended', suspendedFor: 'other', can: expect.arrayContaining(['reinstate']) });
    expect(await done(third, 'reinstate')).toMatchObject({ status: 'active' });
  });
  test('days that cannot be are refused, an edit asks for the original anew, a verification is said once', async () => {
    const no = await made();
    expect(said(await does(no, 'certify', health(3, { issuedOn: dayFromNow(1) })))).toContain('发证日期不能晚于今天');
    expect(said(await does(no, 'certify', health(3, { expiresOn: null })))).toContain('健康证要填到期日');
    expect(said(await does(no, 'certify', health(-30)))).toContain('到期日不能早于发证日期');
    expect((await does(no, 'certify', health(3, { expiresOn: '2026-02-30' }))).status).toBe(400);
    await done(no, 'certify', { kind: 'training', verified: false });
    const [one] = (await see(no)).certificates;
    expect(one).toMatchObject({ kind: 'training', verified: false, verifiedBy: null });
    await done(no, `certificates/${one!.id}/verify`);
    expect((await see(no)).certificates[0]).toMatchObject({ verified: true, verifiedBy: 'ops的昵称' });
    expect(said(await does(no, `certificates/${one!.id}/verify`))).toContain('没有改动');
    await done(no, `certificates/${one!.id}/edit`, { kind: 'insurance', number: 'BX1', expiresOn: dayFromNow(40), verified: false });
    expect((await see(no)).certificates[0]).toMatchObject({ kind: 'insurance', number: 'BX1', daysLeft: 40, verified: false });
    expect((await see(no)).certificates).toHaveLength(1);
    // told in the list because it ends within 90 days
    expect(await see(no)).toMatchObject({ certificates: [expect.anything()] });
    const [row] = (await client.ops.get<CaregiverRow[]>('/caregivers/rows', { query: { nos: no } })).body.result;
    expect(row!.certificates).toEqual([{ kind: 'insurance', daysLeft: 40 }]);
    const strange = (await see(await worker())).certificates[0]!.id;
    expect((await does(no, `certificates/${strange}/verify`)).status).toBe(404);
  });
});

describe('leave and postings', () => {
  test('who is back from leave may serve from this half day, and take other days off; 400 days are the most', async () => {
    const [no, other] = [await worker(), await worker()];
    await done(no, 'leave', { from: dayFromNow(0), to: dayFromNow(3) });
    expect(await done(no, 'return')).toMatchObject({ status: 'active', nextFree: dayFromNow(0) });
    const order = await kit.order(here, { planned_start: dayFromNow(0), planned_end: dayFromNow(1), start_half: (new Date().getUTCHours() + 8) % 24 < 12 ? 'AM' : 'PM' });
    expect(said(await client.ops.post(`/orders/${order}/assign`, { body: { version: 1, caregiverNo: no } }))).toBe('200 ');
    await done(other, 'leave', { from: dayFromNow(0), to: dayFromNow(5) });
    await done(other, 'return');
    expect(await done(other, 'leave', { from: dayFromNow(0), to: dayFromNow(2) })).toMatchObject({ status: 'on_leave', nextFree: dayFromNow(3) });
    expect(said(await does(other, 'leave', { from: dayFromNow(0), to: dayFromNow(1) }))).toContain('这些日子已经请过假');
    for (const [last, words] of [[410, '409 当前状态不能这样做：一次请假最长 400 天'], [9, '400 填写有误：to'], [409, '200 ']] as const) expect(said(await does(no, 'leave', { from: dayFromNow(10), to: dayFromNow(last) }))).toBe(words);
  });
  test('a leave that begins today is one at once, ends by itself or by coming back, and is refused over a service', async () => {
    const no = await worker();
    expect(await done(no, 'leave', { from: dayFromNow(0), to: dayFromNow(3), reason: '回家' }, client.resident)).toMatchObject({ status: 'on_leave', nextFree: dayFromNow(4) });
    expect(said(await does(no, 'leave', { from: dayFromNow(2), to: dayFromNow(5) }))).toContain('这些日子已经请过假');
    expect(await done(no, 'return')).toMatchObject({ status: 'active' });
    expect((await see(no)).leaves).toMatchObject([{ from: dayFromNow(0), over: true, reason: '回家' }]);
    await done(no, 'leave', { from: dayFromNow(10), to: dayFromNow(11) });
    expect(await see(no)).toMatchObject({ status: 'active', nextFree: dayFromNow(0) });
    const [future] = (await see(no)).leaves;
    await done(no, `leave/${future!.id}/cancel`);
    expect((await see(no)).leaves).toHaveLength(1);
    await serving(no);
    expect(said(await does(no, 'leave', { from: dayFromNow(2), to: dayFromNow(2) }))).toContain('这些日子有服务安排');
    expect(await see(no)).toMatchObject({ nextFree: dayFromNow(4) });
    const other = await worker();
    await done(other, 'leave', { from: dayFromNow(0), to: dayFromNow(0) });
    await api.rows(`update caregiver_leave set during = tstzrange(now() - interval '2 days', now() - interval '1 hour') where caregiver_id = $1`, [(await see(other)).id]);
    await sweep(api.database.db);
    expect(await see(other)).toMatchObject({ status: 'active', timeline: expect.arrayContaining([expect.objectContaining({ event: 'leave-turn', to: 'active' })]) });
  });
  test('postings are those of the writer\'s own hospitals; the others stay; a service keeps its posting', async () => {
    const no = await worker();
    const both = [{ hospitalId: here.hospitalId, from: dayFromNow(-10), to: null }, { hospitalId: there.hospitalId, from: dayFromNow(0), to: dayFromNow(20) }];
    expect(await done(no, 'post', { postings: both })).toMatchObject({ hospitals: ['第一医院', '第二医院'] });
    expect((await see(no, client.resident)).postings).toMatchObject([{ hospital: '第一医院', to: null }]);
    await done(no, 'post', { postings: [{ hospitalId: here.hospitalId, from: dayFromNow(-5), to: null }] }, client.resident);
    expect((await see(no)).postings.map(({ hospital, from }) => [hospital, from])).toEqual([['第二医院', dayFromNow(0)], ['第一医院', dayFromNow(-5)]]);
    expect((await does(no, 'post', { postings: [both[1]!] }, client.resident)).status).toBe(404);
    expect(said(await does(no, 'post', { postings: [both[0]!, both[0]!] }))).toContain('驻点日期重叠');
    await serving(no);
    expect(said(await does(no, 'post', { postings: [both[1]!] }))).toContain('有服务安排的日子要留着驻点');
    expect(said(await does(no, 'post', { postings: [{ ...both[0]!, to: dayFromNow(2) }] }))).toContain('有服务安排的日子要留着驻点');
    await done(no, 'post', { postings: [{ ...both[0]!, to: dayFromNow(30) }] });
  });
});

describe('leaving, and taking back', () => {
  test('whoever serves does not leave; whoever ever served is not deleted', async () => {
    const no = await worker();
    const order = await serving(no);
    expect(await see(no)).toMatchObject({ cannot: { quit: 'still_serving', remove: 'has_served' } });
    expect(said(await does(no, 'quit', { reason: '辞职' }))).toContain('还有在服务或已排班的订单');
    await api.rows(`update order_assignment set status = 'ended' where order_id = $1`, [await kit.orderId(order)]);
    expect(await done(no, 'quit', { reason: '辞职' })).toMatchObject({ status: 'left' });
    expect(await see(no)).toMatchObject({ leftOn: dayFromNow(0), statusReason: '辞职' });
    expect(said(await does(no, 'remove'))).toContain('有过服务记录');
    expect(await done(no, 'rehire')).toMatchObject({ status: 'pending' });
    expect(await see(no)).toMatchObject({ leftOn: null, statusReason: null });
  });
  test('whoever was suspended or kept out since does not begin what they were given', async () => {
    for (const status of ['suspended', 'blacklisted']) {
      const no = await worker();
      const order = await serving(no);
      await api.rows(`update care_order set service_state = 'assigned', actual_start_at = null where order_no = $1`, [order]);
      await api.rows(`update caregiver set status = $2, suspended_for = case when $2 = 'suspended' then 'other' end, status_reason = 'x' where staff_no = $1`, [no, status]);
      const { version } = (await client.ops.get<{ version: number }>(`/orders/${order}`)).body.result;
      expect(said(await client.ops.post(`/orders/${order}/start`, { body: { version, reason: '先做' } }))).toContain('先更换护工');
    }
  });
  test('whoever leaves the company leaves every hospital, also those that the writer does not reach', async () => {
    const no = await worker();
    await api.rows(`insert into caregiver_hospital (caregiver_id, hospital_id, during) select id, $2, '[2026-01-01,)' from caregiver where staff_no = $1`, [no, there.hospitalId]);
    expect(await done(no, 'quit', { reason: '辞职' }, client.resident)).toMatchObject({ status: 'left' });
    expect(await api.rows(`select (upper(during) - 1)::text as last from caregiver_hospital where caregiver_id = (select id from caregiver where staff_no = $1)`, [no])).toEqual([{ last: dayFromNow(0) }, { last: dayFromNow(0) }]);
  });
  test('one\'s own last step is taken back within ten minutes, whole, and no other\'s', async () => {
    const no = await worker();
    const { version: _v, timeline: _t, can: _c, cannot: _n, undoUntil: _u, ...before } = await see(no, client.ops);
    const facts = async (): Promise<object> => {
      const { version: _a, timeline: _b, can: _d, cannot: _e, undoUntil: _f, ...now } = await see(no, client.ops);
      return now;
    };
    const steps: [string, object][] = [
      ['edit', { name: '陈改名', skills: ['康复训练'], mobile: '13600009999' }], ['leave', { from: dayFromNow(0), to: dayFromNow(2) }], ['suspend', { reason: '投诉' }], ['blacklist', { reason: '打人', reviewOn: dayFromNow(30) }], ['certify', { kind: 'training', verified: true }],
      [`certificates/${before.certificates[0]!.id}/revoke`, { reason: '假' }], ['post', { postings: [] }], ['quit', { reason: '辞职' }], ['remove', {}],
    ];
    for (const [step, body] of steps) {
      const { version } = await see(no);
      const first = await client.ops.post<Acted>(`/caregivers/${no}/${step}`, { body: { version, ...body } });
      expect([step, first.status]).toEqual([step, 200]);
      expect(step === 'remove' ? first.body.result.row : 'row').toBe(step === 'remove' ? null : 'row');
      if (step !== 'remove') expect([step, (await client.admin.post(`/caregivers/${no}/undo`, { body: { version: version + 1 } })).body.message]).toEqual([step, '当前状态不能这样做：最近一次操作不是你做的']);
      const back = await client.ops.post<Acted>(`/caregivers/${no}/undo`, { body: { version: version + 1 } });
      expect([step, said(back)]).toEqual([step, '200 ']);
      expect([step, await facts()]).toEqual([step, before]);
    }
    expect(said(await does(no, 'undo'))).toContain('没有可以撤销的操作');
    await done(no, 'suspend', { reason: '投诉' });
    expect((await see(no, client.ops)).can).toContain('undo');
    expect((await see(no, client.admin)).can).not.toContain('undo');
    const [newest] = await api.rows<{ at: Date }>('select max(at) as at from caregiver_event');
    expect(Date.now() - newest!.at.getTime()).toBeLessThan(60_000);
  });
  test('an approval on which an order was given stays', async () => {
    const no = await worker();
    const order = await kit.order(here, { service_state: 'assigned', planned_start: dayFromNow(5), planned_end: dayFromNow(6) });
    await kit.stint(await kit.orderId(order), (await see(no)).id, 'planned', 5, 7);
    expect(said(await does(no, 'undo'))).toContain('之后有别的安排以它为准');
  });
  test('of two who act on one version one is told that it has moved on', async () => {
    const no = await worker();
    const { version } = await see(no);
    const both = await Promise.all([client.ops.post(`/caregivers/${no}/suspend`, { body: { version, reason: '甲' } }), client.admin.post(`/caregivers/${no}/edit`, { body: { version, level: 'senior' } })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body.code).toBe(40900);
  });
});
