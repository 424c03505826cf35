import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { pages } from '../../src/pages.gen.ts';
import { rightsOf } from '../../src/kernel/access.ts';
import type { KeyEntry } from '../../src/kernel/area.ts';
import { capsOf } from '../../src/kernel/cap.ts';
import { capText, eitherOf, spokenKeys } from '../../src/kernel/key.ts';
import { PATHS } from '../../src/kernel/paths.gen.ts';
import { App, loadFrame } from '../../src/ui/app.tsx';
import { toggleHelp } from '../../src/ui/help-state.ts';
import { OWN_KEYS } from '../../src/ui/key-entry.ts';
import { keyEntries } from '../../src/ui/key-registry.ts';
import { setKeyboard } from '../../src/ui/keyboard.ts';
import { activate, currentI18n } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { loadPage } from '../../src/ui/page.ts';
import { LOGIN } from '../../src/ui/route.ts';
import { answerBy, enter, never } from '../kit/console.ts';

vi.mock('../../src/ui/palette/host.tsx', () => ({ PaletteHost: () => null }));

/** The pages that have an address of their own; those of one record are the browser's (tests/browser/pointer.e2e.ts). */
const SHOWN = PATHS.filter((one) => !one.includes(':') && one !== LOGIN && !one.startsWith('/40'));
let registry: ReadonlyMap<string, KeyEntry>;
beforeAll(async () => {
  // a browser tells that a dialog was closed later, when React's second mount has opened it again
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    this.removeAttribute('open');
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  });
  registry = new Map((await keyEntries(areas)).map((entry) => [entry.id, entry]));
  await Promise.all([loadFrame(), ...pages.map(loadPage)]);
});
let leave: () => Promise<void>;
beforeEach(async () => {
  answerBy(({ path: at, query }) => (/pageNum|count=/.test(query) ? { list: [], total: 0, pageNum: 1, pageSize: 100 } : at.endsWith('/places') || at.endsWith('/options') || at === '/views' ? [] : never));
  leave = await enter({ userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [...rightsOf(1)] }, { paths: [...PATHS], redirects: {}, cached: [] });
});
afterEach(async () => {
  act(() => setKeyboard({ single: true, keys: {} }));
  await leave();
});
/** What its keys are now, as the registry and one's own choice have them. */
const keysNow = (id: string, own: Record<string, string | null>): string => own[id] ?? registry.get(id)!.keys;
/** Everything that a page shows of keys is what the registry says. Returns the ids. */
function agree(own: Record<string, string | null> = {}): string[] {
  const ids: string[] = [];
  for (const control of document.querySelectorAll<HTMLElement>('[data-key]')) {
    const { key, keys } = control.dataset;
    const whole = keysNow(key!, own);
    expect([key, whole === keys || eitherOf(whole).includes(keys!)]).toEqual([key, true]);
    if (control.getAttribute('role') === 'row') continue;
    ids.push(key!);
    expect([key, control.getAttribute('aria-keyshortcuts')]).toEqual([key, spokenKeys(keys!) ?? null]);
    if (spokenKeys(keys!) === undefined) for (const cap of capsOf(keys!, false)) expect([key, control.getAttribute('aria-description')]).toEqual([key, expect.stringContaining(cap)]);
    const cap = control.querySelector('kbd[aria-hidden="true"]');
    if (cap !== null) expect([key, cap.textContent]).toEqual([key, capText(eitherOf(keys!)[0]!, false)]);
  }
  // no control speaks of a key that the registry does not know
  for (const control of document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')) expect([control.outerHTML.slice(0, 200), control.dataset['key'] !== undefined]).toEqual([expect.anything(), true]);
  return ids;
}
async function show(at: string): Promise<void> {
  navigate(at, { replace: true });
  render(<App areas={areas} pages={pages} />);
  await waitFor(() => expect(document.querySelector('[data-page] h1, [data-page] [role="grid"]')).not.toBeNull());
  await act(async () => {});
}

describe.each(['zh-cn', 'en'] as const)('in %s', (language) => {
  beforeEach(() => activate(language));
  test.each(SHOWN)('%s: buttons, what is spoken, tooltips and the help sheet say what the registry says', async (at) => {
    await show(at);
    const ids = agree();
    expect(ids).toContain('palette.open');
    act(toggleHelp);
    // its code is fetched, then what other pages hear
    await waitFor(() => expect(document.querySelector('[aria-labelledby="help-rest"]')).not.toBeNull());
    const lines = [...document.querySelectorAll<HTMLElement>('[data-help]')];
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) {
      const entry = registry.get(line.dataset['help']!)!;
      const all = eitherOf(entry.keys);
      const digits = all.length > 2 && all.every((one) => /^\d$/.test(one));
      expect([entry.id, [...line.querySelectorAll('kbd')].map((cap) => cap.textContent)]).toEqual([entry.id, (digits ? [all[0]!, all.at(-1)!] : all).flatMap((one) => capsOf(one, false))]);
      // what a form's button does is said by the button
      if (entry.scope !== 'dialog') expect([entry.id, line.querySelector('dt')!.textContent]).toEqual([entry.id, currentI18n()._(entry.words)]);
    }
    // the sheet is the registry: nothing of it is missing, whatever page is shown, and nothing else is there
    expect([...new Set(lines.map((line) => line.dataset['help']!))].sort()).toEqual([...registry.keys()].sort());
    // what the page shows with a key is not called another page's, and what is heard everywhere is not called this page's
    const under = (part: string): string[] => [...document.querySelectorAll<HTMLElement>(`[aria-labelledby="help-${part}"] [data-help]`)].map((line) => line.dataset['help']!);
    expect(ids.filter((id) => under('rest').includes(id))).toEqual([]);
    expect(under('page').filter((id) => registry.get(id)!.scope === 'global')).toEqual([]);
    expect(under('palette')).toEqual([...registry.values()].filter(({ scope }) => scope === 'palette').map(({ id }) => id));
    act(toggleHelp);
    cleanup();
  });
});

