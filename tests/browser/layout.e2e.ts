// The three layouts at every width: nothing stands over the edge, every line of the menu is reached, nothing flashes.
import { expect, test, type Page } from './test.ts';
import { settled, signIn } from './kit.ts';

const set = (page: Page, settings: Record<string, string>) => page.evaluate(async (values) => {
  for (const [key, newValue] of Object.entries(values)) {
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}, settings);
const DEFAULT = { layout: 'left', size: 'default', language: 'zh-cn', sidebarStatus: 'opened', sidebarLogo: 'true', tagsView: 'false', theme: 'light' };
/** What of the frame stands over the edge of the window, or over its neighbour. */
const over = (page: Page) => page.evaluate(() => {
  const found: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push(`page ${document.documentElement.scrollWidth}`);
  const header = document.querySelector('header')!;
  if (header.scrollWidth > header.clientWidth) found.push(`header ${header.scrollWidth} in ${header.clientWidth}`);
  const shown = [...header.querySelectorAll<HTMLElement>('a, button')].filter((one) => one.closest('[data-over="true"]') === null);
  for (const [i, one] of shown.entries()) {
    const [left, next] = [one.getBoundingClientRect(), shown[i + 1]?.getBoundingClientRect()];
    if (left.right > innerWidth + 1 || left.left < -1) found.push(`outside: ${one.textContent || one.ariaLabel}`);
    if (next !== undefined && left.right > next.left + 1) found.push(`over: ${one.textContent || one.ariaLabel}`);
    if (left.width < 24 || left.height < 24) found.push(`small: ${one.textContent || one.ariaLabel}`);
  }
  return found;
});

test('every layout at every width, size and language has room, and its whole menu', async ({ page }) => {
  test.setTimeout(400_000);
  await signIn(page, 'admin');
  for (const language of ['zh-cn', 'en'])
    for (const size of ['default', 'large'])
      for (const layout of ['left', 'top', 'mix']) {
        await set(page, { ...DEFAULT, language, size, layout, tagsView: 'true' });
        for (const width of [320, 768, 1024, 1280, 2560]) {
          await page.setViewportSize({ width, height: 800 });
          await settled(page);
          expect([language, size, layout, width, await over(page)]).toEqual([language, size, layout, width, []]);
          if (width === 320) continue;
          // what has no room is behind "more"
          const hidden = page.locator('header [data-over="true"]');
          const [count, more] = [await hidden.count(), await page.getByRole('button', { name: language === 'en' ? 'More of the menu' : '更多菜单' }).count()];
          expect([layout, width, more]).toEqual([layout, width, count > 0 ? 1 : 0]);
        }
      }
  await set(page, DEFAULT);
});
test('behind "more" stands what has no room, by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 700 });
  await signIn(page, 'admin');
  await set(page, { ...DEFAULT, layout: 'top', size: 'large' });
  // less room than any screen of this width would give
  await page.locator('header nav').evaluate((menu) => { (menu as HTMLElement).style.maxWidth = '300px'; });
  const more = page.getByRole('button', { name: '更多菜单' });
  await more.focus();
  await page.keyboard.press('ArrowDown');
  const items = page.getByRole('menu', { name: '更多菜单' }).getByRole('menuitem');
  await expect(items.last()).toContainText('医院管理');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/system\/hospital$/);
  await set(page, DEFAULT);
});
test('the layout that is stored is there at once: the left of another one is never seen', async ({ page }) => {
  await signIn(page, 'admin');
  await set(page, { ...DEFAULT, layout: 'top' });
  await page.addInitScript(() => {
    const seen: string[] = [];
    (globalThis as unknown as { seen: string[] }).seen = seen;
    const look = (): void => {
      const side = document.querySelector('nav[data-empty]');
      if (side !== null && side.getBoundingClientRect().width > 0) seen.push(side.outerHTML.slice(0, 80));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.reload();
  await page.locator('header nav a').first().waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([]);
  await set(page, DEFAULT);
});
