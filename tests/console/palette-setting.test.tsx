import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { navigate } from '../../src/ui/location.ts';
import { palette } from '../../src/ui/palette/actor.ts';
import { DEFAULTS, getSetting, SETTING_NAMES, setSetting } from '../../src/ui/setting.ts';
import { runCommand } from '../../src/ui/effect.ts';
import { OWN_COMMANDS } from '../../src/ui/command.ts';
import { lastSaid } from '../../src/ui/toast.tsx';
import { box, chips, enter, freshPalette, ids, startPalette, whole } from '../kit/palette.tsx';
import { input, press } from '../kit/typist.ts';

// The values of settings as one meets them in the palette.
freshPalette();
afterEach(() => act(() => {
  for (const name of SETTING_NAMES) setSetting(name, DEFAULTS[name]);
}));
const kept = (): (string | undefined)[] => screen.getAllByRole('option').filter((option) => option.textContent!.includes('正在使用')).map((option) => option.dataset.row);
const accent = (): string => document.documentElement.style.getPropertyValue('--accent');

test('among settings the value in use of each is marked', async () => {
  await startPalette();
  await enter(['Control+k', ':']);
  await whole();
  // their titles begin alike: behind a picture
  expect(screen.getAllByRole('option').filter((option) => option.firstElementChild?.tagName !== 'svg').map((option) => option.dataset.row)).toEqual([]);
  expect(kept()).toEqual(['theme.auto', 'language.zh-cn', 'size.default', 'colour.blue', 'layout.left', 'watermark.off', 'tags.off', 'logo.on', 'sidebar.opened', 'keys.on']);
  act(() => setSetting('theme', 'dark'));
  input('主题');
  expect(kept()).toEqual(expect.arrayContaining(['theme.dark', 'colour.blue']));
  expect(kept()).not.toContain('theme.auto');
});

test.each(['#d03051', 'd03051', '#D03051', '＃ｄ０３０５１'])('%s among settings is a colour: seen at once, kept by Enter', async (typed) => {
  await startPalette();
  await enter(['Control+k', ':']);
  input(typed);
  await enter([]);
  expect([chips(), box().value, ids()]).toEqual([['设置'], typed, ['colour.#d03051']]);
  expect(screen.getByRole('option').textContent).toContain('用 #d03051 作主题色');
  const looked = accent();
  expect([looked !== '', getSetting('themeColor')]).toEqual([true, DEFAULTS.themeColor]);
  press('Enter');
  expect(getSetting('themeColor')).toBe('#d03051');
});

test('a colour that is only looked at goes back; elsewhere such a text is an order’s number', async () => {
  await startPalette();
  await enter(['Control+k', ':', ...'#d03051']);
  expect(accent()).not.toBe('');
  await enter(['Backspace']);
  expect([accent(), ids()]).toEqual(['', []]);
  for (let n = 0; n < 7; n += 1) press('Backspace');
  expect(chips()).toEqual([]);
  await enter([...'#d03051']);
  expect([chips(), box().value, ids().includes('colour.#d03051')]).toEqual([['订单'], 'd03051', false]);
});

test('a setting that is found alone is seen by typing, as a colour is: of several none is until one moves, and Escape puts it back', async () => {
  const theme = () => document.documentElement.dataset['theme'];
  await startPalette();
  await enter(['Control+k', ':', ...'主题']);
  expect([ids().length > 1, theme() === 'dark']).toEqual([true, false]);
  input('深');
  await enter([]);
  expect([ids(), theme(), getSetting('theme')]).toEqual([['theme.dark'], 'dark', DEFAULTS.theme]);
  input('主题');
  await enter([]);
  expect(theme() === 'dark').toBe(false);
  input('深');
  await enter(['Escape']);
  expect([box().value, theme() === 'dark', getSetting('theme')]).toEqual(['', false, DEFAULTS.theme]);
});

test('another page under the open palette closes it, and what was only looked at goes back; the same entry written anew does not', async () => {
  await startPalette();
  await enter(['Control+k', ':', ...'#d03051']);
  expect(accent()).not.toBe('');
  act(() => navigate('/dashboard?range=7', { replace: true }));
  expect(box().value).toBe('#d03051');
  // as the browser's own Back does
  act(() => {
    history.pushState({ at: '7.x.1' }, '', '#/caregiver/index');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect([palette.getSnapshot().value, accent(), screen.queryByRole('combobox'), location.hash]).toEqual(['closed', '', null, '#/caregiver/index']);
});

test.each(['重置', 'chongzhi', '默认'])('among settings %s finds how they all go back', async (text) => {
  await startPalette();
  await enter(['Control+k', ':', ...text]);
  expect(ids()).toContain('setting.reset');
});
test.each([['深色模式', 'theme.dark'], ['夜间', 'theme.dark'], ['暗', 'theme.dark'], ['dark mode', 'theme.dark'], ['浅色模式', 'theme.light'], ['亮色', 'theme.light'], ['light mode', 'theme.light'], ['字号', 'size.large'], ['font', 'size.large']])('“%s”, as people call it elsewhere, is %s', async (text, id) => {
  await startPalette();
  await enter(['Control+k', ':', ...text]);
  expect(ids()[0]).toBe(id);
});
test('the sidebar is turned with a word, for where the menu is at the top nothing of it is seen', async () => {
  await startPalette();
  act(() => setSetting('layout', 'top'));
  const turn = () => act(() => runCommand(OWN_COMMANDS.find(({ id }) => id === 'sidebar')!));
  turn();
  expect([getSetting('sidebarStatus'), lastSaid()?.words]).toEqual(['closed', '已设置：收起侧栏']);
  turn();
  expect([getSetting('sidebarStatus'), lastSaid()?.words]).toEqual(['opened', '已设置：展开侧栏']);
});
