// Playwright's `test` with a net below it: whatever a page complains of, in whichever context, fails the test that made it. What a test
// provokes on purpose it names by `provoke`.
import { test as base, type Browser, type BrowserContext, type ConsoleMessage, type Page, type Request } from '@playwright/test';

export { chromium, expect } from '@playwright/test';
export type { Browser, BrowserContext, CDPSession, Download, Locator, Page, Request, Route } from '@playwright/test';

/** What the pages of this worker complained of since the test began, one line each. */
const faults: string[] = [];
const schemes = ['data:', 'blob:', 'about:', 'chrome-error:'];
/**
 * A no from our own server is an answer, which the console puts into words; a file that is missing or a server that breaks is a fault. On
 * loopback only a test itself can take the network away.
 */
const answered = (message: ConsoleMessage): boolean => (/responded with a status of 4\d\d/.test(message.text()) && message.location().url.includes('/admin-api/')) || /net::ERR_(INTERNET_DISCONNECTED|FAILED)/.test(message.text());

const calls = new WeakMap<Page, { open: Set<Request>; last: number }>();
/** The page that asked; none for what a worker asked, or a page that is being made. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}
function began(request: Request): void {
  const page = pageOf(request);
  if (page === undefined) return;
  // another document: what the one before asked for ends unheard
  const known = request.isNavigationRequest() ? undefined : calls.get(page);
  // a live stream never ends
  const open = known?.open ?? new Set<Request>();
  if (!request.url().includes('/admin-api/live')) open.add(request);
  calls.set(page, { open, last: Date.now() });
}
function ended(request: Request): void {
  const page = pageOf(request);
  const known = page && calls.get(page);
  if (known === undefined || !known.open.delete(request)) return;
  known.last = Date.now();
}
/** Waits until nothing but live streams was asked for during `ms`; at most three seconds, for what a test holds back on purpose. */
export async function quiet(page: Page, ms: number): Promise<void> {
  const until = Date.now() + 3000;
  for (let known = calls.get(page); known !== undefined && Date.now() < until && (known.open.size > 0 || Date.now() - known.last < ms); known = calls.get(page)) await new Promise((done) => setTimeout(done, 20));
}

/** Listens to what this context's pages complain of: errors in the console, errors nobody caught, what the policy refused, requests to elsewhere. */
async function watch(context: BrowserContext): Promise<BrowserContext> {
  const port = process.env.E2E_PORT!;
  context.on('console', (message) => {
    if (message.type() === 'error' && !answered(message)) faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => void faults.push(`uncaught: ${error.error().stack ?? String(error.error())}`));
  context.on('requestfinished', ended);
  context.on('requestfailed', ended);
  context.on('request', (request) => {
    began(request);
    const { protocol, hostname, port: asked } = new URL(request.url());
    if (!schemes.includes(protocol) && (hostname !== '127.0.0.1' || asked !== port)) faults.push(`elsewhere: ${request.url()}`);
  });
  // by way of the console, which outlives a page that goes away
  await context.addInitScript(() => document.addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample} ${event.sourceFile}:${event.lineNumber}`)));
  return context;
}

/** What the test that runs has named. */
const meant: RegExp[] = [];
/** These complaints are meant, in the test that runs. */
export const provoke = (...what: readonly RegExp[]): void => void meant.push(...what);
/** What was heard in the test that runs, and is not meant. */
export const complaints = (): string[] => [...new Set(faults)].filter((fault) => !meant.some((one) => one.test(fault)));

export const test = base.extend<{ net: void }, { watched: void }>({
  watched: [
    async ({ browser }, give) => {
      // `newPage` and Playwright's own page come this way too
      const make = browser.newContext.bind(browser);
      (browser as { newContext: Browser['newContext'] }).newContext = async (options) => watch(await make(options));
      await give();
    },
    { scope: 'worker', auto: true },
  ],
  // set up before every page, and asked after the last one is closed
  net: [
    async ({ browserName: _any }, give) => {
      faults.length = 0;
      meant.length = 0;
      await give();
      if (complaints().length > 0) throw new Error(`the pages complained:\n${complaints().join('\n')}`);
    },
    { auto: true },
  ],
});
