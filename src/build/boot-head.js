// Runs inline at the top of the head, before any style sheet holds scripts up; only its hash is let through by the content security policy. It
// chooses language, look and page, turns a plain address into its hash, and asks for what will be wanted first. prerender.ts bundles it, and puts CALLS in.
import { readSetting } from '../kernel/setting.ts';
import { showLook } from '../ui/look.ts';

const { location, document } = window;
const html = document.documentElement;
const get = (key, store = 'localStorage') => {
  try {
    return window[store].getItem(key);
  } catch {
    return null;
  }
};
const english = /^\/en(\/|$)/.test(location.pathname);
const plain = location.pathname.replace(/^\/en(?=\/|$)/, '').replace(/\/$/, '');
let language = (get('language') ?? '').trim();
if (language !== 'en' && language !== 'zh-cn') {
  language = english ? 'en' : 'zh-cn';
  try {
    if (english) localStorage.setItem('language', 'en');
  } catch {}
}
if (location.hash.length < 2 && plain !== '') history.replaceState(null, '', `/#${plain}${location.search}`);
else if (location.pathname !== '/') history.replaceState(null, '', `/${location.hash}`);

html.lang = language === 'en' ? 'en' : 'zh-CN';
showLook(html, (name) => readSetting(name, get(name)), matchMedia('(prefers-color-scheme: dark)').matches);

let path = `/${location.hash.replace(/^#?\/*/, '')}`.split('?')[0];
if (path === '/') path = '/dashboard';
if (!get('access_token')) path = '/login';
window.entry = { language, path };

// what the session and the list that is opened ask for first: the answers come while the code is on its way (ui/early.ts)
const token = get('access_token');
if (token) {
  const prefix = document.querySelector('meta[name="api-prefix"]')?.content || '/admin-api';
  const known = get('userInfo') ?? get('userInfo', 'sessionStorage');
  const calls = [...CALLS.session, ...(known ? [] : CALLS.person), ...(location.hash.includes('?') ? [] : (CALLS.page[path] ?? []))];
  const headers = { 'X-Language': language, 'X-Access-Token': token };
  const ask = (call) => {
    const stop = new AbortController();
    return [prefix + call, { stop, answer: fetch(prefix + call, { headers, signal: stop.signal }).catch(() => null) }];
  };
  window.early = { token, lang: html.lang, calls: Object.fromEntries(calls.map(ask)) };
}
