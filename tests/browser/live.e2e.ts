import { expect, test, type Page } from './test.ts';
import { sampleOrders, settled, signIn } from './kit.ts';

/** What a colleague does, at another computer: by the API. */
async function colleague(page: Page, no: string, verb: string, body: object): Promise<void> {
  const status = await page.evaluate(async ([order, event, more]) => {
    const headers = { 'X-Access-Token': localStorage.getItem('access_token')!, 'Content-Type': 'application/json' };
    const { result } = (await (await fetch(`/admin-api/orders/${order}`, { headers })).json()) as { result: { version: number } };
    return (await fetch(`/admin-api/orders/${order}/${event}`, { method: 'POST', headers, body: JSON.stringify({ version: result.version, ...(more as object) }) })).status;
  }, [no, verb, body] as const);
  expect(status).toBe(200);
}
const streaming = (page: Page) => page.waitForRequest((request) => /\/admin-api\/live\/all\?/.test(request.url()));
const row = (page: Page, no: string) => page.getByRole('grid').getByRole('row').filter({ hasText: no });

test("a colleague's payment appears in list and record within two seconds; focus, selection and place stay", async ({ page, browser }) => {
  // the bell hears it too, from the first page on
  const stream = streaming(page);
  await signIn(page, 'admin');
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'zh-CN' })).newPage();
  await signIn(other, 'ops');
  const orders = await sampleOrders(page, 30);
  // which ones take money hangs on the day that the demonstration was made
  const at = orders.findIndex(({ can }, i) => i >= 3 && can.includes('pay'));
  const [first, chosen] = [orders[0]!.orderNo, orders[at]!.orderNo];

  await page.goto('/#/order/index');
  await row(page, first).waitFor();
  for (let n = 0; n <= at; n += 1) await page.keyboard.press('j');
  await page.keyboard.press('x');
  await stream;
  const line = row(page, chosen);
  await expect(line).toBeFocused();
  const before = await line.innerText();
  await colleague(other, chosen, 'pay', { amountFen: 123_456, method: 'cash' });
  await expect(async () => expect(await line.innerText()).not.toBe(before)).toPass({ intervals: [50], timeout: 2_000 });
  await expect(line).toBeFocused();
  await expect(line).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/order/${chosen}$`));
  await settled(page);
  await colleague(other, chosen, 'pay', { amountFen: 234_567, method: 'wechat' });
  await expect(page.getByRole('article')).toContainText('2,345.67', { timeout: 2_000 });
  await other.context().close();
});

test('new orders are announced and shown when asked for; nothing moves before', async ({ page, browser }) => {
  // the bell hears it too, from the first page on
  const stream = streaming(page);
  await signIn(page, 'admin');
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'zh-CN' })).newPage();
  await signIn(other, 'ops');
  const [sample] = await sampleOrders(page, 1);
  await page.goto('/#/order/index');
  await row(page, sample!.orderNo).waitFor();
  await page.keyboard.press('j');
  await stream;
  const made = await other.evaluate(async (no) => {
    const headers = { 'X-Access-Token': localStorage.getItem('access_token')!, 'Content-Type': 'application/json' };
    const { result } = (await (await fetch(`/admin-api/orders/${no}`, { headers })).json()) as { result: Record<string, string> };
    const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const body = { hospitalId: result['hospitalId'], departmentId: result['departmentId'], serviceItemId: result['serviceItemId'], patient: { name: '新来人' }, plannedStart: day(2), startHalf: 'AM', plannedEnd: day(3), endHalf: 'PM' };
    return ((await (await fetch('/admin-api/orders', { method: 'POST', headers, body: JSON.stringify(body) })).json()) as { result: { row: { orderNo: string } } }).result.row.orderNo;
  }, sample!.orderNo);
  const button = page.getByRole('button', { name: '显示 1 条新记录' });
  await expect(button).toBeVisible({ timeout: 2_500 });
  await expect(row(page, sample!.orderNo)).toBeFocused();
  await expect(row(page, sample!.orderNo)).toHaveAttribute('aria-rowindex', '2');
  await page.keyboard.press('Shift+N');
  await expect(row(page, made)).toBeFocused();
  await expect(row(page, made)).toHaveAttribute('aria-rowindex', '2');
  await expect(button).toHaveCount(0);
  await other.context().close();
});

test('a hospital that a colleague switches off is seen so, with the focus where it was', async ({ page, browser }) => {
  const stream = streaming(page);
  await signIn(page, 'admin');
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'zh-CN' })).newPage();
  await signIn(other, 'admin');
  const turn = (id: string, status: 0 | 1) => other.evaluate(async ([of, to]) => {
    const headers = { 'X-Access-Token': localStorage.getItem('access_token')!, 'Content-Type': 'application/json' };
    return (await fetch(`/admin-api/hospitals/${of}/status`, { method: 'PUT', headers, body: JSON.stringify({ status: to }) })).status;
  }, [id, status] as const);
  const [chosen] = await other.evaluate(async () => ((await (await fetch('/admin-api/hospitals?pageNum=1&pageSize=100', { headers: { 'X-Access-Token': localStorage.getItem('access_token')! } })).json()) as { result: { list: { id: string; name: string; status: number }[] } }).result.list.filter(({ status }) => status === 1).slice(2));
  await page.goto('/#/system/hospital');
  const line = row(page, chosen!.name);
  await line.waitFor();
  await stream;
  for (let steps = 0; steps < 20 && !(await line.evaluate((element) => element === document.activeElement)); steps += 1) await page.keyboard.press('j');
  try {
    for (const [status, words] of [[0, '已停用'], [1, '合作中']] as const) {
      expect(await turn(chosen!.id, status)).toBe(200);
      await expect(line).toContainText(words);
      await expect(line).toBeFocused();
    }
  } finally {
    // other tests make orders there
    await turn(chosen!.id, 1);
  }
  await other.context().close();
});

test('without a stream the page works as before and says nothing of it', async ({ page }) => {
  await page.route('**/live**', (route) => route.abort());
  await signIn(page, 'admin');
  const [sample] = await sampleOrders(page, 1);
  await page.goto('/#/order/index');
  await row(page, sample!.orderNo).waitFor();
  await page.waitForTimeout(2_000);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});

test('five windows of one browser leave each other a connection: it has six to a server', async ({ page, context }) => {
  await signIn(page, 'ops');
  const windows = [page];
  while (windows.length < 5) windows.push(await context.newPage());
  for (const one of windows) {
    const stream = streaming(one);
    await one.goto('/#/dashboard');
    await one.reload();
    await stream;
  }
  for (const one of windows) {
    await one.goto('/#/order/index');
    await expect(one.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  }
});
