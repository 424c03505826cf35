// The recovery codes are shown once: their heading has the focus then, and no later answer takes it from where one is.
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RecoveryCodes } from '../../src/areas/account/recovery-code.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';

test('the heading is focused once, and copying leaves the focus on its button', async () => {
  render(<LocaleProvider><RecoveryCodes codes={['a1', 'b2']} onKept={() => {}} /></LocaleProvider>);
  expect(document.activeElement).toBe(screen.getByRole('heading'));
  const copy = screen.getByRole('button', { name: '复制' });
  copy.focus();
  await act(async () => copy.click());
  expect(screen.getByRole('status').textContent).toContain('复制');
  expect(document.activeElement).toBe(copy);
});
