// A page is drawn once out of sight before anyone goes there: nothing of it is seen, runs or asks.
import { act, render } from '@testing-library/react';
import { lazy, StrictMode, useEffect, useLayoutEffect, type ComponentType } from 'react';
import { expect, test, vi } from 'vitest';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { useAnswered } from '../../src/ui/list/source.ts';
import { WindowStore } from '../../src/ui/list/window-store.ts';
import { Rehearsal } from '../../src/ui/page-stack.tsx';
import { loadPage } from '../../src/ui/page.ts';

const ran: string[] = [];
function Good() {
  ran.push('drawn');
  useEffect(() => void ran.push('effect'), []);
  useLayoutEffect(() => void ran.push('layout'), []);
  return <input ref={() => void ran.push('ref')} />;
}
function Bad(): never {
  ran.push('drawn');
  throw new Error('bad page');
}
const Never = lazy(() => new Promise<{ default: ComponentType }>(() => {}));
function Waits() {
  ran.push('drawn');
  return <Never />;
}
test.each([['good', Good], ['bad', Bad], ['waits', Waits]] as const)('a %s page: drawn, and nothing else', async (name, View) => {
  ran.length = 0;
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const broke = vi.fn();
  addEventListener('error', broke);
  const page = { path: `/${name}`, chunk: name, load: async () => ({ default: View }) };
  await loadPage(page);
  const { container } = render(<StrictMode><LocaleProvider><p>shown</p><Rehearsal page={page} /></LocaleProvider></StrictMode>);
  await vi.waitFor(() => expect(ran).toContain('drawn'));
  await act(async () => { await new Promise((done) => setTimeout(done, 50)); });
  expect(new Set(ran)).toEqual(new Set(['drawn']));
  expect([container.innerHTML, said.mock.calls, broke.mock.calls]).toEqual(['<p>shown</p>', [], []]);
  removeEventListener('error', broke);
  said.mockRestore();
});
test('what stands beside the rows is asked for once they have come, or when they do not come', async () => {
  for (const comes of [true, false]) {
    let end = (): void => {};
    const store = new WindowStore<string>((pageNum) => new Promise((resolve, reject) => (end = () => (comes ? resolve({ list: ['a'], total: 1, pageNum, pageSize: 100 }) : reject(new Error('网络不通'))))));
    function Beside() {
      return <output>{String(useAnswered(store))}</output>;
    }
    const { container, unmount } = render(<Beside />);
    store.begin();
    store.begin();
    expect(container.textContent).toBe('false');
    await act(async () => end());
    expect(container.textContent).toBe('true');
    unmount();
  }
});
