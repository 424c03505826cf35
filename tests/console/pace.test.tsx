// How often a page that follows changes asks for them.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePace } from '../../src/ui/pace.ts';

let visible: DocumentVisibilityState;
beforeEach(() => {
  visible = 'visible';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const see = (state: DocumentVisibilityState): void => act(() => {
  visible = state;
  document.dispatchEvent(new Event('visibilitychange'));
});

test('however much changes, it asks at most once in its time, and the last change is not lost', () => {
  const ask = vi.fn();
  const { result } = renderHook(() => usePace(ask, { apart: 10_000, every: null }));
  for (let ms = 0; ms < 60_000; ms += 100) {
    result.current();
    vi.advanceTimersByTime(100);
  }
  expect(ask.mock.calls.length).toBeGreaterThan(4);
  expect(ask.mock.calls.length).toBeLessThanOrEqual(7);
  const before = ask.mock.calls.length;
  vi.advanceTimersByTime(11_000);
  expect(ask.mock.calls.length).toBe(before + 1);
  // nothing more has changed
  vi.advanceTimersByTime(600_000);
  expect(ask.mock.calls.length).toBe(before + 1);
});
test('nothing while nobody can see it, also where it was hidden just before it would ask; then once', () => {
  const ask = vi.fn();
  const { result } = renderHook(() => usePace(ask, { apart: 10_000, every: null }));
  result.current();
  see('hidden');
  for (let i = 0; i < 100; i++) {
    result.current();
    vi.advanceTimersByTime(1_000);
  }
  expect(ask).not.toHaveBeenCalled();
  see('visible');
  vi.advanceTimersByTime(2_000);
  expect(ask).toHaveBeenCalledTimes(1);
  see('hidden');
  see('visible');
  vi.advanceTimersByTime(30_000);
  expect(ask).toHaveBeenCalledTimes(1);
});
test('nothing while an answer is on its way, and after it what came meanwhile', () => {
  const ask = vi.fn();
  let busy = true;
  const { result } = renderHook(() => usePace(ask, { apart: 10_000, every: null, busy: () => busy }));
  result.current();
  vi.advanceTimersByTime(60_000);
  expect(ask).not.toHaveBeenCalled();
  busy = false;
  vi.advanceTimersByTime(2_000);
  expect(ask).toHaveBeenCalledTimes(1);
});
test('by time alone it asks each minute, where time moves figures', () => {
  const ask = vi.fn();
  const { unmount } = renderHook(() => usePace(ask));
  vi.advanceTimersByTime(190_000);
  expect(ask).toHaveBeenCalledTimes(3);
  unmount();
  vi.advanceTimersByTime(190_000);
  expect(ask).toHaveBeenCalledTimes(3);
});
