// What was entered in a form of a caregiver before a session ended is there again: which postings, and a form that reads its own fields first.
import { lazy } from 'react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { caregiver, type CaregiverDetail } from '../../src/areas/caregiver/contract.ts';
import EditForm from '../../src/areas/caregiver/edit.form.tsx';
import PostForm from '../../src/areas/caregiver/post.form.tsx';
import { keepDraft, keptDraft } from '../../src/ui/draft.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { outdated } from '../../src/ui/read.ts';
import { VerbDrawer } from '../../src/ui/verb-drawer.tsx';
import { answerBy, enter, never, type Sent } from '../kit/console.ts';

const Form = lazy(async () => ({ default: PostForm }));
const detail = { no: 'HG1', staffNo: 'HG1', timeline: [], version: 4, postings: [{ hospitalId: '5', hospital: '第一医院', from: '2026-01-01', to: null }, { hospitalId: '6', hospital: '第二医院', from: '2026-02-01', to: null }] } as unknown as CaregiverDetail;
const Drawer = () => <LocaleProvider><VerbDrawer of="HG1" title="安排驻点" wide={false} waiting="" Form={Form as never} detail={detail} why={null} onLeave={() => {}} onDone={() => {}} /></LocaleProvider>;
const fields = (): Record<string, string> => Object.fromEntries([...document.querySelectorAll<HTMLInputElement>('form [name^=hospital], form [name^=from]')].map(({ name, value }) => [name, value]));

test('one taken away stays away, one added is there', async () => {
  const sent: Sent[] = [];
  answerBy((call) => (call.path.endsWith('/hospitals/options') ? [{ id: '5', name: '第一医院' }, { id: '6', name: '第二医院' }, { id: '7', name: '第三医院' }] : (sent.push(call), {})));
  const leave = await enter({ userId: '2', username: 'ops', nickname: '', avatar: null, role: 2, roles: ['operation'], perms: ['biz:caregiver:edit', 'biz:order:list'] });
  const { unmount } = render(<Drawer />);
  await waitFor(() => expect(fields()).toMatchObject({ hospital0: '5', hospital1: '6' }));
  await screen.findAllByRole('option', { name: '第三医院' });
  await act(async () => screen.getByRole('button', { name: '去掉驻点 2' }).click());
  await act(async () => screen.getByRole('button', { name: '加一个驻点' }).click());
  await act(async () => void (await new Promise((done) => setTimeout(done, 20))));
  const kept = structuredClone(keptDraft<{ fields: [string, string, null][] }>('HG1 安排驻点')!);
  unmount();
  const added = kept.fields.map(([name]) => name).find((name) => /^hospital[2-9]/.test(name))!;
  keepDraft('HG1 安排驻点', { ...kept, fields: kept.fields.map(([name, value, checked]) => [name, name === added ? '7' : value, checked]) });
  const again = render(<Drawer />);
  await waitFor(() => expect(fields()).toMatchObject({ hospital0: '5', [added]: '7' }));
  expect(Object.keys(fields())).not.toContain('hospital1');
  again.unmount();
  await leave();
});
test('a last day that is no day is not kept as none: it is said, and has the cursor', async () => {
  const sent: Sent[] = [];
  answerBy((call) => (call.path.endsWith('/hospitals/options') ? [{ id: '5', name: '第一医院' }, { id: '6', name: '第二医院' }] : (sent.push(call), {})));
  const leave = await enter({ userId: '2', username: 'ops', nickname: '', avatar: null, role: 2, roles: ['operation'], perms: ['biz:caregiver:edit', 'biz:order:list'] });
  const { unmount } = render(<Drawer />);
  await waitFor(() => expect(fields()).toMatchObject({ hospital0: '5' }));
  const last = document.querySelector<HTMLInputElement>('form [name=to0]')!;
  fireEvent.change(last, { target: { value: '2026-02-30' } });
  fireEvent.submit(last.form!);
  expect([sent.filter(({ method }) => method === 'POST').length, document.activeElement === last, screen.getByText(/^日期写成/).textContent]).toEqual([0, true, '日期写成 今天、+3、1225 或 2026-12-25']);
  fireEvent.change(last, { target: { value: '' } });
  fireEvent.submit(last.form!);
  await waitFor(() => expect(sent.filter(({ path }) => path.endsWith('/postings') || path.endsWith('/post')).length).toBe(1));
  unmount();
  await leave();
});
test('a form that first reads what it needs is entered again once it is there; what was left alone follows the record', async () => {
  const Edit = lazy(async () => ({ default: EditForm }));
  const View = ({ version }: { version: number }) => <LocaleProvider><VerbDrawer of="HG1" title="修改护工" wide={false} waiting="" Form={Edit as never} detail={{ ...detail, staffNo: 'HG1', version } as never} why={null} onLeave={() => {}} onDone={() => {}} /></LocaleProvider>;
  let form: Record<string, unknown> = {
    staffNo: 'HG1', version: 4, name: '王芳', gender: 2, idNo: null, mobile: '139****0001', level: 'junior', employment: 'partner', birthday: null, originProvince: null, originCity: null, languages: [], education: null, marital: null,
    heightCm: null, weightKg: null, emergencyName: '王强', emergencyPhone: null, bankName: '工商银行', bankAccount: null, skills: [], yearsExperience: null, hiredOn: null,
  };
  const sent: Sent[] = [];
  answerBy((call) => (call.method === 'PUT' || call.method === 'POST' ? (sent.push(call), never) : call.path.endsWith('/form') ? form : []));
  const leave = await enter({ userId: '2', username: 'ops', nickname: '', avatar: null, role: 2, roles: ['operation'], perms: ['biz:caregiver:edit', 'biz:order:list'] });
  const field = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`form [name=${name}]`)!;
  const first = render(<View version={4} />);
  await waitFor(() => expect(field('bankName')?.value).toBe('工商银行'));
  act(() => field('emergencyName').focus());
  act(() => void fireEvent.input(field('emergencyName'), { target: { value: '王刚' } }));
  const kept = structuredClone(keptDraft('HG1 修改护工')!);
  expect(kept).toEqual({ version: 4, fields: [['emergencyName', '王刚', null]] });
  first.unmount();
  keepDraft('HG1 修改护工', kept);
  // a colleague was at another field meanwhile
  form = { ...form, bankName: '农业银行' };
  outdated([caregiver.form]);
  const again = render(<View version={5} />);
  await waitFor(() => expect(field('emergencyName')?.value).toBe('王刚'));
  expect(field('bankName').value).toBe('农业银行');
  act(() => void fireEvent.submit(document.querySelector('form')!));
  await waitFor(() => expect(sent[0]?.body).toEqual({ version: 4, emergencyName: '王刚' }));
  again.unmount();
  await leave();
});
