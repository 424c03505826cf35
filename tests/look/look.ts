// Pictures of every page. Each page stands in both themes, both languages and three sizes so that any two of these meet on some page.
import { expect, test, type Page } from '../browser/test.ts';
import { openLogin } from '../browser/kit.ts';
import { choose, close, enter, go, openingsOf, stopsOf, type Choice, type Stop } from '../browser/walk.ts';

/** The plain one, its opposite, and one that goes round from page to page. */
const PLAIN: Choice = { theme: 'light', language: 'zh-cn', size: 'default', layout: 'left', tagsView: 'false' };
const OPPOSITE: Choice = { theme: 'dark', language: 'en', size: 'large', layout: 'left', tagsView: 'false' };
const ROUND: readonly Choice[] = [
  { theme: 'dark', language: 'zh-cn', size: 'small', layout: 'top', tagsView: 'true' },
  { theme: 'light', language: 'en', size: 'small', layout: 'mix', tagsView: 'true' },
  { theme: 'light', language: 'en', size: 'default', layout: 'top', tagsView: 'false' },
  { theme: 'dark', language: 'zh-cn', size: 'default', layout: 'mix', tagsView: 'true' },
  { theme: 'light', language: 'zh-cn', size: 'large', layout: 'left', tagsView: 'true' },
];
/** What opens over a page and is looked at: one of each kind. */
const OVER = ['palette with rows', 'help', 'new caregiver', 'preview', 'columns', 'order assign', 'order pay'];
/** Pages whose pictures are in the repository: one of each kind. `LOOK=all` takes every page, beside pictures of this machine. */
const KEPT = ['/order/index', '/caregiver/roster', '/system/user', '/profile', '/help/index'];
const isAll = process.env.LOOK === 'all';
const NARROW = ['/dashboard', '/order/index', '/caregiver/roster', '/profile', '/system/user'];

const file = (name: string, { theme, language, size }: Choice, width = ''): string => `${name.replace(/^\//, '').replace(/PH?\d+|HG\d+/g, 'no').replace(/%[\dA-F]{2}/g, '').replace(/[^\w]+/g, '-')}.${theme}-${language}-${size}${width}.png`;
/** Moments that are the day's own, whatever the clock: when something was done in this very run. */
const own = (page: Page) => [page.locator('[data-page^="/system/audit"] [role=row]'), page.locator('footer time'), page.locator('[data-own-time]'), page.locator('img[src^="data:image/svg"]')];
async function shoot(page: Page, stop: Stop, choice: Choice, width = ''): Promise<void> {
  await choose(page, choice);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect.soft(page).toHaveScreenshot(file(stop.name, choice, width), { mask: own(page) });
}

test.beforeEach(({ page }) => page.clock.setFixedTime(new Date(Date.parse(process.env.LOOK_NOW!) + 10 * 60_000)));
test('every page looks as it did', async ({ page }) => {
  const stops = stopsOf(await enter(page)).filter(({ bare, at }) => !bare && (isAll || KEPT.includes(at)));
  for (const [i, stop] of stops.entries()) {
    await choose(page, PLAIN);
    await go(page, stop);
    for (const choice of isAll ? [PLAIN, OPPOSITE, ROUND[i % ROUND.length]!] : [i % 2 === 0 ? PLAIN : OPPOSITE, ROUND[i % ROUND.length]!]) await shoot(page, stop, choice);
  }
});
test('what opens over a page looks as it did', async ({ page }) => {
  const stops = openingsOf(await enter(page)).filter(({ opening }) => OVER.includes(opening!.name)).slice(0, isAll ? undefined : 3);
  expect(stops.length).toBe(isAll ? OVER.length : 3);
  for (const [i, stop] of stops.entries()) {
    await choose(page, PLAIN);
    await go(page, stop);
    // until the palette's index is whole its rows are the servers', a part of them
    await expect(page.locator('body')).not.toContainText('前 20 条');
    await shoot(page, stop, i % 2 === 0 ? PLAIN : OPPOSITE);
    await choose(page, PLAIN);
    await close(page, stop);
  }
});
test('a phone looks as it did', async ({ page }) => {
  const stops = stopsOf(await enter(page)).filter(({ at }) => NARROW.includes(at) && (isAll || KEPT.includes(at)));
  await page.setViewportSize({ width: 390, height: 780 });
  for (const [i, stop] of stops.entries()) {
    await go(page, stop);
    await shoot(page, stop, i % 2 === 0 ? PLAIN : OPPOSITE, '-390');
  }
});
test('the login page looks as it did', async ({ page }) => {
  await openLogin(page);
  for (const choice of isAll ? [PLAIN, OPPOSITE, ...ROUND] : [PLAIN, OPPOSITE]) {
    await choose(page, choice);
    await expect.soft(page).toHaveScreenshot(file('login', choice), { mask: [page.locator('button img')] });
  }
});
