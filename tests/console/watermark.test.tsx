import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LocaleProvider, activate } from '../../src/ui/language.tsx';
import { DEFAULTS, setSetting, SETTING_NAMES } from '../../src/ui/setting.ts';
import { setSettingMemory } from '../../src/ui/setting-source.ts';
import { tile } from '../../src/ui/watermark-mark.ts';
import Watermark from '../../src/ui/watermark.tsx';

const mark = (): HTMLElement => {
  const all = document.querySelectorAll<HTMLElement>('[data-watermark]');
  expect(all.length).toBe(1);
  return all[0]!;
};
const picture = (url: string): Document => new DOMParser().parseFromString(decodeURIComponent(/^url\("data:image\/svg\+xml,(.*)"\)$/.exec(url)![1]!), 'image/svg+xml');
/** What is drawn: the DOM of the test knows no picture, so the call that sets it is listened to. */
let drawn = '';
const settle = () => act(async () => { await new Promise((done) => setTimeout(done)); await new Promise((done) => setTimeout(done)); });
beforeEach(async () => {
  await activate('zh-cn');
  drawn = '';
  localStorage.setItem('settings_seen', '{"of":"7","versions":{}}');
  const real = CSSStyleDeclaration.prototype.setProperty;
  vi.spyOn(CSSStyleDeclaration.prototype, 'setProperty').mockImplementation(function (this: CSSStyleDeclaration, name, value, priority) {
    if (name === 'background-image') drawn = value!;
    return real.call(this, name, value, priority);
  });
  setSettingMemory({ load: () => new Promise(() => {}), save: () => new Promise(() => {}), hospitals: async () => ['第一医院', '第二医院', '第三医院'] });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  setSettingMemory(null);
  for (const name of SETTING_NAMES) setSetting(name, DEFAULTS[name]);
  expect(document.querySelector('[data-watermark]')).toBeNull();
});
const show = async (): Promise<void> => {
  render(<LocaleProvider><Watermark name="王丽 wangli" person="7" /></LocaleProvider>);
  await settle();
};
const lines = (): string[] => [...picture(drawn).querySelectorAll('text')].map((one) => one.textContent ?? '');

test('it says the person, or their text, the minute and the hospitals, over everything and out of every hand', async () => {
  await show();
  expect(lines()).toEqual(['王丽 wangli', expect.stringMatching(/^\d{4}\/\d{1,2}\/\d{1,2} \d\d:\d\d$/), '第一医院 · 第二医院 +1']);
  const { style } = mark();
  expect([style.zIndex, style.pointerEvents, style.position, mark().getAttribute('aria-hidden'), mark().textContent, mark().tabIndex]).toEqual(['9999', 'none', 'fixed', 'true', '', -1]);
  expect(picture(drawn).querySelector('g')!.getAttribute('fill')).toBe('#000');
  act(() => {
    setSetting('watermarkText', '<b>骨科 & 心内科');
    setSetting('theme', 'dark');
  });
  expect(lines()[0]).toBe('<b>骨科 & 心内科');
  expect(picture(drawn).querySelector('g')!.getAttribute('fill')).toBe('#fff');
});
test('the text of who was here before is not said of who comes, until their own settings are here', async () => {
  localStorage.setItem('settings_seen', '{"of":"8","versions":{}}');
  setSetting('watermarkText', '骨科');
  await show();
  expect(lines()[0]).toBe('王丽 wangli');
  localStorage.setItem('settings_seen', '{"of":"7","versions":{}}');
  act(() => setSetting('watermarkText', '心内科'));
  expect(lines()[0]).toBe('心内科');
});
test('a sign that no picture may have takes nothing away but itself', () => {
  expect(tile(['王\u0001丽\ufffe', '\u000b\ud800', '🌸𠮷\t<'], false)).toBe(tile(['王丽', '', '🌸𠮷\t<'], false));
});
test.each([
  ['taken away', (one: HTMLElement) => one.remove()],
  ['hidden by an attribute', (one: HTMLElement) => void (one.hidden = true)],
  ['hidden by its style', (one: HTMLElement) => one.style.setProperty('display', 'none', 'important')],
  ['made clear', (one: HTMLElement) => one.style.setProperty('opacity', '0', 'important')],
  ['given a class', (one: HTMLElement) => void (one.className = 'gone')],
  ['put elsewhere', (one: HTMLElement) => document.body.firstElementChild!.append(one)],
  ['filled', (one: HTMLElement) => one.append('x')],
  ['emptied of its looks', (one: HTMLElement) => one.removeAttribute('style')],
])('%s, it is there again', async (_, harm) => {
  await show();
  harm(mark());
  await settle();
  const { style, parentElement, hidden, className, textContent } = mark();
  expect([style.zIndex, style.display, style.opacity, parentElement === document.body, hidden, className, textContent]).toEqual(['9999', 'block', '1', true, false, '', '']);
});
test('who takes it away each time at once does not stop the page', async () => {
  await show();
  const thief = new MutationObserver(() => document.querySelector('[data-watermark]')?.remove());
  thief.observe(document.body, { childList: true });
  mark().remove();
  await settle();
  thief.disconnect();
  await settle();
  mark();
});
test('long words are cut, signs are no markup', () => {
  const long = picture(tile(['长'.repeat(200), `"'<script>&`], false));
  expect([...long.querySelectorAll('text')].map(({ textContent }) => [...textContent!].length)).toEqual([80, 11]);
  expect(long.querySelector('script')).toBeNull();
});
