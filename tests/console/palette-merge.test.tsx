import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { box, chosen, enter, freshPalette, headings, ids, LINES, list, noOf, old, page, PAUSE, records, startPalette, tick, whole } from '../kit/palette.tsx';
import { input, press, type } from '../kit/typist.ts';

// What the palette shows at once out of its index, and what the servers may add to it.
freshPalette();
afterEach(() => vi.unstubAllGlobals());

test('what the index found is there before any server answers, and Enter waits for none', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'10007']);
  expect([records(), list().dataset.q]).toEqual([[`order:${noOf(7)}`], '10007']);
  expect(s.asked.filter((one) => one.q === '10007')).toHaveLength(2);
  press('Enter');
  expect(location.hash).toBe(`#/order/${noOf(7)}`);
});

test('older rows of the server are appended below: nothing above moves, nothing stands twice, the chosen row stays', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'王丽']);
  const before = records();
  expect(before.length).toBeGreaterThan(4);
  type(['ArrowDown', 'ArrowDown']);
  const [was] = chosen();
  expect(was).toBe(before[2]);
  const nodes = screen.getAllByRole('option');
  await s.settle([old(before[1]!.slice(6), '王丽 同一张'), old('PH2001010001', '王丽 PH2001010001')]);
  expect(records()).toEqual([...before, 'order:PH2001010001']);
  expect(screen.getAllByRole('option').slice(0, nodes.length)).toEqual(nodes);
  expect([chosen(), headings().at(-1)]).toEqual([[was], '更多订单']);
  expect(document.getElementById(box().getAttribute('aria-activedescendant')!)!.dataset.row).toBe(was);
});

describe('haste', () => {
  afterEach(() => void vi.useRealTimers());
  /** So many ms go by. */
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  const start = async () => {
    const s = await startPalette();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
    type(['Control+k']);
    await pass(1_000);
    return { ...s, texts: () => [...new Set(s.asked.map(({ q }) => q))] };
  };
  test('who types in haste is answered by the index at each key, and the servers are asked for the last text only; else for each', async () => {
    const { texts } = await start();
    for (const key of 'wan') {
      type([key]);
      await pass(40);
      expect(list().dataset).toMatchObject({ q: box().value, fresh: 'true' });
    }
    // the first key of all comes upon none
    expect(texts()).toEqual(['w']);
    await pass(PAUSE);
    expect(texts()).toEqual(['w', 'wan']);
    for (const key of 'gl') {
      await pass(PAUSE);
      type([key]);
      await pass(PAUSE);
    }
    expect(texts()).toEqual(['w', 'wan', 'wang', 'wangl']);
  });
  test('ten keys a second are no haste: the servers are asked at each', async () => {
    const { texts } = await start();
    for (const key of '100') {
      type([key]);
      await pass(100);
    }
    expect(texts()).toEqual(['1', '10', '100']);
  });
  test('the frame with the index’s rows comes before the call to the servers, which is sent in the task after it', async () => {
    const { texts } = await start();
    type(['1']);
    await pass(0);
    expect([list().dataset.fresh, records().length > 0, texts()]).toEqual(['true', true, []]);
    await pass(17);
    expect(texts()).toEqual(['1']);
  });
  test('an answer of the index that is not at hand is waited for beside the servers', async () => {
    const { texts, index, asked } = await start();
    // what the index is told since then makes what was answered ahead old
    act(() => index.feed('order', page(LINES[0]!)));
    type(['1']);
    await pass(0);
    expect(texts()).toEqual(['1']);
    await pass(300);
    // and each of them is asked once, however late that answer comes
    expect([list().dataset.fresh, asked.map(({ id }) => id)]).toEqual(['true', ['order', 'caregiver']]);
  });
  test('what servers found below however many rows of the index is there as soon as it is answered', async () => {
    const { asked, settle } = await start();
    const size = () => Number(screen.getAllByRole('option')[0]!.getAttribute('aria-setsize'));
    input('骨科');
    await pass(20);
    const many = size();
    expect([many > 20, asked.length]).toEqual([true, 2]);
    await settle([old('PH2001010001')]);
    await pass(10);
    expect(size()).toBe(many + 1);
  });
  test('where the index has nothing to be drawn they are asked at once', async () => {
    const { texts } = await start();
    type([...'99887']);
    await pass(0);
    expect(texts()).toEqual(['99887']);
  });
  test('nor are they for each key of one who types on when their answers have come already', async () => {
    const { texts, settle } = await start();
    for (const key of 'wan') {
      type([key]);
      await pass(40);
      await settle();
    }
    expect(texts()).toEqual(['w']);
    await pass(PAUSE);
    expect(texts()).toEqual(['w', 'wan']);
  });
});

test('a server that fails takes nothing away; an answer that comes late is dropped', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'王']);
  const first = s.last('order');
  await enter(['丽']);
  expect(first.signal.aborted).toBe(true);
  await first.answer([old('LATE')]);
  const before = records();
  expect(before.length).toBeGreaterThan(0);
  expect(before).not.toContain('order:LATE');
  await s.last('order').fail();
  await s.last('caregiver').answer([]);
  expect(records()).toEqual(before);
  expect(screen.getByRole('alert').textContent).toContain('没有查完：网络不通');
});

