import { act, cleanup, render, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import fc from 'fast-check';
import { areas } from '../../src/areas.gen.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { barredCommands, offeredCommands } from '../../src/ui/command.ts';
import { useKeys } from '../../src/ui/bound-key.tsx';
import { useHere } from '../../src/ui/here.ts';
import { LIST_KEYS } from '../../src/ui/key-entry.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';

const commands = offeredCommands(areas, { role: 1, roles: ['ROOT'], perms: [], paths: ['/dashboard', '/profile', '/order/index', '/caregiver/index', '/statistics/index', '/system/user', '/system/hospital'] });
const chords = commands.flatMap(({ keys, goes }) => (keys?.startsWith('g ') && goes !== undefined ? [{ letter: keys.slice(2), goes }] : []));

let now = 0;
/** One key, `after` milliseconds after the last. */
function key(letter: string, after: number, init: KeyboardEventInit = {}): void {
  now += after;
  const event = new KeyboardEvent('keydown', { key: letter, code: `Key${letter.toUpperCase()}`, bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'timeStamp', { value: now });
  act(() => void document.body.dispatchEvent(event));
}
beforeEach(() => {
  vi.useFakeTimers();
  location.hash = '#/profile';
  renderHook(() => useShortcuts(commands));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('every chord after every other, at any pace, opens its page', () => {
  expect(chords).toHaveLength(8);
  fc.assert(fc.property(fc.array(fc.record({ chord: fc.constantFrom(...chords), pause: fc.integer({ min: 0, max: 2500 }), gap: fc.integer({ min: 0, max: 2500 }) }), { minLength: 2, maxLength: 6 }), (typed) => {
    for (const { chord, pause, gap } of typed) {
      vi.advanceTimersByTime(pause);
      key('g', pause);
      vi.advanceTimersByTime(gap);
      key(chord.letter, gap);
      expect([chord.letter, location.hash]).toEqual([chord.letter, `#${chord.goes}`]);
    }
  }), { numRuns: 60 });
});

test('a key that only says that one has no right gives way to what one has given it to, also as the beginning of a chord', () => {
  cleanup();
  const person = { role: 4, roles: [], perms: ['biz:order:list'], paths: ['/order/index'] };
  const barred = barredCommands(areas, person);
  expect(barred.find(({ command }) => command.id === 'order.assign')!.command.keys).toBe('a');
  const opens = (keys: string) => [{ ...commands.find(({ id }) => id === 'order.open')!, keys }];
  renderHook(() => useHere({ on: 'order', row: () => undefined, selection: () => [], act: () => {} }));
  const page = render(<Announcer />);
  const { rerender } = renderHook(({ own }) => useShortcuts(own, barred), { initialProps: { own: opens('a b') } });
  key('a', 0);
  expect(page.container.textContent).toBe('');
  key('b', 10);
  expect(location.hash).toBe('#/order/index');
  location.hash = '#/profile';
  rerender({ own: opens('a') });
  key('a', 5_000);
  expect([location.hash, page.container.textContent]).toEqual(['#/order/index', '']);
  rerender({ own: [] });
  key('a', 5_000);
  expect(page.container.textContent).toContain('你的角色没有这项权限（biz:order:assign）');
});

test('a chord of a page that a role has not says so, and its second sign is no key of the row', () => {
  cleanup();
  const person = { role: 3, roles: [], perms: ['biz:order:list', 'biz:order:start'], paths: ['/order/index'] };
  const acted = vi.fn();
  const here = renderHook(() => useHere({ on: 'order', row: () => undefined, selection: () => [], act: () => {} }));
  const page = render(<Announcer />);
  const row = renderHook(() => useKeys(['s', 'q'].map((keys) => [{ id: keys, keys, scope: 'list' as const, words: { id: keys } }, acted])));
  const own = renderHook(() => useShortcuts(commands.filter(({ id }) => id === 'order.open'), barredCommands(areas, person)));
  key('g', 0);
  key('s', 100);
  expect(page.container.textContent).toContain('你的角色没有这个页面');
  // nor is one that ends no chord at all
  key('g', 5_000);
  key('q', 100);
  expect(acted).not.toHaveBeenCalled();
  key('q', 100);
  expect(acted).toHaveBeenCalledTimes(1);
  for (const each of [here, row, own]) each.unmount();
});

test('what a key writes goes before what stands at its place, whichever was bound first', () => {
  cleanup();
  const [ran, own] = [vi.fn(), (keys: string) => ({ id: keys, keys, scope: 'list' as const, words: { id: keys } })];
  // French: & and 1 are one key
  renderHook(() => useKeys([[own('1|2'), () => ran('1')], [own('&'), () => ran('&')]]));
  key('&', 0, { code: 'Digit1' });
  key('é', 10, { code: 'Digit2' });
  expect(ran.mock.calls).toEqual([['&'], ['1']]);
});

test('commands that are made anew between two keys of a chord still hear it', () => {
  cleanup();
  const { rerender } = renderHook(({ given }) => useShortcuts(given), { initialProps: { given: commands } });
  key('g', 0);
  // as when the keys that one has chosen arrive
  rerender({ given: commands.map((command) => ({ ...command })) });
  key('o', 10);
  expect(location.hash).toBe('#/order/index');
});
test('a key that breaks a chord may begin one: g g o, g x g o', () => {
  for (const letters of ['ggo', 'gxgo', 'gogc', 'ggggh']) {
    location.hash = '#/profile';
    for (const letter of letters) key(letter, 10);
    expect([letters, location.hash]).toEqual([letters, `#${chords.find((chord) => chord.letter === letters.at(-1))!.goes}`]);
  }
});

test('a begun chord is forgotten after three seconds, and by a key that was text or a dialog’s', () => {
  key('g', 0);
  key('o', 3500);
  expect(location.hash).toBe('#/profile');
  key('g', 5000);
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.setAttribute('open', '');
  key('x', 10);
  dialog.remove();
  key('o', 10);
  expect(location.hash).toBe('#/profile');
});

test('a modifier on its way, and a key held down, neither break nor fill a chord', () => {
  key('g', 0);
  key('g', 10, { repeat: true });
  key('Shift', 10);
  key('o', 10);
  expect(location.hash).toBe('#/order/index');
});

test('a key that is held down writes nothing into the field that it led to; one that is pressed there does', () => {
  const field = document.body.appendChild(document.createElement('input'));
  const press = (target: Element, init: KeyboardEventInit): boolean => target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: '/', code: 'Slash', ...init }));
  renderHook(() => useKeys([[LIST_KEYS.find, () => field.focus()]]));
  press(document.body, {});
  expect(document.activeElement).toBe(field);
  expect([press(field, { repeat: true }), press(field, { repeat: true }), press(field, {}), press(field, { repeat: true })]).toEqual([false, false, true, true]);
  press(document.body, {});
  expect([press(field, { repeat: true }), press(field, { key: 'a', code: 'KeyA' }), press(field, { key: 'a', code: 'KeyA', repeat: true })]).toEqual([false, true, true]);
  field.remove();
});

test.each([['Enter', 'Enter'], [' ', 'Space']])('“%s” that is held down presses nothing that the focus has gone to meanwhile, such as the button of the form that it opened', (key, code) => {
  const button = (): HTMLElement => document.body.appendChild(document.createElement('button'));
  const [opens, sends] = [button(), button()];
  const heard = vi.fn();
  sends.addEventListener('keydown', heard);
  const press = (repeat: boolean): boolean => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key, code, repeat }));
  opens.focus();
  expect([press(false), press(true)]).toEqual([true, true]);
  sends.focus();
  expect([press(true), press(true), heard.mock.calls.length]).toEqual([false, false, 0]);
  // pressed anew it is meant
  expect([press(false), press(true), heard.mock.calls.length]).toEqual([true, true, 2]);
  // nor does it go on with what is below once that is closed
  sends.remove();
  expect(press(true)).toBe(false);
  opens.remove();
});

test('a key that is held down does its work once; one that moves goes on', () => {
  const [done, moved] = [vi.fn(), vi.fn()];
  const own = (keys: string) => ({ id: keys, keys, scope: 'list' as const, words: { id: keys } });
  renderHook(() => useKeys([[own('t'), done], [own('Escape'), done], [LIST_KEYS.down, moved]]));
  const press = (key: string, repeat: boolean): boolean => document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key, repeat }));
  expect([press('t', false), press('t', true), press('t', true), done.mock.calls.length]).toEqual([false, false, false, 1]);
  expect([press('j', false), press('j', true), moved.mock.calls.length]).toEqual([false, false, 2]);
  // as of an Escape that closed what stood above
  expect([press('Escape', true), done.mock.calls.length]).toEqual([false, 1]);
});
