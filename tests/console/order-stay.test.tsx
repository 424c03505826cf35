// Edit, extend and renew: what a person types is all that is sent.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderDetail } from '../../src/areas/order/contract.ts';
import EditForm from '../../src/areas/order/edit.form.tsx';
import ExtendForm from '../../src/areas/order/extend.form.tsx';
import { changesOf, typedOf } from '../../src/areas/order/order-edit.ts';
import RenewForm from '../../src/areas/order/renew.form.tsx';
import type { VerbProps } from '../../src/areas/order/verb.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter, never, refuse } from '../kit/console.ts';

const NO = 'PH26112100001';
const STINT = { id: '1', caregiverNo: 'YG001', caregiverName: '王桂芳', from: '2026-11-20T16:00:00Z', to: '2026-11-25T04:00:00Z', exclusive: true, status: 'serving', reason: null };
const DETAIL = {
  orderNo: NO, version: 4, patientName: '张三', patientGender: 1, patientBirthday: '1950-03-21', contactName: '张小', contactRelation: '子女', contactMobile: '138****1234', hospitalId: '5', hospitalName: '第一医院', departmentId: '51', departmentName: '内科', wardId: '511', wardName: '内一', bedId: '5111', bedNo: '12',
  inpatientNo: null, diagnosis: '肺炎', careLevel: '一级护理', infectious: false, note: null, prefGender: 2, prefLevel: null, prefLanguage: null, requirements: null, serviceItemId: '1', serviceName: '一对一', plannedStart: '2026-11-21', startHalf: 'AM', plannedEnd: '2026-11-25', endHalf: 'AM', caregiverNo: 'YG001', caregiverName: '王桂芳', stints: [STINT], actualEndAt: null,
} as unknown as OrderDetail;
const BED = (id: string, bedNo: string) => ({ id, bedNo, status: 1, order: null });
const PLACES = { id: '5', name: '第一医院', status: 1, departments: [{ id: '51', name: '内科', status: 1, wards: [{ id: '511', name: '内一', building: null, floor: null, status: 1, beds: [BED('5111', '12'), BED('5112', '13')] }] }, { id: '52', name: '外科', status: 1, wards: [] }] };
const candidate = (caregiverNo: string, name: string, blocks: string[]) => ({ caregiverNo, name, gender: 2, age: 45, level: 'senior', languages: [], ratingAvg: null, ratingCount: 0, patientsNow: 0, fits: [], blocks, blockedBy: null, certificateEndsOn: null });
let blocks: string[];
/** What is added to the prices by now. */
let more: number;
let refusal: { code: number; message: string } | null;
/** Whether this path is answered at all. */
let answers: (path: string) => boolean;
let asked: string[];
let sent: { path: string; body: Record<string, unknown> }[];
let leave = async (): Promise<void> => {};
const answerOf = (path: string, query: string): unknown => {
  if (path.endsWith('/places')) return PLACES;
  if (path.endsWith('/candidates')) return query.includes('q=YG001') ? [candidate('YG001', '王桂芳', blocks)] : [candidate('YG002', '李秀英', []), candidate('YG001', '王桂芳', blocks)];
  if (path.endsWith('/preview')) return { payableFen: 100_000, newPayableFen: 145_000 + more, newBalanceFen: 45_000, days: 4.5, newDays: 6.5, early: false };
  if (path.endsWith('/quote')) return { days: [{ day: '2026-11-25', halves: 1, unitPriceFen: 26000, multiplierBp: 10000, holiday: null, amountFen: 13000 }], unitPriceFen: 26000, totalFen: 13000 + more, prepayFen: 0 };
  return null;
};
/** Somebody of this role signs in; what is read is forgotten when they leave. */
async function come(role: number): Promise<void> {
  answerBy(({ method, path, query, body }) => {
    if (method === 'POST') {
      sent.push({ path, body });
      if (refusal !== null) return refuse({ status: 409, ...refusal });
    } else asked.push(`${path}?${query}`);
    return answers(path) ? answerOf(path, query) : never;
  });
  leave = await enter({ userId: String(role), username: 'someone', nickname: '某人', avatar: null, role, roles: [role === 4 ? 'hospital' : 'operation'], perms: ['biz:order:edit'] });
}
beforeEach(async () => {
  [blocks, refusal, asked, sent, more] = [[], null, [], [], 0];
  answers = () => true;
  await come(2);
});
afterEach(() => leave());
async function open(Form: ComponentType<VerbProps>, given = DETAIL): Promise<void> {
  render(<LocaleProvider><Form detail={given} version={given.version} leave={() => {}} done={() => {}} touch={() => {}} why={null} /></LocaleProvider>);
  await act(async () => {});
}
const field = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
const write = (name: string, value: string): void => void fireEvent.change(field(name), { target: { value } });
const send = () => act(async () => void fireEvent.keyDown(document.querySelector('form')!, { key: 'Enter', ctrlKey: true }));
async function choose(name: string, text: string): Promise<void> {
  act(() => field(name).focus());
  write(name, text);
  await act(async () => void fireEvent.keyDown(field(name), { key: 'Enter' }));
  await waitFor(() => expect(field(name).getAttribute('aria-expanded')).toBe('false'));
}

