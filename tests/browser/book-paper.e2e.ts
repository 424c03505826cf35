// Prices and services on an upright sheet: a table of one line a row, whose prices, and no button.
import { expect, test } from './test.ts';
import { settled, signIn } from './kit.ts';

test('prices, holidays and services are tables on an upright sheet, and say of which hospital', async ({ page }) => {
  await signIn(page, 'admin');
  for (const [address, says] of [['/#/system/book', '价格'], ['/#/system/book?part=holiday', '节假日'], ['/#/system/service', '服务项目']] as const) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address);
    await page.getByRole('grid').waitFor();
    await settled(page);
    const hospital = await page.locator('main select').first().locator('option:checked').textContent({ timeout: 1_000 }).catch(() => null);
    await page.emulateMedia({ media: 'print' });
    // what an upright sheet of A4 leaves between its edges
    await page.setViewportSize({ width: 718, height: 1000 });
    const grid = page.getByRole('grid');
    await expect(grid.getByRole('columnheader').first()).toBeVisible();
    await expect(page.locator('main').getByText(says, { exact: true }).first()).toBeVisible();
    if (address.includes('book')) await expect(page.locator('main select').first()).toBeVisible();
    expect([address, hospital !== null]).toEqual([address, address.includes('book')]);
    await expect(page.locator('main button:visible')).toHaveCount(0);
    const rows = await grid.locator('[data-at]').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().top))));
    expect([address, rows.filter((tops) => new Set(tops).size !== 1)]).toEqual([address, []]);
    expect(await grid.locator('[data-at="0"] > [data-number="true"]').evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign).filter((align) => align !== 'end'))).toEqual([]);
    expect([address, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([address, 718]);
    await page.emulateMedia({ media: null });
  }
});
