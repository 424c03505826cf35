import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import CaregiverPage from '../../src/areas/caregiver/caregiver.$no.page.tsx';
import { account } from '../../src/areas/account/contract.ts';
import OrderPage from '../../src/areas/order/order.$no.page.tsx';
import { call } from '../../src/ui/call.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { palette } from '../../src/ui/palette/actor.ts';
import { PaletteHost } from '../../src/ui/palette/host.tsx';
import { addRecent, recents } from '../../src/ui/palette/recent.ts';
import type { Favour, IndexAnswer, IndexQuestion } from '../../src/kernel/found.ts';
import { packed } from '../../src/ui/palette/ahead.ts';
import type { Reply, Request } from '../../src/ui/palette/find-index.ts';
import { over, workerIndex } from '../../src/ui/palette/finder.ts';
import { forget, used } from '../../src/ui/palette/memory.ts';
import { answerBy, enter as signIn, never } from '../kit/console.ts';
import { enter, headings, ids, LINES, noOf, page, startPalette, tick } from '../kit/palette.tsx';
import { input, press } from '../kit/typist.ts';

// What one used before the page was loaded, out of the index; and what a row leaves for the page that it opens.
const PERSON = { userId: '7', username: 'ops', nickname: '', avatar: null, role: 1, roles: [], perms: [] };
let leave: () => Promise<void>;
beforeEach(async () => {
  location.hash = '#/dashboard';
  answerBy(() => never);
  leave = await signIn(PERSON);
});
afterEach(async () => {
  await leave();
  act(() => palette.send({ type: 'close' }));
});
/** These orders, each used more than those before it. */
const use = (...ns: number[]): void => ns.forEach((n, i) => Array.from({ length: i + 1 }).forEach(() => used(`order:${noOf(n)}`, '')));
/** Until so many are known: what stands there when it opens does not change while one looks. */
const known = (n: number) => waitFor(() => expect(recents()).toHaveLength(n));
/** Opens it as one who has closed it. */
const open = async (): Promise<void> => {
  act(() => palette.send({ type: 'close' }));
  await tick();
  await enter(['Control+k']);
};
const opened = (): (string | undefined)[] => ids().filter((id) => id!.startsWith('order:PH') || id!.startsWith('caregiver:HG'));

test('what one uses most stands there before typing though nothing was opened yet, and opens with what is known of it', async () => {
  use(3, 5);
  used('order:PH2001099999', '');
  await startPalette();
  await known(2);
  await enter(['Control+k']);
  expect([opened(), headings()[0]]).toEqual([[`order:${noOf(5)}`, `order:${noOf(3)}`], '最近打开']);
  expect(screen.getAllByRole('option')[0]!.textContent).toContain(`${LINES[5]!.split('\t')[1]} ${noOf(5)}`);
  press('Enter');
  expect(location.hash).toBe(`#/order/${noOf(5)}`);
  render(<LocaleProvider><OrderPage params={{ no: noOf(5) }} /></LocaleProvider>);
  const record = screen.getByRole('article');
  expect([record.querySelector('h1')!.textContent, record.getAttribute('aria-busy')]).toEqual([LINES[5]!.split('\t')[1], 'true']);
  for (const words of ['仁爱医院 · 心内科', '6床', '服务中', noOf(5)]) expect(record.textContent).toContain(words);
});

test('a caregiver of the index opens with name, status and place', async () => {
  await startPalette();
  await enter(['Control+k', ...'护李娜', 'Enter']);
  expect(location.hash).toBe('#/caregiver/HG2003');
  render(<LocaleProvider><CaregiverPage params={{ no: 'HG2003' }} /></LocaleProvider>);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('护李娜');
  expect(screen.getByRole('article').textContent).toContain('仁爱医院 · 骨科');
});

test('they follow what changes; what is forgotten leaves at once; nothing is left when the index goes', async () => {
  use(3, 5);
  const s = await startPalette();
  await known(2);
  await open();
  expect(screen.getAllByRole('option')[0]!.textContent).toContain('服务中');
  await act(async () => s.index.feed('order', page(LINES[5]!.replace('in_service', 'pending_assign').replace(/1$/, '2'))));
  await open();
  await waitFor(() => expect(screen.getAllByRole('option')[0]!.textContent).toContain('待派单'));
  act(() => void forget(`order:${noOf(5)}`));
  expect(opened()).toEqual([`order:${noOf(3)}`]);
  act(() => s.index.drop());
  expect(opened()).toEqual([]);
});

