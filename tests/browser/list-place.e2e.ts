// Where one is in a list stays where it is: when rows or their count do not come or come late, and when one goes away and comes back.
import { expect, provoke, test, type Page } from './test.ts';
import { signIn } from './kit.ts';
import { ask, count, drawer, focused, forget, grid, open } from './list-kit.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page, 'admin');
  await forget(page);
});
/** The list of orders as it opens, with the focus in its first row. */
async function orders(page: Page): Promise<number> {
  await open(page);
  const many = await count(page);
  await page.locator('main h1').first().focus();
  await page.keyboard.press('Control+Home');
  await expect(focused(page)).toHaveAttribute('aria-rowindex', '2');
  return many;
}
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: '有些行没有取到' });
const skeletons = (page: Page) => grid(page).locator('[data-index]').filter({ hasNot: page.locator('a') });

test('rows that did not come are there when the network is back, and the line about them is gone', async ({ page, context }) => {
  const many = await orders(page);
  await context.setOffline(true);
  await page.keyboard.press('Control+End');
  await expect(failure(page)).toContainText('⇧R');
  await context.setOffline(false);
  await expect(failure(page)).toHaveCount(0);
  await expect(focused(page)).toHaveAttribute('data-index', String(many - 1));
  await expect(skeletons(page)).toHaveCount(0);
});

test('a window that was refused once comes by itself; who goes on meanwhile is told nothing', async ({ page }) => {
  provoke(/status of 503/);
  const many = await orders(page);
  let refused = 0;
  await page.route(/\/orders\?.*pageNum=/, (route) => {
    refused += 1;
    return route.fulfill({ status: 503, body: '' });
  });
  await page.keyboard.press('Control+End');
  await expect(failure(page)).toBeVisible();
  await page.keyboard.press('Control+Home');
  await expect(failure(page)).toHaveCount(0);
  await page.keyboard.press('Control+End');
  await expect(failure(page)).toBeVisible();
  await page.unroute(/\/orders\?.*pageNum=/);
  await expect(failure(page)).toHaveCount(0, { timeout: 10_000 });
  await expect(focused(page)).toHaveAttribute('data-index', String(many - 1));
  await expect(skeletons(page)).toHaveCount(0);
  expect(refused).toBeGreaterThan(1);
});

test('Ctrl+End from the page leads to the last row, also when the rows are counted late', async ({ page }) => {
  await page.route(/\/orders\?.*count=only/, async (route) => {
    await new Promise((done) => setTimeout(done, 2_500));
    await route.continue();
  });
  await open(page);
  await page.locator('main h1').first().focus();
  await page.keyboard.press('Control+End');
  await expect(focused(page)).not.toHaveAttribute('aria-rowindex', '2');
  const many = await count(page);
  await expect(focused(page)).toHaveAttribute('data-index', String(many - 1));
  await expect(skeletons(page)).toHaveCount(0);
});

test('Back leads to the row one left, also the second time', async ({ page }) => {
  await orders(page);
  for (const key of ['j', 'j', 'j']) await page.keyboard.press(key);
  const row = await focused(page).textContent();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/order\/PH/);
  await page.goBack();
  await expect(focused(page)).toHaveText(row!);
  await page.goForward();
  await expect(page).toHaveURL(/#\/order\/PH/);
  await page.goBack();
  await expect(focused(page)).toHaveText(row!);

  for (const key of ['d', 'p', 'm']) {
    await open(page, '/system/hospital');
    await count(page);
    for (const step of ['j', 'j']) await page.keyboard.press(step);
    await expect(focused(page)).toHaveAttribute('aria-rowindex', '3');
    await page.keyboard.press(key);
    await expect(page).not.toHaveURL(/\/system\/hospital/);
    await expect(page.locator('main h1:visible').first()).not.toHaveText('医院管理');
    await page.goBack();
    await expect(focused(page)).toHaveAttribute('aria-rowindex', '3');
  }
});

test('the orders as they open are gone to by day; what is wrong has the focus', async ({ page }) => {
  const many = await orders(page);
  const { list } = await ask<{ list: { orderNo: string; createdAt: string }[] }>(page, `/orders?pageNum=${Math.ceil(many / 400)}&pageSize=200`);
  const there = (instant: string) => new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 10);
  const at = list.findIndex((order, place) => place > 0 && there(order.createdAt) !== there(list[place - 1]!.createdAt));
  await page.keyboard.press('Control+j');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('textbox', { name: '行号' })).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  await expect(drawer(page).getByRole('textbox', { name: '或日期（下单时间）' })).toBeFocused();
  await page.keyboard.type('改天');
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('textbox', { name: '或日期（下单时间）' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(there(list[at]!.createdAt));
  await page.keyboard.press('Enter');
  await expect(focused(page)).toContainText(list[at]!.orderNo);
});
