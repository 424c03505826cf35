import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { palette } from '../../src/ui/palette/actor.ts';
import { used } from '../../src/ui/palette/memory.ts';
import { recents } from '../../src/ui/palette/recent.ts';
import { keepWayBack } from '../../src/ui/way-back.ts';
import { answerBy, enter as signIn, never } from '../kit/console.ts';
import { box, chosen, enter, ids, noOf, old, page, startPalette, tick } from '../kit/palette.tsx';
import { press } from '../kit/typist.ts';

// The row that is chosen does not change by itself, also where it leaves.
const PERSON = { userId: '7', username: 'ops', nickname: '', avatar: null, role: 1, roles: [], perms: [] };
const GONE = '选中的那一条已经不在这里';
let leave: () => Promise<void>;
beforeEach(async () => {
  location.hash = '#/dashboard';
  answerBy(() => never);
  leave = await signIn(PERSON);
});
afterEach(async () => {
  vi.useRealTimers();
  await leave();
  act(() => palette.send({ type: 'close' }));
});
/** The palette as it opens after these orders were used, the last one most. */
async function open(...ns: number[]) {
  ns.forEach((n, i) => Array.from({ length: i + 1 }).forEach(() => used(`order:${noOf(n)}`, '')));
  const s = await startPalette();
  await waitFor(() => expect(recents()).toHaveLength(ns.length));
  await enter(['Control+k']);
  return s;
}
const orders = () => ids().filter((id) => id!.startsWith('order:PH'));
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent).join('\n');
/** An order leaves the index under the open palette, and what that says of the recents comes. */
async function leaves(s: Awaited<ReturnType<typeof open>>, n: number): Promise<void> {
  await act(async () => s.index.feed('order', page(`-${noOf(n)}`)));
  act(() => used('order.open', ''));
  await tick();
}

test.each([['the first row of all', [], 5], ['the row moved to', ['ArrowDown'], 3]])('%s leaves before typing: its place stays chosen, names nobody, and Enter opens nothing else', async (_, keys, n) => {
  const s = await open(1, 3, 5);
  for (const key of keys) press(key);
  expect(chosen()).toEqual([`order:${noOf(n)}`]);
  const at = ids().indexOf(`order:${noOf(n)}`);
  await leaves(s, n);
  expect([chosen(), ids().indexOf('gone'), orders().length]).toEqual([['gone'], at, 2]);
  const row = screen.getByRole('option', { selected: true });
  expect([row.textContent, row.getAttribute('aria-disabled'), box().getAttribute('aria-activedescendant')]).toEqual([GONE, 'true', row.id]);
  press('Enter');
  await tick();
  expect([location.hash, said()]).toEqual(['#/dashboard', expect.stringContaining(GONE)]);
  press('ArrowDown');
  expect([ids().includes('gone'), chosen()]).toEqual([false, [n === 5 ? `order:${noOf(3)}` : `order:${noOf(1)}`]]);
  press('Enter');
  expect(location.hash).toBe(`#/order/${n === 5 ? noOf(3) : noOf(1)}`);
});

test('a day that was named stays that day over midnight', async () => {
  await startPalette();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T23:59:50+08:00') });
  await enter(['Control+k', ...'今天到期']);
  expect([chosen(), screen.getByRole('option', { selected: true }).textContent]).toEqual([['jump:ends'], expect.stringContaining('21')]);
  vi.setSystemTime(Date.parse('2026-11-22T00:00:10+08:00'));
  press('Enter');
  vi.useRealTimers();
  expect(decodeURIComponent(location.hash)).toContain('plannedEnd:is:2026-11-21');
});

test('it is chosen again where it comes back', async () => {
  const s = await open(3, 5);
  await leaves(s, 5);
  expect(chosen()).toEqual(['gone']);
  await act(async () => s.index.feed('order', page([noOf(5), '吕布', '1005', '6', 1, 'in_service', '2026-11-20', '2026-11-28', 2].join('\t'))));
  act(() => used('order.open', ''));
  await tick();
  expect([chosen(), ids().includes('gone')]).toEqual([[`order:${noOf(5)}`], false]);
});

test('what answered a text leaves under who looks at it: the same', async () => {
  await open(5);
  act(() => keepWayBack({ title: '撤销收款 3 张', until: Date.now() + 60_000, undo: async () => {} }));
  await enter([...'撤销收款']);
  expect(chosen()).toEqual(['way-back']);
  act(() => keepWayBack({ title: '撤销收款 3 张', until: Date.now(), undo: async () => {} }));
  await waitFor(() => expect(ids()).not.toContain('way-back'));
  await tick();
  // nothing is left, so that nothing is under Enter
  press('Enter');
  expect([ids(), location.hash]).toEqual([[], '#/dashboard']);
});

test('a row of an older text that one has moved to and the newer answer does not hold is not another under the next Enter', async () => {
  const s = await startPalette({ ready: false });
  await enter(['Control+k', ...'zv']);
  await s.last('order').answer([old('PH1'), old('PH2')]);
  await s.last('caregiver').answer([]);
  press('x');
  await tick();
  press('ArrowDown');
  await s.last('order').answer([old('PH3')]);
  await s.last('caregiver').answer([]);
  expect(chosen()).toEqual(['gone']);
  press('Enter');
  expect(location.hash).toBe('#/dashboard');
  press('ArrowDown');
  press('Enter');
  expect(location.hash).toBe('#/order/PH3');
});
test('where one moved to comes back with the same text no more, but after a look at what is not possible', async () => {
  await startPalette();
  await enter(['Control+k', ...'wl']);
  const [first, second] = ids();
  press('ArrowDown');
  expect(chosen()).toEqual([second]);
  act(() => palette.send({ type: 'turn' }));
  act(() => palette.send({ type: 'turn' }));
  await tick();
  expect(chosen()).toEqual([second]);
  await enter(['Escape', ...'wl']);
  expect(chosen()).toEqual([first]);
});