test('what one has chosen is what is shown, everywhere at once, and what is switched off is shown nowhere', async () => {
  await show('/order/index');
  const own = { 'order.new': 'g y', 'list.views': 'Alt+v', [OWN_KEYS.palette.id]: '$mod+j', 'list.jump': 'F2' };
  act(() => setKeyboard({ keys: own }));
  agree(own);
  expect(screen.getByRole('button', { name: /新建订单/ }).textContent).toBe('新建订单 G Y');
  act(() => setKeyboard({ single: false, keys: own }));
  expect(agree(own).filter((id) => id === 'order.new' || id === 'list.columns')).toEqual([]);
  expect(agree(own)).toContain('list.views');
  expect(screen.getByRole('button', { name: /新建订单/ }).querySelector('kbd')).toBeNull();
});

test('no page writes a key itself: caps, aria-keyshortcuts and listeners come from the registry', () => {
  const root = path.resolve(import.meta.dirname, '../../src');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.startsWith('ui/palette/'));
  const free = new Set(['ui/bound-key.tsx', 'ui/shown-keys.tsx', 'ui/key-stack.ts', 'ui/presence.ts', 'areas/account/keyboard.tsx', 'areas/account/key.dialog.tsx']);
  const found = sources.filter((file) => !free.has(file)).flatMap((file) => readFileSync(path.join(root, file), 'utf8').split('\n').flatMap((line, i) => (/<kbd|aria-keyshortcuts=|addEventListener\('keydown'/.test(line) ? [`${file}:${i + 1}`] : [])));
  expect(found).toEqual([]);
});

const ALL = readdirSync(path.resolve(import.meta.dirname, '../../src'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file)).map((file) => readFileSync(path.resolve(import.meta.dirname, '../../src', file), 'utf8'));
const tables = import.meta.glob<Record<string, unknown>>(['../../src/ui/key-entry.ts', '../../src/areas/*/key.ts'], { eager: true });
/** Every table of entries by its name in the sources. */
const TABLES = Object.values(tables).flatMap((file) => Object.entries(file)).filter((pair): pair is [string, Record<string, KeyEntry>] => pair[0].endsWith('_KEYS'));
test('what the focus asks for itself is one press: no chord can be chosen for it', () => {
  const entries = new Map(TABLES.flatMap(([name, all]) => Object.entries(all).map(([key, entry]) => [`${name}.${key}`, entry])));
  const asked = new Set(ALL.flatMap((text) => [...text.matchAll(/\bpressed(?:Of)?\([^,()]+, (\w+_KEYS\.\w+)\)/g)].map((found) => found[1]!)));
  expect(asked.size).toBeGreaterThan(4);
  for (const name of asked) expect([name, entries.get(name)?.fixed === true || entries.get(name)?.press === true]).toEqual([name, true]);
});
test('every entry is one that something binds or shows: no line of the tables is dead', () => {
  expect(TABLES.length).toBeGreaterThan(8);
  const dead = TABLES.flatMap(([name, all]) => Object.keys(all).map((key) => `${name}.${key}`)).filter((entry) => !ALL.some((text) => new RegExp(`\\b${entry}\\b`).test(text)));
  expect(dead).toEqual([]);
});

test('the login page, which knows nobody, shows the keys as they come', () => {
  const shown = [...readFileSync(path.resolve(import.meta.dirname, '../../src/areas/session/login.page.tsx'), 'utf8').matchAll(/<Keys of="([^"]+)"/g)].map((found) => found[1]!);
  expect(shown).toHaveLength(5);
  for (const keys of shown) expect([keys, [...registry.values()].some((entry) => eitherOf(entry.keys).includes(keys))]).toEqual([keys, true]);
});
