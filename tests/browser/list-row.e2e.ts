// What operations staff do with the rows of a list, by keyboard alone: select, find, jump, export, copy, paste, print.
import { readFileSync } from 'node:fs';
import { expect, test, type Download, type Page } from './test.ts';
import { reach, settled, signIn } from './kit.ts';
import { count, drawer, everyOrder, focused, forget, grid, headings, open, shown } from './list-kit.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page, 'ops');
  await forget(page);
});
/** The first row has the focus. */
async function firstRow(page: Page): Promise<void> {
  await page.locator('main h1').first().focus();
  await page.keyboard.press('Home');
  await expect(focused(page)).toHaveAttribute('aria-rowindex', '2');
}
/** Sends the drawer of the export as it stands and gives the file. */
async function exported(page: Page): Promise<Download> {
  const file = page.waitForEvent('download');
  await page.keyboard.press('Control+Enter');
  const saved = await file;
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  return saved;
}
/** A number as the console writes it. */
const said = (count: number) => count.toLocaleString('zh-CN');
const linesOf = async (file: Download) => readFileSync(await file.path(), 'utf8').replace('\ufeff', '').trimEnd().split('\r\n');

test('all are selected, ten taken out again, and the dry run of a bulk verb counts the rest', async ({ page }) => {
  await open(page, '/order/index?status=pending_assign');
  const many = await count(page);
  expect(many).toBeGreaterThan(10);
  await firstRow(page);
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: '选中的订单' });
  await expect(bar).toContainText(`已选 ${said(many)} 张`);
  for (let row = 0; row < 10; row += 1) {
    await page.keyboard.press('x');
    await page.keyboard.press('j');
  }
  await expect(bar).toContainText(`已选 ${said(many - 10)} 张`);
  expect(await grid(page).locator('[data-index] input:not(:checked)').count()).toBe(10);
  const verb = bar.getByRole('button', { name: /^取消订单/ });
  await reach(page, verb);
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('heading', { level: 2 })).toHaveText(`取消订单 · ${said(many - 10)} 张订单`);
  await expect(drawer(page)).toContainText(`${said(many - 10)} 张可以，0 张不可以`);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await firstRow(page);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
});

test('find goes to the next and the previous row anywhere; Ctrl+J to a number and to a day', async ({ page }) => {
  const all = await everyOrder(page, 'pending_evaluation');
  const far = all[Math.floor(all.length * 0.7)]!;
  await open(page, '/order/index?status=pending_evaluation&sort=orderNo:desc');
  const order = all.map(({ orderNo }) => orderNo).sort().reverse();
  await firstRow(page);
  await page.keyboard.press('/');
  const field = page.getByRole('textbox', { name: '在列表里查找' });
  await expect(field).toBeFocused();
  await page.keyboard.type(far.orderNo);
  const row = (index: number) => grid(page).locator(`[data-index="${index}"][data-focused="true"]`);
  await expect(row(order.indexOf(far.orderNo))).toContainText(far.orderNo);
  await expect(field).toBeFocused();

  const sameName = all.filter(({ patientName }) => patientName === far.patientName).map(({ orderNo }) => order.indexOf(orderNo)).sort((a, b) => a - b);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(far.patientName);
  const from = order.indexOf(far.orderNo);
  const next = sameName.find((index) => index > from) ?? sameName[0]!;
  await expect(page.locator('search output')).toContainText('条');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+j');
  await page.keyboard.type(String(from + 1));
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveAttribute('data-index', String(from));
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await settled(page);
  await page.keyboard.press('Enter');
  await expect(row(next)).toContainText(far.patientName);
  await page.keyboard.press('Shift+Enter');
  await expect(row(from)).toContainText(far.orderNo);
  await page.keyboard.press('Escape');
  await expect(focused(page)).toHaveAttribute('data-index', String(from));

  await open(page, '/order/index?status=pending_evaluation&sort=plannedStart');
  const days = all.map(({ plannedStart }) => plannedStart).sort();
  const day = days[Math.floor(days.length / 2)]!;
  await firstRow(page);
  await page.keyboard.press('Control+j');
  await page.keyboard.press('Tab');
  await page.keyboard.type(day);
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveAttribute('data-index', String(days.indexOf(day)));
});

