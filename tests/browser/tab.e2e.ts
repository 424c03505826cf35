// Tabs where only a browser knows: the focus while the document is rearranged, the pointer, what a reload keeps.
import { expect, test, type Page } from './test.ts';
import { settled, signIn } from './kit.ts';

/** Changes settings in the page that is open, as another tab would. */
const set = (page: Page, settings: Record<string, string>) => page.evaluate((values) => {
  for (const [key, newValue] of Object.entries(values)) {
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }
}, settings);
const bar = (page: Page) => page.getByRole('toolbar', { name: '标签页' });
const titles = (page: Page) => bar(page).getByRole('link').evaluateAll((links) => links.map((link) => link.querySelector('span')!.textContent));
async function go(page: Page, ...addresses: string[]): Promise<void> {
  for (const address of addresses) {
    await page.evaluate((to) => { location.hash = to; }, address);
    await page.locator(`[data-tag="${address}"][aria-current="page"]`).waitFor();
  }
}
async function begin(page: Page, user: string): Promise<void> {
  await signIn(page, user);
  await set(page, { tagsView: 'true' });
  await bar(page).getByRole('link', { name: '首页' }).waitFor();
}

test('a list that is kept alive comes back with its rows, place and focus; closing its tab ends it', async ({ page }) => {
  await begin(page, 'ops');
  await go(page, '/order/index');
  await page.getByRole('grid').waitFor();
  await page.locator('[data-index="0"]').focus();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('PageDown');
  await settled(page);
  const row = await page.locator('[role=row]:focus').getAttribute('aria-rowindex');
  const top = () => page.locator('[data-page="/order/index"] [role=grid]').evaluate((grid) => [grid, ...grid.querySelectorAll('*'), grid.parentElement!].find((one) => one.scrollTop > 0)?.scrollTop ?? 0);
  const before = await top();
  expect(Number(row)).toBeGreaterThan(10);
  await go(page, '/caregiver/index');
  await page.goBack();
  await expect(page.locator('[role=row]:focus')).toHaveAttribute('aria-rowindex', row!);
  expect(await top()).toBe(before);
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/#\/caregiver\/index$/);
  await expect(page.locator('[data-page="/order/index"]')).toHaveCount(0);
  await set(page, { tagsView: 'false' });
});
test('tabs are put in order by keys and by pointer, with the focus kept and nothing else scrolled, and a reload keeps them', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await begin(page, 'admin');
  await go(page, '/order/index', '/caregiver/index', '/system/user', '/system/hospital', '/system/dict', '/system/audit', '/profile');
  const scrolls = () => page.evaluate(() => [scrollX, scrollY, document.getElementById('main')!.scrollTop, document.documentElement.scrollLeft]);
  const focus = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.tag);
  await page.locator('[data-tag="/profile"]').focus();
  for (let n = 0; n < 6; n += 1) await page.keyboard.press('Alt+Shift+ArrowLeft');
  expect([await titles(page), await focus(), await scrolls()]).toEqual([['首页', '个人中心', '订单管理', '护工管理', '账号管理', '医院管理', '字典管理', '审计日志'], '/profile', [0, 0, 0, 0]]);
  // what is moved stays in sight
  const seen = async (tag: string) => page.locator(`[data-tag="${tag}"]`).evaluate((link) => {
    const [one, all] = [link.getBoundingClientRect(), link.closest('[role=toolbar]')!.getBoundingClientRect()];
    return one.left >= all.left - 1 && one.right <= all.right + 1;
  });
  expect(await seen('/profile')).toBe(true);
  const from = (await page.locator('[data-tag="/profile"]').boundingBox())!;
  const to = (await page.locator('[data-tag="/caregiver/index"]').boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width - 4, to.y + 10, { steps: 8 });
  await page.mouse.up();
  expect((await titles(page)).slice(0, 4)).toEqual(['首页', '订单管理', '护工管理', '个人中心']);
  await expect(page).toHaveURL(/#\/profile$/);
  await page.locator('[data-tag="/order/index"]').click({ button: 'middle' });
  await page.locator('[data-tag="/system/user"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^固定/ }).click();
  expect((await titles(page)).slice(0, 4)).toEqual(['首页', '账号管理', '护工管理', '个人中心']);
  const kept = await titles(page);
  await page.reload();
  await bar(page).getByRole('link', { name: '个人中心' }).waitFor();
  await expect.poll(() => titles(page)).toEqual(kept);
  await set(page, { tagsView: 'false' });
});
