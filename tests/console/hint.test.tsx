import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { KeyHint } from '../../src/ui/hint.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { palette } from '../../src/ui/palette/actor.ts';
import { answerBy, enter as signIn, never } from '../kit/console.ts';
import { enter, startPalette } from '../kit/palette.tsx';

// Who takes a command out of the palette with the mouse is shown its key, each person once.
let leave = async (): Promise<void> => {};
afterEach(async () => {
  act(() => palette.send({ type: 'close' }));
  await leave();
});
const hint = () => document.querySelector('p[aria-hidden="true"]')?.textContent;
/** This person comes to this browser as the one before has left it, and clicks the command that leads to the orders. */
async function click(userId: string): Promise<void> {
  const kept = localStorage.getItem('known-keys');
  leave = await signIn({ userId, username: 'ops', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
  if (kept !== null) localStorage.setItem('known-keys', kept);
  answerBy(() => never);
  render(<LocaleProvider><KeyHint /></LocaleProvider>);
  await startPalette();
  await enter(['Control+k', ...'订单管理']);
  fireEvent.click(screen.getAllByRole('option')[0]!, { detail: 1 });
  expect(location.hash).toBe('#/order/index');
}

test('the key of a palette row is shown to who clicks it, once, and again to who signs in after them', async () => {
  for (const [userId, shown] of [['7', '下次可以按 G O'], ['7', undefined], ['8', '下次可以按 G O'], ['7', undefined]] as const) {
    await click(userId);
    expect([userId, hint()]).toEqual([userId, shown]);
    act(() => palette.send({ type: 'close' }));
    await leave();
  }
});
