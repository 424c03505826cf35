import { expect, test } from '@playwright/test';
import { openPalette, sampleOrders, signIn } from './kit.ts';

// The main job: from any page, Ctrl+K, a few characters, Enter; never the mouse.
for (const from of ['/dashboard', '/order/index', '/caregiver/index', '/profile', '/system/user']) {
  test(`the last five digits of any order open it from ${from}`, async ({ page }) => {
    await signIn(page, 'ops');
    for (const { orderNo, patientName } of await sampleOrders(page, 3)) {
      await page.goto(`/#${from}`);
      await page.locator('h1').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type(orderNo.slice(-5));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`#/order/${orderNo}$`));
      await expect(page.getByRole('main')).toContainText(patientName);
    }
  });
}

for (const typed of ['zhangsan', '张三', 'zs']) {
  test(`${typed} finds the patient`, async ({ page }) => {
    await signIn(page, 'ops');
    await openPalette(page);
    await page.keyboard.type(typed);
    await expect(page.getByRole('option').filter({ hasText: '张三' }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/order\/PH\d+$/);
  });
}

test('keys typed before the palette has arrived are kept, in order', async ({ page }) => {
  await page.route(/palette.*\.js/, async (route) => { await new Promise((r) => setTimeout(r, 2000)); await route.continue(); });
  await signIn(page, 'ops');
  const [order] = await sampleOrders(page, 1);
  await page.keyboard.press('Control+k');
  for (const key of [...order!.orderNo.slice(-5), 'Enter']) await page.keyboard.press(key);
  await expect(page).toHaveURL(new RegExp(`#/order/${order!.orderNo}$`), { timeout: 15_000 });
});

test('language and theme change in place; an open form keeps what was typed', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/profile');
  const name = page.locator('main input[type="text"], main input:not([type])').first();
  await name.fill('未保存的名字');
  await page.evaluate(() => { (window as unknown as { mark: number }).mark = 1; });
  for (const [typed, check] of [['english', () => expect(page.locator('html')).toHaveAttribute('lang', 'en')], ['dark', () => expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')]] as const) {
    await openPalette(page);
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await check();
    await expect(name).toHaveValue('未保存的名字');
  }
  expect(await page.evaluate(() => (window as unknown as { mark: number }).mark)).toBe(1);
});

test('the order list is a true grid, driven by keys', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/order/index');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', /^\d{4,}$/);
  const rows = Number(await grid.getAttribute('aria-rowcount'));
  await grid.locator('[role=row][tabindex="0"], [role=gridcell][tabindex="0"]').first().focus();
  await page.keyboard.press('End');
  await expect(grid.locator(`[aria-rowindex="${rows}"]`)).toBeVisible();
  await expect(grid.locator(`[aria-rowindex="${rows}"]`)).toContainText(/PH\d{11}/);
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  const number = /PH\d+/.exec((await grid.locator('[aria-rowindex="3"]').textContent()) ?? '')![0];
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/order/${number}$`));
});

test('each count of the dashboard equals the list that it opens', async ({ page }) => {
  await signIn(page, 'ops');
  const links = page.getByRole('main').locator('a[href*="?"]');
  await expect(links).toHaveCount(5);
  for (let i = 0; i < 5; i += 1) {
    await page.goto('/#/dashboard');
    // `30 天内证件到期 134`: the figure ends the line
    await expect(links.nth(i).locator('span').last()).toHaveText(/^[\d,]+$/);
    const said = Number(((await links.nth(i).locator('span').last().textContent()) ?? '').replaceAll(',', ''));
    await page.goto(`/${await links.nth(i).getAttribute('href')}`);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(said + 1));
  }
});

test('a resident manager finds nothing of another hospital', async ({ page }) => {
  await signIn(page, 'ops');
  const all = await sampleOrders(page, 60);
  await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
  await signIn(page, 'resident');
  await page.goto('/#/order/index');
  const own = new Set((await sampleOrders(page, 200)).map((o) => o.hospitalName));
  const foreign = all.find((o) => !own.has(o.hospitalName))!;
  await openPalette(page);
  await page.keyboard.type(foreign.orderNo.slice(-5));
  await expect(page.getByRole('option').filter({ hasText: foreign.orderNo })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.goto(`/#/order/${foreign.orderNo}`);
  await expect(page.getByRole('main')).not.toContainText(foreign.patientName);
});
