// The roster and the board of certificates by keyboard alone.
import { expect, test, type Page } from './test.ts';
import { settled, signIn } from './kit.ts';
import { count } from './list-kit.ts';

const focused = '[role=grid] [role=row] > :focus';
/** What the focused cell stands at: its row and column as a screen reader hears them. */
const spot = (page: Page) => page.locator(focused).evaluate((cell) => `${cell.closest('[role=row]')!.getAttribute('aria-rowindex')} ${cell.getAttribute('aria-colindex')}`);
const from = (page: Page): string => new URLSearchParams(page.url().split('?')[1] ?? '').get('from') ?? '';
const after = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
async function chord(page: Page, letter: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
  await expect(page.locator('[role=grid] [role=row] a').first()).toBeVisible();
}
/** Every row in the document stands at a true place, one after the other, and one cell is the tab stop. */
async function sound(page: Page): Promise<void> {
  // rows come before anyone has counted them
  const total = 1 + (await count(page));
  const { rows, stops } = await page.locator('[role=grid]').evaluate((grid) => ({
    rows: [...grid.querySelectorAll('[data-index]')].map((row) => Number(row.getAttribute('aria-rowindex'))), stops: grid.querySelectorAll('[role=row] > [tabindex="0"]').length,
  }));
  expect(stops).toBe(1);
  expect(rows.length).toBeLessThan(80);
  expect(rows.every((row) => row >= 2 && row <= total)).toBe(true);
}

test('the roster: move, go on to other weeks, find someone, enter a leave on that very day', async ({ page }) => {
  await signIn(page, 'ops');
  await chord(page, 'r');
  await expect(page.locator(focused)).toBeVisible();
  // with the row of days
  const total = 1 + (await count(page));
  expect(total).toBeGreaterThan(100);
  await page.keyboard.press('Home');
  expect(await spot(page)).toBe('2 1');
  await page.keyboard.press('End');
  expect(await spot(page)).toBe('2 15');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d$/);
  const first = from(page);
  expect(await spot(page)).toBe('2 9');
  await page.keyboard.press(']');
  await expect.poll(() => from(page)).toBe(after(first, 7));
  await page.keyboard.press('[');
  await expect.poll(() => from(page)).toBe(first);
  await page.keyboard.press('Control+End');
  expect(await spot(page)).toBe(`${total} 9`);
  await sound(page);
  // another week keeps the place, however deep
  await page.keyboard.press(']');
  await expect.poll(() => from(page)).toBe(after(first, 7));
  await expect(page.locator(focused)).not.toHaveText('');
  expect(await spot(page)).toBe(`${total} 9`);
  await sound(page);
  const name = await page.locator(`[role=row][aria-rowindex="${total}"] small`).textContent();
  await page.keyboard.press('Control+Home');
  expect(await spot(page)).toBe('2 9');
  await page.keyboard.press('/');
  await page.keyboard.type(name!.split(' ')[0]!);
  await expect(page.locator(`[role=row][aria-rowindex="${total}"] [tabindex="0"]`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => spot(page)).toBe(`${total} 9`);
  // the day of the cell is the first and the last day of the leave
  await page.keyboard.press('l');
  const day = after(first, 7 + 7);
  await expect(page.locator('dialog [name=from]')).toHaveValue(day);
  await expect(page.locator('dialog [name=to]')).toHaveValue(day);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect.poll(() => spot(page)).toBe(`${total} 9`);
  await page.keyboard.press('t');
  await expect(page.locator('[role=grid] [aria-current=date]')).toHaveCount(1);
});
test('a cell with an order opens the order, Back leads to that cell; a free one the orders of that day', async ({ page }) => {
  await signIn(page, 'ops');
  await chord(page, 'r');
  const served = page.locator('[role=gridcell]:has([data-kind=stint])').first();
  // of thousands of caregivers the first ones may all be free
  await page.locator('[role=gridcell]:has([data-kind])').first().focus();
  for (let pages = 0; pages < 100 && (await served.count()) === 0; pages += 1) {
    await page.keyboard.press('PageDown');
    await settled(page);
  }
  await served.focus();
  const at = await spot(page);
  const patient = await served.locator('a').textContent();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/order\/PH\d+$/);
  await expect(page.locator('main h1').first()).toContainText(patient!);
  await page.goBack();
  await expect.poll(() => spot(page)).toBe(at);
  await page.locator('[role=gridcell]:has([data-kind=free])').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/order\/index\?status=pending_assign.*plannedStart%3Ato%3A/);
  await expect(page.locator('main [aria-busy=true]:visible')).toHaveCount(0);
});
test('the board: to a card, its caregiver and back, a new certificate of that kind; and it is gone from the column', async ({ page }) => {
  await signIn(page, 'ops');
  await chord(page, 'e');
  const counts = () => page.locator('[role=columnheader]').allTextContents();
  await expect.poll(async () => (await counts())[1]).toMatch(/\d$/);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await spot(page)).toBe('2 2');
  const before = Number(/(\d+)$/.exec((await counts())[1]!)![1]);
  const whose = await page.locator(`${focused} a`).textContent();
  await page.keyboard.press('Enter');
  await expect(page.locator('main h1').first()).toHaveText(whose!);
  await page.goBack();
  await expect.poll(() => spot(page)).toBe('2 2');
  await page.keyboard.press('c');
  await page.locator('dialog [name=kind]').waitFor();
  await page.locator('dialog [name=expiresOn]').focus();
  await page.keyboard.type('+300');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect.poll(async () => Number(/(\d+)$/.exec((await counts())[1]!)![1])).toBe(before - 1);
  await expect(page.locator(`${focused} a`)).not.toHaveText(whose!);
  expect(await spot(page)).toBe('2 2');
});
for (const language of ['zh-cn', 'en'])
  test(`at 320 px the roster is a list of one day, the board one column (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(page, 'ops');
    await page.evaluate((value) => localStorage.setItem('language', value), language);
    for (const address of ['roster', 'certificates']) {
      await page.goto('about:blank');
      await page.goto(`/#/caregiver/${address}`);
      await expect(page.locator('[role=grid] [role=row] a').first()).toBeVisible();
      await expect(page.locator('[role=columnheader]')).toHaveCount(address === 'roster' ? 2 : 1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect((await page.locator('[role=grid]').boundingBox())!.height).toBeGreaterThan(200);
      const head = page.locator('[role=columnheader]').last();
      const first = await head.textContent();
      await page.locator('[role=gridcell]').first().focus();
      await page.keyboard.press('ArrowRight');
      await expect(head).not.toHaveText(first!);
      await expect(page.locator(focused)).toBeVisible();
      await sound(page);
    }
  });
