import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHere } from '../../src/ui/here.ts';
import { palette } from '../../src/ui/palette/actor.ts';
import { used } from '../../src/ui/palette/memory.ts';
import { recents } from '../../src/ui/palette/recent.ts';
import { answerBy, enter as signIn, never } from '../kit/console.ts';
import { chosen, enter, ids, LINES, marked, noOf, old, page, records, startPalette, tick, viewer, whole } from '../kit/palette.tsx';
import { ROW } from '../kit/shown-order.ts';
import { press, type } from '../kit/typist.ts';

// What changes elsewhere while the palette is open: the words of its rows are true, and no row moves.
let leave: () => Promise<void>;
beforeEach(async () => {
  location.hash = '#/dashboard';
  answerBy(({ path, query }) => (path === '/orders/rows' ? [{ ...ROW, orderNo: new URLSearchParams(query).get('nos'), patientName: '王丽', status: 'cancelled' }] : never));
  leave = await signIn(viewer);
});
afterEach(async () => {
  await leave();
  act(() => palette.send({ type: 'close' }));
});
/** The line of an order as it is now. */
const changed = (n: number, name: string, version = 2): string => LINES[n]!.split('\t').with(1, name).with(5, 'pending_assign').with(8, String(version)).join('\t');
const textOf = (n: number): string => screen.getAllByRole('option').find(({ dataset }) => dataset['row'] === `order:${noOf(n)}`)!.textContent!;
type Started = Awaited<ReturnType<typeof startPalette>>;
async function feed(s: Started, text: string): Promise<void> {
  await act(async () => s.index.feed('order', page(text)));
  await tick();
}