test('what was opened here leaves with the right to see it: one by one, or all of a kind', async () => {
  use(3, 5);
  used('order:PH2001099999', '');
  const s = await startPalette();
  await tick();
  const row = (no: string) => ({ id: `order:${no}`, title: `甲 ${no}`, detail: '', to: `/order/${no}` });
  act(() => [noOf(3), noOf(5), 'PH2001099999'].forEach((no) => addRecent(row(no))));
  await open();
  expect(opened().toSorted()).toEqual(['order:PH2001099999', `order:${noOf(3)}`, `order:${noOf(5)}`]);
  await act(async () => s.index.feed('order', page(`-${noOf(5)}\n-PH2001099999`)));
  await open();
  await waitFor(() => expect(opened()).toEqual([`order:${noOf(3)}`]));
  await act(async () => s.index.feed('order', page('', { reset: true, next: '' })));
  await open();
  expect(opened()).toEqual([]);
});

test('which stand there and in which order does not change while one looks; eight above the commands, two dozen among orders', async () => {
  use(...Array.from({ length: 30 }, (_, i) => i));
  await startPalette();
  await known(30);
  await open();
  const before = opened();
  expect([before.length, before[0]]).toEqual([8, `order:${noOf(29)}`]);
  act(() => use(1, 2, 40, 41));
  await tick();
  expect(opened()).toEqual(before);
  await enter(['#']);
  expect(opened()).toHaveLength(24);
});

test('a call that never ends keeps none of them away for ever: the palette is fetched before it is opened', async () => {
  void call(account.roles).catch(() => {});
  const load = vi.fn(() => import('../../src/ui/palette/palette.tsx'));
  render(<LocaleProvider><PaletteHost areas={[]} viewer={{ ...PERSON, allowed: { paths: [], redirects: {}, cached: [] }, paths: [] }} load={load} index={null} /></LocaleProvider>);
  await waitFor(() => expect(load).toHaveBeenCalled());
});

test('what is asked for before typing takes no answer from what is typed', async () => {
  use(3, 5);
  await startPalette();
  press('Control+k');
  input('10007');
  act(() => use(4));
  await tick();
  expect(opened()).toEqual([`order:${noOf(7)}`]);
});

test('a worker that breaks down is no index any more, and takes nothing in until all is told anew', () => {
  const made: EventTarget[] = [];
  const sent: unknown[] = [];
  vi.stubGlobal('Worker', class extends EventTarget {
    constructor() {
      super();
      made.push(this);
    }
    postMessage(message: unknown) { sent.push(message); }
    terminate() {}
  });
  const index = workerIndex();
  index.feed('order', page(LINES.join('\n')));
  made[0]!.dispatchEvent(new MessageEvent('message', { data: { type: 'grown', ready: true } }));
  let told = 0;
  index.subscribe(() => void (told += 1));
  expect([index.ready(), sent.length]).toEqual([true, 1]);
  made[0]!.dispatchEvent(new Event('error'));
  expect([index.ready(), told]).toEqual([false, 1]);
  // half of the lines would pass for all
  index.feed('order', page(LINES[0]!));
  expect([made.length, sent.length]).toEqual([1, 1]);
  index.drop();
  index.feed('order', page(''));
  expect([made.length, sent.length]).toEqual([2, 2]);
});

test('what one uses while the index is broken down is told to the next one, whose answers are at hand again', () => {
  vi.useFakeTimers();
  const sent: Request[] = [];
  let [say, lost]: [(reply: Reply) => void, () => void] = [() => {}, () => {}];
  const index = over((heard, gone) => {
    [say, lost] = [heard, gone];
    return { post: (request) => void sent.push(request), close: () => {} };
  });
  const favour: Favour = { score: {}, learned: {}, pinned: [`order:${noOf(1)}`] };
  index.feed('order', page(LINES[0]!));
  lost();
  index.favour(favour);
  index.feed('order', page(LINES[1]!));
  sent.length = 0;
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  index.feed('order', page(LINES.join('\n')));
  index.favour(favour);
  expect(sent.map(({ type }) => type)).toEqual(['page', 'favour']);
  say({ type: 'grown', ready: true });
  const question: IndexQuestion = { text: 'wang', kinds: null, most: 20 };
  const found: IndexAnswer = { text: 'wang', hits: [], total: 0, cut: false, ready: true, ms: 1 };
  index.ask(question);
  say({ type: 'answer', seq: 1, told: 2, answer: packed(found) });
  sent.length = 0;
  index.ask(question);
  expect(sent.map(({ type }) => type)).toEqual(['ahead']);
});
