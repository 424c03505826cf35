// What stands in a field before anything was typed is selected where a form opens, so that typing takes its place; and a day that is counted from another waits for it.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CaregiverDetail } from '../../src/areas/caregiver/contract.ts';
import CertifyForm from '../../src/areas/caregiver/certify.form.tsx';
import { BlacklistForm } from '../../src/areas/caregiver/reason.form.tsx';
import LeaveForm from '../../src/areas/caregiver/leave.form.tsx';
import { HospitalForm } from '../../src/areas/hospital/hospital.form.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter, type Sent } from '../kit/console.ts';

const HOSPITAL = { id: '5', code: 'YY001', name: '清江大学附属医院', shortName: null, level: null, kind: null, province: null, city: null, district: null, address: null, contactName: null, contactPhone: null, contractNo: null, contractStart: null, contractEnd: null, feeBp: 0, prepayDays: 0, status: 1, version: 2 };
const sent: Sent[] = [];
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  sent.length = 0;
  answerBy((call) => (call.method === 'GET' ? (call.path === '/hospitals/5' ? HOSPITAL : []) : (sent.push(call), {})));
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T10:00+08:00') });
  leave = await enter({ userId: '1', username: 'root', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
});
afterEach(async () => {
  vi.useRealTimers();
  await leave();
});
const field = (name: string) => document.querySelector<HTMLInputElement>(`form [name="${name}"]`)!;
const selected = ({ value, selectionStart, selectionEnd }: HTMLInputElement): string => value.slice(selectionStart ?? 0, selectionEnd ?? 0);
const type = (name: string, value: string) => act(async () => {
  field(name).focus();
  fireEvent.input(field(name), { target: { value } });
});
const openLeave = () => act(async () => void render(<LocaleProvider><LeaveForm detail={{ staffNo: 'PY100007', version: 3, timeline: [], stints: [] } as unknown as CaregiverDetail} version={3} why={null} leave={() => {}} done={() => {}} touch={() => {}} /></LocaleProvider>));

test('the first day of a leave, and the name of a hospital, are selected where their forms open', async () => {
  await openLeave();
  expect([document.activeElement, selected(field('from'))]).toEqual([field('from'), '2026-11-28']);
  await leave();
  leave = await enter({ userId: '1', username: 'root', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
  answerBy(() => HOSPITAL);
  render(<LocaleProvider><HospitalForm id="5" onSaved={() => {}} onClose={() => {}} /></LocaleProvider>);
  await waitFor(() => expect(field('name')).toBeTruthy());
  expect([document.activeElement, selected(field('name'))]).toEqual([field('name'), HOSPITAL.name]);
});
test('days counted from a first day that is none yet are no day, and not counted from today; once there is one, they are read again', async () => {
  await openLeave();
  await type('from', '2026-11-28+1');
  await type('to', '+3');
  await act(async () => void fireEvent.blur(field('to')));
  expect([field('to').value, field('to').parentElement!.parentElement!.textContent]).toEqual(['+3', expect.not.stringContaining('12月')]);
  await act(async () => void fireEvent.submit(document.querySelector('form')!));
  expect([sent.length, document.activeElement]).toEqual([0, field('from')]);
  await type('from', '1205');
  await act(async () => field('to').focus());
  expect(screen.getByText(/12月8日/)).toBeTruthy();
  await act(async () => void fireEvent.submit(document.querySelector('form')!));
  expect(sent.map(({ body }) => body)).toEqual([{ from: '2026-12-05', to: '2026-12-08', reason: null, version: 3 }]);
});
test('that a first day is missing is said as that, and days counted from it follow it as it is typed', async () => {
  await openLeave();
  const about = () => field('to').parentElement!.parentElement!.textContent;
  await type('from', '');
  await type('to', '+3');
  await act(async () => void fireEvent.blur(field('to')));
  expect([about(), field('to').getAttribute('aria-invalid')]).toEqual([expect.stringMatching(/先填开始日期$/), 'true']);
  await act(async () => void fireEvent.submit(document.querySelector('form')!));
  expect([sent.length, document.activeElement]).toEqual([0, field('from')]);
  for (const [typed, words] of [['1', '12月4日'], ['12', '12月15日'], ['120', null], ['1205', '12月8日']] as const) {
    await type('from', typed);
    if (words !== null) expect([about(), field('to').getAttribute('aria-invalid')]).toEqual([expect.stringContaining(words), 'false']);
  }
  await act(async () => void fireEvent.submit(document.querySelector('form')!));
  expect(sent.map(({ body }) => body)).toEqual([{ from: '2026-12-05', to: '2026-12-08', reason: null, version: 3 }]);
});
test('days of a certificate are counted from its first day, and from today where that is not asked for', async () => {
  const detail = { staffNo: 'PY100007', version: 3, certificates: [] } as unknown as CaregiverDetail;
  await act(async () => void render(<LocaleProvider><CertifyForm detail={detail} version={3} why={null} leave={() => {}} done={() => {}} touch={() => {}} /></LocaleProvider>));
  await type('expiresOn', '+300');
  await act(async () => void fireEvent.blur(field('expiresOn')));
  expect(field('expiresOn').value).toBe('2027-09-24');
  await type('issuedOn', '1201');
  await type('expiresOn', '+300');
  await act(async () => void fireEvent.blur(field('expiresOn')));
  expect(field('expiresOn').value).toBe('2027-09-27');
});
test('who is blacklisted already keeps the day of review, and a colleague\'s new reason, where another was not typed', async () => {
  const detail = { staffNo: 'PY100007', version: 3, timeline: [], stints: [], status: 'blacklisted', statusReason: '打牌', reviewOn: '2027-12-01' } as unknown as CaregiverDetail;
  const drawn = (now: CaregiverDetail) => <LocaleProvider><BlacklistForm detail={now} version={now.version} why={null} leave={() => {}} done={() => {}} touch={() => {}} /></LocaleProvider>;
  const { rerender } = render(drawn(detail));
  expect([field('reason').value, field('reviewOn').value]).toEqual(['打牌', '2027-12-01']);
  rerender(drawn({ ...detail, version: 4, statusReason: '偷窃' }));
  await type('reviewOn', '2028-01-01');
  rerender(drawn({ ...detail, version: 5, statusReason: '偷窃', reviewOn: '2027-12-02' }));
  await act(async () => void fireEvent.submit(document.querySelector('form')!));
  expect(sent.map(({ body }) => body)).toEqual([{ reason: '偷窃', reviewOn: '2028-01-01', version: 5 }]);
});
