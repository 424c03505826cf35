import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderDetail } from '../../src/areas/order/contract.ts';
import { session } from '../../src/areas/session/contract.ts';
import { VerbDrawer } from '../../src/areas/order/verb-drawer.tsx';
import { call } from '../../src/ui/call.ts';
import { keptDraft, startDrafts } from '../../src/ui/draft.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerDialog, signIn, signOut, startSession } from '../../src/ui/session.ts';
import { answerBy, enter, never, refuse, type Sent } from '../kit/console.ts';
import { candidate } from '../kit/step.tsx';

// What was entered in a verb's form when the session ended is there again for the same person, on the same record.
const person = { userId: '7', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:edit', 'biz:order:complain', 'biz:order:list'] };
const carer = (caregiverNo: string, caregiverName: string) => ({ caregiverNo, caregiverName, status: 'ended' });
const detail = (orderNo: string, version = 4): OrderDetail => ({ orderNo, version, status: 'in_service', hospitalId: '5', departmentId: '51', departmentName: '内科', wardId: '511', wardName: '内一', bedId: '5113', bedNo: '3', patientName: '张三', patientGender: 1, patientBirthday: null, contactMobile: null, infectious: false, prefGender: null, can: ['complain', 'evaluate', 'change', 'edit'], cannot: {}, stints: [carer('HG1', '李娜'), carer('HG2', '王芳')], evaluations: [], refunds: [] }) as unknown as OrderDetail;
let sent: Sent[] = [];
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  sent = [];
  answerBy((call) => (sent.push(call), call.method === 'POST' ? refuse({ status: 401, code: 401, message: '' }) : got(call)));
  leave = await enter(person);
});
afterEach(() => leave());
/** Who could serve, and nothing else. */
const got = ({ path }: Sent): object => (path.endsWith('/candidates') ? [candidate('HG7', '赵艳')] : path.endsWith('/places') ? PLACES : []);
const ward = (id: string, name: string, ...beds: string[]) => ({ id, name, keywords: [], building: null, floor: null, status: 1, beds: beds.map((bedNo) => ({ id: `${id}${bedNo}`, bedNo, status: 1, order: null })) });
const PLACES = { id: '5', name: '第一医院', status: 1, departments: [{ id: '51', name: '内科', keywords: [], status: 1, wards: [ward('511', '内一', '3'), ward('512', '内二', '12')] }] };
const field = (name: string): HTMLTextAreaElement => document.querySelector<HTMLTextAreaElement>(`[name="${name}"]`)!;
async function open(of: OrderDetail, verb: 'complain' | 'evaluate' | 'change' | 'edit' = 'complain'): Promise<() => void> {
  const { unmount } = render(<LocaleProvider><VerbDrawer verb={verb} detail={of} onLeave={() => {}} onDone={() => {}} /></LocaleProvider>);
  await screen.findAllByRole('textbox');
  await act(async () => {});
  return unmount;
}
/** Types a complaint, is told that the session has ended, and goes to sign in. */
async function cutOff(): Promise<void> {
  const gone = startDrafts();
  const close = await open(detail('PH1'));
  fireEvent.input(field('content'), { target: { value: '迟到半小时' } });
  fireEvent.input(field('severity'), { target: { value: '3' } });
  fireEvent.change(field('severity'), { target: { value: '3' } });
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
  await act(async () => answerDialog('confirm'));
  gone();
  close();
  await leave();
}
/** The session ends while this is in the fields, and the same person comes back to it: what is there then. */
async function backTo(verb: 'evaluate' | 'change' | 'edit', fill: () => Promise<void>): Promise<{ end: () => Promise<void> }> {
  const gone = startDrafts();
  const close = await open(detail('PH1'), verb);
  await fill();
  await act(async () => void (await new Promise((done) => setTimeout(done, 20))));
  answerBy(() => refuse({ status: 401, code: 401, message: '' }));
  await act(async () => void (await call(session.me).catch(() => {})));
  await act(async () => answerDialog('confirm'));
  gone();
  close();
  await leave();
  const ended = await back('7');
  const again = await open(detail('PH1'), verb);
  return { end: async () => { again(); await ended(); } };
}
async function back(userId: string): Promise<() => Promise<void>> {
  answerBy((call) => (sent.push(call), got(call)));
  const stop = startSession({ signIn: async () => ({ token: 't', refreshToken: null, expiresAt: null, person: { ...person, userId }, remember: false }), loadPerson: async () => person, loadRoutes: async () => ({ paths: [], redirects: {}, cached: [] }), refresh: () => never, signOut: async () => {} }, () => {});
  const left = startDrafts();
  await act(async () => signIn({ username: 'ops', password: 'x', captchaKey: 'k', captchaCode: 'c', rememberMe: false }));
  await act(async () => {});
  return async () => {
    left();
    await act(async () => signOut());
    await act(async () => {});
    stop();
  };
}

