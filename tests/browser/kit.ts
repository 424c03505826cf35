// The small language of the browser tests.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, quiet, type Locator, type Page } from './test.ts';

export const PASSWORD = 'Peihu-2026!';
/** `since`: when it was begun, in milliseconds. */
interface Kept { token: string; person: string; since: number }
/** Milliseconds for which a session is used again: a token that ends after 30 minutes must not end within a test. */
const FRESH = 20 * 60_000;
/** Sessions of this worker: signing in by hand each time would meet the limit of trials per account. */
const kept = new Map<string, Kept>();

/** The answer of a captcha, from the outbox. */
export async function captchaAnswer(key: string): Promise<string> {
  const file = path.join(process.env.E2E_DATA!, 'outbox', 'outbox.jsonl');
  let answer: string | undefined;
  await expect(() => {
    const lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { kind: string; key?: string; answer?: string });
    answer = lines.findLast((line) => line.kind === 'captcha' && line.key === key)?.answer;
    expect(answer).toBeDefined();
  }).toPass({ timeout: 30_000 });
  return answer!;
}
/** Opens an address as a new visit and answers the key of the captcha that the login page then shows. */
export async function openLogin(page: Page, address = '/#/login'): Promise<() => Promise<string>> {
  let key: string | undefined;
  page.on('response', async (response) => {
    if (response.url().includes('/sys/captcha/randomImage')) key = ((await response.json().catch(() => null)) as { result?: { captchaKey: string } } | null)?.result?.captchaKey ?? key;
  });
  await page.goto('about:blank');
  await page.goto(address);
  await page.locator('button img[src^="data:image/"]').waitFor();
  return async () => {
    await expect.poll(() => key).toBeDefined();
    return captchaAnswer(key!);
  };
}
/** Signs in by keyboard, on whatever address leads to the login page. */
export async function signInByHand(page: Page, username: string, { address = '/#/login', password = PASSWORD }: { address?: string; password?: string } = {}): Promise<void> {
  const answer = await openLogin(page, address);
  await page.locator('#username').focus();
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Tab');
  await page.keyboard.type(await answer());
  await page.keyboard.press('Enter');
}
/** The shell is drawn before it listens: from here on its keys are heard. */
export const listening = (page: Page): Promise<void> => page.locator('html[data-listens]').waitFor();
/** What is chosen on this page stays on this page: it would follow the account, which other tests use. */
export const chooseForNow = (page: Page): Promise<unknown> => page.route('**/own/settings', (route) => route.fulfill({ json: { success: true, code: 0, message: '', result: {} } }));
/** Signed in, on the dashboard, in a freshly loaded page. */
export async function signIn(page: Page, username: string): Promise<void> {
  const known = kept.get(username);
  // a test may have signed this person out
  const living = known !== undefined && Date.now() - known.since < FRESH && (await page.request.get('/admin-api/sys/me', { headers: { 'X-Access-Token': known.token } })).ok();
  if (!living) await signInByHand(page, username);
  else {
    // an address of ours without the console: to load that twice would be half of what a short test costs
    await page.route('/nothing', (route) => route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }), { times: 1 });
    await page.goto('/nothing');
    await page.evaluate(({ token, person }) => {
      localStorage.setItem('access_token', token);
      sessionStorage.setItem('userInfo', person);
    }, known);
    await page.goto('/#/dashboard');
  }
  await expect(page).toHaveURL(/#\/dashboard$/);
  await page.locator('main h1').first().waitFor();
  await listening(page);
  const here = await page.evaluate(() => ({ token: localStorage.getItem('access_token')!, person: sessionStorage.getItem('userInfo')! }));
  kept.set(username, { ...here, since: living ? known.since : Date.now() });
}

/** Waits until nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState();
  await quiet(page, 500);
  // a page that was left while it loaded stays busy out of sight
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
/** Tab until this has the focus: who has no mouse gets there too. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < 80 && !(await target.evaluate((element) => element === document.activeElement)); steps += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}
/** Reaches a select and goes down its choices to this one. */
export async function pick(page: Page, select: Locator, words: string): Promise<void> {
  await select.locator('option', { hasText: words }).waitFor({ state: 'attached' });
  await reach(page, select);
  const chosen = () => select.evaluate((element: HTMLSelectElement) => [element.selectedIndex, element.options.length, element.selectedOptions[0]?.text] as const);
  await page.keyboard.press('Home');
  for (let [at, all, now] = await chosen(); now !== words && at < all - 1; [at, all, now] = await chosen()) await page.keyboard.press('ArrowDown');
  expect((await chosen())[2]).toBe(words);
}
/** A field of the drawer or dialog that is open. */
export const field = (page: Page, name: string): Locator => page.locator(`dialog[open] [name="${name}"]`);
/** Fills fields of it by Tab and typing. */
export async function fill(page: Page, typed: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(typed)) {
    await reach(page, field(page, name));
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  }
}
/** Sends it; it closes. */
export async function send(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  // where it stays open, what it says is the reason
  await expect.poll(() => page.locator('dialog[open]').allInnerTexts()).toEqual([]);
}
/** Ctrl+K, and the text field has the focus. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.locator('dialog input[role="combobox"]')).toBeFocused();
}
/** Until the palette's index knows all that it is to know: then no row changes any more. */
export const wholeIndex = (page: Page): Promise<unknown> => page.waitForFunction(() => performance.getEntriesByName('palette:whole').length > 0);

interface OrderRow {
  orderNo: string;
  patientName: string;
  hospitalName: string;
  caregiverNo: string | null;
  can: string[];
}
/** Orders that the signed-in person may see, spread over the list. */
export async function sampleOrders(page: Page, count: number): Promise<OrderRow[]> {
  return page.evaluate(async (wanted) => {
    const headers = { 'X-Access-Token': localStorage.getItem('access_token')! };
    const rows: OrderRow[] = [];
    for (let pageNum = 1; rows.length < wanted; pageNum += 1) {
      const answer = (await (await fetch(`/admin-api/orders?pageNum=${pageNum}&pageSize=${Math.min(200, wanted)}`, { headers })).json()) as { result: { list: OrderRow[] } };
      if (answer.result.list.length === 0) break;
      rows.push(...answer.result.list);
    }
    return rows.slice(0, wanted);
  }, count);
}
/** Opens an address anew with these settings kept, and waits until it is at rest. */
export async function openWith(page: Page, address: string, settings: Record<string, string> = {}): Promise<void> {
  await page.evaluate((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, settings);
  await page.goto('about:blank');
  await page.goto(address);
  await settled(page);
}
