import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { took } from '../../src/areas/caregiver/acted.ts';
import CaregiverPage from '../../src/areas/caregiver/caregiver.$no.page.tsx';
import { caregiver, type CaregiverDetail, type CaregiverRow } from '../../src/areas/caregiver/contract.ts';
import { Certificates, Leaves } from '../../src/areas/caregiver/paper.tsx';
import { STEPS } from '../../src/areas/caregiver/step.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { currentHref, navigate, useHref } from '../../src/ui/location.ts';
import { dayAfter, todayThere } from '../../src/ui/parse-day.ts';
import { areas } from '../../src/areas.gen.ts';
import { boundCommands } from '../../src/ui/command.ts';
import { outdated } from '../../src/ui/read.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { wayBack } from '../../src/ui/way-back.ts';
import { answerBy, enter, never, refuse } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const ROW = {
  staffNo: 'PY100007', name: '陈桂英', status: 'active', version: 3, can: ['certify', 'leave'],
  certificates: [{ id: '3', kind: 'health', number: 'JK1', issuer: null, issuedOn: '2026-01-01', expiresOn: '2027-01-01', daysLeft: 41, verified: false, verifiedBy: null, file: null }],
  leaves: [{ id: '8', from: '2099-01-01', to: '2099-01-02', reason: null, over: false }],
} as unknown as CaregiverDetail;
const NOW: CaregiverRow = {
  id: '7', staffNo: ROW.staffNo, name: ROW.name, gender: 2, age: 46, level: 'junior', employment: 'partner', status: 'active', suspendedFor: null, hospitals: [], servingUntil: null, nextFree: null, healthExpiresOn: null, healthDaysLeft: null, certificates: [], ratingAvg: null, ratingCount: 0,
  mobile: '139****0001', version: 4, can: [], cannot: {},
};
/** What else a whole record has. */
const FULL = {
  ...NOW, idNo: null, origin: null, birthday: null, languages: [], skills: [], hiredOn: null, leftOn: null, statusReason: null, reviewOn: null, education: null, marital: null, heightCm: null, weightKg: null, yearsExperience: null, emergencyName: null, emergencyPhone: null, bankName: null, bankAccount: null, undoUntil: null,
  postings: [], stints: [], complaints: 0, timeline: [],
};
let taken: (string | null)[];
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  taken = [];
  leave = await enter({ userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
  answerBy(({ method, key }) => {
    if (method === 'GET') return { version: 1, items: [], dictCode: 'x' };
    // a repeat of what was done is answered as it was, anything else on this version comes too late
    if (taken.length > 0 && !taken.includes(key)) return refuse({ status: 409, code: 40900, message: '内容已被他人修改，刷新后再试' });
    taken.push(key);
    return { row: NOW, certificateId: '3' };
  });
});
afterEach(() => leave());

