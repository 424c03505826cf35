// The recovery codes are shown once: their heading has the focus then, and no later answer takes it from where one is.
import { act, render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RecoveryCodes } from '../../src/areas/account/recovery-code.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { heldBack, unsaved } from '../../src/ui/leave.ts';

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
  act(() => inside().getByRole('button', { name: '取消' }).click());
  expect([screen.queryByRole('alertdialog'), go.mock.calls.length, kept.mock.calls.length]).toEqual([null, 0, 0]);
  act(() => void heldBack(go));
  act(() => inside().getByRole('button', { name: '已经存好' }).click());
  expect([go.mock.calls.length, kept.mock.calls.length]).toEqual([1, 1]);
  unmount();
  expect([heldBack(go), unsaved()]).toEqual([false, false]);
});
