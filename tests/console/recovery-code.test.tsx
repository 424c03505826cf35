// The recovery codes are shown once: their heading has the focus then, and no later answer takes it from where one is.
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RecoveryCodes } from '../../src/areas/account/recovery-code.tsx';
import { SecondSteps } from '../../src/areas/account/step.form.tsx';
import { session } from '../../src/areas/session/contract.ts';
import { announce, Announcer } from '../../src/ui/announce.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { heldBack, unsaved } from '../../src/ui/leave.ts';
import { useRead } from '../../src/ui/read.ts';
import { answerBy, enter, refuse } from '../kit/console.ts';

test('the heading is focused once, and copying leaves the focus on its button', async () => {
  render(<LocaleProvider><RecoveryCodes codes={['a1', 'b2']} onKept={() => {}} /></LocaleProvider>);
  expect(document.activeElement).toBe(screen.getByRole('heading'));
  const copy = screen.getByRole('button', { name: '复制' });
  copy.focus();
  await act(async () => copy.click());
  expect(screen.getByRole('status').textContent).toContain('复制');
  expect(document.activeElement).toBe(copy);
});
test('nobody leaves them without having said that they are kept', () => {
  const [go, kept] = [vi.fn(), vi.fn()];
  const { unmount } = render(<LocaleProvider><RecoveryCodes codes={['a1', 'b2']} onKept={kept} /></LocaleProvider>);
  act(() => expect([heldBack(go), unsaved()]).toEqual([true, true]));
  const inside = () => within(screen.getByRole('alertdialog'));
  // it asks, and says what comes of leaving
  expect(screen.getByRole('alertdialog').textContent).toMatch(/先存好恢复码.*离开后不再显示/);
  act(() => inside().getByRole('button', { name: '继续查看' }).click());
  expect([screen.queryByRole('alertdialog'), go.mock.calls.length, kept.mock.calls.length]).toEqual([null, 0, 0]);
  act(() => void heldBack(go));
  act(() => inside().getByRole('button', { name: '已经存好' }).click());
  expect([go.mock.calls.length, kept.mock.calls.length]).toEqual([1, 1]);
  unmount();
  expect([heldBack(go), unsaved()]).toEqual([false, false]);
});
test('while they stand there nothing else of the second step begins: it says why, and leads to them', async () => {
  answerBy(({ method }) => (method === 'PUT' ? { recoveryCodes: ['a1', 'b2'] } : { secret: 'ABCD', uri: 'otpauth://totp/x' }));
  const leave = await enter({ userId: '7', username: 'li', nickname: '小李', avatar: null, role: 3, roles: [], perms: [] });
  render(<LocaleProvider><SecondSteps username="li" steps={{ data: { totp: false, sms: false, recoveryLeft: 0, mobile: '139****0001' }, failure: null, again: () => {} } as never} /><Announcer /></LocaleProvider>);
  const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  const fill = async (label: string, value: string) => {
    fireEvent.input(await screen.findByLabelText(label), { target: { value } });
    await act(async () => void fireEvent.submit(document.querySelector('form')!));
  };
  await press('启用验证器应用');
  await fill('密码', 'Other-reef-2026');
  await fill('验证器应用里的 6 位数字', '123456');
  const heading = await screen.findByRole('heading', { name: '恢复码，只显示这一次' });
  for (const name of ['启用验证器应用', '启用短信验证']) {
    const button = screen.getByRole('button', { name });
    button.focus();
    await press(name);
    expect([document.querySelector('form'), screen.getAllByRole('listitem').map(({ textContent }) => textContent), document.activeElement]).toEqual([null, ['a1', 'b2'], heading]);
    expect(await screen.findByText('先存好恢复码')).toBeTruthy();
    act(() => announce(''));
  }
  await press('已经存好');
  await press('启用短信验证');
  expect(document.querySelector('form')).not.toBeNull();
  await leave();
});
test.each([[40909, 'PUT', '已经完成，其中的内容只显示一次'], [40908, 'PUT', '验证器应用已经启用，先停用再重新设置'], [40908, 'POST', '验证器应用已经启用，先停用再重新设置']])('where it is on already, for the answer was lost or it was done elsewhere, that is said, and the row knows it: %i to %s', async (code, method, message) => {
  let on = false;
  answerBy((call) => {
    if (call.method === 'GET') return { totp: on, sms: false, recoveryLeft: on ? 10 : 0, mobile: null };
    if (call.method !== method) return { secret: 'ABCD', uri: 'otpauth://totp/x' };
    on = true;
    return refuse({ status: 409, code, message });
  });
  const leave = await enter({ userId: '7', username: 'li', nickname: '小李', avatar: null, role: 3, roles: [], perms: [] });
  const Page = () => <SecondSteps username="li" steps={useRead(session.steps)} />;
  render(<LocaleProvider><Page /></LocaleProvider>);
  fireEvent.click(await screen.findByRole('button', { name: '启用验证器应用' }));
  for (const [label, value] of [['密码', 'Other-reef-2026'], ['验证器应用里的 6 位数字', '123456']].slice(0, method === 'PUT' ? 2 : 1) as [string, string][]) {
    fireEvent.input(await screen.findByLabelText(label), { target: { value } });
    await act(async () => void fireEvent.submit(document.querySelector('form')!));
  }
  expect((await screen.findByRole('alert')).textContent).toMatch(/已启用.*恢复码没有在这里显示.*停用.*再启用/);
  expect([await screen.findByText('已启用，还有 10 个恢复码') !== null, document.querySelector('form'), document.activeElement?.textContent]).toEqual([true, null, '两步验证']);
  fireEvent.click(screen.getByRole('button', { name: '停用验证器应用' }));
  expect([screen.queryByText(/没有在这里显示/), screen.getByLabelText('密码') !== null]).toEqual([null, true]);
  await leave();
});
