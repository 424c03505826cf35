// The login page before a server that gives a captcha to each who asks and lets in whom the test says: what its tests stand on.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import LoginPage from '../../src/areas/session/login.page.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { startSession, type SessionServer } from '../../src/ui/session.ts';

/** How often a captcha was asked for. */
export const came = { captchas: 0 };
export const signIn = vi.fn<SessionServer['signIn']>();
const notAsked = (): never => {
  throw new Error('not asked');
};
let stop = (): void => {};
/** A session with this server instead of the one before. */
export function begin(server: Partial<SessionServer>): void {
  stop();
  stop = startSession({ signIn, loadPerson: notAsked, loadRoutes: notAsked, refresh: notAsked, signOut: notAsked, ...server });
}
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  came.captchas = 0;
  signIn.mockReset();
  vi.stubGlobal('fetch', async () => {
    came.captchas += 1;
    return new Response(JSON.stringify({ success: true, code: 0, message: '', result: { captchaKey: `key${came.captchas}`, captchaBase64: 'data:image/png;base64,AA==' } }));
  });
  await activate('zh-cn');
  begin({ loadRoutes: () => new Promise(() => {}) });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The page, once its captcha is there. */
export async function open(): Promise<void> {
  render(<LocaleProvider><LoginPage /></LocaleProvider>);
  await waitFor(() => expect(document.querySelector('button img')).not.toBeNull());
}
export const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
export const fill = (values: Record<string, string>): void => Object.entries(values).forEach(([label, value]) => fireEvent.input(field(label), { target: { value } }));
export const send = (): void => void fireEvent.submit(document.querySelector('form')!);
/** What is said under a field of the password's form. */
export const saidOf = (input: HTMLElement): string | null => document.getElementById(input.getAttribute('aria-describedby')!)!.textContent;
/** What is said under any other field, before its hint. */
export const saidIn = (input: HTMLElement): string | null => document.getElementById(input.getAttribute('aria-describedby')!.split(' ')[0]!)!.textContent;

const SECOND = { challenge: 'half', methods: ['totp', 'sms', 'recovery'], mobile: '138****0001', rememberMe: true } as const;
/** The answer to a right password of who has a second step. */
export const askSecond = (): Error => Object.assign(new Error(''), { status: 200, code: 0, second: SECOND });
/** The field of the second step, once the password was right. */
export async function second(): Promise<HTMLInputElement> {
  signIn.mockRejectedValueOnce(askSecond());
  await open();
  fill({ 账号: 'ops', 密码: 'right', 验证码: 'ab12' });
  send();
  return screen.findByLabelText<HTMLInputElement>('验证器应用里的 6 位数字');
}