test.each(['核验', '取消请假', '作废'])('%s takes its button away: the focus is on the page, not on nothing', async (words) => {
  let now: unknown = { ...FULL, ...ROW };
  answerBy(({ method, path }) => {
    if (method !== 'GET') return { row: null };
    return path.includes('/live') ? never : path.endsWith(`/caregivers/${ROW.staffNo}`) ? now : { version: 1, items: [], dictCode: 'x' };
  });
  render(<LocaleProvider><CaregiverPage params={{ no: ROW.staffNo }} /></LocaleProvider>);
  const button = await screen.findByRole('button', { name: new RegExp(`^${words}：`) });
  act(() => button.focus());
  now = { ...(now as CaregiverDetail), version: 4, leaves: [], certificates: words === '作废' ? [] : [{ ...ROW.certificates[0], verified: true }] };
  await act(async () => (words === '作废' ? outdated([caregiver.detail]) : button.click()));
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  // whoever has left for nothing is not called back by what others do
  act(() => (document.activeElement as HTMLElement).blur());
  now = { ...(now as CaregiverDetail), version: 5, postings: [{ hospitalId: '5', hospital: '第九医院', from: '2026-01-01', to: null }] };
  await act(async () => outdated([caregiver.detail]));
  await screen.findByText('第九医院');
  expect(document.activeElement).toBe(document.body);
});
test.each(['核验', '取消请假'])('%s pressed again, at once and before the record was read again, has not failed', async (words) => {
  render(<LocaleProvider><Certificates row={ROW} /><Leaves row={ROW} /></LocaleProvider>);
  const button = screen.getByRole('button', { name: new RegExp(`^${words}：`) });
  await act(async () => (button.click(), button.click()));
  await act(async () => button.click());
  expect([taken.length > 0, new Set(taken).size, screen.getAllByRole('alert').map(({ textContent }) => textContent)]).toEqual([true, 1, ['', '']]);
});
test.each(['before', 'after'])('what a colleague corrects on the same certificate %s one types is not put back by fields that were left alone', async (when) => {
  let now = { ...FULL, ...ROW };
  const bodies: unknown[] = [];
  const theirs = { ...ROW.certificates[0]!, expiresOn: '2027-12-01', verified: true };
  answerBy(({ method, path, body }) => {
    if (method === 'GET') return path.includes('/live') ? never : path.endsWith(`/caregivers/${ROW.staffNo}`) ? now : { version: 1, items: [], dictCode: 'x' };
    bodies.push(body);
    if (body['version'] !== now.version) return refuse({ status: 409, code: 40900, message: '内容已被他人修改，刷新后再试' });
    return { row: NOW, certificateId: '3' };
  });
  navigate(`/caregiver/${ROW.staffNo}/certify?certificate=3`);
  render(<LocaleProvider><CaregiverPage params={{ no: ROW.staffNo, verb: 'certify' }} /></LocaleProvider>);
  const field = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`dialog [name=${name}]`)!;
  const change = async (): Promise<void> => {
    now = { ...now, version: 4, certificates: [theirs] };
    await act(async () => outdated([caregiver.detail]));
    await waitFor(() => expect([field('expiresOn').value, field('verified').checked]).toEqual([theirs.expiresOn, true]));
  };
  await waitFor(() => expect(field('expiresOn').value).toBe('2027-01-01'));
  if (when === 'before') await change();
  await act(async () => void fireEvent.input(field('issuer'), { target: { value: '疾控中心' } }));
  if (when === 'after') await change();
  for (const _ of when === 'before' ? [1] : [1, 2]) await act(async () => void fireEvent.submit(document.querySelector('dialog form')!));
  const body = { kind: 'health', number: 'JK1', issuer: '疾控中心', issuedOn: '2026-01-01', expiresOn: theirs.expiresOn, verified: true };
  expect(bodies).toEqual(when === 'before' ? [{ ...body, version: 4 }] : [{ ...body, version: 3 }, { ...body, version: 4 }]);
});
test('a day of review is counted from today, as in the form; tomorrow is the first that may be', () => {
  const read = (text: string) => STEPS.steps['review']!.read!(text, { rows: [NOW] } as never) as { value: string; refused?: string };
  expect(['+90', '90天后', '+1'].map((text) => read(text).value)).toEqual([90, 90, 1].map((days) => dayAfter(todayThere(), days)));
  expect([read('今天').refused === undefined, read('+1').refused]).toEqual([false, undefined]);
});
test('a certificate that is written while its file is refused takes its fields away: the focus is at the file, not on nothing', async () => {
  answerBy(({ method, path }) => {
    if (path.includes('/live')) return never;
    if (method !== 'GET') return path.endsWith('/file') ? refuse({ status: 400, code: 40007, message: '文件打不开' }) : { row: null, certificateId: '3' };
    return path.endsWith(`/caregivers/${ROW.staffNo}`) ? { ...FULL, ...ROW } : { version: 1, items: [], dictCode: 'x' };
  });
  render(<LocaleProvider><CaregiverPage params={{ no: ROW.staffNo, verb: 'certify' }} /></LocaleProvider>);
  const field = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`dialog [name=${name}]`)!;
  await waitFor(() => expect(field('expiresOn')).toBeTruthy());
  fireEvent.input(field('expiresOn'), { target: { value: '2099-01-01' } });
  fireEvent.change(field('file'), { target: { files: [new File(['x'], 'x.pdf')] } });
  act(() => field('expiresOn').focus());
  await act(async () => void fireEvent.submit(document.querySelector('dialog form')!));
  await screen.findByText(/文件没有上传/);
  expect([field('expiresOn'), document.activeElement]).toEqual([null, field('file')]);
});
test('the palette offers whom it blacklists once more the day of review that stands, where it is still to come', async () => {
  const usual = [90, 30, 180].map((days) => dayAfter(todayThere(), days));
  const offered = async (status: string, reviewOn: string | null): Promise<string[]> => {
    answerBy(() => ({ ...FULL, certificates: [], leaves: [], status, reviewOn }));
    return (await STEPS.steps['review']!.options({ rows: [{ ...NOW, status }] } as never, '', new AbortController().signal)).map(({ value }) => value);
  };
  expect(await offered('blacklisted', '2099-12-01')).toEqual(['2099-12-01', ...usual]);
  expect(await offered('blacklisted', usual[1]!)).toEqual([usual[1], usual[0], usual[2]]);
  for (const [status, reviewOn] of [['blacklisted', '2026-01-01'], ['blacklisted', null], ['active', null]] as const) expect(await offered(status, reviewOn)).toEqual(usual);
});

