// Statements and month closing by keyboard alone.
import { expect, test } from './test.ts';
import { openPalette, send, signIn } from './kit.ts';

const row = '[role=grid] [role=row]:focus';
/** A month long before the first order of the demonstration: its sums are nothing, and closing it hinders nobody. */
const LONG_AGO = '2021-02';

test('from the palette into a statement and back, by hospital and by caregiver; on paper there are no tools', async ({ page }) => {
  await signIn(page, 'ops');
  await openPalette(page);
  await page.keyboard.type('yjydz');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/statistics\/month/);
  await expect(page.locator(row)).toBeVisible();
  const name = (await page.locator(`${row} b`).first().textContent())!;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  const tools = page.getByRole('button', { name: '打印' });
  await expect(tools).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(tools).toBeHidden();
  await expect(page.getByText(/打印于/)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await expect(page.locator(row)).toBeVisible();
  await page.keyboard.press('v');
  await expect(page).toHaveURL(/by=caregiver/);
  await expect(page.locator(row)).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Shift+E')]);
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
});

test('a month is closed and opened again, the reason asked for; another tab hears of it', async ({ page, context }) => {
  await signIn(page, 'ops');
  await page.goto(`/#/statistics/month?month=${LONG_AGO}&hospital=1`);
  await expect(page.getByText('未月结')).toBeVisible();
  const beside = await context.newPage();
  await beside.goto(`/#/statistics/month?month=${LONG_AGO}&hospital=1`);
  await expect(beside.getByText('未月结')).toBeVisible();
  await page.bringToFront();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toBeVisible();
  await send(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('article').getByText('已月结', { exact: true })).toBeVisible();
  await beside.bringToFront();
  await expect(beside.getByRole('article').getByText('已月结', { exact: true })).toBeVisible();
  await beside.keyboard.press('o');
  await expect(beside.getByRole('dialog').locator('textarea')).toBeFocused();
  await beside.keyboard.type('再核对一次');
  await send(beside);
  await expect(beside.getByText(/重开：再核对一次/)).toBeVisible();
});
