import { act, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { capsOf } from '../../src/kernel/cap.ts';
import { useHere } from '../../src/ui/here.ts';
import { keyEntries } from '../../src/ui/key-registry.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { Announcer } from '../../src/ui/announce.tsx';
import { palette } from '../../src/ui/palette/actor.ts';
import { favour, used } from '../../src/ui/palette/memory.ts';
import { answerBy, enter as signIn, never } from '../kit/console.ts';
import { chosen, enter, headings, ids, noOf, startPalette, tick } from '../kit/palette.tsx';
import { press } from '../kit/typist.ts';

// What is pinned stands first; and the keys that rows show are the registry's.
const PERSON = { userId: '7', username: 'ops', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] };
let leave: () => Promise<void>;
beforeEach(async () => {
  location.hash = '#/dashboard';
  answerBy(() => never);
  leave = await signIn(PERSON);
  render(<LocaleProvider><Announcer /></LocaleProvider>);
});
afterEach(async () => {
  await leave();
  act(() => palette.send({ type: 'close' }));
});
const close = (): void => act(() => palette.send({ type: 'close' }));
const pinKey = (): void => void press('p', { altKey: true });
const said = (): string => screen.getAllByRole('status').map(({ textContent }) => textContent).join('');
/** Pins what stands first for this text. */
async function pinFirst(...keys: string[]): Promise<string> {
  await enter(['Control+k', ...keys]);
  const id = chosen()[0]!;
  pinKey();
  await tick();
  close();
  return id;
}

test('a command and a record that are pinned stand first before typing, in the order in which they were pinned, and once', async () => {
  used(`order:${noOf(3)}`, '');
  used(`order:${noOf(5)}`, '');
  await startPalette();
  await tick();
  expect(await pinFirst(...'深色主题')).toBe('theme.dark');
  expect(said()).toContain('已固定在最前');
  expect(await pinFirst(...noOf(3))).toBe(`order:${noOf(3)}`);
  expect(await pinFirst(...'床位图')).toBe('order.bed');
  await enter(['Control+k']);
  await tick();
  expect([ids().slice(0, 4), headings().slice(0, 2), chosen()]).toEqual([['theme.dark', `order:${noOf(3)}`, 'order.bed', `order:${noOf(5)}`], ['固定的', '最近打开'], ['theme.dark']]);
  expect(new Set(ids()).size).toBe(ids().length);
  // among orders the settings are not
  await enter(['#']);
  expect(ids().slice(0, 2)).toEqual([`order:${noOf(3)}`, `order:${noOf(5)}`]);
  close();
  await enter(['Control+k']);
  pinKey();
  close();
  await enter(['Control+k']);
  expect(ids()[0]).toBe(`order:${noOf(3)}`);
});
test('what is not there each time takes no place: it is said', async () => {
  await startPalette();
  for (const keys of [['?'], [...'明天到期']]) {
    const id = await pinFirst(...keys);
    expect([id, id.startsWith('scope:') || id.startsWith('jump:')]).toEqual([id, true]);
    expect(said()).toContain('这一条不能固定');
  }
  expect(favour().pinned).toEqual([]);
});

test('every command that has a key shows it on its row, as the registry has it, and no other row shows one', async () => {
  const registry = new Map((await keyEntries(areas)).map((entry) => [entry.id, entry.keys]));
  const row = { id: '1', name: '王秀英 PH1', no: 'PH1', can: areas.flatMap(({ commands = [] }) => commands.flatMap(({ on, event }) => (on === 'order' && event !== undefined ? [event] : []))), cannot: {} };
  renderHook(() => useHere({ on: 'order', row: () => row, selection: () => [], act: () => {} }));
  await startPalette();
  await enter(['Control+k', '>']);
  await act(async () => void (await new Promise((then) => setTimeout(then, 250))));
  const shown = screen.getAllByRole('option').map((option) => [option.dataset['row'], [...option.querySelectorAll('kbd')].map((cap) => cap.textContent)] as const);
  expect(shown.length).toBeGreaterThan(30);
  for (const [id, caps] of shown) expect([id, caps]).toEqual([id, registry.has(id!) ? capsOf(registry.get(id!)!, false) : []]);
  expect(shown.filter(([, caps]) => caps.length > 0).length).toBeGreaterThan(25);
});