test('a row that the index found says the name and the status of now, also where the name no longer answers; none moves, the chosen one stays', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'王丽']);
  type(['ArrowDown', 'ArrowDown']);
  const [before, was] = [records(), chosen()];
  const nodes = screen.getAllByRole('option');
  expect([textOf(10), marked(`order:${noOf(10)}`)]).toEqual([expect.stringContaining('服务中'), ['王丽']]);
  await feed(s, changed(10, '赵新'));
  expect([textOf(10), marked(`order:${noOf(10)}`)]).toEqual([expect.stringMatching(/^赵新 .*待派单/), []]);
  expect([records(), chosen(), screen.getAllByRole('option')]).toEqual([before, was, nodes]);
  await feed(s, changed(10, '王丽', 3));
  expect(marked(`order:${noOf(10)}`)).toEqual(['王丽']);
});
test('one that left says what the server knows of it, in its place', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'王丽']);
  const before = records();
  await feed(s, `-${noOf(10)}`);
  await waitFor(() => expect(textOf(10)).toContain('已取消'));
  expect([records(), marked(`order:${noOf(10)}`)]).toEqual([before, ['王丽']]);
});
test('what changes while the index answers is known to the rows that come', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'王']);
  act(() => {
    press('丽');
    s.index.feed('order', page(changed(10, '王丽')));
  });
  await tick();
  expect(textOf(10)).toContain('待派单');
});
test('a row of the servers follows as well, and the same text asked again asks them again', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'旧人']);
  await s.settle([old(noOf(10)), old('PH2001010001')]);
  const before = ids();
  await feed(s, changed(10, '赵新'));
  expect([textOf(10), ids()]).toEqual([expect.stringMatching(/^赵新 .*待派单/), before]);
  const asked = s.asked.filter(({ q }) => q === '旧人').length;
  await enter(['Backspace', '人']);
  expect(s.asked.filter(({ q }) => q === '旧人').length).toBeGreaterThan(asked);
});
test('what changed and ended while it was not shown is what the servers say of it; a page without lines asks nobody', async () => {
  const s = await startPalette();
  const read = vi.fn(() => never);
  await enter(['Control+k', ...'李娜']);
  answerBy(read);
  await feed(s, '');
  await feed(s, changed(10, '赵新'));
  await feed(s, `-${noOf(10)}`);
  expect(read).not.toHaveBeenCalled();
  act(() => palette.send({ type: 'type', text: '旧人' }));
  await enter([]);
  await s.settle([old(noOf(10))]);
  expect(textOf(10)).toContain('旧人');
});
test('before typing too: what was opened lately says what it is now, or what it ended as', async () => {
  for (const n of [3, 10]) used(`order:${noOf(n)}`, '');
  const s = await startPalette();
  await waitFor(() => expect(recents()).toHaveLength(2));
  await enter(['Control+k']);
  await whole();
  const [before, was] = [ids(), chosen()];
  await feed(s, changed(10, '赵新'));
  expect(textOf(10)).toMatch(/^赵新 .*待派单/);
  await feed(s, `-${noOf(3)}`);
  await waitFor(() => expect(textOf(3)).toContain('已取消'));
  expect([ids(), chosen()]).toEqual([before, was]);
});
test('what is selected can no longer be done something to: its command says why, and comes back; of another selection nothing is said', async () => {
  const thing = (no: string, can: string[]) => ({ id: no, no, name: `张三 ${no}`, can, cannot: {} });
  await startPalette();
  const page = renderHook(({ rows }) => useHere({ on: 'order', row: () => undefined, selection: () => rows, act: () => {} }), { initialProps: { rows: [thing('PH1', ['assign']), thing('PH2', ['assign'])] } });
  await enter(['Control+k', ...'派单']);
  const option = () => screen.getAllByRole('option').find(({ dataset }) => dataset['row'] === 'order.assign*')!;
  expect(option().textContent).toMatch(/^派单已选 2 条/);
  page.rerender({ rows: [thing('PH1', []), thing('PH2', ['assign'])] });
  expect(option().textContent).toMatch(/^派单已选 2 条/);
  page.rerender({ rows: [thing('PH1', []), thing('PH2', [])] });
  expect([option().textContent, option().getAttribute('aria-disabled'), chosen()]).toEqual([expect.stringMatching(/^派单.+ · 已选 2 条/), 'true', ['order.assign*']]);
  page.rerender({ rows: [thing('PH3', ['assign'])] });
  expect(option().getAttribute('aria-disabled')).toBe('true');
  page.rerender({ rows: [thing('PH1', ['assign']), thing('PH2', [])] });
  expect(option().getAttribute('aria-disabled')).toBe(null);
});
test('a row of which nothing was heard is the same as before, also in why it is there', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'旧人']);
  await s.settle([old('PH2001010001'), { ...old(noOf(10), '旧人'), why: 'pinyin', marks: [0, 1] }]);
  press('Alt+w', { altKey: true });
  const why = (): string => screen.getAllByRole('status').map(({ textContent }) => textContent).join();
  expect([why(), marked(`order:${noOf(10)}`)]).toEqual([expect.stringMatching(/^(?!.*编号).*排在最前/), ['旧人']]);
  await feed(s, changed(10, '赵新'));
  expect([why(), marked(`order:${noOf(10)}`)]).toEqual([expect.stringMatching(/^(?!.*编号).*排在最前/), []]);
});
test('a patient, who has no line, is asked for again with every order that changed, and stands where they stood; a page without lines asks nobody', async () => {
  const s = await startPalette();
  const read: string[] = [];
  await enter(['Control+k', '@', ...'旧人']);
  await s.last('caregiver').answer([]);
  await s.last('patient').answer(['7', '8'].map((id) => ({ id: `patient:${id}`, title: '旧人', detail: '', why: 'name', marks: [0, 1], to: `/order/index?patientId=${id}` })));
  answerBy(({ path, query }) => {
    if (path !== '/patients/rows') return never;
    read.push(new URLSearchParams(query).get('ids')!);
    return [{ id: '8', name: '新人', gender: 0, birthday: null, age: 80, idNo: null, mobile: null, contactName: null, contactRelation: null, contactMobile: null, lastOrderNo: null, lastHospital: null, lastStart: null, several: false, why: 'name', marks: [] }];
  });
  const [before, was] = [ids(), chosen()];
  await feed(s, '');
  expect(read).toEqual([]);
  await feed(s, changed(10, '赵新'));
  await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['旧人', '新人80 岁没有订单']));
  expect([ids(), chosen(), read, marked('patient:7'), marked('patient:8')]).toEqual([before, was, ['7,8'], ['旧人'], []]);
});
