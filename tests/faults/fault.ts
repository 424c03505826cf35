// What can be wrong around a console, each by name. Playwright only: the product knows nothing of it.
import type { BrowserContext, Route } from '../browser/test.ts';
import { endpointAt, hollow, hostile, twisted, type Kind } from './answer.ts';

/** One thing that is wrong. It is wrong for a whole context from `arm` on, until what `arm` gave is called. */
export interface Fault {
  name: string;
  /** Before there is a document, or while a console stands that was loaded when all was well. */
  strikes: 'first' | 'later';
  arm: (context: BrowserContext) => Promise<() => Promise<unknown>>;
  /** Virtual milliseconds that go by before one looks. */
  lasts?: number;
  /** Whether calls fail, so that the page has to say so. */
  fails?: true;
  /** Whether the session cannot be read: nobody is signed in but by hand. */
  bare?: true;
  /** The page is gone to by so many moves through the history. */
  moves?: number;
  /** Another tab stands beside it: of the same session, or of another person. */
  beside?: 'same' | 'other';
}

const API = /\/admin-api\//;
const HEALTH = /\/healthz/;
type Answer = Parameters<Route['fulfill']>[0];
/** What really comes, or undefined where the server is not there. */
const real = (route: Route) => route.fetch({ timeout: 30_000 }).catch(() => undefined);
/** Answers each call with this. A write has been done by then: the worst that can be is that its answer is lost. */
function answers(make: (route: Route) => Answer | Promise<Answer | null> | null): Fault['arm'] {
  return async (context) => {
    const handle = async (route: Route): Promise<void> => {
      if (route.request().method() !== 'GET') await real(route);
      const answer = await make(route);
      await (answer === null ? route.abort('connectionrefused') : route.fulfill(answer)).catch(() => {});
    };
    await context.route(API, handle);
    return () => context.unroute(API, handle);
  };
}
/** Answers each call with what came, made another. */
function changed(make: (result: unknown, route: Route) => unknown): Fault['arm'] {
  return async (context) => {
    const handle = async (route: Route): Promise<void> => {
      if (/\/live/.test(route.request().url())) return route.continue();
      const came = await real(route);
      const body: unknown = await came?.json().catch(() => null);
      if (came === undefined || typeof body !== 'object' || body === null || !('result' in body) || !came.ok()) return (came === undefined ? route.abort() : route.fulfill({ response: came })).catch(() => {});
      await route.fulfill({ response: came, json: { ...body, result: await make(body.result, route) } }).catch(() => {});
    };
    await context.route(API, handle);
    return () => context.unroute(API, handle);
  };
}
const worst = (kind: Kind): Fault['arm'] => changed(async (result, route) => {
  const path = new URL(route.request().url()).pathname.replace('/admin-api', '');
  // who is signed in, and what they may open, decides which page is shown at all
  if (/^\/sys\/(login|refresh|routes)/.test(path)) return result;
  return hostile((await endpointAt(route.request().method(), path))?.reply as never, result, kind);
});
const page = (status: number): Answer => ({ status, contentType: 'text/html', body: '<!doctype html><title>nginx</title><h1>Welcome to the login portal</h1>' });
const envelope = (result: unknown): Answer => ({ json: { success: true, code: 0, message: '', result } });

async function aborts(context: BrowserContext): Promise<() => Promise<unknown>> {
  const handle = async (route: Route): Promise<void> => {
    // it was done, and then the line was cut
    if (route.request().method() !== 'GET') await real(route);
    await route.abort('connectionrefused').catch(() => {});
  };
  for (const what of [API, HEALTH]) await context.route(what, handle);
  return () => Promise.all([API, HEALTH].map((what) => context.unroute(what, handle)));
}
async function holds(context: BrowserContext): Promise<() => Promise<unknown>> {
  const held: Route[] = [];
  const handle = (route: Route): void => void held.push(route);
  await context.route(API, handle);
  return async () => {
    await context.unroute(API, handle);
    for (const route of held) await route.abort().catch(() => {});
  };
}
async function offline(context: BrowserContext): Promise<() => Promise<unknown>> {
  await context.setOffline(true);
  return () => context.setOffline(false);
}
async function delays(context: BrowserContext): Promise<() => Promise<unknown>> {
  const handle = async (route: Route): Promise<void> => {
    await new Promise((done) => setTimeout(done, 150));
    await route.continue().catch(() => {});
  };
  await context.route(API, handle);
  return () => context.unroute(API, handle);
}
/** In the page, before any of its scripts. Nothing lifts it: a context of its own. */
const shim = (script: () => void): Fault['arm'] => async (context) => {
  await context.addInitScript(script);
  return async () => {};
};
const clock = (years: number): Fault['arm'] => async (context) => {
  await context.clock.install({ time: Date.now() + years * 31_557_600_000 });
  return async () => {};
};
/** The code of pages and of what opens over them is gone, as after a deploy. */
const chunks = (answer: Answer): Fault['arm'] => async (context) => {
  const gone = /\/static\/js\/async\/(?!frame|inside|(first|list|rest)-|session)/;
  const handle = (route: Route): Promise<void> => route.fulfill(answer).catch(() => {});
  await context.route(gone, handle);
  return () => context.unroute(gone, handle);
};
const well: Fault['arm'] = async () => async () => {};