test('an edit sends the fields that were changed and no other; nothing changed is said', async () => {
  await open(EditForm);
  expect(document.activeElement).toBe(field('name'));
  await send();
  expect([sent.length, screen.getByText('还没有改动') !== null]).toEqual([0, true]);
  write('diagnosis', '脑梗死');
  write('name', '张三丰');
  write('name', '张三');
  await choose('bed', '13');
  await send();
  expect(sent).toEqual([{ path: `/orders/${NO}/edit`, body: { version: 4, diagnosis: '脑梗死', bedId: '5112' } }]);
});
test('another department forgets ward and bed; a wish that is taken back is sent as none; a phone is kept unless another is typed', async () => {
  await open(EditForm);
  await choose('department', '外科');
  fireEvent.change(field('prefGender'), { target: { value: '' } });
  await send();
  expect(sent[0]!.body).toEqual({ version: 4, departmentId: '52', wardId: null, bedId: null, prefGender: null });
  write('contactMobile', '139 0000');
  await send();
  expect([sent.length, document.activeElement, screen.getByText('填写 11 位手机号') !== null]).toEqual([1, field('contactMobile'), true]);
});
test('ID number and phone of the patient are corrected where they are typed, and stay where not; a contact who is taken out takes their phone and relation along', async () => {
  await open(EditForm);
  expect([field('idNo').value, field('mobile').value]).toEqual(['', '']);
  write('idNo', '110105195001010101');
  expect(screen.getByText('号码有误，核对证件')).toBeTruthy();
  write('idNo', ' 11010519500101016x ');
  write('mobile', '139 0000 0002');
  write('contactName', '');
  refusal = { code: 40901, message: '身份证号不对，位数、生日或校验位有误' };
  await send();
  expect(sent[0]!.body).toEqual({ version: 4, patientIdNo: '11010519500101016X', patientMobile: '13900000002', contactName: null, contactRelation: null, contactMobile: null });
  await waitFor(() => expect([field('idNo').getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field('idNo')]));
});
test('a day of birth that is none is said and not sent', async () => {
  await open(EditForm);
  write('birthday', '1225');
  await send();
  expect([sent.length, document.activeElement]).toEqual([0, field('birthday')]);
  write('birthday', '1949年10月1日');
  await send();
  expect(sent[0]!.body).toEqual({ version: 4, patientBirthday: '1949-10-01' });
});
test('the hospital side sees what is its own to change', async () => {
  await leave();
  await come(4);
  await open(EditForm);
  const names = [...document.querySelectorAll<HTMLInputElement>('form [name]:not([type=hidden])')].map(({ name }) => name);
  expect(names).toEqual(['ward', 'bed', 'diagnosis', 'careLevel']);
  fireEvent.change(field('careLevel'), { target: { value: '' } });
  await send();
  expect(sent[0]!.body).toEqual({ version: 4, careLevel: null });
});
test('what others changed meanwhile is not overwritten by fields that were left alone', () => {
  const was = typedOf(DETAIL, '12床');
  expect(changesOf(was, was)).toEqual({});
  expect(changesOf(was, { ...was, note: ' 夜间多翻身 ' })).toEqual({ note: '夜间多翻身' });
  // a bed that an import gave as text
  const loose = typedOf({ ...DETAIL, bedId: null, bedNo: '走廊3' }, '走廊3床');
  expect(changesOf(loose, { ...loose, bed: null })).toEqual({ bedId: null });
});

