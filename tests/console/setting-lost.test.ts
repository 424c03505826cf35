import { act, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { enter } from '../kit/console.ts';

vi.mock('../../locales/en.po?first', () => {
  throw new Error('Loading chunk first-en failed');
});
vi.mock('../../src/ui/setting/setting.drawer.tsx', () => {
  throw new Error('Loading chunk setting failed');
});

test('a language whose words do not come is looked at in vain: the words before stay, and nothing is thrown that nobody hears', async () => {
  const { languageArrives, previewSetting, shownSetting } = await import('../../src/ui/setting.ts');
  const { activate, currentLanguage } = await import('../../src/ui/language.tsx');
  await activate('zh-cn');
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  previewSetting('language', 'en');
  await expect(languageArrives()).rejects.toThrow();
  previewSetting('language', null);
  await languageArrives();
  previewSetting('language', 'en');
  await vi.waitFor(() => expect(shownSetting('language')).toBe('zh-cn'), { timeout: 20_000 });
  await new Promise((then) => setTimeout(then, 50));
  process.off('unhandledRejection', unheard);
  expect([unheard.mock.calls, currentLanguage()]).toEqual([[], 'zh-cn']);
});

test('a language that is chosen and does not come is not kept: the one before stays, here and for the account', async () => {
  const { getSetting, languageArrives, setSetting, shownSetting } = await import('../../src/ui/setting.ts');
  const { unsentChoices } = await import('../../src/ui/setting-unsent.ts');
  const { currentLanguage } = await import('../../src/ui/language.tsx');
  setSetting('language', 'en');
  await expect(languageArrives()).rejects.toThrow();
  await Promise.resolve();
  expect([getSetting('language'), shownSetting('language'), currentLanguage(), localStorage.getItem('language'), unsentChoices().language?.value]).toEqual(['zh-cn', 'zh-cn', 'zh-cn', 'zh-cn', 'zh-cn']);
});

test('settings that do not come are said, and do not open by themselves later', async () => {
  const { Announcer } = await import('../../src/ui/announce.tsx');
  const { LocaleProvider } = await import('../../src/ui/language.tsx');
  const { SettingHost } = await import('../../src/ui/setting/host.tsx');
  const { openSettings, useOpenedSettings } = await import('../../src/ui/setting/open.ts');
  const leave = await enter({ userId: '7', username: 'ops', nickname: '', avatar: null, role: 2, roles: [], perms: [] });
  let opened: unknown;
  const Opened = () => ((opened = useOpenedSettings()), null);
  render(createElement(LocaleProvider, null, createElement(SettingHost), createElement(Announcer), createElement(Opened)));
  act(() => openSettings());
  expect(opened).not.toBeNull();
  await screen.findByText('网络不通');
  expect([opened, screen.queryByRole('dialog')]).toEqual([null, null]);
  await leave();
});
