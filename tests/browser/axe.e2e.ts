import { expect, test, type Page } from './test.ts';
import { openPalette, sampleOrders, settled, signIn } from './kit.ts';
import { violations, violationsInBoth } from './violation.ts';

const PAGES = ['/dashboard', '/order/index', '/order/index?status=in_service', '/caregiver/index', '/caregiver/roster', '/caregiver/certificates', '/statistics/index', '/statistics/month', '/system/user', '/system/hospital', '/system/dict', '/system/dict?code=gender', '/system/role', '/system/audit', '/profile', '/401', '/404'];

/** What axe finds once the page is at rest, as short lines. */
async function look(page: Page): Promise<string[]> {
  await settled(page);
  return violations(page);
}
const set = (page: Page, theme: string, language: string) => page.evaluate(([t, l]) => { localStorage.setItem('theme', t!); localStorage.setItem('language', l!); }, [theme, language]);

/** Goes there as one does in the console, until that page is shown, which the one before gives way to late, and is at rest. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(`/#${path}`);
  const [, key] = /^(\/caregiver\/\w*\d\w*|[^?]+)/.exec(path)!;
  await expect(page.locator('[data-page]').first()).toHaveAttribute('data-page', key!);
  await page.locator('[data-page] h1').first().waitFor();
  await settled(page);
}
// each page in both themes, by every rule that could find something else there
for (const [theme, language] of [['light', 'zh-cn'], ['dark', 'en']] as const)
  test(`axe finds nothing in either theme, first ${theme}: ${language}`, async ({ page }) => {
    test.setTimeout(900_000);
    const both = async (what: string): Promise<void> => {
      expect([what, await violationsInBoth(page, theme)]).toEqual([what, []]);
    };
    await page.goto('/');
    await set(page, 'auto', language);
    await page.goto('/#/login');
    await page.reload();
    await settled(page);
    await both('login');
    await signIn(page, 'admin');
    await set(page, 'auto', language);
    await page.reload();
    const [order] = await sampleOrders(page, 1);
    const caregiver = order!.caregiverNo ?? 'HG10000';
    for (const path of [...PAGES, `/order/${order!.orderNo}`, `/caregiver/${caregiver}`]) {
      await arrive(page, path);
      await both(path);
    }
    await openPalette(page);
    await page.keyboard.type('zs');
    await page.getByRole('option').first().waitFor();
    await settled(page);
    await both('palette');
    expect(await page.locator('html').getAttribute('lang')).toMatch(language === 'en' ? /^en/ : /^zh/);
  });

for (const [theme, language] of [['light', 'zh-cn'], ['dark', 'en']] as const)
  test(`axe finds nothing in what stands over a list: ${theme}, ${language}`, async ({ page }) => {
    test.setTimeout(900_000);
    await page.goto('/');
    await set(page, theme, language);
    await signIn(page, 'admin');
    await page.goto('/#/order/index?status=in_service&sort=plannedStart');
    await page.locator('[data-index="0"]').first().waitFor();
    for (const key of ['Shift+C', 'Shift+V', 'Shift+E', 'Control+j', '/', 'f', 'x']) {
      await page.keyboard.press(key);
      if (/^(Shift|Control)/.test(key)) await page.locator('dialog[open]').waitFor();
      expect([key, await look(page)]).toEqual([key, []]);
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog[open]')).toHaveCount(0);
      await page.locator('main h1').first().focus();
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await page.locator('main button[aria-expanded="false"]').first().press('Enter');
    expect(['unfolded', await look(page)]).toEqual(['unfolded', []]);
  });

const PLACES = ['/system/hospital?edit=1', '/system/hospital?account=1', '/system/department?hospitalId=1', '/system/department?departmentId=1', '/system/department?wardId=1', '/system/book?hospital=1', '/system/book?hospital=1&part=holiday', '/system/book?hospital=1&part=shift', '/system/service', '/order/bed?hospital=1'];
/** What is worked on over a page. */
const OPENS = /^\/caregiver\/\w*\d|\?(edit|account|new)=/;
const VERBS = ['edit', 'certify', 'post', 'leave', 'blacklist', 'reveal'];
for (const [theme, language] of [['light', 'en'], ['dark', 'zh-cn']] as const)
  test(`axe finds nothing in hospitals and in what is done to a caregiver: ${theme}, ${language}`, async ({ page }) => {
    test.setTimeout(900_000);
    await page.goto('/');
    await set(page, theme, language);
    await signIn(page, 'admin');
    const caregiver = (await sampleOrders(page, 20)).find(({ caregiverNo }) => caregiverNo !== null)!.caregiverNo!;
    const opened: string[] = [];
    for (const path of [...PLACES, '/caregiver/index?new=1', ...VERBS.map((verb) => `/caregiver/${caregiver}/${verb}`)]) {
      await arrive(page, path);
      const over = page.locator('dialog[open]');
      await expect(over).toHaveCount(OPENS.test(path) ? 1 : 0);
      if (OPENS.test(path)) opened.push((await over.locator('h2').first().textContent())!);
      expect([path, await violations(page)]).toEqual([path, []]);
    }
    // each its own
    expect(new Set(opened).size).toBe(opened.length);
  });