test('an extension counts from the present end, says what it costs, and keeps whoever is free', async () => {
  await open(ExtendForm);
  write('plannedEnd', '2026-11-25');
  fireEvent.change(screen.getByLabelText('新的结束：上午或下午'), { target: { value: 'AM' } });
  await send();
  expect([sent.length, document.activeElement, screen.getByText('新的结束要晚于现在的结束') !== null]).toEqual([0, field('plannedEnd'), true]);
  write('plannedEnd', '+2 下午');
  expect(await screen.findByText(/1,000\.00 → ¥1,450\.00/)).toBeTruthy();
  expect(asked.findLast((one) => one.includes('/preview'))).toContain('event=extend&plannedEnd=2026-11-27&endHalf=PM');
  await screen.findByText('增加的日子换人，不由 王桂芳 服务');
  await send();
  expect(sent).toEqual([{ path: `/orders/${NO}/extend`, body: { version: 4, plannedEnd: '2026-11-27', endHalf: 'PM', expectFen: 145_000 } }]);
});
test.each([[ExtendForm, '/preview', 145_000], [RenewForm, '/quote', 13_000]] as const)('what was shown goes along; where it costs something else by now, that is shown and sent next, %#', async (Form, path, total) => {
  refusal = { code: 40901, message: '当前状态不能这样做：价格变了，按新的合计再确认' };
  await open(Form, { ...DETAIL, stints: [] });
  write('plannedEnd', '+2');
  await waitFor(() => expect(asked.filter((one) => one.includes(path))).toHaveLength(1));
  await waitFor(() => expect(document.querySelector('form [aria-busy=true]')).toBeNull());
  more = 1000;
  await send();
  expect(sent[0]!.body).toMatchObject({ expectFen: total });
  expect(screen.queryByText('去掉勾选可以先续单，再派别的护工')).toBeNull();
  await waitFor(() => expect(asked.filter((one) => one.includes(path)).length).toBeGreaterThan(1));
  await send();
  expect(sent[1]!.body).toMatchObject({ expectFen: total + more });
});
test.each([ExtendForm, RenewForm])('what ends at noon ends with the morning, %#', async (Form) => {
  await open(Form);
  const half = (name: string) => document.querySelector<HTMLSelectElement>(`[name=${name}Half]`)?.value;
  for (const [typed, found] of [['+2 中午', 'AM'], ['+2 晚上', 'PM'], ['+2 noon', 'AM'], ['+2 afternoon', 'PM']] as const) {
    write('plannedEnd', typed);
    expect([typed, half('plannedEnd')]).toEqual([typed, found]);
  }
  if (Form !== RenewForm) return;
  write('plannedStart', '2026-11-26 早上');
  write('plannedStart', '2026-11-26 中午');
  expect(half('plannedStart')).toBe('PM');
});
test('where the caregiver is not free, another is chosen first', async () => {
  blocks = ['on_leave'];
  await open(ExtendForm);
  write('plannedEnd', '+2');
  expect(await screen.findByText('王桂芳接不上：这些日子休假')).toBeTruthy();
  await waitFor(() => expect(screen.getByText('李秀英')).toBeTruthy());
  await send();
  expect([sent.length, document.activeElement]).toEqual([0, field('caregiver')]);
  await act(async () => void fireEvent.keyDown(field('caregiver'), { key: 'ArrowDown' }));
  fireEvent.change(field('reason'), { target: { value: '恢复慢' } });
  await send();
  expect(sent[0]!.body).toEqual({ version: 4, plannedEnd: '2026-11-27', endHalf: 'PM', reason: '恢复慢', caregiverNo: 'YG002', expectFen: 145_000 });
});
test('whom one chose for the added days goes along, also where the day is changed at the last moment', async () => {
  await open(ExtendForm);
  write('plannedEnd', '+2');
  const other = await screen.findByRole('checkbox', { name: /增加的日子换人/ });
  fireEvent.click(other);
  await waitFor(() => expect(screen.getByText('李秀英')).toBeTruthy());
  await act(async () => void fireEvent.keyDown(field('caregiver'), { key: 'ArrowDown' }));
  // before the new day has rested
  write('plannedEnd', '+3');
  await send();
  expect(sent[0]!.body).toMatchObject({ plannedEnd: '2026-11-28', caregiverNo: 'YG002' });
});
test.each([['no longer, once the days need nobody else', 'not needed', undefined], ['still, while it is not known whether they do', 'unknown', 'YG002']] as const)('whom one chose for other days goes along %s', async (_, now, goes) => {
  blocks = ['on_leave'];
  await open(ExtendForm);
  write('plannedEnd', '+10');
  await waitFor(() => expect(screen.getByText('李秀英')).toBeTruthy());
  await act(async () => void fireEvent.keyDown(field('caregiver'), { key: 'ArrowDown' }));
  if (now === 'unknown') answers = (path) => !path.endsWith('/candidates');
  blocks = [];
  write('plannedEnd', '+3');
  await waitFor(() => expect(asked.findLast((one) => one.includes('q=YG001'))).toContain('plannedEnd=2026-11-28'));
  if (now === 'not needed') {
    await screen.findByText('增加的日子换人，不由 王桂芳 服务');
    // before the new day has rested
    write('plannedEnd', '+4');
  }
  await send();
  expect([sent.length, sent[0]?.body['caregiverNo']]).toEqual([1, goes]);
});
test.each([['2026-11-23T04:00:00Z', '2026-11-23', 'PM'], ['2026-11-23T16:00:00Z', '2026-11-24', 'AM']])('a renewal of what ended early, at %s, begins there and not where it was to end', async (to, day, half) => {
  await open(RenewForm, { ...DETAIL, stints: [{ ...STINT, to, status: 'ended' }, { ...STINT, id: '2', from: to, status: 'void' }] });
  expect([field('plannedStart').value, screen.getByLabelText<HTMLSelectElement>('开始：上午或下午').value]).toEqual([day, half]);
});
test.each([['2026-11-23T02:00:00Z', '2026-11-23', 'PM'], ['2026-11-23T04:00:00Z', '2026-11-23', 'PM'], ['2026-11-23T15:00:00Z', '2026-11-24', 'AM'], ['2026-11-23T16:00:00Z', '2026-11-24', 'AM']])('where no caregiver is known to have served, it begins by the early end that was recorded, %s', async (actualEndAt, day, half) => {
  await open(RenewForm, { ...DETAIL, stints: [], actualEndAt, endReason: '出院' });
  expect([field('plannedStart').value, screen.getByLabelText<HTMLSelectElement>('开始：上午或下午').value]).toEqual([day, half]);
});
test.each([['AM', '2026-11-23', 'PM'], ['PM', '2026-11-24', 'AM']] as const)('and by the planned one, %s, where it ended then, though the morning of that day recorded it', async (endHalf, day, half) => {
  await open(RenewForm, { ...DETAIL, stints: [], plannedEnd: '2026-11-23', endHalf, actualEndAt: '2026-11-23T02:00:00Z', endReason: null });
  expect([field('plannedStart').value, screen.getByLabelText<HTMLSelectElement>('开始：上午或下午').value]).toEqual([day, half]);
});
test('a renewal begins where the old order ended; a caregiver who is not free may be left out', async () => {
  await open(RenewForm);
  expect([field('plannedStart').value, screen.getByLabelText<HTMLSelectElement>('开始：上午或下午').value, document.activeElement]).toEqual(['2026-11-25', 'PM', field('plannedEnd')]);
  await send();
  expect([sent.length, screen.getByText('填写结束日期，不早于开始') !== null]).toEqual([0, true]);
  write('plannedEnd', '+5');
  expect(await screen.findByRole('region', { name: '每天的价格' })).toBeTruthy();
  refusal = { code: 40901, message: '当前状态不能这样做：这些日子照护人数已满' };
  await send();
  expect(screen.getByText('去掉勾选可以先续单，再派别的护工')).toBeTruthy();
  fireEvent.click(field('caregiver'));
  refusal = null;
  await send();
  expect(sent.map(({ body }) => body)).toEqual([true, false].map((caregiver) => ({ version: 4, plannedStart: '2026-11-25', startHalf: 'PM', plannedEnd: '2026-11-30', endHalf: 'PM', caregiver, expectFen: 13_000 })));
});
