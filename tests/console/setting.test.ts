import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentLanguage } from '../../src/ui/language.tsx';
import { DEFAULTS, getSetting, readSetting, setSetting, SETTING_NAMES, startSettings } from '../../src/ui/setting.ts';

let dark = false;
let hear: (() => void)[] = [];
let stop = (): void => {};
const start = async (stored: Record<string, string> = {}): Promise<void> => {
  localStorage.clear();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  stop = await startSettings();
};
const elsewhere = (key: string, newValue: string): void => {
  localStorage.setItem(key, newValue);
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
};

beforeEach(() => {
  dark = false;
  hear = [];
  vi.stubGlobal('matchMedia', (query: string) => ({ get matches() { return query.includes('dark') && dark; }, addEventListener: (_: string, f: () => void) => hear.push(f), removeEventListener: () => {} }));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test('the eleven keys of the spec and the watermark’s text, with their defaults', () => {
  expect(SETTING_NAMES.filter((name) => name !== 'watermarkText').sort()).toEqual(['activeTopMenuPath', 'device', 'language', 'layout', 'sidebarLogo', 'sidebarStatus', 'size', 'tagsView', 'theme', 'themeColor', 'watermarkEnabled']);
  expect(DEFAULTS).toMatchObject({ language: 'zh-cn', theme: 'auto', layout: 'left', size: 'default', themeColor: '#4080FF', watermarkEnabled: false, tagsView: false, sidebarLogo: true });
});

test('the English entry is English where nothing can be stored', async () => {
  const root = Object.assign(document.createElement('div'), { id: 'root' });
  root.dataset.lang = 'en';
  document.body.append(root);
  localStorage.clear();
  const blocked = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => { throw new DOMException('', 'SecurityError'); });
  stop = await startSettings();
  expect([getSetting('language'), currentLanguage(), document.documentElement.lang]).toEqual(['en', 'en', 'en']);
  blocked.mockRestore();
  stop();
  // what is stored is stronger
  await start({ language: 'zh-cn' });
  expect(getSetting('language')).toBe('zh-cn');
  root.remove();
});

test('a poisoned value falls back to the default, each on its own', async () => {
  for (const name of SETTING_NAMES) for (const poison of ['', 'null', '{}', '<img onerror=1>', '__proto__', '//evil.example', '1e999', 'TRUE']) expect(readSetting(name, poison)).toBe(name === 'watermarkText' ? poison : name === 'activeTopMenuPath' && poison === '' ? '' : DEFAULTS[name]);
  // any words are a watermark's, but not what breaks its line or has no end
  for (const poison of ['a\nb', 'a\u2028b', 'a\u202eb', '\u0000', 'x'.repeat(61)]) expect(readSetting('watermarkText', poison)).toBe('');
  await start({ theme: 'purple', size: 'large', themeColor: 'url(javascript:1)' });
  expect([getSetting('theme'), getSetting('size'), getSetting('themeColor')]).toEqual(['auto', 'large', '#4080FF']);
  expect(document.documentElement.dataset.size).toBe('large');
});

test('auto follows the system while the page is open', async () => {
  await start();
  expect(document.documentElement.dataset.theme).toBe('light');
  dark = true;
  for (const listener of hear) listener();
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('a change shows at once, is kept, and is refused if the spec has no such value', async () => {
  await start();
  setSetting('theme', 'dark');
  setSetting('sidebarStatus', 'closed');
  setSetting('themeColor', '#d03050');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(document.documentElement.style.getPropertyValue('--accent')).toMatch(/^#[\da-f]{6}$/);
  expect([localStorage.getItem('theme'), localStorage.getItem('sidebarStatus'), localStorage.getItem('themeColor')]).toEqual(['dark', 'closed', '#d03050']);
  expect(() => setSetting('theme', 'purple' as 'dark')).toThrow(TypeError);
  expect(() => setSetting('size', 'huge' as 'large')).toThrow(TypeError);
  expect([getSetting('theme'), getSetting('size'), localStorage.getItem('theme'), localStorage.getItem('size')]).toEqual(['dark', 'default', 'dark', null]);
  setSetting('themeColor', '#4080FF');
  expect(document.documentElement.style.getPropertyValue('--accent')).toBe('');
});

test('another tab changes this one, in language too', async () => {
  await start();
  elsewhere('theme', 'dark');
  elsewhere('language', 'en');
  expect(document.documentElement.dataset.theme).toBe('dark');
  await vi.waitFor(() => expect(currentLanguage()).toBe('en'), { timeout: 20_000 });
  expect(document.documentElement.lang).toBe('en');
  elsewhere('language', 'klingon');
  await vi.waitFor(() => expect(currentLanguage()).toBe('zh-cn'), { timeout: 20_000 });
});

test('its width and its menu are each window’s own', async () => {
  await start();
  setSetting('activeTopMenuPath', '/order');
  elsewhere('device', 'mobile');
  elsewhere('activeTopMenuPath', '/system');
  expect([getSetting('device'), getSetting('activeTopMenuPath')]).toEqual(['desktop', '/order']);
  // all of storage was emptied
  elsewhere('size', 'large');
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect([getSetting('size'), getSetting('activeTopMenuPath')]).toEqual(['default', '/order']);
});

test('forbidden storage leaves the settings working', async () => {
  await start();
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  setSetting('size', 'small');
  refuse.mockRestore();
  expect(document.documentElement.dataset.size).toBe('small');
});
