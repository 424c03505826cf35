import { readFileSync } from 'node:fs';
import { expect, test, type Page } from './test.ts';
import { checkCharacter } from '../../src/kernel/id-number.ts';
import { openPalette, settled, signIn } from './kit.ts';

const drawer = (page: Page) => page.locator('dialog[open]').first();
const HEAD = ['工号', '姓名', '性别', '身份证号', '手机', '健康证到期', '状态'];
/** Cells of someone nobody knows yet. */
function person(n: number, change: Record<string, string> = {}): string[] {
  const first = `11010119${70 + (n % 20)}0${1 + (n % 9)}1${n % 9}${String(Date.now() % 900 + 100)}`;
  const good: Record<string, string> = { 工号: `E2E${Date.now().toString(36).toUpperCase()}${n}`, 姓名: `表格${'甲乙丙丁'[n % 4]}`, 性别: '女', 身份证号: first + checkCharacter(first), 手机: `15${String(Date.now()).slice(-7)}${String(n).padStart(2, '0')}`, 健康证到期: '2030-01-01', 状态: '在岗' };
  return HEAD.map((column) => change[column] ?? good[column]!);
}
const sheet = (rows: readonly (readonly string[])[], comma: string): string => [HEAD, ...rows].map((row) => row.join(comma)).join('\n');

test('a sheet of caregivers: from the palette, its faults cell by cell, mended and imported by keyboard, and nothing new the second time', async ({ page }) => {
  await signIn(page, 'ops');
  await settled(page);
  await openPalette(page);
  await page.keyboard.type('daoruhugong');
  await expect(page.getByRole('option', { selected: true })).toContainText('导入护工');
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toContainText('导入护工');
  const template = page.waitForEvent('download');
  await drawer(page).getByRole('button', { name: '下载 CSV 模板' }).press('Enter');
  expect(readFileSync(await (await template).path(), 'utf8')).toContain('工号,姓名,性别,身份证号,手机,籍贯,语言,等级,性质,健康证到期,服务医院,入职日期,状态');
  const people = [person(1), person(2)];
  const choose = (text: string) => drawer(page).locator('input[type=file]').setInputFiles({ name: '护工.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(sheet([people[0]!, person(2, { 手机: '12345' })], ','));
  await expect(drawer(page).locator('tbody tr')).toHaveText(['3手机12345不是 11 位手机号']);
  await expect(drawer(page).getByRole('button', { name: '导入', exact: true })).toBeDisabled();
  await choose(sheet(people, ','));
  await expect(drawer(page)).toContainText('2 行都可以导入，还没有写入');
  await page.keyboard.press('Control+Enter');
  await expect(drawer(page)).toContainText('已导入 2 名护工');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(page.getByRole('grid')).toContainText(people[1]![0]!);

  // the same block pasted from a spreadsheet, with one more line
  await page.locator('h1').first().focus();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, sheet([...people, person(3)], '\t'));
  await expect(drawer(page)).toContainText('1 行可以导入，另有 2 行已经在系统里');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});

test('the record by keyboard: work, evaluations and pay, each at its address, a month opened and saved, and back', async ({ page }) => {
  await signIn(page, 'ops');
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const { result } = (await (await page.request.get('/admin-api/caregivers?where[0]=ratingCount:above:2&pageSize=1', { headers: { 'X-Access-Token': token! } })).json()) as { result: { list: { staffNo: string }[] } };
  const no = result.list[0]!.staffNo;
  await page.goto(`/#/caregiver/${no}`);
  await page.getByRole('link', { name: '服务记录' }).waitFor();
  await page.keyboard.press('w');
  await expect(page).toHaveURL(new RegExp(`/caregiver/${no}/work$`));
  await expect(page.getByRole('grid').locator('[aria-rowindex="2"]')).toContainText('PH');
  await page.keyboard.press('m');
  await expect(page).toHaveURL(new RegExp(`/caregiver/${no}/evaluations$`));
  await expect(page.getByRole('region', { name: '评分' })).toContainText('次评价的平均');
  await page.getByRole('grid').locator('[aria-rowindex="2"] a').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press(' ');
  await expect(page.getByRole('complementary', { name: '旁边的一行' })).toContainText('评价时间');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: '旁边的一行' })).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp('/evaluations$'));
  await page.keyboard.press('y');
  await expect(page.locator('button[data-month]').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pay\?month=\d{4}-\d{2}$/);
  const amount = await page.locator('tr:has(button[aria-expanded=true]) td').nth(2).innerText();
  await expect(page.locator('tfoot td').nth(1)).toHaveText(amount.split('\n')[0]!);
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Shift+E');
  expect((await saved).suggestedFilename()).toMatch(new RegExp(`^工资-.+-${no}-\\d{4}-\\d{2}\\.xlsx$`));
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`/caregiver/${no}$`));
});

test('who may not see pay is not shown it', async ({ page }) => {
  await signIn(page, 'resident');
  await page.goto('/#/caregiver/index');
  await page.getByRole('grid').locator('[aria-rowindex="2"] a').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: '服务记录' })).toBeVisible();
  await expect(page.getByRole('link', { name: '工资' })).toHaveCount(0);
  await page.goto(`${page.url().split('#')[0]}#/caregiver/PY100010/pay`);
  await expect(page).toHaveURL(/#\/404/);
});