test('where the index has nothing, Enter waits for the server', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'99887', 'Enter']);
  expect([records(), location.hash]).toEqual([[], '#/dashboard']);
  await s.settle([old('PH2001099887')]);
  expect(location.hash).toBe('#/order/PH2001099887');
});

test('until the index is whole the servers answer as ever', async () => {
  const s = await startPalette({ ready: false });
  await enter(['Control+k', ...'王丽']);
  expect(records()).toEqual([]);
  await s.settle([old('PH2001010001', '王丽 PH2001010001')]);
  expect([records(), headings()[0]]).toEqual([['order:PH2001010001'], '订单']);
});

test('an index that goes under way leaves the question to the servers', async () => {
  const s = await startPalette();
  type(['Control+k', ...'王丽']);
  act(() => s.index.drop());
  await tick();
  await s.settle([old('PH2001010001', '王丽 PH2001010001')]);
  expect(records()).toEqual(['order:PH2001010001']);
});

test.each([['eleven', 1024, 11], ['on a phone fourteen', 390, 14]])('%s rows in the frame after a key, the others ten at a time when there is time; the place is told among all', async (_, width, first) => {
  vi.stubGlobal('innerWidth', width);
  await startPalette();
  await enter(['Control+k', ...'#PH']);
  const sizes: number[] = [];
  const seen = new MutationObserver(() => void sizes.push(screen.queryAllByRole('option').length));
  seen.observe(list(), { childList: true, subtree: true });
  await enter(['2']);
  expect(sizes[0]).toBe(first);
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(50));
  seen.disconnect();
  expect([...new Set(sizes)]).toEqual([first, first + 10, first + 20, first + 30, 50]);
  expect(screen.getAllByRole('option').map((option) => [option.getAttribute('aria-posinset'), option.getAttribute('aria-setsize')])).toEqual(Array.from({ length: 50 }, (_, i) => [`${i + 1}`, '50']));
  type(['PageDown', 'PageDown']);
  expect(screen.getByRole('option', { selected: true }).getAttribute('aria-posinset')).toBe('21');
});

test('rows of an older question are never shown under a newer one, and the chosen row never changes by itself: 500 random events', async () => {
  const s = await startPalette();
  press('Control+k');
  let seed = 11;
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
  const faults: string[] = [];
  const look = (): void => {
    const q = document.querySelector<HTMLElement>('[data-q]')?.dataset.q ?? '';
    for (const option of document.querySelectorAll<HTMLElement>('[data-row^="order:PH26"]')) if (/^\d+$/.test(q) && !option.textContent!.includes(q)) faults.push(`${q}: ${option.textContent}`);
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true, attributes: true });
  let held: [text: string, id: string] | null = null;
  for (let i = 0; i < 500; i += 1) {
    const way = random(6);
    if (way < 2) {
      press(box().value.length > 3 || random(3) === 0 ? 'Backspace' : '1234'[random(4)]!);
      held = null;
    } else if (way === 2) {
      press(random(2) === 0 ? 'ArrowDown' : 'ArrowUp');
      held = null;
    } else if (way === 3 && s.asked.length > 0) {
      const { answer, id } = s.asked[s.asked.length - 1 - random(Math.min(4, s.asked.length))]!;
      await answer(id === 'order' ? [old(`PH20${random(99_999)}`)] : []);
    } else await tick();
    await tick();
    look();
    const [now] = chosen();
    if (held !== null && held[0] === box().value && held[1] !== now) faults.push(`${held[1]} became ${now}`);
    if (now === undefined ? ids().length > 0 : document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.dataset.row !== now) faults.push(`active ${now}`);
    held = now === undefined ? null : [box().value, now];
  }
  watch.disconnect();
  expect(faults).toEqual([]);
}, 180_000);

test('initials are rather a person’s than a command’s; a beginning that is spelled out is the command’s', async () => {
  await startPalette();
  // 解缙, and 新建护工
  await enter(['Control+k', ...'xj']);
  expect([records()[0], ids().includes('caregiver.new')]).toEqual([ids()[0], true]);
  for (let n = 0; n < 2; n += 1) press('Backspace');
  await enter([...'shense']);
  expect(ids()[0]).toBe('theme.dark');
});

test('however many the index found, commands by their initials and what only the servers know have rows below them', async () => {
  const s = await startPalette();
  await act(async () => s.index.feed('order', page(Array.from({ length: 60 }, (_, i) => [`PH2611229${1000 + i}`, '解缙', '', '', 0, 'in_service', '2026-11-20', '2026-11-28', 2].join('\t')).join('\n'))));
  await enter(['Control+k', ...'xj']);
  await whole();
  expect([records().length, ids().indexOf('caregiver.new')]).toEqual([50, 50]);
  const before = ids();
  await s.settle([old('PH2001010001', '解缙 PH2001010001')]);
  await whole();
  expect(ids()).toEqual([...before, 'order:PH2001010001']);
  expect(document.querySelector('dialog output')!.textContent).toMatch(/^前 \d+ 条结果/);
});

test('without an index too, how the console looks never stands before a person: Enter waits for the servers and opens what they found', async () => {
  const s = await startPalette({ ready: false });
  await enter(['Control+k', ...'zs']);
  press('Enter');
  expect(document.documentElement.dataset['theme']).not.toBe('purple');
  await s.settle([old('PH2001010001', '张三 PH2001010001')]);
  await waitFor(() => expect(location.hash).toBe('#/order/PH2001010001'));
});
