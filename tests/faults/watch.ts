// What a page does while one looks at it, and what it shows.
import type { Page } from '../browser/test.ts';

/** Calls to one address in a cell: pages ask again by themselves, each time later. */
const MOST_CALLS = 14;
/** The look whether the server is there, which each failed call and a timer ask for. */
const MOST_LOOKS = 60;
/** Documents that a page may load by itself. */
const MOST_LOADS = 2;
/** Writes that no person meant: each tells what is so now. */
const OWN_ACCORD = /\/(own|help|orders\/draft|drafts?|audit|notices)\b|\/sys\/(login|refresh|logout|captcha)/;
/** What the browser itself names and a page can do nothing about, and what the entry throws on after the page has said it (src/index.tsx). */
const HARMLESS = /ResizeObserver loop|a part of the console could not be fetched/;

/** What was seen of a page since the last `begin`. */
export interface Watch {
  begin: () => void;
  /** What it did that it must not. */
  wrongs: () => string[];
  /** Addresses of calls of the page itself that were asked for. */
  asked: () => string[];
}
/** Looks at a page from now on. */
export function watch(page: Page): Watch {
  let calls = new Map<string, number>();
  let keys = new Map<string, Set<string>>();
  let errors: string[] = [];
  let loads = 0;
  page.on('pageerror', (error) => void (HARMLESS.test(error.message) || errors.push(`uncaught ${(error.stack ?? String(error)).slice(0, 300).replaceAll('\n', ' ')}`)));
  page.on('domcontentloaded', () => void (loads += 1));
  page.on('request', (request) => {
    const url = request.url();
    if (!/\/admin-api\/|\/healthz/.test(url)) return;
    const name = `${request.method()} ${new URL(url).pathname}${new URL(url).search}`;
    calls.set(name, (calls.get(name) ?? 0) + 1);
    if (request.method() === 'GET' || OWN_ACCORD.test(url)) return;
    const intention = `${name} ${request.postData() ?? ''}`;
    keys.set(intention, (keys.get(intention) ?? new Set()).add(request.headers()['idempotency-key'] ?? `none ${calls.get(name)}`));
  });
  return {
    begin: () => {
      [calls, keys, errors, loads] = [new Map(), new Map(), [], 0];
    },
    asked: () => [...calls.keys()].filter((name) => name.startsWith('GET') && !OWN_ACCORD.test(name) && !/\/healthz|\/live|\/dict/.test(name)),
    wrongs: () => [
      ...new Set(errors),
      ...[...calls].filter(([name, n]) => n > (name.includes('/healthz') ? MOST_LOOKS : MOST_CALLS)).map(([name, n]) => `asked ${n} times: ${name}`),
      ...[...keys].filter(([, of]) => of.size > 1).map(([what, of]) => `sent as ${of.size} intentions: ${what.slice(0, 120)}`),
      ...(loads > MOST_LOADS ? [`loaded ${loads} times`] : []),
    ],
  };
}

/** In the page: what is missing for it to be a page that a person can read and leave. `told`: something was asked for in vain, and has to be said. */
export const lookAt = ({ told, dialogs }: { told: boolean; dialogs: number }): string[] => {
  const seen = (one: Element): boolean => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.getBoundingClientRect().width > 0;
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)].filter(seen);
  const main = all('main')[0] ?? document.body;
  const found: string[] = [];
  const heads = all('h1, [role="alert"], [role="alertdialog"], dialog[open]').filter((one) => one.innerText.trim() !== '');
  if (heads.length === 0) found.push(`white: no heading and no alert (${document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 80)})`);
  const words = document.documentElement.lang.startsWith('en') ? /[a-z]{3}/i : /[\u4e00-\u9fff]{2}/;
  if (!words.test(main.innerText)) found.push(`no words in ${document.documentElement.lang}: ${main.innerText.slice(0, 80)}`);
  const ways = all('main a[href], main button, dialog[open] button, [role="alertdialog"] button, #root button, output button, nav a[href]');
  if (ways.length === 0) found.push('no way on');
  const busy = all('[aria-busy="true"]');
  if (busy.length > 0 && all('output button').length === 0) found.push(`waits for ever: ${busy[0]!.tagName} ${busy[0]!.className.slice(0, 40)}`);
  const open = all('[role="alertdialog"]').length;
  if (open > dialogs) found.push(`${open} dialogs`);
  if (told && open === 0 && !/重试|再试|没有取到|出错|网络不通|连不上|没有连上|没有这|不能看|不能打开|超时|登录|重新加载/.test(document.body.innerText)) found.push('says nothing of what did not come');
  if ((window as { hit?: unknown }).hit !== undefined) found.push('ran what was data');
  return found;
};
