import { expect, test, type Page } from './test.ts';
import { openPalette, sampleOrders, settled, signIn } from './kit.ts';

/** What each demonstration account may open, record pages aside. */
const PLACES: Record<string, readonly string[]> = {
  admin: ['/dashboard', '/order/index', '/order/new', '/order/bed', '/caregiver/index', '/caregiver/roster', '/caregiver/certificates', '/statistics/index', '/system/user', '/system/hospital', '/system/department', '/system/book', '/system/service', '/system/dict', '/system/dict?code=gender', '/system/role', '/system/audit', '/profile', '/404'],
  ops: ['/dashboard', '/order/index', '/order/new', '/order/bed', '/caregiver/index', '/caregiver/roster', '/caregiver/certificates', '/system/user', '/profile'],
  resident: ['/dashboard', '/order/index', '/order/new', '/order/bed', '/caregiver/index', '/caregiver/roster', '/caregiver/certificates', '/profile'],
  hospital: ['/dashboard', '/order/index', '/order/bed', '/caregiver/index', '/caregiver/roster', '/caregiver/certificates', '/profile'],
};

/**
 * What a mouse can press here and no key reaches, and what is written of keys in two ways. An element is reached by Tab; by the arrows
 * of its toolbar, grid, row of tabs or list of choices; or by a key of its own.
 */
const unreached = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = (element: Element): boolean => element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && element.getClientRects().length > 0;
    const named = (element: Element): string => `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`;
    const clicks = (element: Element): boolean => {
      const props = Object.entries(element).find(([name]) => name.startsWith('__reactProps$'))?.[1] as Record<string, unknown> | undefined;
      return typeof props?.['onClick'] === 'function' || typeof props?.['onDoubleClick'] === 'function';
    };
    const native = 'a[href], button, input:not([type=hidden]), select, textarea, summary, label';
    const found: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.matches(native) && !clicks(element)) continue;
      if (!seen(element) || element.closest('[inert], [aria-hidden="true"]') !== null || element.matches(':disabled')) continue;
      // a label is its field
      if (element instanceof HTMLLabelElement && element.control !== null) continue;
      const arrows = element.closest('[role=toolbar], [role=grid], [role=listbox], [role=tablist], [role=radiogroup]');
      const stop = arrows?.querySelector('[tabindex="0"], button:not([tabindex="-1"]), a[href]:not([tabindex="-1"]), input:not([tabindex="-1"])') ?? null;
      if (element.tabIndex >= 0 || stop !== null || element.dataset['key'] !== undefined) continue;
      // what is pressed beside a control belongs to it
      if (element.querySelector(':is(a[href], button, input, select, textarea):not([tabindex="-1"])') !== null) continue;
      found.push(named(element));
    }
    for (const control of document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')) if (control.dataset['key'] === undefined) found.push(`not in the registry: ${named(control)}`);
    return found;
  });

for (const [username, paths] of Object.entries(PLACES))
  test(`whatever the mouse can press, a key reaches: ${username}`, async ({ page }) => {
    await signIn(page, username);
    const [order] = await sampleOrders(page, 1);
    const records = [`/order/${order!.orderNo}`, ...(order!.caregiverNo === null ? [] : [`/caregiver/${order!.caregiverNo}`, `/caregiver/${order!.caregiverNo}/work`])];
    for (const path of [...paths, ...records]) {
      await page.goto(`/#${path}`);
      await page.locator('h1').first().waitFor();
      await settled(page);
      expect([path, await unreached(page)]).toEqual([path, []]);
    }
  });

test('Tab really gets to what is said to be reached, and comes round', async ({ page }) => {
  await signIn(page, 'admin');
  for (const path of ['/order/index', '/system/hospital', '/profile']) {
    await page.goto(`/#${path}`);
    await settled(page);
    const wanted = await page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')].filter((one) => one.checkVisibility() && one.tabIndex >= 0 && !one.matches(':disabled') && one.closest('[role=grid], [role=toolbar]') === null);
      all.forEach((one, at) => (one.dataset['at'] = String(at)));
      (document.activeElement as HTMLElement | null)?.blur();
      return all.length;
    });
    const met = new Set<string>();
    for (let steps = 0; steps < wanted + 30 && met.size < wanted; steps += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['at']);
      if (at !== undefined) met.add(at);
    }
    expect([path, met.size]).toEqual([path, wanted]);
  }
});

test('a key that was chosen on one computer is heard on another; every other page shows it', async ({ page, browser }) => {
  await signIn(page, 'ops');
  await page.goto('/#/profile');
  await page.locator('summary', { hasText: '所有页面' }).press('Enter');
  await page.getByRole('button', { name: /^订单管理：/ }).press('Enter');
  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await expect(page.locator('dialog[open] output').first()).toHaveText('G J 没有别的用处');
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/own/keyboard') && reply.request().method() === 'PUT');
  await page.keyboard.press('Enter');
  expect((await saved).ok()).toBe(true);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'ops');
  await expect(other.getByRole('navigation', { name: '主菜单' }).locator('a[data-key="order.open"]')).toHaveAttribute('data-keys', 'g j');
  await other.keyboard.press('g');
  await other.keyboard.press('j');
  await expect(other).toHaveURL(/#\/order\/index/);
  await other.context().close();
  await page.getByRole('button', { name: '全部恢复原来的键' }).press('Enter');
});

/** Presses as a board with another layout sends them. */
async function boardOf(page: Page): Promise<(key: string, code: string, modifiers?: number) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  return async (key, code, modifiers = 0) => {
    const text = modifiers & 6 ? {} : { text: key };
    await cdp.send('Input.dispatchKeyEvent', { type: modifiers & 6 ? 'rawKeyDown' : 'keyDown', key, code, modifiers, ...text });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, modifiers });
  };
}
test('a Russian and a German board have the keys', async ({ page }) => {
  await signIn(page, 'admin');
  const board = await boardOf(page);
  await board('п', 'KeyG');
  await board('щ', 'KeyO');
  await expect(page).toHaveURL(/#\/order\/index/);
  await page.locator('[data-index="0"]').first().waitFor();
  // German: / is Shift and 7
  await board('/', 'Digit7', 8);
  await expect(page.getByRole('textbox', { name: '在列表里查找' })).toBeFocused();
  await page.keyboard.press('Escape');
  await board('л', 'KeyK', 2);
  await expect(page.locator('dialog input[role="combobox"]')).toBeFocused();
});

test('the mouse is shown a key once, and the focus stays where it went', async ({ page }) => {
  await signIn(page, 'admin');
  const hint = page.getByText(/^下次可以按 G O$/);
  await page.locator('nav a[data-key="order.open"]').click();
  await expect(hint).toBeVisible();
  await page.goto('/#/dashboard');
  await page.reload();
  await page.locator('nav a[data-key="order.open"]').click();
  await page.locator('[data-index="0"]').first().waitFor();
  await expect(hint).toHaveCount(0);
  await openPalette(page);
  await expect(hint).toHaveCount(0);
});
