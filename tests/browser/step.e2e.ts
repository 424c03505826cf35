import { expect, test, type Page } from './test.ts';
import { openPalette, settled, signIn, signInByHand } from './kit.ts';

interface Row {
  orderNo: string;
  caregiverNo: string | null;
}
const read = (page: Page, no: string): Promise<Row> =>
  page.evaluate(async (wanted) => ((await (await fetch(`/admin-api/orders/rows?nos=${wanted}`, { headers: { 'X-Access-Token': localStorage.getItem('access_token')! } })).json()) as { result: Row[] }).result[0]!, no);
/** The list of those that wait to be assigned, with the focus on its first row. */
async function waiting(page: Page): Promise<string[]> {
  await page.goto('/#/order/index?status=pending_assign');
  await settled(page);
  await expect(page.locator('[role=row][data-focused=true]').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  return page.locator('[role=row][data-index]').evaluateAll((rows) => rows.map((row) => /PH\d+/.exec(row.textContent)![0]));
}
const chips = (page: Page) => page.locator('#palette-chips > *');
const confirms = (page: Page) => expect(page.locator('dialog footer')).toContainText(/Enter\s*派单/);
async function begin(page: Page): Promise<void> {
  await openPalette(page);
  await page.keyboard.type('派单');
  await settled(page);
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog [role=option]').first()).toBeVisible();
  await expect(chips(page)).toHaveCount(1);
  await settled(page);
}

test('派单 by keyboard alone: caregiver, from when, Enter; Escape climbs down, what was left goes on; undo; . and several', async ({ page }) => {
  test.setTimeout(400_000);
  await signIn(page, 'admin');
  const [first, second, third] = await waiting(page);
  await begin(page);
  await page.keyboard.press('Enter');
  await confirms(page);
  await expect(chips(page)).toHaveCount(3);
  const carer = await chips(page).nth(1).textContent();
  // Escape: the caregiver, the command, the palette
  for (const left of [1, 0]) {
    await page.keyboard.press('Escape');
    await expect(chips(page)).toHaveCount(left);
  }
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(page.locator('[role=row][data-focused=true]').first()).toBeFocused();
  await openPalette(page);
  await expect(page.locator('dialog [role=option]').first()).toContainText('继续派单');
  await page.keyboard.press('Enter');
  await confirms(page);
  await expect(chips(page).nth(1)).toHaveText(carer!);
  expect((await read(page, first!)).caregiverNo).toBeNull();
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect.poll(async () => (await read(page, first!)).caregiverNo).not.toBeNull();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await read(page, first!)).caregiverNo).toBeNull();
  // the same once more, with what it had, and only after Enter
  await settled(page);
  await page.keyboard.press('.');
  await confirms(page);
  await expect(chips(page).nth(1)).toHaveText(carer!);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  expect((await read(page, first!)).caregiverNo).toBeNull();
  // several: the dry run first
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await begin(page);
  await expect(chips(page).first()).toContainText('2 条');
  await page.keyboard.press('Enter');
  await confirms(page);
  await expect(page.locator('dialog')).toContainText(/将影响 [12] 张/);
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect.poll(async () => [await read(page, second!), await read(page, third!)].some(({ caregiverNo }) => caregiverNo !== null)).toBe(true);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => [await read(page, second!), await read(page, third!)].every(({ caregiverNo }) => caregiverNo === null)).toBe(true);
});

test('an address opens the steps filled in, over signing in, runs nothing, and neither Back nor a reload opens it again', async ({ page }) => {
  await signIn(page, 'admin');
  const [no] = await waiting(page);
  await begin(page);
  await page.keyboard.press('Enter');
  await confirms(page);
  const carer = await page.evaluate(async (wanted) => ((await (await fetch(`/admin-api/orders/${wanted}/candidates?event=assign`, { headers: { 'X-Access-Token': localStorage.getItem('access_token')! } })).json()) as { result: { caregiverNo: string; name: string }[] }).result[0]!, no!);
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await signInByHand(page, 'admin', { address: `/#/order/index?status=pending_assign&cmd=order.assign&order=${no}&caregiver=${carer.caregiverNo}` });
  await confirms(page);
  await expect(chips(page).nth(1)).toHaveText(carer.name);
  await expect(page).toHaveURL(/#\/order\/index\?status=pending_assign$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  expect((await read(page, no!)).caregiverNo).toBeNull();
});
