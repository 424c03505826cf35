import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import CaregiverPage from '../../src/areas/caregiver/caregiver.$no.page.tsx';
import { caregiver, type CaregiverDetail, type CaregiverForm } from '../../src/areas/caregiver/contract.ts';
import { NewCaregiver } from '../../src/areas/caregiver/new.tsx';
import { areas } from '../../src/areas.gen.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { boundCommands } from '../../src/ui/command.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { currentHref, navigate, useHref } from '../../src/ui/location.ts';
import { outdated } from '../../src/ui/read.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter, never, refuse, type Refusal } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const NO = 'PY100007';
const DETAIL: CaregiverDetail = {
  id: '7', staffNo: NO, name: '陈桂英', gender: 2, age: 46, level: 'junior', employment: 'partner', status: 'active', suspendedFor: null, hospitals: ['第一医院'], servingUntil: null, nextFree: '2026-11-21', healthExpiresOn: '2027-01-01', healthDaysLeft: 41, ratingAvg: null, ratingCount: 0, mobile: '139****0001', version: 3,
  can: ['certify', 'leave', 'post', 'edit', 'suspend', 'blacklist', 'undo'], cannot: { quit: 'still_serving', remove: 'has_served' },
  idNo: '310***********1234', origin: null, birthday: '1980-01-01', languages: [], skills: [], hiredOn: null, leftOn: null, statusReason: null, reviewOn: null, education: null, marital: null, heightCm: null, weightKg: null, yearsExperience: null, emergencyName: null, emergencyPhone: null, bankName: null, bankAccount: null, undoUntil: null,
  certificates: [{ id: '3', kind: 'health', number: 'JK1', issuer: null, issuedOn: '2026-01-01', expiresOn: '2027-01-01', daysLeft: 41, verified: false, verifiedBy: null, file: null }],
  postings: [{ hospitalId: '5', hospital: '第一医院', from: '2026-01-01', to: null }], leaves: [], stints: [], complaints: 0, timeline: [],
};
const FORM: CaregiverForm = {
  staffNo: NO, version: 3, name: '陈桂英', gender: 2, idNo: DETAIL.idNo, mobile: DETAIL.mobile, level: 'junior', employment: 'partner', birthday: '1980-01-01', originProvince: null, originCity: null, languages: [], education: null, marital: null, heightCm: null, weightKg: null, emergencyName: '陈哥', emergencyPhone: '138****2222',
  bankName: null, bankAccount: '622*********7890', skills: [], yearsExperience: null, hiredOn: null,
};
let detail: CaregiverDetail;
let refusal: Refusal | null;
let match: object | null;
let unread: Refusal | null;
const sent: { path: string; body: Record<string, unknown> }[] = [];
let leave = async (): Promise<void> => {};
const VIEWER: SignedIn = { userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/caregiver/index', '/caregiver/:no', '/caregiver/:no/:verb'] };
const COMMANDS = boundCommands(areas, VIEWER);
function Console() {
  useShortcuts(COMMANDS);
  const [, , no = '', verb] = useHref().split('?')[0]!.split('/');
  return <LocaleProvider><CaregiverPage params={verb === undefined ? { no } : { no, verb }} /><Announcer /><Toaster /></LocaleProvider>;
}
beforeEach(async () => {
  sent.length = 0;
  detail = DETAIL;
  refusal = null;
  match = null;
  unread = null;
  answerBy(({ method, path, body }) => {
    if (path.includes('/live')) return never;
    if (path.endsWith('/match')) return match;
    if (method !== 'GET') {
      sent.push({ path, body });
      if (refusal !== null) return refuse(refusal);
      detail = { ...detail, version: detail.version + 1 };
      const { certificates: _c, postings: _p, leaves: _l, stints: _s, complaints: _n, timeline: _t, idNo: _i, origin: _o, birthday: _b, languages: _a, skills: _k, hiredOn: _h, leftOn: _e, statusReason: _r, reviewOn: _w, education: _d, marital: _m, heightCm: _x, weightKg: _y, yearsExperience: _z, emergencyName: _1, emergencyPhone: _2, bankName: _3, bankAccount: _4, undoUntil: _5, ...row } = detail;
      return { row: { ...row, certificates: [] }, certificateId: '3' };
    }
    if (path.endsWith('/form')) return FORM;
    if (path.includes('/caregivers/')) return unread === null ? detail : refuse(unread);
    if (path.endsWith('/options')) return [{ id: '5', name: '第一医院' }, { id: '6', name: '第二医院' }];
    return { version: 1, items: [{ value: 'health', label: '健康证', labelEn: null, tag: null, status: 1 }], code: 'x' };
  });
  leave = await enter(VIEWER, VIEWER.allowed);
});
afterEach(() => leave());
async function open(verb = ''): Promise<void> {
  navigate(`/caregiver/${NO}${verb}`);
  render(<Console />);
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
}
async function form(): Promise<HTMLFormElement> {
  await waitFor(() => expect(document.querySelector('dialog form')).toBeTruthy());
  return document.querySelector<HTMLFormElement>('dialog form')!;
}
const field = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`dialog [name=${name}]`)!;
const write = (name: string, value: string): void => void act(() => fireEvent.change(field(name), { target: { value } }));
async function send(): Promise<void> {
  const to = await form();
  await act(async () => void fireEvent.keyDown(to, { key: 'Enter', ctrlKey: true }));
  await act(async () => {});
}

