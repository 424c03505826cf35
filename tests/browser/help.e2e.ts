import { openPalette, settled, signIn } from './kit.ts';
import { expect, test, type Page } from './test.ts';

/** Where the tour stands for who is signed in on this page. */
async function mark(page: Page, body?: object): Promise<{ tour: { state: string; step: string | null } }> {
  return page.evaluate(async (given) => {
    const headers = { 'X-Access-Token': localStorage.getItem('access_token')!, 'content-type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
    const reply = await fetch('/admin-api/help/mark', given === undefined ? { headers } : { method: 'PUT', headers, body: JSON.stringify(given) });
    return ((await reply.json()) as { result: { tour: { state: string; step: string | null } } }).result;
  }, body);
}
const strip = (page: Page) => page.locator('[data-tour]');
const step = (page: Page, name: string) => expect(strip(page)).toHaveAttribute('data-tour', name);

test('the tour: five steps by keyboard, each noticed, kept with the account, never with the focus', async ({ page }) => {
  await signIn(page, 'resident');
  await mark(page, { tour: { state: 'on', step: 'palette' } });
  await page.goto('about:blank');
  await page.goto('/#/dashboard');
  await step(page, 'palette');
  expect(await strip(page).evaluate((one) => one.contains(document.activeElement))).toBe(false);
  // nothing of the page lies below it
  const [main, tour] = [await page.locator('#main').boundingBox(), await strip(page).boundingBox()];
  expect(main!.y + main!.height).toBeLessThanOrEqual(tour!.y + 1);
  await openPalette(page);
  await page.keyboard.type('wl');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await step(page, 'go');
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await step(page, 'list');
  await page.locator('[role="row"][tabindex="0"]').waitFor();
  await settled(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await step(page, 'open');
  // what stands beside the list is closed first, and the tour stays
  await page.keyboard.press('Escape');
  await step(page, 'open');
  await page.keyboard.press('Enter');
  await step(page, 'keys');
  await page.keyboard.press('Shift+?');
  await expect(page.locator('dialog[open] h2').first()).toBeFocused();
  // its last words wait until they are heard
  await step(page, 'keys');
  await page.keyboard.press('Escape');
  await expect(strip(page)).toHaveCount(0);
  await expect(page.getByText('五步都学完了').first()).toBeVisible();
  await expect.poll(async () => (await mark(page)).tour.state).toBe('done');
});

test('from the sheet to the help of this page, through it by keys, and back; the palette finds what is told', async ({ page }) => {
  await signIn(page, 'hospital');
  await page.goto('/#/order/bed');
  await settled(page);
  await page.keyboard.press('Shift+?');
  await page.locator('dialog[open] nav a').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/help\/bed$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('床位图');
  await expect(page).toHaveTitle(/^床位图 · 帮助/);
  // an action that this role does not have is not told
  await expect(page.getByRole('heading', { name: '怎样给空床新建订单' })).toHaveCount(0);
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/#\/help\/caregiver$/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/order\/bed/);
  await openPalette(page);
  await page.keyboard.type('?pingjia');
  await page.locator('[data-row="help:order.evaluate"]').waitFor();
  await page.locator('[data-row="help:order.evaluate"]').click();
  await expect(page).toHaveURL(/#\/help\/order\?part=evaluate$/);
  await expect(page.getByRole('heading', { name: '怎样评价' })).toBeFocused();
  await page.evaluate(() => (localStorage.setItem('language', 'en'), location.reload()));
  await expect(page.getByRole('heading', { name: 'Evaluate the service' })).toBeVisible();
});
test('Back while the sheet of keys is open leaves the focus on the page that one comes to', async ({ page }) => {
  await signIn(page, 'ops');
  for (const at of ['/order/index', '/profile']) {
    await page.evaluate((to) => { location.hash = to; }, at);
    await expect(page.locator(`[data-page="${at}"] h1`).first()).toBeVisible();
  }
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: '快捷键一览' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-page]')?.getAttribute('data-page'))).toBe('/order/index');
});
