import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { offeredCommands } from '../../src/ui/command.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { palette } from '../../src/ui/palette/actor.ts';
import { PaletteHost } from '../../src/ui/palette/host.tsx';
import type { IndexAnswer } from '../../src/kernel/found.ts';
import type { FindIndex } from '../../src/ui/palette/finder.ts';
import type { Source } from '../../src/ui/palette/results.ts';
import { createSearch } from '../../src/ui/palette/search.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { press } from '../kit/typist.ts';

const viewer: SignedIn = { userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/dashboard', '/profile', '/order/index', '/caregiver/index'] };
const commands = offeredCommands(areas, viewer);
const never = () => new Promise<never>(() => {});

/** A page that keeps its keys to itself, inside what listens everywhere. */
function Page() {
  useShortcuts(commands);
  return (
    <LocaleProvider>
      <div ref={(own) => own?.addEventListener('keydown', (event) => own.dataset['quiet'] !== undefined && event.stopPropagation())} data-testid="own">
        <button type="button">button</button>
        <input aria-label="input" />
        <textarea aria-label="textarea" />
        <select aria-label="select"><option>g</option><option>o</option></select>
      </div>
      <PaletteHost areas={[]} viewer={viewer} load={never} />
    </LocaleProvider>
  );
}
beforeEach(async () => {
  await activate('zh-cn');
  location.hash = '#/dashboard';
  render(<Page />);
});
afterEach(() => {
  cleanup();
  palette.send({ type: 'close' });
  document.querySelector('dialog')?.remove();
});
/** A letter with its place on the board, which chords look at. */
const letter = (key: string): boolean => press(key, { code: `Key${key.toUpperCase()}` });
const focus = (label: string) => act(() => (label === 'button' ? screen.getByText(label) : screen.getByLabelText(label)).focus());

test.each(['button', 'input', 'textarea', 'select'])('Ctrl+K opens the palette from a %s, also where the page stops every key', (label) => {
  screen.getByTestId('own').dataset['quiet'] = '';
  focus(label);
  expect(press('Control+k')).toBe(false);
  expect(document.querySelector('dialog input[role=combobox]')).toBe(document.activeElement);
});
test('a dialog is answered first: Ctrl+K opens nothing above it, and is not the browser’s either', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.append(document.createElement('button'));
  dialog.showModal();
  act(() => dialog.querySelector('button')!.focus());
  expect(press('Control+k')).toBe(false);
  expect(palette.getSnapshot().matches('closed')).toBe(true);
  expect(document.querySelector('dialog input')).toBeNull();
  dialog.close();
  focus('button');
  press('Control+k');
  expect(document.querySelector('dialog input')).not.toBeNull();
});
test('g o leads to the orders from the page', () => {
  focus('button');
  expect([letter('g'), letter('o')]).toEqual([true, false]);
  expect(location.hash).toBe('#/order/index');
});
test.each(['input', 'textarea', 'select'])('g o typed into a form’s %s stays text', (label) => {
  focus(label);
  expect(['g', 'o', 'g', 'c'].map(letter)).toEqual([true, true, true, true]);
  expect(location.hash).toBe('#/dashboard');
  if (label === 'input') expect(screen.getByLabelText<HTMLInputElement>('input').value).toBe('gogc');
});

test('g o leads nowhere while a dialog is open: what lies behind it hears no key', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.append(document.createElement('button'));
  dialog.showModal();
  act(() => dialog.querySelector('button')!.focus());
  expect([letter('g'), letter('o'), location.hash]).toEqual([true, true, '#/dashboard']);
  dialog.close();
  focus('button');
  expect([letter('g'), letter('o'), location.hash]).toEqual([true, false, '#/order/index']);
});

/** A source that answers when told to. */
function source(id: string): Source & { answer: (...titles: string[]) => Promise<void> } {
  let give = (_: string[]): void => {};
  return {
    id, title: { id },
    load: async () => ({ find: () => new Promise((done) => { give = (titles) => done(titles.map((title) => ({ id: `${id}:${title}`, title, detail: '', to: `/${id}` }))); }) }),
    answer: async (...titles) => {
      give(titles);
      await new Promise((done) => setTimeout(done));
    },
  };
}
test('a source is shown when those above it have answered: what is on the screen grows only below', async () => {
  const [upper, middle, lower] = [source('a'), source('b'), source('c')];
  const search = createSearch([upper, middle, lower]);
  const shown = () => search.now().found.map(({ text, rows }) => `${text}:${rows.map((row) => row.title).join()}`);
  search.ask({ text: 'x', spelled: 'x', scope: null });
  await new Promise((done) => setTimeout(done));
  await lower.answer('三');
  expect(shown()).toEqual([':', ':', ':']);
  await upper.answer('一');
  expect(shown()).toEqual(['x:一', ':', ':']);
  await middle.answer('二');
  expect(shown()).toEqual(['x:一', 'x:二', 'x:三']);
});
test('servers that answer before the index wait for it, and one below for those above', async () => {
  const [upper, lower] = [source('a'), source('b')];
  let answer: IndexAnswer | null = null;
  let tell = (): void => {};
  const index: FindIndex = { feed: () => {}, onFed: () => () => {}, ask: () => {}, expect: () => {}, hush: () => {}, now: () => answer, onRenewed: () => () => {}, subscribe: (listener) => ((tell = listener), () => {}), ready: () => true, favour: () => {}, drop: () => {} };
  const search = createSearch([upper, lower], index);
  const shown = () => search.now().found.map(({ rows }) => rows.map((row) => row.title).join());
  search.subscribe(() => {});
  await new Promise((done) => setTimeout(done));
  search.ask({ text: 'x', spelled: 'x', scope: null });
  await new Promise((done) => setTimeout(done));
  await lower.answer('二');
  expect([search.now().local, shown()]).toEqual([null, ['', '']]);
  answer = { text: 'x', hits: [], total: 0, cut: false, ready: true, ms: 1 };
  tell();
  expect([search.now().local !== null, shown()]).toEqual([true, ['', '']]);
  await upper.answer('一');
  expect(shown()).toEqual(['一', '二']);
});