test('a key opens the verb with the cursor in its reason; without one it says so, with one it is sent on the version that was seen', async () => {
  await open();
  press('s');
  await form();
  expect(currentHref()).toBe(`/caregiver/${NO}/suspend`);
  await waitFor(() => expect(document.activeElement).toBe(field('reason')));
  await send();
  expect([sent.length, screen.getByText('写明原因').isConnected]).toEqual([0, true]);
  write('reason', ' 投诉 ');
  await send();
  expect(sent).toEqual([{ path: `/caregivers/${NO}/suspend`, body: { reason: '投诉', version: 3 } }]);
  await waitFor(() => expect(screen.getByText(/暂停派单 · 陈桂英/)).toBeTruthy());
  expect(document.querySelector('dialog')).toBeNull();
});
test('a record that does not come says so in a heading that has the focus', async () => {
  unread = { status: 500, code: 50000, message: '系统出错' };
  navigate(`/caregiver/PY109999`);
  render(<Console />);
  // as the end of a navigation does (landing.ts)
  act(() => document.querySelector('h1')!.focus());
  expect(await screen.findByText('系统出错')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});
test('what stands in the way is said by the key, and nothing opens', async () => {
  await open();
  press('q');
  await act(async () => {});
  expect(currentHref()).toBe(`/caregiver/${NO}`);
  expect(screen.getAllByText(/还有在服务或已排班的订单/).length).toBeGreaterThan(0);
});
test('someone else was faster: the form says so, keeps what was typed, and sends it on what is newest', async () => {
  await open('/suspend');
  await form();
  await act(async () => void fireEvent.input(field('reason'), { target: { value: '投诉' } }));
  write('reason', '投诉');
  refusal = { status: 409, code: 40900, message: '内容已被他人修改' };
  detail = { ...detail, version: 4, timeline: [{ id: '1', version: 4, event: 'leave', from: 'active', to: 'active', actor: '小周', actorRole: 2, reason: '回家', at: '2026-11-21T01:00:00Z', before: {}, after: { leaveFrom: '2026-12-01' }, undone: false }] };
  await send();
  await waitFor(() => expect(screen.getByText(/这名护工的资料变了/)).toBeTruthy());
  await waitFor(() => expect(document.querySelector('dialog')!.textContent).toContain('回家'));
  expect(field('reason').value).toBe('投诉');
  refusal = null;
  await send();
  expect(sent.map(({ body }) => body['version'])).toEqual([3, 4]);
});
test('a certificate of the page is verified by its button, and a health certificate needs its last day', async () => {
  await open();
  await act(async () => screen.getByRole('button', { name: /^核验：/ }).click());
  expect(sent).toEqual([{ path: `/caregivers/${NO}/certificates/3/verify`, body: { version: 3 } }]);
  press('c');
  await form();
  await send();
  expect(screen.getByText('健康证要填到期日')).toBeTruthy();
  write('expiresOn', '2027-12-31');
  write('number', 'JK2');
  await send();
  expect(sent.at(-1)).toEqual({ path: `/caregivers/${NO}/certify`, body: { kind: 'health', number: 'JK2', issuer: null, issuedOn: null, expiresOn: '2027-12-31', verified: false, version: 4 } });
});
test('who issued a certificate, and what else was written down of a person, stands on the record', async () => {
  detail = { ...detail, marital: '已婚', certificates: [{ ...detail.certificates[0]!, issuer: '市疾控中心' }] };
  await open();
  expect(screen.getByText('市疾控中心')).toBeTruthy();
  expect(screen.getByText('婚姻').nextSibling?.textContent).toBe('已婚');
});
test('a certificate that one of its kind outlasts is no alarm, one that nothing has replaced is', async () => {
  const [one] = detail.certificates;
  detail = { ...detail, certificates: [{ ...one!, id: '1', number: 'OLD', expiresOn: '2025-01-01', daysLeft: -300 }, one!, { ...one!, id: '4', kind: 'training', number: 'T1', expiresOn: '2026-11-01', daysLeft: -20 }] };
  await open();
  const tone = (number: string): string | null => screen.getByText(number).closest('tr')!.querySelector('[data-tone]')!.getAttribute('data-tone');
  expect(['OLD', 'JK1', 'T1'].map(tone)).toEqual(['neutral', 'ok', 'danger']);
});
test('postings are added and taken away by keyboard alone', async () => {
  await open('/post');
  await form();
  await act(async () => screen.getByRole('button', { name: '加一个驻点' }).click());
  await send();
  expect(screen.getByText('选择医院')).toBeTruthy();
  const [, second] = [...document.querySelectorAll<HTMLSelectElement>('dialog select')];
  await waitFor(() => expect(second!.options.length).toBe(3));
  await act(async () => void fireEvent.change(second!, { target: { value: '6' } }));
  await act(async () => screen.getByRole('button', { name: '去掉驻点 1' }).click());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '加一个驻点' }));
  await send();
  expect(sent[0]!.body).toMatchObject({ postings: [{ hospitalId: '6', to: null }], version: 3 });
});
test('postings that someone else arranged meanwhile stand among those of the form, and what they ended is gone: sent again, nothing is taken from them unasked', async () => {
  const [first] = DETAIL.postings;
  const old = { ...first!, hospitalId: '6', hospital: '第二医院', from: '2025-01-01', to: '2025-12-31' };
  detail = { ...DETAIL, postings: [first!, old] };
  await open('/post');
  await form();
  await waitFor(() => expect(document.querySelector<HTMLSelectElement>('dialog select')!.options.length).toBe(3));
  write('to0', '2026-12-31');
  refusal = { status: 409, code: 40900, message: '内容已被他人修改' };
  detail = { ...detail, version: 4, postings: [first!, { ...old, from: '2027-01-01', to: null }] };
  await send();
  await waitFor(() => expect(screen.getByText(/这名护工的资料变了/)).toBeTruthy());
  refusal = null;
  await send();
  expect(sent.at(-1)!.body).toEqual({ version: 4, postings: [{ hospitalId: '5', from: '2026-01-01', to: '2026-12-31' }, { hospitalId: '6', from: '2027-01-01', to: null }] });
});
test('someone new: what is missing is named, a blacklisted ID number is told before it is sent, and what it says is filled in', async () => {
  const done = vi.fn();
  render(<LocaleProvider><NewCaregiver onDone={done} onClose={() => {}} /></LocaleProvider>);
  await form();
  expect(document.activeElement).toBe(field('name'));
  await send();
  expect(screen.getByText('填写姓名，最多 40 个字')).toBeTruthy();
  match = { staffNo: 'PY1', name: '陈某', status: 'blacklisted', reason: '偷窃', reviewOn: '2027-02-01', gone: false };
  write('idNo', ' 310101 19800101 １２34');
  expect([field('birthday').value, field('gender').value]).toEqual(['1980-01-01', '1']);
  await waitFor(() => expect(screen.getByText(/在黑名单：陈某（PY1）· 偷窃/)).toBeTruthy());
  write('name', '陈桂英');
  write('mobile', '13900000001');
  write('skills', '鼻饲护理， tube feeding');
  write('heightCm', '１６５');
  await send();
  expect(sent.at(-1)).toEqual({ path: '/caregivers', body: { name: '陈桂英', idNo: '310101198001011234', gender: 1, birthday: '1980-01-01', mobile: '13900000001', level: 'junior', employment: 'partner', languages: [], skills: ['鼻饲护理', 'tube feeding'], heightCm: 165 } });
  expect(done).toHaveBeenCalled();
});
test('what is no day stays through another page, and someone new is not made without it', async () => {
  const show = async () => (render(<LocaleProvider><NewCaregiver onDone={() => {}} onClose={() => {}} /></LocaleProvider>), await form());
  await show();
  for (const [name, words] of [['name', '陈桂英'], ['idNo', '310101198001011234'], ['mobile', '13900000001'], ['hiredOn', '2026-02-30']]) write(name!, words!);
  cleanup();
  await show();
  expect(field('hiredOn').value).toBe('2026-02-30');
  await send();
  expect([document.activeElement, sent, field('hiredOn').value]).toEqual([field('hiredOn'), [], '2026-02-30']);
  expect(screen.getByText(/日期写成 今天/)).toBeTruthy();
});
test('personal numbers stand masked in the forms and stay where nothing is typed; a dash empties one that need not be', async () => {
  await open('/edit');
  await waitFor(() => expect(field('bankAccount')).toBeTruthy());
  expect(['idNo', 'mobile', 'emergencyPhone', 'bankAccount'].map((name) => [field(name).value, field(name).placeholder])).toEqual([['', FORM.idNo], ['', FORM.mobile], ['', '138****2222'], ['', '622*********7890']]);
  expect(screen.getByText('不填就还是 622*********7890，填 - 清空')).toBeTruthy();
  write('emergencyName', '陈姐');
  write('bankAccount', '-');
  await send();
  expect(sent.at(-1)).toEqual({ path: `/caregivers/${NO}/edit`, body: { emergencyName: '陈姐', bankAccount: null, version: 3 } });
});
test('a certificate that a colleague revokes while one corrects it is said to be so: what was typed stays, and it is no new one unasked', async () => {
  await open('/certify?certificate=3');
  await form();
  act(() => void fireEvent.input(field('issuer'), { target: { value: '疾控中心' } }));
  detail = { ...DETAIL, certificates: [], version: 4 };
  await act(async () => outdated([caregiver.detail]));
  await waitFor(() => expect(screen.getByText(/这张证件已被作废/).closest('[role=alert]')).toBeTruthy());
  expect(['number', 'issuer', 'expiresOn'].map((name) => field(name).value)).toEqual(['JK1', '疾控中心', '2027-01-01']);
  expect(document.querySelector('dialog [type=submit]')!.textContent).toMatch(/^登记/);
  // it is no mistake that typing mends
  for (const value of ['市疾控中心', '疾控中心']) act(() => void fireEvent.input(field('issuer'), { target: { value } }));
  expect(screen.getByText(/这张证件已被作废/).closest('[role=alert]')).toBeTruthy();
  await send();
  // what was seen goes along, so that the server has its word first
  expect(sent).toMatchObject([{ path: `/caregivers/${NO}/certify`, body: { number: 'JK1', issuer: '疾控中心', version: 3 } }]);
});
test('so does the number of an identity card, as long as it is one', async () => {
  detail = { ...DETAIL, certificates: [{ ...DETAIL.certificates[0]!, kind: 'id_card', number: '310***********1234' }] };
  await open('/certify?certificate=3');
  await form();
  expect([field('number').value, field('number').placeholder, screen.getByText('不填就还是 310***********1234').isConnected]).toEqual(['', '310***********1234', true]);
  write('issuer', '公安局');
  await send();
  const { number, ...body } = sent.at(-1)!.body;
  expect([number, body]).toEqual([undefined, { kind: 'id_card', issuer: '公安局', issuedOn: '2026-01-01', expiresOn: '2027-01-01', verified: false, version: 3 }]);
});