/** Answers that are none: what a call meets both in a console that stands and in one that begins. */
const CALLS: readonly Omit<Fault, 'strikes'>[] = [
  { name: 'server dead', arm: aborts, fails: true },
  { name: 'server slow', arm: holds, lasts: 20_000 },
  { name: 'other JSON', arm: answers(() => ({ json: { hello: [1, 2, 3] } })), fails: true },
  { name: 'result null', arm: answers(() => envelope(null)) },
  { name: 'result {}', arm: answers(() => envelope({})) },
  { name: 'result []', arm: answers(() => envelope([])) },
  { name: 'result of wrong types', arm: changed(twisted) },
  { name: 'items of wrong types', arm: changed(hollow) },
  { name: 'HTML 200', arm: answers(() => page(200)), fails: true },
  { name: 'HTML 502', arm: answers(() => page(502)), fails: true },
  { name: 'truncated JSON', arm: answers(() => ({ contentType: 'application/json', body: '{"success":true,"code":0,"message":"","result":{"list":[{"orderNo":"PH' })), fails: true },
  { name: 'empty body', arm: answers(() => ({ status: 200, contentType: 'application/json', body: '' })), fails: true },
  { name: '204', arm: answers(() => ({ status: 204, body: '' })), fails: true },
  { name: '500 envelope', arm: answers(() => ({ status: 500, json: { success: false, code: 500, message: '系统出错', result: null } })), fails: true },
  { name: '401 storm', arm: answers(() => ({ status: 401, json: { success: false, code: 401, message: '当前页面已失效，请重新登录', result: null } })) },
];
/** Every key that the console keeps something under. */
const STORED = ['userInfo', 'dict_cache', 'draft', 'device', 'size', 'language', 'sidebarStatus', 'activeTopMenuPath', 'tagsView', 'sidebarLogo', 'layout', 'watermarkEnabled', 'themeColor', 'theme', 'watermarkText', 'tags', 'keyboard', 'known-keys', 'settings_unsent', 'settings_seen'] as const;
const poison = (text: string): Fault['arm'] => async (context) => {
  await context.addInitScript(({ names, value }) => {
    if (location.protocol !== 'http:') return;
    for (const store of [localStorage, sessionStorage]) for (const name of new Set([...names, ...Object.keys(store)])) if (name !== 'access_token') store.setItem(name, value);
  }, { names: STORED, value: text });
  return async () => {};
};

/** Everything that is tried on every page. */
export const FAULTS: readonly Fault[] = [
  ...CALLS.map((one): Fault => ({ ...one, strikes: 'later' })),
  ...CALLS.map(({ fails: _says, ...one }): Fault => ({ ...one, name: `${one.name}, from the start`, strikes: 'first' })),
  { name: 'offline', strikes: 'later', arm: offline, fails: true },
  { name: 'two tabs of one session', strikes: 'later', arm: well, beside: 'same' },
  { name: 'two tabs, two roles', strikes: 'later', arm: well, beside: 'other' },
  { name: '20 moves while loading', strikes: 'later', arm: delays, moves: 20 },
  { name: 'storage full', strikes: 'first', arm: shim(() => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  }) },
  { name: 'storage forbidden', strikes: 'later', bare: true, arm: well },
  { name: 'storage corrupt: text', strikes: 'first', arm: poison('"><img src=x onerror="window.hit=1">{') },
  { name: 'storage corrupt: JSON', strikes: 'first', arm: poison('{"drafts":[null,7],"items":{"a":null},"list":7,"version":"x","until":99999999999999}') },
  { name: 'storage corrupt: null', strikes: 'first', arm: poison('null') },
  { name: 'clock a year ahead', strikes: 'first', arm: clock(1) },
  { name: 'clock a year behind', strikes: 'first', arm: clock(-1) },
  { name: 'chunk 404', strikes: 'first', arm: chunks({ status: 404, body: 'gone' }) },
  { name: 'chunk is HTML', strikes: 'first', arm: chunks(page(200)) },
  { name: 'hostile texts', strikes: 'later', arm: worst('text') },
  { name: 'nothing where nothing may be', strikes: 'later', arm: worst('null') },
  { name: 'hostile texts, from the start', strikes: 'first', arm: worst('text') },
];
/** In the page: neither storage can be had. */
export const forbidStorage = (): void => {
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError'); } });
};
