import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Command } from '../../src/kernel/area.ts';
import { OWN_COMMANDS } from '../../src/ui/command.ts';
import { runCommand } from '../../src/ui/effect.ts';
import { activate, currentLanguage, LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { openPalette, palette } from '../../src/ui/palette/actor.ts';
import { setOwnMemory, type Ran } from '../../src/ui/palette/memory-source.ts';
import { signOut } from '../../src/ui/session.ts';
import { DEFAULTS, getSetting, setSetting, SETTING_NAMES, startSettings, useSetting } from '../../src/ui/setting.ts';
import { colourCommand, isKept, previewCommand, settingChoices } from '../../src/ui/setting-command.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import Watermark from '../../src/ui/watermark.tsx';
import { enter } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const PERSON = { userId: '7', username: 'ops', nickname: '', avatar: null, role: 2, roles: [], perms: [] };
const html = document.documentElement;
const named = (id: string): Command => OWN_COMMANDS.find((command) => command.id === id)!;
const accent = (): string => html.style.getPropertyValue('--accent');
const look = (id: string | null): void => act(() => previewCommand(id === null ? null : named(id)));
const run = (command: Command): void => act(() => {
  palette.send({ type: 'close' });
  runCommand(command);
});
const Mark = () => (useSetting('watermarkEnabled') ? <Watermark name="ops" person="7" /> : null);
const marks = (): number => document.querySelectorAll('[data-watermark]').length;
let leave: () => Promise<void>;
let stored: string;
const told: Ran[] = [];
beforeEach(async () => {
  location.hash = '#/dashboard';
  leave = await enter(PERSON);
  setOwnMemory({ load: () => new Promise(() => {}), keep: () => new Promise(() => {}), ran: async (command) => void told.push(command) });
  render(<LocaleProvider><button type="button">page</button><Mark /><Toaster /></LocaleProvider>);
  act(openPalette);
  stored = JSON.stringify({ ...localStorage });
});
afterEach(async () => {
  await leave();
  setOwnMemory(null);
  told.length = 0;
  act(() => {
    palette.send({ type: 'close' });
    for (const name of SETTING_NAMES) setSetting(name, DEFAULTS[name]);
  });
  await act(() => activate('zh-cn'));
});

test('every choice of the settings has a row, each with one that is kept', () => {
  const choices = settingChoices();
  expect([...new Set(choices.map(({ setting }) => setting))].sort()).toEqual(['language', 'layout', 'sidebarLogo', 'sidebarStatus', 'size', 'tagsView', 'theme', 'themeColor', 'watermarkEnabled']);
  for (const setting of new Set(choices.map((one) => one.setting))) expect([setting, choices.filter((one) => one.setting === setting && isKept(named(one.id))).length]).toEqual([setting, 1]);
});
test('moving through the choices shows each at once and keeps none', async () => {
  look('theme.dark');
  expect(html.dataset['theme']).toBe('dark');
  look('size.large');
  expect([html.dataset['theme'], html.dataset['size']]).toEqual(['light', 'large']);
  look('colour.red');
  const red = accent();
  look('colour.green');
  expect([red, accent(), html.dataset['size']]).toEqual([expect.stringMatching(/^#/), expect.not.stringMatching(red), 'default']);
  look('layout.top');
  expect([html.dataset['layout'], accent()]).toEqual(['top', '']);
  look('watermark.on');
  expect([html.dataset['layout'], marks()]).toEqual(['left', 1]);
  look('language.en');
  expect(marks()).toBe(0);
  await waitFor(() => expect(currentLanguage()).toBe('en'), { timeout: 20_000 });
  look('help');
  await waitFor(() => expect(currentLanguage()).toBe('zh-cn'), { timeout: 20_000 });
  expect(SETTING_NAMES.map(getSetting)).toEqual(SETTING_NAMES.map((name) => DEFAULTS[name]));
  expect(JSON.stringify({ ...localStorage })).toBe(stored);
});
test.each<[string, () => void | Promise<void>]>([
  ['Escape, the shade, Enter on something else: the palette closes', () => palette.send({ type: 'close' })],
  ['its host goes', () => palette.send({ type: 'gone' })],
  ['another row', () => previewCommand(named('help'))],
  ['no row', () => previewCommand(null)],
  ['another page', () => navigate('/order/index')],
  ['Back', async () => {
    location.hash = '#/profile';
    dispatchEvent(new HashChangeEvent('hashchange'));
  }],
  ['signing out', async () => signOut()],
])('what was only looked at goes back: %s', async (_, away) => {
  for (const id of ['theme.dark', 'watermark.on', 'layout.mix']) {
    act(() => void (palette.getSnapshot().matches('closed') && openPalette()));
    look(id);
    expect([html.dataset['theme'], html.dataset['layout'], marks()]).not.toEqual(['light', 'left', 0]);
    await act(async () => away());
    expect([html.dataset['theme'], html.dataset['layout'], marks()]).toEqual(['light', 'left', 0]);
    if (_ === 'signing out') return;
  }
});
test('a row that is drawn while the palette closes shows nothing', () => {
  act(() => palette.send({ type: 'close' }));
  look('theme.dark');
  expect(html.dataset['theme']).toBe('light');
});
test('Enter keeps it and says so; Ctrl+Z puts it back, here and in storage', () => {
  look('theme.dark');
  run(named('theme.dark'));
  expect([html.dataset['theme'], localStorage.getItem('theme')]).toEqual(['dark', 'dark']);
  expect(screen.getByText(/已设置：深色主题/)).toBeTruthy();
  screen.getByText('page').focus();
  press('Control+z');
  expect([html.dataset['theme'], localStorage.getItem('theme'), screen.queryByText(/已设置/)]).toEqual(['light', 'auto', null]);
});
test('a language is said in itself, and of two that were asked for the last one is shown', async () => {
  look('language.en');
  look('language.zh-cn');
  look('language.en');
  run(named('language.en'));
  await waitFor(() => expect(screen.getByRole('button', { name: /Undo|撤销/ })).toBeTruthy(), { timeout: 20_000 });
  expect([currentLanguage(), getSetting('language')]).toEqual(['en', 'en']);
  screen.getByText('page').focus();
  press('Control+z');
  await waitFor(() => expect(currentLanguage()).toBe('zh-cn'), { timeout: 20_000 });
});
test('what is kept already says nothing, and leaves nothing to take back', () => {
  look('theme.light');
  run(named('theme.auto'));
  expect([screen.queryByText(/已设置/), getSetting('theme')]).toEqual([null, 'auto']);
});
test('any colour that is typed', () => {
  expect(['', 'red', '#12', 'order', '12345', '#4080FG'].map(colourCommand)).toEqual([null, null, null, null, null, null]);
  const typed = colourCommand('#D03050')!;
  act(() => previewCommand(typed));
  expect(accent()).toMatch(/^#/);
  run(typed);
  expect([getSetting('themeColor'), screen.getByText(/已设置：#d03050/) !== null]).toEqual(['#d03050', true]);
});
test('another tab that keeps something does not end what is looked at here, and hears nothing of it', async () => {
  const stop = await startSettings();
  stored = JSON.stringify({ ...localStorage });
  look('theme.dark');
  expect(JSON.stringify({ ...localStorage })).toBe(stored);
  localStorage.setItem('theme', 'light');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect([html.dataset['theme'], getSetting('theme')]).toEqual(['dark', 'light']);
  look(null);
  expect(html.dataset['theme']).toBe('light');
  stop();
});
test('the audit is told of a command that was run, and not of one that opens an address or signs out', () => {
  run(named('theme.dark'));
  run({ id: 'order.open', title: { id: '' }, keywords: [], goes: '/order/index', group: 'go' });
  run({ id: 'session.out', title: { id: '' }, keywords: [], calls: 'sign-out', group: 'session' });
  expect(told).toEqual([{ id: 'theme.dark', on: [], count: 0 }]);
});
