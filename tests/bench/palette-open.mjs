// A page whose palette has its index whole, with what kept its main thread busy.
import { VIEWPORT } from './measure.mjs';

const WITHIN = 120_000;

/** A page of a fresh browser context, signed in unless there is no token, not loaded. */
export async function freshPage(browser, { origin }, token, options = {}) {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', storageState: { cookies: [], origins: token === null ? [] : [{ origin, localStorage: [{ name: 'access_token', value: token }] }] }, ...options });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.__tasks = [];
    new PerformanceObserver((list) => window.__tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })))).observe({ type: 'longtask', buffered: true });
  });
  return page;
}
/** When the index of a signed-in page became whole, ms: from then on the page is at rest, though its network never is, for what lives keeps a stream open. */
export const atRest = (page) => page.evaluate((within) => new Promise((done, fail) => {
  const late = setTimeout(() => fail(new Error('the index did not become whole')), within);
  const look = () => {
    const mark = performance.getEntriesByName('palette:whole').at(-1);
    if (mark === undefined) return void setTimeout(look, 50);
    clearTimeout(late);
    done(mark.startTime);
  };
  look();
}), WITHIN);
/** The same on the dashboard with the index whole. `ms`: from its first question to the server; `tasks`: the long ones since that question, or since they were last asked for. */
export async function openIndexed(browser, server, token) {
  const page = await freshPage(browser, server, token);
  await page.goto(`${server.origin}/#/dashboard`);
  const to = await atRest(page);
  const from = await page.evaluate(() => performance.getEntriesByType('resource').find(({ name }) => new URL(name).pathname.endsWith('/index') && name.includes('/admin-api/')).startTime);
  let seen = from;
  const tasks = async () => {
    const since = seen;
    const [all, now] = await page.evaluate(() => [window.__tasks, performance.now()]);
    seen = now;
    return all.filter(({ startTime }) => startTime >= since);
  };
  return { page, tasks, ms: to - from };
}
