// What leaves the printer: no empty sheet, nothing cut, a list on its side.
import { expect, test, type Page } from './test.ts';
import { settled, signIn } from './kit.ts';

/** The sheets of what the browser prints now: width and height in points. */
async function sheets(page: Page): Promise<[width: number, height: number][]> {
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
  const boxes = [...pdf.matchAll(/\/MediaBox\s*\[\s*[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)\s*\]/g)];
  expect(boxes.length).toBe([...pdf.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length);
  return boxes.map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]);
}
const UPRIGHT = [595, 842];
const near = ([width, height]: readonly number[], [w, h]: readonly number[]) => Math.abs(width! - w!) < 3 && Math.abs(height! - h!) < 3;

test('an order is printed on one sheet, and as its paper on one', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/order/index?status=pending_assign');
  // one whose life is short: it has little to tell
  const orderNo = (await page.locator('[role=grid] [data-index="0"] a').first().textContent())!;
  for (const address of [`/#/order/${orderNo}`, `/#/order/${orderNo}/print`]) {
    await page.goto(address);
    await page.getByText(orderNo).first().waitFor();
    await settled(page);
    const found = await sheets(page);
    expect([address, found.length, near(found[0]!, UPRIGHT)]).toEqual([address, 1, true]);
  }
});
test('a list is printed whole and lying by its key; by the browser’s own menu, what is in sight', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/order/index?status=pending_service');
  await page.locator('[role=grid] [data-index="0"]').waitFor();
  await settled(page);
  expect(await sheets(page)).toHaveLength(1);
  await page.evaluate(() => {
    window.print = () => void (document.documentElement.dataset['printed'] = String(document.querySelectorAll('table tbody tr').length));
  });
  await page.keyboard.press('Control+p');
  await page.locator('html[data-printed]').waitFor();
  const rows = Number(await page.locator('html').getAttribute('data-printed'));
  const found = await sheets(page);
  expect(found.every((sheet) => near(sheet, UPRIGHT.toReversed()))).toBe(true);
  // none is empty: even with two lines a row, twelve stand on a sheet
  expect(found.length).toBeLessThanOrEqual(Math.ceil(rows / 12));
  // numbers are never broken
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('table tbody tr td:first-child a').evaluateAll((links) => links.filter((link) => link.getClientRects().length !== 1).length)).toBe(0);
});
test('roster and certificate board are printed on their side: what is in sight, and no sheet for the rest', async ({ page }) => {
  await signIn(page, 'ops');
  for (const address of ['/caregiver/roster', '/caregiver/certificates']) {
    await page.goto(`/#${address}`);
    await page.locator('[role=grid] [data-index="0"]').waitFor();
    await settled(page);
    const rows = await page.locator('[role=grid] [data-index]').count();
    const found = await sheets(page);
    expect([address, found.length <= Math.ceil(rows / 8), found.every((sheet) => near(sheet, UPRIGHT.toReversed()))]).toEqual([address, true, true]);
    await page.emulateMedia({ media: 'print' });
    // of A4 on its side between its edges
    await page.setViewportSize({ width: 1047, height: 700 });
    expect([address, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([address, 1047]);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1280, height: 720 });
  }
});
test('month statements, as lists and as one, say what they are and of when, and begin on the first sheet, on its side', async ({ page }) => {
  await signIn(page, 'ops');
  for (const [address, title] of [['', '各医院的月度对账'], ['?by=caregiver', '各护工的月度对账'], ['?hospital=1', '对账单']] as const) {
    await page.goto(`/#/statistics/month${address}`);
    await page.getByRole('grid').waitFor();
    await settled(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('header', { hasText: title }).filter({ hasText: '打印于' })).toBeVisible();
    // as the printer sees it by itself
    await page.emulateMedia({ media: null });
    expect([address, (await sheets(page)).map((sheet) => near(sheet, [842, 595])).includes(false)]).toEqual([address, false]);
  }
});
test('what can be done to a caregiver’s certificates is not on their paper', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/caregiver/index');
  await page.locator('[role=grid] [data-index="0"] a').first().click();
  const head = page.getByRole('columnheader', { name: '操作' });
  await expect(head).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(head).toBeHidden();
  await expect(page.getByRole('button', { name: /修改：|作废：/ })).toHaveCount(0);
});