const COMMANDS = boundCommands(areas, { role: 1, roles: ['ROOT'], perms: [], paths: ['/caregiver/index', '/caregiver/:no', '/caregiver/:no/:verb'] });
function Console() {
  useShortcuts(COMMANDS);
  const [, , no = '', verb] = useHref().split('?')[0]!.split('/');
  return <LocaleProvider><CaregiverPage params={{ no, ...(verb !== undefined && { verb }) }} /><Toaster /></LocaleProvider>;
}
test('Delete on a caregiver asks first, with the cursor on the way out; what was done can be taken back on any page for ten minutes', async () => {
  const sent: unknown[] = [];
  let gone = false;
  answerBy(({ method, path, body }) => {
    if (method !== 'GET') return (sent.push([path, body]), (gone = path.endsWith('/remove')), { row: gone ? null : { ...NOW, version: 5 } });
    if (path.includes('/live')) return never;
    return !path.endsWith(`/caregivers/${ROW.staffNo}`) ? { version: 1, items: [], dictCode: 'x' } : gone ? refuse({ status: 404, code: 40400, message: '没有这名护工' }) : { ...FULL, ...ROW, can: ['remove', 'undo'] };
  });
  navigate(`/caregiver/${ROW.staffNo}`);
  render(<Console />);
  await screen.findByRole('button', { name: /^删除护工/ });
  press('Delete');
  const out = await screen.findByRole('button', { name: /^返回/ });
  expect([sent, currentHref(), screen.getByText(/陈桂英.*十分钟内可以撤销/).isConnected, document.activeElement]).toEqual([[], `/caregiver/${ROW.staffNo}/remove`, true, out]);
  await act(async () => document.querySelector<HTMLElement>('dialog [type=submit]')!.click());
  expect(sent).toEqual([[`/caregivers/${ROW.staffNo}/remove`, { version: 3 }]]);
  await screen.findByText('删除护工 · 陈桂英');
  await act(async () => navigate('/caregiver/PY100008'));
  expect([wayBack()!.title, screen.getByRole('button', { name: /^撤销/ }).isConnected]).toEqual(['撤销刚才的删除护工 · 陈桂英', true]);
  await act(async () => wayBack()!.undo());
  expect(sent.at(-1)).toEqual([`/caregivers/${ROW.staffNo}/undo`, { version: 4 }]);
});
test('somebody who was posted away or deleted is seen no more, and can be brought back all the same', () => {
  const offered = (event: string, row: CaregiverRow | null): boolean => took(event, NOW, { row }).undo !== undefined;
  expect([offered('post', null), offered('remove', null), offered('quit', null), offered('post', NOW), offered('post', { ...NOW, can: ['undo'] })]).toEqual([true, true, false, false, true]);
});
