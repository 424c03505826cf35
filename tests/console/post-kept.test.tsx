// Which postings were taken away or added before a session ended is there again, and not only what stands in those that are still there.
import { lazy } from 'react';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CaregiverDetail } from '../../src/areas/caregiver/contract.ts';
import PostForm from '../../src/areas/caregiver/post.form.tsx';
import { keepDraft, keptDraft } from '../../src/ui/draft.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { VerbDrawer } from '../../src/ui/verb-drawer.tsx';
import { answerBy, enter, type Sent } from '../kit/console.ts';

const Form = lazy(async () => ({ default: PostForm }));
const detail = { no: 'HG1', version: 4, postings: [{ hospitalId: '5', hospital: '第一医院', from: '2026-01-01', to: null }, { hospitalId: '6', hospital: '第二医院', from: '2026-02-01', to: null }] } as unknown as CaregiverDetail;
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
