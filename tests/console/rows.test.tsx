// The view of a list is what its head leaves of it.
import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { useRows, type Rows } from '../../src/ui/list/rows.ts';

const HEIGHT = 640;
let head = 40;
beforeAll(() => {
  const size = (name: string, value: () => number) => Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: value });
  for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight']) size(name, () => HEIGHT);
  size('offsetTop', () => head);
  size('scrollHeight', () => 1e7);
});
let rows: Rows;
function Grid({ count }: { count: number }) {
  const [scroller, body] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  rows = useRows({ scroller, body, count, height: 40, keep: 0, initial: 0 });
  return <div ref={scroller} data-testid="scroller"><div>head</div><div ref={body} /></div>;
}
test('a head that grows when the total comes cuts no row', async () => {
  const { rerender } = render(<Grid count={20} />);
  await act(async () => {});
  head = 60;
  rerender(<Grid count={1_000} />);
  await act(async () => {});
  await act(async () => rows.show(999));
  expect(screen.getByTestId('scroller').scrollTop).toBe(1_000 * 40 - (HEIGHT - head));
});
test('rows that are told of later stand each in its place from the first drawing on', async () => {
  const { rerender } = render(<Grid count={1} />);
  await act(async () => {});
  rerender(<Grid count={30} />);
  expect(rows.items.length).toBeGreaterThan(10);
  expect(rows.items.map(({ y }) => y)).toEqual(rows.items.map(({ index }) => index * 40));
});