test('an export has what is filtered or selected, in the columns, their order and the language of the list; it can be stopped', async ({ page }) => {
  await open(page, '/order/index?status=pending_evaluation', 'en');
  const many = await count(page);
  const words = await headings(page);
  const rows = await shown(page);
  await firstRow(page);
  await page.keyboard.press('Shift+E');
  await reach(page, page.getByRole('radio', { name: /^Excel/ }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^CSV/ })).toBeChecked();
  const csv = await linesOf(await exported(page));
  expect(csv[0]!.split(',').slice(0, 3)).toEqual(words.slice(0, 3));
  expect([csv.length - 1, csv.slice(1, 4).map((line) => line.split(',')[0])]).toEqual([many, rows.slice(0, 3)]);

  await firstRow(page);
  await page.keyboard.press('Shift+C');
  await reach(page, drawer(page).getByRole('checkbox', { name: words[0]!, exact: true }));
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Escape');
  await firstRow(page);
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
  await page.keyboard.press('Shift+E');
  await expect(drawer(page).getByRole('radio', { name: 'The 2 selected' })).toBeChecked();
  const book = await exported(page);
  expect(readFileSync(await book.path()).subarray(0, 2).toString()).toBe('PK');
  await page.keyboard.press('Shift+E');
  await reach(page, page.getByRole('radio', { name: /^Excel/ }));
  await page.keyboard.press('ArrowDown');
  const two = await linesOf(await exported(page));
  expect(two.map((line) => line.split(',')[1])).toEqual([words[0], ...rows.slice(0, 2)]);
  expect(two[0]!.split(',')[0]).toBe(words[1]);

  // an answer that takes its time
  let asked = 0;
  await page.route('**/orders/export', async (route) => {
    asked += 1;
    await new Promise((done) => setTimeout(done, 4_000));
    await route.continue().catch(() => {});
  });
  await page.keyboard.press('Shift+E');
  await expect(drawer(page)).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(drawer(page).getByRole('progressbar')).toBeVisible();
  await reach(page, drawer(page).getByRole('button', { name: 'Stop the export' }));
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('progressbar')).toHaveCount(0);
  await expect(drawer(page).getByRole('button', { name: /^Export/ })).toBeFocused();
  expect(asked).toBe(1);
  await forget(page);
});

test('selected rows are copied as a table, a block is pasted where the list takes one, and the list is printed as a table', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  const words = await headings(page);
  const rows = await shown(page);
  await firstRow(page);
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  await expect(page.getByText('已复制 2 条，可以粘贴到表格里')).toHaveCount(1);
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\n').map((line) => line.split('\t'));
  expect(copied.map((cells) => cells[0])).toEqual([words[0], rows[0], rows[1]]);
  expect(copied[0]).toEqual(words);

  await page.evaluate(() => {
    window.print = () => void (document.documentElement.dataset['printed'] = String(document.querySelectorAll('table tbody tr').length));
  });
  await page.keyboard.press('Control+p');
  await expect(page.locator('html')).toHaveAttribute('data-printed', '2');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('table thead th')).toHaveText(words);
  await expect(page.locator('table')).toBeVisible();
  await expect(grid(page)).toBeHidden();
  await expect(page.getByRole('navigation').first()).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('table')).toHaveCount(0);

  await open(page, '/system/user');
  await page.evaluate(() => navigator.clipboard.writeText('账号\t姓名\t角色\nok1\t甲\t医院\n9bad\t乙\t院长'));
  await firstRow(page);
  await page.keyboard.press('Control+v');
  await expect(drawer(page).getByRole('region', { name: '要改的地方' })).toBeVisible();
  await expect(drawer(page)).toContainText('9bad');
  await page.keyboard.press('Escape');
});
