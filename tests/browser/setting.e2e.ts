// Settings as a person meets them: seen while one moves, kept with the account, the same in every tab; the watermark; paper; the system's own colours.
import type { Page } from './test.ts';
import { signIn } from './kit.ts';
import { expect, test } from './test.ts';

const html = (page: Page, name: string) => page.evaluate((of) => document.documentElement.dataset[of], name);
const drawer = (page: Page) => page.getByRole('dialog', { name: '设置' });
async function open(page: Page, theme = '跟随系统'): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(',');
  await expect(drawer(page).getByRole('radio', { name: theme })).toBeFocused();
}
/** What tests before left with the account is gone, here and there. */
async function plain(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const headers = { 'X-Access-Token': localStorage.getItem('access_token')!, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
    const values = Object.fromEntries(Object.entries({ theme: 'auto', size: 'default', layout: 'left', language: 'zh-cn', themeColor: '#4080FF', watermarkEnabled: 'false', watermarkText: '', tagsView: 'false', sidebarStatus: 'opened', sidebarLogo: 'true' }).map(([name, value]) => [name, { value, after: Number.MAX_SAFE_INTEGER }]));
    const answer = await fetch('/admin-api/own/settings', { method: 'PUT', headers, body: JSON.stringify({ values }) });
    if (!answer.ok) throw new Error(await answer.text());
    for (const name of [...Object.keys(values), 'settings_seen', 'settings_unsent']) localStorage.removeItem(name);
  });
  await page.reload();
  await page.locator('html[data-listens]').waitFor();
  // what is stored from now on is newer than what the account has
  await expect.poll(() => page.evaluate(() => localStorage.getItem('settings_seen'))).not.toBeNull();
}
/** What the account has of theme and size. */
const kept = (page: Page) => page.evaluate(async () => {
  const { result } = (await (await fetch('/admin-api/own/settings', { headers: { 'X-Access-Token': localStorage.getItem('access_token')! } })).json()) as { result: Record<string, { value: string }> };
  return [result.theme?.value, result.size?.value];
});
test.beforeEach(async ({ page }) => {
  await signIn(page, 'hospital');
  await plain(page);
});
test.afterEach(({ page }) => plain(page));

test('arrows show each choice at once, Esc puts back, Ctrl+Enter keeps, one undo takes back', async ({ page }) => {
  await open(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => html(page, 'theme')).toBe('dark');
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  expect(await html(page, 'theme')).toBe('light');
  await open(page);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => html(page, 'theme')).toBe('dark');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('已保存 1 项设置')).toBeVisible();
  expect([await html(page, 'theme'), await page.evaluate(() => localStorage.getItem('theme'))]).toEqual(['dark', 'dark']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => html(page, 'theme')).toBe('light');
});

test('a choice is in the other tab at once, and at the next computer after signing in', async ({ page, browser }) => {
  const second = await page.context().newPage();
  await signIn(second, 'hospital');
  await open(page);
  await page.getByRole('radio', { name: '深色' }).check();
  await page.getByRole('radio', { name: '大', exact: true }).check();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => html(second, 'theme')).toBe('dark');
  await expect.poll(() => kept(page)).toEqual(['dark', 'large']);
  const elsewhere = await browser.newContext();
  const there = await elsewhere.newPage();
  await signIn(there, 'hospital');
  await expect.poll(async () => [await html(there, 'theme'), await html(there, 'size')]).toEqual(['dark', 'large']);
  await elsewhere.close();
  await second.close();
});

test('the watermark has the hospital, is over a dialog too, is out of reach of pointer and focus, and comes back', async ({ page }) => {
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/hospitals/options'));
  await open(page);
  await page.getByRole('group', { name: '水印' }).getByRole('radio', { name: '显示', exact: true }).check();
  await page.getByLabel('水印文字').fill('骨科 & <护士站>');
  const [hospital] = ((await (await asked).json()) as { result: { name: string }[] }).result;
  const mark = page.locator('[data-watermark]');
  const words = () => mark.evaluate((one) => decodeURIComponent(one.style.backgroundImage));
  await expect.poll(words).toContain('骨科 &amp; &lt;护士站&gt;');
  await expect.poll(words).toContain(hospital!.name);
  // the last in the top layer: over the drawer
  expect(await mark.evaluate((one) => [one.matches(':popover-open'), getComputedStyle(one).zIndex, getComputedStyle(one).pointerEvents])).toEqual([true, '9999', 'none']);
  await page.keyboard.press('Control+Enter');
  await expect(drawer(page)).toBeHidden();
  await page.getByRole('link', { name: '护工管理' }).first().click();
  await expect(page).toHaveURL(/caregiver/);
  for (let n = 0; n < 12; n += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[data-watermark]') === null)).toBe(true);
  }
  for (const harm of ['one.remove()', 'one.hidden = true', 'one.style.cssText = "display:none!important"', 'one.hidePopover()', 'one.removeAttribute("popover")']) {
    await page.evaluate((script) => {
      const one = document.querySelector('[data-watermark]') as HTMLElement & { hidePopover: () => void };
      ({ 'one.remove()': () => one.remove(), 'one.hidden = true': () => void (one.hidden = true), 'one.style.cssText = "display:none!important"': () => void (one.style.cssText = 'display:none!important'), 'one.hidePopover()': () => one.hidePopover(), 'one.removeAttribute("popover")': () => one.removeAttribute('popover') })[script]!();
    }, harm);
    await expect.poll(() => page.evaluate(() => [...document.querySelectorAll('[data-watermark]')].map((one) => [one.matches(':popover-open'), (one as HTMLElement).hidden, getComputedStyle(one).display, getComputedStyle(one).backgroundImage.length > 100]))).toEqual([[true, false, 'block', true]]);
  }
});

test('paper is black on white whatever the theme; the system’s own colours still tell what is chosen; nothing moves for who wants no motion', async ({ page }) => {
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark');
    localStorage.setItem('themeColor', '#FADB14');
  });
  await page.reload();
  await page.locator('html[data-listens]').waitFor();
  expect(await html(page, 'theme')).toBe('dark');
  await page.emulateMedia({ media: 'print' });
  const colours = () => page.evaluate(() => {
    const own = getComputedStyle(document.documentElement);
    return [own.backgroundColor, own.color, ...['--accent-text', '--accent', '--danger', '--raised'].map((name) => own.getPropertyValue(name))];
  });
  expect(await colours()).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', '#000', '#000', '#000', '#fff']);
  await expect(page.locator('header').first()).toBeHidden();
  await expect(page.getByRole('navigation').first()).toBeHidden();
  await page.emulateMedia({ media: 'screen', forcedColors: 'active', reducedMotion: 'reduce' });
  await page.keyboard.press('Control+k');
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toHaveCount(1);
  expect(await chosen.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
  await page.keyboard.press('Escape');
  await open(page, '深色');
  expect(await drawer(page).evaluate((one) => [getComputedStyle(one).animationName, getComputedStyle(one).transitionDuration])).toEqual(['none', '0s']);
});
