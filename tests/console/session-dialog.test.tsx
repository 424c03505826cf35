// The session's own questions as they are drawn (spec section 8).
import { readFileSync } from 'node:fs';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { call, CallFailure } from '../../src/ui/call.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { SessionDialog } from '../../src/ui/session-dialog.tsx';
import { account } from '../../src/areas/account/contract.ts';
import { answerBy, enter, refuse } from '../kit/console.ts';

test('that the page has expired is asked in the manner of a warning', async () => {
  const leave = await enter({ userId: '4', username: 'u', nickname: '', avatar: null, role: 4, roles: [], perms: [] });
  answerBy(() => refuse({ status: 401, code: 401, message: '当前页面已失效，请重新登录' }));
  render(<LocaleProvider><SessionDialog /></LocaleProvider>);
  await act(async () => expect(await call(account.profile).catch((error: unknown) => error)).toBeInstanceOf(CallFailure));
  const dialog = screen.getByRole('alertdialog', { name: '提示' });
  expect([dialog.textContent, dialog.dataset['tone']]).toEqual(['提示当前页面已失效，请重新登录确定取消', 'warn']);
  // an edge and a sign in the colour of warnings, whose contrast on this ground theme.test.ts holds in both themes
  const rules = [...readFileSync('src/ui/dialog.module.css', 'utf8').matchAll(/([^{}]+)\{([^}]*)\}/g)].filter(([, of]) => of!.includes("[data-tone='warn']"));
  expect(rules.map(([, of, rule]) => [of!.includes('h2::before') ? 'sign' : 'edge', rule!.includes('var(--warn)')])).toEqual([['edge', true], ['sign', true]]);
  await leave();
});
