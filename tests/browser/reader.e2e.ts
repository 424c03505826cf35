import { expect, test, type Page } from './test.ts';
import { openPalette, signIn } from './kit.ts';

// What a screen reader is told, and the worker behind it.
const input = (page: Page) => page.locator('dialog[open] input[role=combobox]');
const workers = (page: Page) => page.workers().filter((worker) => worker.url().includes('palette-index')).length;

test('the field always points at the selected row, and every row says its place among all', async ({ page }) => {
  await signIn(page, 'ops');
  await openPalette(page);
  // frame by frame: a row that is selected is the one the field points at
  await page.evaluate(() => {
    const seen = { frames: 0, lost: 0, places: 0 };
    Object.assign(window, { __seen: seen });
    const look = (): void => {
      const field = document.querySelector('dialog[open] input[role=combobox]');
      if (field === null) return;
      const rows = [...document.querySelectorAll('dialog[open] [role=option]')];
      const selected = rows.find((row) => row.getAttribute('aria-selected') === 'true');
      seen.frames += 1;
      if (selected !== undefined && field.getAttribute('aria-activedescendant') !== selected.id) seen.lost += 1;
      const sizes = rows.map((row) => Number(row.getAttribute('aria-setsize')));
      if (rows.some((row, i) => Number(row.getAttribute('aria-posinset')) !== i + 1) || sizes.some((size) => size < rows.length || size !== sizes[0])) seen.places += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const keys = [...'zhang', 'ArrowDown', 'ArrowDown', 'Backspace', 'ArrowUp', 'PageDown', ...'12', 'Backspace', 'Backspace', 'ArrowDown', 'Space', '3', 'PageUp'];
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(40);
  }
  const seen = await page.evaluate(() => (window as unknown as { __seen: { frames: number; lost: number; places: number } }).__seen);
  expect(seen.frames).toBeGreaterThan(20);
  expect(seen).toMatchObject({ lost: 0, places: 0 });
});

test('Home and End move in the text, not among the rows', async ({ page }) => {
  await signIn(page, 'ops');
  await openPalette(page);
  await page.keyboard.type('zhang');
  await expect(page.getByRole('option', { selected: true })).toBeVisible();
  const caret = () => input(page).evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd]);
  const before = await input(page).getAttribute('aria-activedescendant');
  await page.keyboard.press('Home');
  expect(await caret()).toEqual([0, 0]);
  await page.keyboard.press('Shift+End');
  expect(await caret()).toEqual([0, 5]);
  await page.keyboard.press('End');
  expect(await caret()).toEqual([5, 5]);
  expect(await input(page).getAttribute('aria-activedescendant')).toBe(before);
});

test('the index lives in a worker that the policy allows, and goes with the session', async ({ page }) => {
  const broken: string[] = [];
  await page.exposeFunction('__broken', (what: string) => void broken.push(what));
  await page.addInitScript(() => document.addEventListener('securitypolicyviolation', (event) => (window as unknown as { __broken: (what: string) => void }).__broken(`${event.violatedDirective} ${event.blockedURI}`)));
  await signIn(page, 'ops');
  await openPalette(page);
  await expect.poll(() => workers(page)).toBe(1);
  await page.keyboard.type('zhangsan');
  await expect(page.getByRole('option', { selected: true })).toContainText('张三');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await openPalette(page);
  await page.keyboard.type('退出登录');
  await expect(page.getByRole('option', { selected: true })).toContainText('退出登录');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/login/);
  await expect.poll(() => workers(page)).toBe(0);
  expect(broken).toEqual([]);
});
