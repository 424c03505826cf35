// Orders where there is little room: what one works by stays in sight, and Back takes nothing away that was typed.
import { expect, test, type Page } from './test.ts';
import { sampleOrders, signIn } from './kit.ts';

/** Everything asked for is here; the live stream of a list keeps the network from ever being idle. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function open(page: Page, address: string, language = 'zh-cn'): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('language', value), language);
  await page.goto('about:blank');
  await page.goto(address);
  await settled(page);
}
/** The list with its first row under the focus. */
async function firstRow(page: Page): Promise<void> {
  await page.locator('main h1').focus();
  await page.keyboard.press('Home');
  await expect(page.locator('[role=row]:focus')).toHaveAttribute('aria-rowindex', '2');
}
const widths = (page: Page, wanted: string) => page.locator(`[data-index] ${wanted}`).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));

for (const [language, width] of [['zh-cn', 1280], ['en', 1280], ['zh-cn', 320], ['en', 320]] as const)
  test(`the hospital of an order is begun in its row and whole in its name and beside it (${language}, ${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, 'ops');
    await open(page, '/#/order/index', language);
    const { hospitalName } = (await sampleOrders(page, 1))[0]!;
    // rows are measured once they are drawn in this language
    await expect.poll(async () => Math.min(...(await widths(page, '[data-fact=hospital]')))).toBeGreaterThan(30);
    await firstRow(page);
    await expect(page.locator('[role=row]:focus')).toContainText(hospitalName);
    await page.keyboard.press(' ');
    await expect(page.locator('aside article')).toContainText(hospitalName);
    await settled(page);
    await expect.poll(async () => Math.min(...(await widths(page, '[data-fact=hospital]')))).toBeGreaterThan(30);
  });
test('at 320 × 640 with rows selected: rows and preview are read, and one comes back', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'ops');
  await open(page, '/#/order/index');
  await firstRow(page);
  await page.keyboard.press('x');
  await expect(page.locator('[role=grid] input:checked')).toHaveCount(1);
  const inView = (wanted: string) => page.locator(wanted).evaluate((element) => {
    const [box, main] = [element.getBoundingClientRect(), document.getElementById('main')!.getBoundingClientRect()];
    return Math.min(box.bottom, main.bottom) - Math.max(box.top, main.top);
  });
  await page.keyboard.press('ArrowDown');
  expect(await inView('[role=grid]')).toBeGreaterThanOrEqual(300);
  await page.keyboard.press(' ');
  await settled(page);
  expect(await inView('aside[data-narrow=true]')).toBeGreaterThanOrEqual(300);
  const [first, second] = (await sampleOrders(page, 3)).slice(1);
  await expect(page.locator('aside article')).toContainText(first!.orderNo);
  // the keys are still the list's
  await page.keyboard.press('j');
  await expect(page.locator('aside article')).toContainText(second!.orderNo);
  await page.getByRole('button', { name: '回到列表' }).click();
  await expect(page.locator('aside article')).toHaveCount(0);
  await expect(page.locator('[role=row]:focus')).toHaveAttribute('aria-rowindex', '4');
});
test('why the amount is what it is: a day and its amount are in sight together, and columns stand apart', async ({ page }) => {
  await signIn(page, 'ops');
  const { orderNo } = (await sampleOrders(page, 1))[0]!;
  for (const [language, width] of [['zh-cn', 320], ['en', 320], ['zh-cn', 1280]] as const) {
    await page.setViewportSize({ width, height: 640 });
    await open(page, `/#/order/${orderNo}/explain`, language);
    const row = page.locator('dialog tbody tr').first();
    const [day, amount] = [await row.locator('th').boundingBox(), await row.locator('td').first().boundingBox()];
    expect(day!.x).toBeGreaterThanOrEqual(0);
    expect(amount!.x + amount!.width).toBeLessThanOrEqual(width);
    const gaps = await page.locator('dialog table tr').evaluateAll((rows) => rows.flatMap((one) => {
      const words = [...one.children].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect();
      });
      return words.slice(1).map((box, i) => box.left - words[i]!.right);
    }));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8);
    // of what is scrolled to, one still sees the day
    await page.locator('dialog section[tabindex="0"]').evaluate((region) => region.scrollBy(400, 0));
    expect((await row.locator('th').boundingBox())!.x).toBeGreaterThanOrEqual(0);
  }
});
test('in English the words of the header’s search are whole at 1280 px', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'ops');
  await open(page, '/#/dashboard', 'en');
  const words = page.getByRole('button', { name: /Find orders/ }).locator('span').first();
  expect(await words.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
});
test('at 390 px a link stands on the line of its label', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 740 });
  await signIn(page, 'ops');
  await open(page, '/#/order/index?status=in_service');
  await page.locator('[data-index="0"]').click();
  const link = page.locator('dd a[href^="#/caregiver/"]').first();
  await link.waitFor();
  const middles = await link.evaluate((one) => [one, one.closest('dd')!.previousElementSibling!].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const box = range.getBoundingClientRect();
    return box.top + box.height / 2;
  }));
  expect(Math.abs(middles[0]! - middles[1]!)).toBeLessThan(3);
});
test('the browser’s Back over a half-filled drawer asks; the answer yes goes where one wanted to', async ({ page }) => {
  await signIn(page, 'ops');
  await open(page, '/#/order/index?status=pending_service');
  await firstRow(page);
  await page.keyboard.press('u');
  const reason = page.locator('dialog [name=reason]');
  await reason.fill('家属改主意');
  await page.goBack();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expect(page).toHaveURL(/\/unassign$/);
  await page.keyboard.press('Escape');
  await expect(reason).toHaveValue('家属改主意');
  await page.goBack();
  await page.getByRole('alertdialog').getByRole('button', { name: '放弃' }).click();
  await expect(page).toHaveURL(/#\/order\/index\?status=pending_service$/);
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(page.locator('[role=row]:focus')).toBeVisible();
});
