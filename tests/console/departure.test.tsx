import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Kept } from '../../machines/session.ts';
import { hospital } from '../../src/areas/hospital/contract.ts';
import { allowedBy } from '../../src/areas/session/client.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { recall, remember } from '../../src/ui/known.ts';
import { useWindows } from '../../src/ui/list/source.ts';
import { openPalette, palette } from '../../src/ui/palette/actor.ts';
import { useRead } from '../../src/ui/read.ts';
import { currentViewer, signIn, signOut, startSession } from '../../src/ui/session.ts';

// Two people, one after the other, in one tab: nothing that the first was shown is there for the second.
const kept = (userId: string): Kept => ({
  token: `t${userId}`, refreshToken: `r${userId}`, expiresAt: Date.now() + 1_800_000, remember: false,
  person: { userId, username: `u${userId}`, nickname: '', avatar: null, role: 3, roles: ['inpatient_manager'], perms: ['biz:order:list'] },
});
const until = (what: () => boolean) => vi.waitFor(() => expect(what()).toBe(true), { timeout: 20_000 });
let stop = (): void => {};
async function arrive(userId: string): Promise<void> {
  signIn({ username: userId, password: 'b', captchaKey: 'k', captchaCode: 'c', rememberMe: false });
  await until(() => currentViewer()?.userId === userId);
}
async function leave(): Promise<void> {
  act(() => signOut());
  await until(() => currentViewer() === null);
}
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  stop = startSession(
    {
      signIn: async (said) => kept((said as { username: string }).username), loadPerson: () => Promise.reject(new Error('not needed')), loadRoutes: async () => allowedBy(routesOf(3)),
      refresh: async (old) => old, signOut: async () => null,
    },
    () => {},
  );
  await arrive('3');
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test('the rows of a list', async () => {
  const list = () => renderHook(() => useWindows<string>('order', { status: 'in_service' }, async () => ({ list: ['患者甲'], total: 1, pageNum: 1, pageSize: 100 })));
  const first = list();
  first.result.current.want(0, 0);
  await until(() => first.result.current.at(0) === '患者甲');
  first.unmount();
  // going back finds them, as long as it is the same person
  const back = list();
  expect(back.result.current.at(0)).toBe('患者甲');
  back.unmount();
  await leave();
  await arrive('9');
  expect([list().result.current.total, list().result.current.at(0)]).toEqual([null, undefined]);
});
test('a window on its way is given up', async () => {
  let signal: AbortSignal | undefined;
  const { result } = renderHook(() => useWindows<string>('caregiver', {}, (_, given) => new Promise(() => { signal = given; })));
  result.current.want(0, 0);
  expect(signal?.aborted).toBe(false);
  await leave();
  expect(signal?.aborted).toBe(true);
});
test('what is known of a record', async () => {
  remember('order', 'PH1', { patientName: '患者甲' });
  expect(recall('order', 'PH1')).toEqual({ patientName: '患者甲' });
  await leave();
  expect(recall('order', 'PH1')).toBeUndefined();
  await arrive('9');
  expect(recall('order', 'PH1')).toBeUndefined();
});
test('the answers of the server', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, code: 0, message: '', result: [{ id: '1', name: '第一医院' }] })));
  const { result, unmount } = renderHook(() => useRead(hospital.options));
  await waitFor(() => expect(result.current.data).toEqual([{ id: '1', name: '第一医院' }]));
  unmount();
  await leave();
  await arrive('9');
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  expect(renderHook(() => useRead(hospital.options)).result.current.data).toBeUndefined();
});
test('the palette and what was typed into it', async () => {
  openPalette();
  palette.send({ type: 'type', text: '患者甲' });
  expect([palette.getSnapshot().matches('closed'), palette.getSnapshot().context.text]).toEqual([false, '患者甲']);
  await leave();
  expect([palette.getSnapshot().matches('closed'), palette.getSnapshot().context.text]).toEqual([true, '']);
});
