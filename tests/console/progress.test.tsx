import { readFileSync } from 'node:fs';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Progress } from '../../src/ui/progress.tsx';

// Spec section 9: it begins at 0.3, creeps every 200 ms, and is gone 500 ms after the end. By a clock of its own: nothing is waited for.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const bar = () => document.querySelector<HTMLElement>('[style*="scaleX"]');
const part = () => Number(/scaleX\((.+)\)/.exec(bar()?.style.transform ?? '')?.[1]);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('the bar begins at three tenths, creeps every 200 ms and never arrives by itself', () => {
  const { rerender } = render(<Progress busy={false} at="/a" />);
  expect(bar()).toBeNull();
  rerender(<Progress busy at="/a" />);
  expect(part()).toBe(0.3);
  pass(199);
  expect(part()).toBe(0.3);
  pass(1);
  const first = part();
  expect(first).toBeGreaterThan(0.3);
  pass(199);
  expect(part()).toBe(first);
  pass(1);
  expect(part()).toBeGreaterThan(first);
  pass(600_000);
  expect(part()).toBeGreaterThan(0.9);
  expect(part()).toBeLessThan(1);
  expect(bar()!.dataset['full']).toBe('false');
});
test('at the end it runs full, and is gone 500 ms later', () => {
  const { rerender } = render(<Progress busy={false} at="/a" />);
  rerender(<Progress busy at="/a" />);
  pass(400);
  rerender(<Progress busy={false} at="/a" />);
  expect([part(), bar()!.dataset['full']]).toEqual([1, 'true']);
  pass(499);
  expect(part()).toBe(1);
  pass(1);
  expect(bar()).toBeNull();
});
test('another navigation within that time begins anew, and the end of the first does not take it away', () => {
  const { rerender } = render(<Progress busy={false} at="/a" />);
  rerender(<Progress busy at="/a" />);
  rerender(<Progress busy={false} at="/a" />);
  pass(300);
  rerender(<Progress busy at="/a" />);
  expect(part()).toBe(0.3);
  pass(300);
  expect(part()).toBeGreaterThan(0.3);
  expect(part()).toBeLessThan(1);
});
test('a first picture that is busy from the start holds no bar until it is drawn again', () => {
  render(<Progress busy at="/a" />);
  expect(bar()).toBeNull();
});
test('a navigation that waits for nothing shows where the bar begins, then its end', () => {
  const { rerender } = render(<Progress busy={false} at="/a" />);
  rerender(<Progress busy={false} at="/b" />);
  expect([part(), bar()!.dataset['full']]).toEqual([0.3, 'false']);
  pass(50);
  expect([part(), bar()!.dataset['full']]).toEqual([1, 'true']);
  pass(499);
  expect(part()).toBe(1);
  pass(1);
  expect(bar()).toBeNull();
  // one that is led on, as by a redirect, begins as well
  rerender(<Progress busy at="/order" />);
  rerender(<Progress busy={false} at="/order/index" />);
  expect(part()).toBe(0.3);
  pass(50);
  expect(part()).toBe(1);
  // and one that begins while another ends
  rerender(<Progress busy={false} at="/c" />);
  expect(part()).toBe(0.3);
});
test('it moves at the speed of the specification: 500 ms to its end, 200 ms a step of creeping', () => {
  const css = readFileSync('src/ui/progress.module.css', 'utf8');
  const rule = (of: string): string => css.split(`${of} {`)[1]!.split('}')[0]!;
  expect(rule('.bar')).toMatch(/transform 200ms linear/);
  expect(rule(".bar[data-full='true']")).toContain('transition-duration: 500ms;');
});
