// One console with one thing wrong, gone through page by page.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chooseForNow, listening, signInByHand } from '../browser/kit.ts';
import { sampleOf, statesOf } from '../browser/state.ts';
import { expect, quiet, type Browser, type BrowserContext, type Page } from '../browser/test.ts';
import { forbidStorage, type Fault } from './fault.ts';
import { note } from './table.ts';
import { lookAt, watch, type Watch } from './watch.ts';

/** Real milliseconds after which what a page shows counts as what it shows for good: the machine may be busy. */
const PATIENCE = 15_000;
/** Virtual milliseconds during which nothing may be asked for without end. */
const AFTER = 10_000;
/** Milliseconds for which a session is used again: a token that ends after 30 minutes must not end within a test. */
const FRESH = 15 * 60_000;
export interface Stop {
  path: string;
  at: string;
  bare: boolean;
}
type State = Awaited<ReturnType<BrowserContext['storageState']>>;
/** Sessions and pages to go to, found anew before the sessions end. */
export interface Ground {
  admin: State;
  ops: State;
  stops: readonly Stop[];
}
const origin = (): string => `http://127.0.0.1:${process.env.E2E_PORT}`;
/** A session as storage keeps it, the person with it, so that a new tab need not ask who that is. */
async function stateOf(browser: Browser, username: string): Promise<{ state: State; stops: readonly Stop[] }> {
  const context = await browser.newContext({ baseURL: origin(), locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const page = await context.newPage();
  // a session of its own: one that is handed on may be near its end
  await signInByHand(page, username);
  await expect(page).toHaveURL(/#\/dashboard$/);
  await listening(page);
  const stops = Object.entries(statesOf(await sampleOf(page))).map(([name, { at, bare = false }]) => ({ path: name, at, bare }));
  await page.evaluate(() => localStorage.setItem('userInfo', sessionStorage.getItem('userInfo')!));
  const state = await context.storageState();
  await context.close();
  return { state, stops };
}
let known: { since: number; ground: Promise<Ground> } | undefined;
/** See `Ground`. */
export function ground(browser: Browser): Promise<Ground> {
  if (known === undefined || Date.now() - known.since > FRESH) known = { since: Date.now(), ground: find(browser) };
  return known.ground;
}
async function find(browser: Browser): Promise<Ground> {
  // a worker that failed a test is replaced by another, and each signing in by hand is a trial
  const file = process.env.FAULTS_FOUND === undefined ? undefined : path.join(process.env.FAULTS_FOUND, `ground-${process.env.E2E_PORT}.json`);
  if (file !== undefined && existsSync(file) && Date.now() - statSync(file).mtimeMs < FRESH / 3) return JSON.parse(readFileSync(file, 'utf8')) as Ground;
  const admin = await stateOf(browser, 'admin');
  const ops = await stateOf(browser, 'ops');
  const found: Ground = { admin: admin.state, ops: ops.state, stops: admin.stops };
  if (file !== undefined) writeFileSync(file, JSON.stringify(found));
  return found;
}

/** A console of this person, or of nobody. */
export async function open(browser: Browser, storageState?: State): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin(), locale: 'zh-CN', timezoneId: 'Asia/Shanghai', ...(storageState === undefined ? {} : { storageState }) });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  // what would be lost is asked for before a tab closes
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
  await chooseForNow(page);
  return page;
}

/** What is wrong with what a page shows, as soon as nothing is, or for good; and with what it did on the way. */
export async function verdict(page: Page, seen: Watch, { fails, lasts = 0, name }: Pick<Fault, 'fails' | 'lasts' | 'name'>): Promise<string[]> {
  if (lasts > 0) await page.clock.runFor(lasts);
  else await quiet(page, 120);
  const look = async (): Promise<string[]> => page.evaluate(lookAt, { told: fails === true && seen.asked().length > 0, dialogs: 1 }).catch((error: unknown) => [`cannot be looked at: ${String(error).slice(0, 80)}`]);
  // a document that loads itself anew while it is looked at is looked at once more
  const settled = async (): Promise<string[]> => {
    let found = await look();
    for (const until = Date.now() + PATIENCE; found.length > 0 && Date.now() < until; found = await look()) await new Promise((done) => setTimeout(done, 100));
    return found;
  };
  const found = await settled();
  if (found.length > 0) return [...found, ...seen.wrongs()];
  await page.clock.runFor(AFTER);
  await quiet(page, 60);
  if (name.startsWith('401') && seen.asked().length > 0 && (await page.getByRole('alertdialog').count()) > 1) found.push('more than one dialog');
  return [...found, ...(await settled()), ...seen.wrongs()];
}
/** What lies over the page is put away. */
async function clear(page: Page): Promise<void> {
  for (let tries = 0; tries < 4 && (await page.locator('dialog[open]').count()) > 0; tries += 1) await page.keyboard.press('Escape');
}
const goTo = (page: Page, at: string): Promise<void> => page.evaluate((to) => { location.hash = `#${to}`; }, at);
/** Many moves back and forth, none of which waits for a page, and the last of which leads here. */
async function moveTo(page: Page, at: string, moves: number): Promise<void> {
  // room for moves of which the browser drops some: none of them leaves the console
  await page.evaluate(({ to, n }) => { for (let i = 0; i < n; i += 1) location.hash = `#${i % 2 === 0 ? '/caregiver/index' : to}`; }, { to: at, n: moves });
  await page.evaluate(async (n) => {
    for (let i = 0; i < n; i += 1) {
      history.go(i % 2 === 0 ? -1 - (i % 3 === 0 ? 1 : 0) : 1 + (i % 3 === 1 ? 1 : 0));
      await new Promise((done) => setTimeout(done, 8));
    }
  }, moves);
  await goTo(page, at);
}