test('the same person finds it on the same record alone, with the version that they had seen; thrown away it is gone', async () => {
  await cutOff();
  const end = await back('7');
  const other = await open(detail('PH2'));
  expect(field('content').value).toBe('');
  other();
  const close = await open(detail('PH1', 6));
  await waitFor(() => expect([field('content').value, field('severity').value]).toEqual(['迟到半小时', '3']));
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ content: '迟到半小时', severity: 3 }));
  close();
  const again = await open(detail('PH1', 6));
  expect(field('content').value).toBe('');
  again();
  await end();
});
const pick = (name: string, value: string): void => act(() => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.input(field(name), { target: { value } });
});
test('a half day and what comes with another field are there again', async () => {
  const { end } = await backTo('change', async () => {
    pick('when', 'later');
    pick('day', '2026-12-25');
    pick('dayHalf', 'PM');
    pick('reason', '家属要求');
  });
  await waitFor(() => expect(['when', 'day', 'dayHalf', 'reason'].map((name) => field(name)?.value)).toEqual(['later', '2026-12-25', 'PM', '家属要求']));
  await end();
});
test('whom one chose is chosen again', async () => {
  const who = () => screen.findByRole('option', { name: /赵艳/ });
  const { end } = await backTo('change', async () => fireEvent.click(await who()) as unknown as void);
  await waitFor(async () => expect((await who()).getAttribute('aria-selected')).toBe('true'));
  expect(field('caregiverNo').value).toBe('HG7');
  await end();
});
test('marks, by key or pressed, boxes and the choice of whom are there again', async () => {
  const on = (selector: string): HTMLInputElement => document.querySelector<HTMLInputElement>(selector)!;
  const { end } = await backTo('evaluate', async () => {
    pick('carer', 'HG2');
    for (const one of ['[name=skill][value="4"]', '[name=tag]:nth-of-type(1)']) act(() => on(one).click());
    act(() => on('[name=overall]').focus());
    act(() => void fireEvent.keyDown(on('[name=overall]'), { key: '5' }));
  });
  await waitFor(() => expect([on('[name=overall][value="5"]').checked, on('[name=skill][value="4"]').checked, document.querySelectorAll('[name=tag]:checked').length, field('carer').value, field('whose').value, document.querySelectorAll('[type=radio]:checked').length]).toEqual([true, true, 1, 'HG2', 'family HG2', 2]));
  await end();
});
test('where the patient is to lie is chosen again, and no list stands open', async () => {
  const { end } = await backTo('edit', async () => {
    for (const [name, text, shown] of [['ward', '内二', '内二'], ['bed', '12', '12床']] as const) {
      act(() => field(name).focus());
      act(() => void fireEvent.change(field(name), { target: { value: text } }));
      act(() => void fireEvent.keyDown(field(name), { key: 'Enter' }));
      await waitFor(() => expect(field(name).value).toBe(shown));
    }
  });
  await waitFor(() => expect([field('ward').value, field('bed').value]).toEqual(['内二', '12床']));
  expect(document.querySelectorAll('[data-untaken], [aria-expanded=true]').length).toBe(0);
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(sent.findLast(({ method }) => method === 'POST' || method === 'PUT' || method === 'PATCH')?.body).toEqual({ version: 4, wardId: '512', bedId: '51212' }));
  await end();
});
test('places that come after the form are not entered: of who types a name only, the name is kept', async () => {
  let come = (_: object): void => {};
  answerBy((call) => (call.path.endsWith('/places') ? new Promise((done) => void (come = done)) : got(call)));
  const gone = startDrafts();
  const close = await open(detail('PH1'), 'edit');
  await act(async () => {
    come(PLACES);
    await new Promise((done) => setTimeout(done, 20));
  });
  act(() => void fireEvent.input(field('name'), { target: { value: '张三丰' } }));
  expect(keptDraft<{ fields: string[][] }>('PH1 修改患者')?.fields.map(([name, value]) => [name, value])).toEqual([['name', '张三丰']]);
  gone();
  close();
});
test('nobody else finds it', async () => {
  await cutOff();
  const end = await back('8');
  const close = await open(detail('PH1'));
  expect(field('content').value).toBe('');
  close();
  await end();
});
