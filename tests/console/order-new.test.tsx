// Making an order: the page `/order/new`, and what of it needs no page.
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { blamedField, BLANK, blankPerson, bodyOf, fromIdentity, isMistyped, NEW, wrongFields, type NewOrder } from '../../src/areas/order/new-order.ts';
import NewOrderPage from '../../src/areas/order/order.new.page.tsx';
import { checkCharacter } from '../../src/kernel/id-number.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter, refuse, type Refusal, type Sent } from '../kit/console.ts';
import { press, type } from '../kit/typist.ts';

const ROW = {
  id: '9', orderNo: 'PH26112100009', version: 1, status: 'pending_assign', serviceState: 'pending_assign', paymentState: 'unpaid', patientName: '张三', patientGender: 1, hospitalId: '5', hospitalName: '第一医院', departmentName: '内科', wardName: '内一', bedNo: '12',
  serviceName: '一对一', plannedStart: '2026-12-25', startHalf: 'PM', plannedEnd: '2026-12-27', endHalf: 'PM', caregiverName: null, caregiverNo: null, payableFen: 65000, balanceFen: 65000, createdAt: '2026-11-21T00:00:00Z', waitingSince: '2026-11-21T00:00:00Z', can: ['assign'], cannot: {},
};
const FOUND = { id: '77', name: '张三', gender: 1, birthday: '1950-03-21', age: 76, idNo: '110***********001X', mobile: '138****1234', contactName: null, contactRelation: null, contactMobile: null, lastOrderNo: null, lastHospital: '第一医院', lastStart: null, several: false, why: 'pinyin', marks: [] };
const bed = (id: string, bedNo: string, order: object | null = null) => ({ id, bedNo, status: 1, order });
const PLACES = {
  id: '5', name: '第一医院', status: 1, departments: [
    { id: '51', name: '内科', status: 1, wards: [{ id: '511', name: '内一', building: null, floor: '3 楼', status: 1, beds: [bed('5111', '12'), bed('5112', '13', { orderNo: 'PH1', patientName: '李四', from: '2026-12-01', to: '2026-12-30' })] }] },
    { id: '52', name: '外科', status: 0, wards: [] },
  ],
};
const DAYS = [{ day: '2026-12-25', halves: 1, unitPriceFen: 26000, multiplierBp: 10000, holiday: null, amountFen: 13000 }, { day: '2026-12-26', halves: 2, unitPriceFen: 26000, multiplierBp: 10000, holiday: null, amountFen: 26000 }, { day: '2026-12-27', halves: 2, unitPriceFen: 26000, multiplierBp: 15000, holiday: '元旦', amountFen: 26000 }];
let sent: Sent[] = [];
let waiting: { value: unknown; at: string } | null;
let refusal: Refusal | null;
let leave = async (): Promise<void> => {};
const answerOf = (method: string, path: string): unknown => {
  if (path.endsWith('/drafts/order.new')) return method === 'GET' ? waiting : method === 'PUT' ? { at: '2026-11-21T00:00:00Z' } : null;
  if (path.endsWith('/hospitals/options')) return [{ id: '5', name: '第一医院' }, { id: '6', name: '第二医院' }];
  if (path.endsWith('/places')) return PLACES;
  if (path.endsWith('/services')) return [{ id: '1', code: 'ONE', name: '一对一', careMode: 'one_to_one', maxPatients: 1, coverage: 'full24', dependency: null, priceFen: 26000 }];
  if (path.endsWith('/patients/find')) return [FOUND];
  if (path.endsWith('/orders/quote')) return { days: DAYS, unitPriceFen: 26000, totalFen: 65000, prepayFen: 52000 };
  if (path.endsWith('/orders')) return { row: ROW };
  return [];
};
beforeEach(async () => {
  sent = [];
  waiting = null;
  refusal = null;
  answerBy((call) => {
    sent.push(call);
    return call.method === 'POST' && refusal !== null ? refuse(refusal) : answerOf(call.method, call.path);
  });
  leave = await enter({ userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:add', 'biz:order:list'] });
});
afterEach(() => leave());
const field = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
const errorOf = (name: string): string | null => document.getElementById(field(name).getAttribute('aria-describedby')!.split(' ')[0]!)!.textContent;
const hintOf = (name: string): string | null => document.getElementById(field(name).getAttribute('aria-describedby')!.split(' ')[1]!)!.textContent;
const go = (name: string): void => act(() => field(name).focus());
const wait = (ms: number): Promise<void> => act(async () => void (await new Promise((done) => setTimeout(done, ms))));
async function open(): Promise<void> {
  render(<LocaleProvider><NewOrderPage /></LocaleProvider>);
  await wait(20);
}
/** Types into a type-ahead field and takes what comes first. */
async function choose(name: string, text: string): Promise<void> {
  go(name);
  type(text);
  press('Enter');
  await waitFor(() => expect(field(name).getAttribute('aria-expanded')).toBe('false'));
}
const write = (name: string, text: string): void => act(() => void fireEvent.change(field(name), { target: { value: text } }));
const send = async (): Promise<void> => {
  press('Control+Enter');
  await wait(20);
};
const posted = (): Sent | undefined => sent.find(({ method }) => method === 'POST');

test('an order by keys alone: found by pinyin, placed by its bed, dated by typing, priced day by day, sent once with what was shown', async () => {
  await open();
  expect(document.activeElement).toBe(field('patient'));
  await choose('patient', 'zs');
  expect(field('patient').value).toBe('张三');
  await choose('hospital', '第一');
  await wait(20);
  // a bed says its ward and department
  await choose('bed', '12');
  expect([field('department').value, field('ward').value, field('bed').value]).toEqual(['内科', '内一', '12床']);
  // the half typed with the day arrives with it
  write('plannedStart', '2026-12-25下午');
  write('plannedEnd', '+2');
  expect(screen.getByText(/共 2.5 天/)).toBeTruthy();
  await choose('service', 'one');
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/quote'))).toBe(true));
  expect(sent.findLast(({ path }) => path.endsWith('/quote'))!.query).toBe('hospitalId=5&serviceItemId=1&plannedStart=2026-12-25&startHalf=PM&plannedEnd=2026-12-27&endHalf=PM');
  expect((await screen.findByRole('region', { name: '每天的价格' })).textContent).toMatch(/12\/25 周五半天¥130\.00.*12\/27 周日元旦 ×1\.5¥260\.00/);
  expect(await screen.findByText('¥650.00')).toBeTruthy();
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
  await send();
  expect(posted()!.body).toMatchObject({ patient: { id: '77' }, hospitalId: '5', departmentId: '51', wardId: '511', bedId: '5111', plannedStart: '2026-12-25', startHalf: 'PM', plannedEnd: '2026-12-27', endHalf: 'PM', serviceItemId: '1', expectFen: 65000 });
  expect(posted()!.key).toMatch(/^\w{32}$/);
  expect(location.hash).toBe('#/order/PH26112100009');
  expect(sent.filter(({ method, path }) => method === 'DELETE' && path.endsWith('/drafts/order.new'))).toHaveLength(1);
});
test('what is missing is said under its field, the first has the cursor, nothing is sent', async () => {
  await open();
  go('diagnosis');
  await send();
  expect(document.activeElement).toBe(field('patient'));
  expect(['patient', 'hospital', 'department', 'plannedStart', 'plannedEnd', 'service'].map(errorOf)).toEqual(['选择患者，或新建一位', '选择医院', '选择科室', '填写开始日期', '填写结束日期，不早于开始', '选择服务项目']);
  expect(posted()).toBeUndefined();
});
test('someone new: the name that was looked for, birthday and gender out of the ID number', async () => {
  await open();
  go('patient');
  type('王小明');
  await screen.findByText('新建患者“王小明”');
  press('ArrowDown');
  press('Enter');
  await wait(0);
  expect(field('name').value).toBe('王小明');
  write('idNo', ' 110101 19500321 ００12');
  expect([field('birthday').value, field('gender').value]).toEqual(['1950-03-21', '1']);
  expect(hintOf('idNo')).toBe('填了会带出性别和生日');
  write('idNo', '110101195003210010');
  expect(hintOf('idNo')).toBe('号码有误，核对证件');
  // no day of this year or of tomorrow: what is none is said each time that the field is left, and when it is sent
  expect(field('birthday').placeholder).toBe('1950-03-21');
  for (const none of ['1225', '今天', '2999-01-01']) {
    write('birthday', none);
    const left = (act(() => void fireEvent.blur(field('birthday'))), errorOf('birthday'));
    await send();
    expect([left, errorOf('birthday')]).toEqual(['日期写成 1950-03-21，不晚于今天', '日期写成 1950-03-21，不晚于今天']);
  }
  write('birthday', '19480105');
  act(() => void fireEvent.blur(field('birthday')));
  expect([field('birthday').value, errorOf('birthday')]).toEqual(['1948-01-05', '']);
  expect(posted()).toBeUndefined();
});
test('a bed that somebody has says who and until when; a department that is off cannot be chosen', async () => {
  await open();
  await choose('hospital', '第一');
  await wait(20);
  go('department');
  press('ArrowDown');
  expect(screen.getAllByRole('option').map((one) => [one.textContent, one.getAttribute('aria-disabled')])).toContainEqual(['外科已停用', 'true']);
  press('Escape');
  go('bed');
  press('ArrowDown');
  expect(screen.getAllByRole('option').map((one) => one.textContent).find((text) => text.startsWith('13床'))).toMatch(/李四/);
});
test('a refusal stands under the field it is about and keeps what was typed', async () => {
  const draft: NewOrder = { ...BLANK, patient: { value: '77', label: '张三' }, hospital: { value: '5', label: '第一医院' }, department: { value: '51', label: '内科' }, plannedStart: '2026-12-25', plannedEnd: '2026-12-27', service: { value: '1', label: '一对一' } };
  waiting = { value: draft, at: '2026-11-20T09:00:00Z' };
  refusal = { status: 409, code: 40901, message: '当前状态不能这样做：同一患者这些日子已有同一服务的订单' };
  await open();
  expect(screen.getByText(/接着 2026\/11\/20 17:00 没写完的订单/)).toBeTruthy();
  expect(field('service').value).toBe('一对一');
  await send();
  expect(errorOf('patient')).toBe(refusal.message);
  expect(document.activeElement).toBe(field('patient'));
  expect(field('plannedEnd').value).toBe('2026-12-27');
});
test('an order whose answer was lost is sent again as the same one: without its price, after a reload too; what is changed is another', async () => {
  waiting = { value: { ...BLANK, patient: { value: '77', label: '张三' }, hospital: { value: '5', label: '第一医院' }, department: { value: '51', label: '内科' }, plannedStart: '2026-12-25', plannedEnd: '2026-12-27', service: { value: '1', label: '一对一' } }, at: '2026-11-20T09:00:00Z' };
  const lost = new Set(['/orders']);
  answerBy((call) => {
    sent.push(call);
    return [...lost].some((path) => call.path.endsWith(path)) && (call.method === 'POST' || call.path.endsWith('/quote')) ? new Response('<h1>502</h1>', { status: 502 }) : answerOf(call.method, call.path);
  });
  const orders = (): Sent[] => sent.filter(({ method, path }) => method === 'POST' && path === '/orders');
  await open();
  write('diagnosis', '脑梗死');
  await waitFor(() => expect(sent.some(({ method }) => method === 'PUT')).toBe(true), { timeout: 2000 });
  await screen.findByText('¥650.00');
  lost.add('/quote');
  await send();
  await waitFor(() => expect(sent.at(-1)!.path).toMatch(/quote$/));
  await wait(50);
  await send();
  expect(orders().map(({ body }) => body['expectFen'])).toEqual([65000, undefined]);
  waiting = { value: sent.findLast(({ method }) => method === 'PUT')!.body['value'], at: '2026-11-20T09:00:00Z' };
  await leave();
  leave = await enter({ userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:add', 'biz:order:list'] });
  lost.clear();
  answerBy((call) => (sent.push(call), call.method === 'POST' ? refuse({ status: 409, code: 40901, message: '当前状态不能这样做' }) : answerOf(call.method, call.path)));
  await open();
  await send();
  const [first, ...again] = orders().map(({ key }) => key);
  expect(first).toMatch(/^\w{32}$/);
  expect(again).toEqual([first, first]);
  write('diagnosis', '肺炎');
  await send();
  expect(orders().at(-1)!.key).not.toBe(first);
});
test('what is typed goes to the server a moment later; starting over throws it away there', async () => {
  await open();
  write('diagnosis', '脑梗死');
  expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(0);
  await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ value: { diagnosis: '脑梗死' } }), { timeout: 2000 });
  fireEvent.click(screen.getByRole('button', { name: '清空' }));
  await wait(20);
  expect(field('diagnosis').value).toBe('');
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/drafts/order.new' });
});
test('Esc leaves and keeps: what was typed is there again, and on its way to the server', async () => {
  await open();
  go('diagnosis');
  write('diagnosis', '肺炎');
  press('Escape');
  expect(location.hash).toMatch(/^#\/order\/index/);
  cleanup();
  await open();
  expect(field('diagnosis').value).toBe('肺炎');
});
test('what is no day stays too: no price is asked for it, nothing is sent', async () => {
  await open();
  await choose('hospital', '第一');
  await choose('service', '一对一');
  go('plannedStart');
  write('plannedStart', '2026-02-30');
  write('plannedEnd', '2026-12-27');
  press('Escape');
  cleanup();
  await open();
  expect(field('plannedStart').value).toBe('2026-02-30');
  await wait(300);
  expect(sent.filter(({ path, query }) => path.endsWith('/quote') || query.includes('2026-02-30'))).toEqual([]);
  await send();
  expect([errorOf('plannedStart'), errorOf('plannedEnd'), posted()]).toEqual([expect.stringContaining('日期写成'), '', undefined]);
  write('plannedEnd', '+3');
  expect(field('plannedEnd').validationMessage).toBe('');
});

test('a draft of another build, or no draft at all, is none; the fields that the contract refuses are found', () => {
  const full: NewOrder = { ...BLANK, patient: { value: NEW, label: '新患者' }, person: { ...blankPerson('王小明'), idNo: '123', contactMobile: '139' }, hospital: { value: '5', label: 'x' }, department: { value: '51', label: 'x' }, plannedStart: '2026-12-25', plannedEnd: '2026-12-24', service: { value: '1', label: 'x' } };
  expect(wrongFields(full)).toEqual(['idNo', 'contactMobile', 'plannedEnd']);
  expect(wrongFields({ ...full, person: { ...blankPerson(' '), contactMobile: '138 0000 0000' }, plannedEnd: '2026-12-25' })).toEqual(['name']);
  expect(bodyOf({ ...full, person: { ...blankPerson('王'), contactMobile: '138-0000-0000' } }, 5).patient).toEqual({ name: '王', gender: 0, birthday: null, idNo: null, mobile: null, contactName: null, contactRelation: null, contactMobile: '13800000000' });
});
test('an ID number says birthday and gender, or nothing', () => {
  expect([fromIdentity('11010119500321001X'), fromIdentity('110101201302300024'), fromIdentity('11010129991231001X'), fromIdentity('110101195003210028')]).toEqual([{ birthday: '1950-03-21', gender: '1' }, null, null, { birthday: '1950-03-21', gender: '2' }]);
});
test('an ID number with one wrong sign is told from a true one, not while it is being typed', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 999_999 }), fc.date({ min: new Date('1900-01-01'), max: new Date('2020-12-31'), noInvalidDate: true }), fc.integer({ min: 0, max: 999 }), fc.nat(17), fc.integer({ min: 1, max: 9 }), (place, born, serial, at, by) => {
    const first = `${String(place).padStart(6, '0')}${born.toISOString().slice(0, 10).replaceAll('-', '')}${String(serial).padStart(3, '0')}`;
    const sound = first + checkCharacter(first);
    const slip = `${sound.slice(0, at)}${sound[at] === 'X' ? by : (Number(sound[at]) + by) % 10}${sound.slice(at + 1)}`;
    expect([isMistyped(sound), isMistyped(sound.toLowerCase()), isMistyped(` ${slip} `), isMistyped(slip.slice(0, 17))]).toEqual([false, false, true, false]);
  }));
  // its last character is right, but there is no such day
  expect(isMistyped(`11010119501332001${checkCharacter('11010119501332001')}`)).toBe(true);
});
test('the words of a refusal name its field in both languages', () => {
  expect([blamedField('…：床位不在所选的病区'), blamedField('…: The end is before the start'), blamedField('系统出错')]).toEqual(['bed', 'plannedEnd', null]);
});
