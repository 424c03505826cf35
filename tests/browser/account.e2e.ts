import { expect, test, type Page } from './test.ts';
import { openPalette, settled, signIn, signInByHand } from './kit.ts';

/** A name that no account has yet. */
const fresh = (): string => `e2e${Date.now().toString(36)}`;
const grid = (page: Page) => page.getByRole('grid');
const rowOf = (page: Page, username: string) => grid(page).getByRole('row').filter({ hasText: username });
const drawer = (page: Page) => page.locator('dialog[open]').first();
async function openAccounts(page: Page, search = ''): Promise<void> {
  await page.goto(`/#/system/user${search}`);
  await grid(page).locator('[aria-rowindex="2"] b').first().waitFor();
}
/** Makes an account by keyboard alone; its one-time password. */
async function make(page: Page, username: string, nickname: string): Promise<string> {
  await page.keyboard.press('n');
  await expect(page.getByLabel('账号', { exact: true })).toBeFocused();
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(nickname);
  await drawer(page).getByLabel('角色').selectOption('3');
  await drawer(page).getByRole('group').getByRole('checkbox').first().check();
  await page.keyboard.press('Control+Enter');
  const field = page.getByLabel('一次性密码', { exact: true });
  await expect(field).toBeFocused();
  const password = await field.inputValue();
  expect(password.length).toBeGreaterThanOrEqual(12);
  await page.getByRole('button', { name: '关闭' }).press('Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(page).toHaveURL(/#\/system\/user(\?keywords=[^&]*)?$/);
  return password;
}

test('an account by keyboard alone: made, its password shown once, signed in with it, changed, deleted and brought back', async ({ page, browser }) => {
  const username = fresh();
  await signIn(page, 'ops');
  await openAccounts(page);
  const password = await make(page, username, '试用甲');
  await openAccounts(page, `?keywords=${username}`);
  await expect(rowOf(page, username)).toContainText('试用甲');

  const other = await browser.newPage();
  await signInByHand(other, username, { password });
  await expect(other).not.toHaveURL(/#\/login/);
  await other.close();

  await page.keyboard.press('j');
  await expect(rowOf(page, username)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]edit=\d+/);
  await expect(page.getByLabel('姓名')).toBeFocused();
  await page.getByLabel('姓名').fill('试用乙');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(rowOf(page, username)).toContainText('试用乙');
  await expect(rowOf(page, username)).toBeFocused();

  await page.keyboard.press('t');
  await expect(rowOf(page, username)).toContainText('停用');
  await page.keyboard.press('Delete');
  await expect(drawer(page)).toContainText('删除 试用乙');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('删除的原因')).toBeFocused();
  await page.keyboard.type('试用结束');
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toContainText('1 个都已完成');
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(rowOf(page, username)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, username)).toContainText('停用');
});
test('what was typed is asked about before it goes, stays when one leaves another way, and the address opens the form', async ({ page }) => {
  await signIn(page, 'ops');
  await settled(page);
  await openPalette(page);
  await page.keyboard.type('xinjianzhanghao');
  await expect(page.getByRole('option', { selected: true })).toContainText('新建账号');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('账号', { exact: true })).toBeFocused();
  await page.keyboard.type('unfinished');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toContainText('放弃填写的内容');
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(page).toHaveURL(/#\/dashboard$/);
  await page.goto('/#/system/user?new');
  await expect(page.getByLabel('账号', { exact: true })).toHaveValue('unfinished');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '放弃', exact: true }).click();
  await expect(page).toHaveURL(/#\/system\/user$/);
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});
test('two people change one account: the second hears what changed and loses nothing', async ({ page, browser }) => {
  await signIn(page, 'ops');
  await openAccounts(page, '?keywords=hospital');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.getByLabel('姓名').fill('医院方乙');
  const other = await browser.newPage();
  await signIn(other, 'admin');
  await openAccounts(other, '?keywords=hospital');
  await other.keyboard.press('j');
  await other.keyboard.press('e');
  const mine = `1390000${String(Date.now()).slice(-4)}`;
  await other.getByLabel('手机').fill(mine);
  await other.keyboard.press('Control+Enter');
  await expect(other.locator('dialog[open]')).toHaveCount(0);
  await other.close();
  await page.getByLabel('姓名').press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText(`→ ${mine}`);
  await expect(page.getByLabel('姓名')).toHaveValue('医院方乙');
  await expect(page.getByLabel('手机')).toHaveValue(mine);
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'hospital')).toContainText('医院方乙');
});
test('several at once: chosen by x and Shift with arrows, each with its result', async ({ page }) => {
  const username = fresh();
  await signIn(page, 'ops');
  await openAccounts(page);
  for (const nickname of ['甲', '乙', '丙']) await make(page, `${username}-${{ 甲: 'a', 乙: 'b', 丙: 'c' }[nickname]}`, nickname);
  await openAccounts(page, `?keywords=${username}`);
  // who was in the rows of the list before is in these
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await expect(grid(page).locator('[aria-selected="true"]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(grid(page).locator('[aria-selected="true"]')).toHaveCount(0);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(grid(page).locator('[aria-selected="true"]')).toHaveCount(3);
  await page.keyboard.press('Shift+ArrowUp');
  await expect(grid(page).locator('[aria-selected="true"]')).toHaveCount(2);
  await page.getByRole('checkbox', { name: '丙' }).click();
  await expect(page.getByText('已选 3 个')).toBeVisible();
  // one of them is gone by now
  await page.evaluate(async (name) => {
    const headers = { 'X-Access-Token': localStorage.getItem('access_token')! };
    const { result } = (await (await fetch(`/admin-api/sys/users/list?keywords=${name}-b`, { headers })).json()) as { result: { list: { id: string }[] } };
    await fetch(`/admin-api/sys/${result.list[0]!.id}?reason=e2e`, { method: 'DELETE', headers });
  }, username);
  await page.getByRole('button', { name: '停用' }).click();
  await page.keyboard.press('Control+Enter');
  await expect(drawer(page)).toContainText('2 个已完成，1 个没有成功');
  await expect(drawer(page).getByRole('row').filter({ hasText: `${username}-b` })).toContainText('没有找到');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, `${username}-a`)).toContainText('停用');
});
test('a new password for someone: asked first, shown once; nobody does it to themselves', async ({ page }) => {
  const username = fresh();
  await signIn(page, 'ops');
  await openAccounts(page);
  const first = await make(page, username, '试用丁');
  await openAccounts(page, `?keywords=${username}`);
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.getByRole('alertdialog').getByRole('button', { name: '重置密码' }).click();
  const second = await page.getByLabel('一次性密码', { exact: true }).inputValue();
  expect(second).not.toBe(first);
  await page.getByRole('button', { name: '复制' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(/已复制|已选中/);
  await page.getByRole('button', { name: '关闭' }).click();
  await page.goto('/#/system/user?keywords=ops');
  await rowOf(page, 'ops').first().waitFor();
  await settled(page);
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});
test('a sheet: tried, shown cell by cell, then imported whole', async ({ page }) => {
  const username = fresh();
  await signIn(page, 'ops');
  await page.goto('/#/system/user?import');
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 CSV 模板' }).click();
  const heading = (await (await (await template).createReadStream()).toArray()).join('').split(/\r?\n/)[0]!;
  const column = (name: string): number => heading.replace('\uFEFF', '').split(',').indexOf(name);
  const line = (cells: Record<string, string>): string => {
    const out = heading.split(',').map(() => '');
    for (const [name, value] of Object.entries(cells)) out[column(name)] = value;
    return out.join(',');
  };
  const sheet = (...lines: Record<string, string>[]) => ({ name: '账号.csv', mimeType: 'text/csv', buffer: Buffer.from([heading, ...lines.map(line)].join('\r\n')) });
  const file = page.locator('input[type=file]');
  await file.setInputFiles(sheet({ 账号: `${username}1`, 姓名: '表一', 角色: '驻院管理' }, { 账号: '9', 姓名: '=1+1', 角色: '院长' }));
  await expect(drawer(page).locator('tbody tr')).toHaveText([/3角色院长只能是/, /3账号9.+字母开头/]);
  await expect(drawer(page).getByRole('button', { name: /^导入/ })).toBeDisabled();
  await file.setInputFiles(sheet({ 账号: `${username}1`, 姓名: '表一', 角色: '驻院管理' }, { 账号: `${username}2`, 姓名: '=1+1', 角色: '医院方' }));
  await expect(page.getByRole('button', { name: '导入 2 个账号' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(drawer(page)).toContainText('已导入 2 个账号');
  await page.keyboard.press('Escape');
  await openAccounts(page, `?keywords=${username}`);
  await expect(rowOf(page, `${username}2`)).toContainText('=1+1');
});
test('an export has what is filtered or selected; one that fails is a message, not a file', async ({ page }) => {
  await signIn(page, 'ops');
  await openAccounts(page, '?role=3');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const name = await grid(page).locator('[aria-selected="true"] b').textContent();
  const take = async (all: boolean): Promise<string[]> => {
    await page.getByRole('button', { name: '导出' }).first().click();
    await page.getByRole('radio', { name: /选中的/ }).waitFor();
    if (all) await page.getByLabel(/筛选出的/).check();
    await page.getByLabel(/CSV/).check();
    const file = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await file).suggestedFilename()).toMatch(/^账号-\d{4}-\d\d-\d\d\.csv$/);
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    return (await (await (await file).createReadStream()).toArray()).join('').trim().split(/\r?\n/);
  };
  const one = await take(false);
  expect(one).toHaveLength(2);
  expect(one[0]!.replace('\uFEFF', '')).toBe('账号,姓名,角色,医院,手机,状态,上次登录');
  expect(one[1]).toContain(name!);
  const total = Number(/\d+/.exec((await page.getByText(/^共 .+ 条$/).textContent())!.replace(',', ''))![0]);
  expect(await take(true)).toHaveLength(total + 1);

  await page.route('**/sys/users/export**', (route) => route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify({ success: false, code: 50300, message: '数据库暂不可用，稍后再试', result: null }) }));
  let files = 0;
  page.on('download', () => (files += 1));
  await page.getByRole('button', { name: '导出' }).first().click();
  await drawer(page).getByRole('button', { name: '导出' }).click();
  await expect(page.getByRole('alert')).toContainText('数据库暂不可用');
  expect(files).toBe(0);
});
