// The script below the shell, as the build bundles it: what it says while the console does not come.
import { runInThisContext } from 'node:vm';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const PRELOAD = { login: { 'zh-cn': [] }, frame: { 'zh-cn': [] }, page: {}, rest: { 'zh-cn': [] }, early: [] };
const { outputFiles } = buildSync({ entryPoints: ['src/build/boot.js'], bundle: true, write: false, format: 'iife', define: { PRELOAD: JSON.stringify(PRELOAD) } });
beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="root" data-path="/login" data-lang="zh-cn"><h1>护理管理系统</h1></div>';
  Object.assign(window, { entry: { language: 'zh-cn', path: '/login' } });
  runInThisContext(outputFiles[0]!.text);
});
afterEach(() => {
  dispatchEvent(new Event('boot-here'));
  document.body.replaceChildren();
  vi.useRealTimers();
});
/** What is said beside the shell, and whether it offers a way out. */
const said = () => {
  const note = document.querySelector<HTMLElement>('output');
  const button = note?.querySelector('button');
  return note && [[...note.querySelectorAll('span')].map(({ textContent }) => textContent), button?.style.visibility !== 'hidden'];
};

test('after a second without the console it is said that the server is slow, after eight there is a way out, and nothing moves for it', () => {
  vi.advanceTimersByTime(999);
  expect(said()).toBeNull();
  vi.advanceTimersByTime(1);
  const words = ['服务器有些慢，还在等', 'The server is slow; still waiting'];
  // the button has its room from the first
  expect(said()).toEqual([words, false]);
  vi.advanceTimersByTime(6_999);
  expect(said()).toEqual([words, false]);
  vi.advanceTimersByTime(1);
  expect(said()).toEqual([words, true]);
  // the shell is as hydration wants it
  expect(document.querySelector('#root')!.innerHTML).toBe('<h1>护理管理系统</h1>');
});
test.each([[500], [3_000], [9_000]])('a console that is here after %i ms ends it', (ms) => {
  vi.advanceTimersByTime(ms);
  dispatchEvent(new Event('boot-here'));
  vi.advanceTimersByTime(20_000);
  expect(said()).toBeNull();
});
