import { expect, test, type Page } from './test.ts';
import { count } from './list-kit.ts';
import { listening, openPalette, sampleOrders, settled, signIn } from './kit.ts';

const bell = (page: Page) => page.locator('header [data-key="notice.open"]');
const panel = (page: Page) => page.locator('dialog[open]');
const lines = (page: Page) => panel(page).getByRole('link');
/** What the API says this person is told. */
async function told(page: Page): Promise<Record<string, { total: number; unread: number }>> {
  return page.evaluate(async () => {
    const { result } = (await (await fetch('/admin-api/notices', { headers: { 'X-Access-Token': localStorage.getItem('access_token')! } })).json()) as { result: { kinds: { kind: string; total: number; unread: number }[] } };
    return Object.fromEntries(result.kinds.map(({ kind, total, unread }) => [kind, { total, unread }]));
  });
}
async function opened(page: Page): Promise<void> {
  await listening(page);
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await panel(page).locator('ul[aria-busy="false"]').waitFor();
}

test('g n, arrows and Enter: each kind opens exactly its rows, and is read by that; Escape gives the focus back', async ({ page }) => {
  await signIn(page, 'resident');
  const door = bell(page);
  await expect(door).toHaveAttribute('aria-label', /未读/);
  const before = await told(page);
  expect(before['waits_long']!.total).toBeGreaterThan(0);
  await page.locator('main h1').first().focus();
  await opened(page);
  await expect(lines(page)).toHaveCount(5);
  await expect(lines(page).first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(page.locator('main h1').first()).toBeFocused();
  for (const [at, kind] of ['waits_long', 'ends_today', 'certificates_ending', 'reviews_due', 'mine'].entries()) {
    await opened(page);
    const line = lines(page).nth(at);
    await line.focus();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toHaveCount(0);
    await expect(page.getByRole('grid').or(page.getByText('没有')).first()).toBeVisible();
    await settled(page);
    const { total } = (await told(page))[kind]!;
    if (total > 0) expect([kind, await count(page)]).toEqual([kind, total]);
    await expect.poll(async () => (await told(page))[kind]!.unread).toBe(0);
  }
  await expect(door).toHaveAttribute('aria-label', '提醒');
});

test('an order that a colleague hands over rings without a reload, and the palette finds it', async ({ page, browser }) => {
  await signIn(page, 'ops');
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'zh-CN' })).newPage();
  await signIn(other, 'admin');
  await listening(page);
  await openPalette(page);
  await page.keyboard.type('全部标为已读');
  await page.getByRole('option', { name: /提醒全部标为已读/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(bell(page)).toHaveAttribute('aria-label', '提醒');
  const orders = await sampleOrders(other, 60);
  const { orderNo, patientName } = (orders as unknown as { orderNo: string; patientName: string; status: string }[]).find(({ status }) => status !== 'closed' && status !== 'cancelled')!;
  await other.goto(`/#/order/${orderNo}`);
  await other.locator('main h1').first().waitFor();
  await settled(other);
  await listening(other);
  await other.keyboard.press('h');
  const field = panel(other).locator('[name="keeper"]');
  await expect(field).toBeFocused();
  const mine = await field.locator('option', { hasText: '运营' }).first().getAttribute('value');
  expect(await page.evaluate(() => (JSON.parse(sessionStorage.getItem('userInfo')!) as { userId: string }).userId)).toBe(mine);
  await field.selectOption(mine!);
  await other.keyboard.press('Control+Enter');
  await expect(panel(other)).toHaveCount(0);
  await expect(other.getByRole('article')).toContainText('经办');
  await expect.poll(async () => (await told(page))['mine']!.unread).toBe(1);
  await expect(bell(page)).toHaveAttribute('aria-label', /^提醒，\d+ 条未读$/);
  await opened(page);
  // the first with something new has the focus: at this very minute another order may have come to wait too long, or a day begun
  await expect(panel(page).locator('a[data-unread="true"]').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(lines(page).nth(4)).toBeFocused();
  await expect(lines(page).nth(4)).toContainText(patientName);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/order\/index\?keeperId=/);
  await expect(page.getByRole('grid').getByRole('row').filter({ hasText: orderNo })).toHaveCount(1);
  await other.context().close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 } });

  test('the bell is a line of the menu, and its notices fill the width without running over', async ({ page }) => {
    await signIn(page, 'resident');
    await page.getByRole('button', { name: '打开菜单' }).click();
    await panel(page).getByRole('button', { name: /^提醒/ }).click();
    await panel(page).locator('ul[aria-busy="false"]').waitFor();
    await expect(lines(page)).toHaveCount(5);
    for (const box of await lines(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))) {
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(box.right).toBeLessThanOrEqual(390);
    }
    await lines(page).first().click();
    await expect(page).toHaveURL(/#\/order\/index\?due=waits_long/);
  });
});
