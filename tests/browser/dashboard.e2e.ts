import { expect, test, type Page } from './test.ts';
import { signIn } from './kit.ts';

const rows = (page: Page) => page.locator('[data-part="day-waiting"] [data-no]');
const figure = (page: Page, name: string) => page.locator(`[data-figure="${name}"] > span`).last();

test('the day begins with the keyboard: who waits longest is chosen, assigned to and left again; what a colleague does is seen by itself', async ({ page, browser }) => {
  const stream = page.waitForRequest((request) => /\/admin-api\/live\/all\?/.test(request.url()));
  await signIn(page, 'admin');
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'zh-CN' })).newPage();
  await signIn(other, 'ops');
  await expect(rows(page)).toHaveCount(6);
  const nos = await rows(page).evaluateAll((links) => links.map((link) => (link as HTMLElement).dataset['no']!));

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('a');
  await expect(page).toHaveURL(new RegExp(`#/order/${nos[1]}/assign$`));
  await expect(page.locator('dialog[open]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/dashboard$/);
  await expect(rows(page).nth(1)).toBeFocused();

  await stream;
  // a colleague calls off the one that has the focus
  const before = Number(((await figure(page, 'toAssign').textContent()) ?? '').replaceAll(',', ''));
  const status = await other.evaluate(async (no) => {
    const headers = { 'X-Access-Token': localStorage.getItem('access_token')!, 'Content-Type': 'application/json' };
    const { result } = (await (await fetch(`/admin-api/orders/${no}`, { headers })).json()) as { result: { version: number } };
    return (await fetch(`/admin-api/orders/${no}/cancel`, { method: 'POST', headers, body: JSON.stringify({ version: result.version, reason: '家属改了主意' }) })).status;
  }, nos[1]!);
  expect(status).toBe(200);
  await expect(page.locator(`[data-no="${nos[1]}"]`)).toHaveCount(0);
  await expect(rows(page).nth(1)).toBeFocused();
  await expect(rows(page).nth(1)).toHaveAttribute('data-no', nos[2]!);
  await expect(figure(page, 'toAssign')).toHaveText(new RegExp(`^${(before - 1).toLocaleString('en')}$`));

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/order/${nos[2]}$`));
  await page.goBack();
  await expect(rows(page).nth(1)).toHaveAttribute('data-no', nos[2]!);
  await page.keyboard.press('1');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(before));
  await other.context().close();
});