/** The console of someone who is signed in although nothing can be stored, which takes a captcha. */
async function byHand(page: Page): Promise<void> {
  await page.context().addInitScript(forbidStorage);
  await signInByHand(page, 'admin');
  await listening(page);
}
/** A second tab, and what it does while the first is looked at. */
async function tabBeside(page: Page, fault: Fault, { admin, ops }: Ground): Promise<(at: string) => Promise<void>> {
  const other = await page.context().newPage();
  await chooseForNow(other);
  await other.goto('/#/help/news');
  await listening(other);
  let turn = 0;
  return async (at) => {
    turn += 1;
    await goTo(other, at);
    if (fault.beside === 'same') return;
    // what signing in as somebody else does to the tabs beside
    await other.evaluate((stored) => { for (const { name, value } of stored) localStorage.setItem(name, value); }, (turn % 2 === 0 ? admin : ops).origins[0]!.localStorage.filter(({ name }) => name === 'userInfo' || name === 'access_token').toSorted((one) => (one.name === 'userInfo' ? -1 : 1)));
    await quiet(page, 200);
  };
}
/** Goes through pages with one thing wrong; what was found at each. */
export async function walk(browser: Browser, fault: Fault, stops: readonly Stop[]): Promise<string[]> {
  const all = await ground(browser);
  const failed: string[] = [];
  const keep = (path: string, found: readonly string[]): void => {
    note({ fault: fault.name, page: path, found });
    if (found.length > 0) failed.push(`${fault.name} × ${path}: ${found.join('; ')}`);
  };
  /** A console that stands, or is about to, with the fault as far as it is of the context. */
  const begin = async (bare: boolean): Promise<{ page: Page; seen: Watch }> => {
    const page = await open(browser, bare || fault.bare === true ? undefined : all.admin);
    if (!fault.name.startsWith('clock')) await page.context().clock.install();
    if (fault.strikes === 'first') await fault.arm(page.context());
    else if (fault.bare === true && !bare) await byHand(page);
    else {
      await page.goto(bare ? '/#/login' : '/#/help/news');
      if (!bare) await listening(page);
      await page.locator('h1:visible').first().waitFor();
      await fault.arm(page.context());
    }
    return { page, seen: watch(page) };
  };
  let stands: Awaited<ReturnType<typeof begin>> | undefined;
  let beside: ((at: string) => Promise<void>) | undefined;
  for (const { path, at, bare } of stops) {
    // where nobody is signed in is another browser
    if (bare || stands === undefined) {
      const own = await begin(bare);
      if (!bare) {
        stands = own;
        if (fault.beside !== undefined) beside = await tabBeside(own.page, fault, all);
      } else {
        own.seen.begin();
        if (fault.strikes === 'first') await own.page.goto(`/#${at}`, { waitUntil: 'commit' });
        // without a network there is no other document: this one asks again
        else if (fault.name === 'offline') await own.page.locator('button:has(img)').first().click();
        else await own.page.reload();
        keep(path, await verdict(own.page, own.seen, fault));
        await own.page.context().close();
        continue;
      }
    }
    const { page, seen }: Awaited<ReturnType<typeof begin>> = stands;
    seen.begin();
    if (fault.strikes === 'first') {
      await page.goto('about:blank');
      // a console may load itself anew before it is there
      await page.goto(`/#${at}`, { waitUntil: 'commit' }).catch(() => {});
      seen.begin();
    } else if (fault.moves === undefined) await goTo(page, at);
    else await moveTo(page, at, fault.moves);
    await beside?.(at);
    const found = await verdict(page, seen, fault);
    keep(path, found);
    if (found.length === 0) await clear(page);
    else {
      // a page that has broken says nothing of the next
      await page.context().close();
      stands = undefined;
    }
  }
  await stands?.page.context().close();
  return failed;
}
