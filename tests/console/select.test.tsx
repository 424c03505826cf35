import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { List } from '../../src/ui/list/list.tsx';
import { useSelection } from '../../src/ui/list/selection.ts';
import { WindowStore } from '../../src/ui/list/window-store.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';

interface Item {
  id: string;
}
const store = (total: number): WindowStore<Item> => new WindowStore(async (pageNum) => ({ list: Array.from({ length: total }, (_, i) => ({ id: `R${i}` })), total, pageNum, pageSize: 100 }));
let opened: string[] = [];
/** ms until what is selected is drawn. */
let late = 0;
/** Whether Space shows a row beside the list. */
let peeks = false;
function Page({ of }: { of: WindowStore<Item> }) {
  const selection = useSelection(of);
  return (
    <>
      <button type="button" onClick={() => selection.set(new Map())}>none</button>
      <p data-testid="selected">{[...selection.rows.keys()].join(' ')}</p>
      <List
        path="/system/user" label="行" hint="" store={of} columns={[{ id: 'id', header: '编号', width: 7, cell: (row: Item) => row.id }]} keyOf={(row) => row.id} short={(row) => row.id}
        selection={{ ...selection, set: (rows, all) => (late === 0 ? selection.set(rows, all) : void setTimeout(() => selection.set(rows, all), late)), nameOf: (row) => row.id }} onOpen={(row) => opened.push(row.id)} {...(peeks ? { peek: (row: Item) => row.id } : {})}
      />
    </>
  );
}
beforeAll(() => {
  // happy-dom lays nothing out: a window on rows of 40 px
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
beforeEach(async () => {
  opened = [];
  late = 0;
  peeks = false;
  await activate('zh-cn');
});
async function open(of = store(6)) {
  const view = render(<LocaleProvider><Page of={of} /></LocaleProvider>);
  await act(async () => {});
  return view;
}
const selected = (): string => screen.getByTestId('selected').textContent;
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: key.replace('Shift+', ''), shiftKey: key.startsWith('Shift+') }));
    await act(async () => new Promise((done) => setTimeout(done, 5)));
  }
}

test('x takes the focused row in and out, Escape all of them out; each row says whether it is selected', async () => {
  await open();
  await press('j', 'x', 'j', 'x');
  expect(selected()).toBe('R0 R1');
  expect(screen.getAllByRole('row').filter((row) => row.getAttribute('aria-selected') === 'true').map((row) => row.dataset['index'])).toEqual(['0', '1']);
  expect(screen.getByRole('grid').getAttribute('aria-multiselectable')).toBe('true');
  await press('x');
  expect(selected()).toBe('R0');
  await press('Escape');
  expect(selected()).toBe('');
});
test('Shift with arrows selects from where it began, shrinks again, and begins anew after a step without it', async () => {
  await open();
  await press('j', 'Shift+ArrowDown', 'Shift+ArrowDown');
  expect(selected()).toBe('R0 R1 R2');
  await press('Shift+ArrowUp');
  expect(selected()).toBe('R0 R1');
  await press('ArrowDown', 'ArrowDown', 'Shift+ArrowDown');
  expect(selected()).toBe('R0 R1 R3 R4');
});
test('steps with Shift that are quicker than what they select is drawn go on from where the first began', async () => {
  late = 700;
  await open();
  await press('j', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await waitFor(() => expect(selected()).toBe('R0 R1 R2'), { timeout: 5_000 });
});
test('Shift begins anew where what is selected has changed by another way since', async () => {
  await open();
  await press('j', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await act(async () => screen.getByRole('button', { name: 'none' }).click());
  await press('Shift+ArrowDown');
  expect(selected()).toBe('R2 R3');
  fireEvent.click(screen.getByRole('checkbox', { name: '选中 R5' }));
  await press('Shift+ArrowUp');
  expect(selected().split(' ').toSorted()).toEqual(['R2', 'R3', 'R5']);
});
test('a checkbox selects without opening, its column counts, and Enter still opens', async () => {
  await open();
  fireEvent.click(screen.getByRole('checkbox', { name: '选中 R3' }));
  expect([selected(), opened]).toEqual(['R3', []]);
  expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe('2');
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['选中', '编号']);
  await press('j', 'Enter');
  expect(opened).toEqual(['R0']);
});
test('other filters are another list, in which nothing is selected', async () => {
  const { rerender } = await open();
  await press('j', 'x');
  expect(selected()).toBe('R0');
  rerender(<LocaleProvider><Page of={store(3)} /></LocaleProvider>);
  await act(async () => {});
  expect(selected()).toBe('');
});
test('Shift+Space takes the focused row in and out, as in any grid, and shows nothing beside the list', async () => {
  peeks = true;
  await open();
  const space = () => act(async () => void fireEvent.keyDown(document.activeElement!, { key: ' ', code: 'Space', shiftKey: true }));
  await press('j', 'ArrowDown');
  await space();
  expect([selected(), screen.queryByRole('complementary')]).toEqual(['R1', null]);
  await space();
  expect(selected()).toBe('');
});
