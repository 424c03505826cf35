// Nothing is half: what does not fit wraps, scrolls where one sees that it does, or stands where nothing is covered.
import { expect, test, type Page } from './test.ts';
import { openWith as open, signIn } from './kit.ts';

const LARGE = { language: 'en', size: 'large' };
/** The number of a caregiver who has earned something. */
const earner = (page: Page) => page.evaluate(async () => {
  const get = async (path: string) => ((await (await fetch(`/admin-api${path}`, { headers: { 'X-Access-Token': localStorage.getItem('access_token')! } })).json()) as { result: never }).result;
  const { list } = (await get('/caregivers?pageNum=1&pageSize=50')) as { list: { staffNo: string }[] };
  for (const { staffNo } of list) if (((await get(`/caregivers/${staffNo}/pay`)) as unknown[]).length > 2) return staffNo;
  throw new Error('nobody has earned anything');
});

test('at 320 px with large letters the foot of a list is whole', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, 'ops');
  for (const address of ['/#/order/index?status=in_service', '/#/caregiver/index?status=active&sort=-rating']) {
    await open(page, address, LARGE);
    const foot = page.locator('[data-list] > :last-child:has(output)');
    expect(await foot.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0);
    await foot.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    expect(await foot.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(700);
  }
});
test('the open part of a record is among the tabs in sight, and its money scrolls under a shade', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, 'ops');
  const no = await earner(page);
  await open(page, `/#/caregiver/${no}/pay`, LARGE);
  const right = await page.locator('nav a[aria-current="page"]').evaluate((tab) => tab.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(320);
  const scroller = page.locator('table').first().locator('..');
  expect(await scroller.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  expect(await scroller.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('gradient');
  // by keyboard too
  await page.locator('button[data-month]').first().focus();
  for (let i = 0; i < 40; i += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => scroller.evaluate((element) => element.scrollWidth - element.clientWidth - element.scrollLeft)).toBeLessThanOrEqual(1);
});
test('a slow server is spoken of where nothing is covered', async ({ page }) => {
  await signIn(page, 'ops');
  await open(page, '/#/order/index', {});
  await page.route(/admin-api\/orders\?/, async (route) => {
    await new Promise((done) => { setTimeout(done, 3000); });
    await route.continue();
  });
  await page.keyboard.press(']');
  const note = page.getByText('服务器有些慢，还在等');
  await expect(note).toBeVisible();
  const [top, frame, height] = await note.evaluate((element) => [element.getBoundingClientRect().top, document.querySelector('[data-shell]')!.getBoundingClientRect().bottom, innerHeight]);
  expect(top).toBeGreaterThanOrEqual(frame! - 0.5);
  expect(await note.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(height!);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
  await expect(note).toHaveCount(0);
  expect(await page.evaluate(() => document.querySelector('[data-shell]')!.getBoundingClientRect().bottom - innerHeight)).toBe(0);
});
test('in the list of keys, keys on two lines keep off the lines between them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 740 });
  await signIn(page, 'ops');
  await open(page, '/#/order/index', LARGE);
  await page.keyboard.press('?');
  const rows = page.locator('dialog[open] [data-help]');
  await expect(rows.first()).toBeVisible();
  const close = await rows.evaluateAll((all) => all.filter((row) => [...row.querySelectorAll('kbd')].some((key) => key.getBoundingClientRect().top - row.getBoundingClientRect().top < 3 || row.getBoundingClientRect().bottom - key.getBoundingClientRect().bottom < 3)).map((row) => row.textContent));
  expect(close).toEqual([]);
});
