import { expect, test, type Page } from './test.ts';
import { openPalette, settled, signIn } from './kit.ts';

/** Opens a page by what the palette calls it. */
async function go(page: Page, typed: string, url: RegExp): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(url);
  await settled(page);
}
const grid = (page: Page) => page.locator('[data-page]:visible').getByRole('grid');

test('a dictionary and its items are made, changed and removed without a mouse, and the cache follows', async ({ page }) => {
  await signIn(page, 'admin');
  await go(page, 'zdgl', /#\/system\/dict$/);
  const code = `e2e_${Date.now()}`;
  await page.keyboard.press('n');
  await expect(page.getByLabel('编码')).toBeFocused();
  await page.keyboard.type('users');
  await page.keyboard.press('Tab');
  await page.keyboard.type('试验字典');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('这个字典编码被系统保留')).toBeVisible();
  await page.getByLabel('编码').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(code);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(new RegExp(`code=${code}`));
  await expect(page.getByRole('heading', { level: 1, name: '试验字典 · 字典项' })).toBeVisible();

  await page.keyboard.press('n');
  await expect(page.getByLabel('值', { exact: true })).toBeFocused();
  for (const typed of ['v1', '第一项', 'First']) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Control+Enter');
  await expect(grid(page)).toContainText('第一项');
  const cache = () => page.evaluate((name) => (JSON.parse(localStorage.getItem('dict_cache') ?? '{}') as Record<string, { label: string }[]>)[name]?.map(({ label }) => label), code);
  await expect.poll(cache).toEqual(['第一项']);

  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(page.getByLabel('值', { exact: true })).toHaveValue('v1');
  await page.keyboard.press('Tab');
  await page.keyboard.type('改过的');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toContainText('放弃填写的内容');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('中文标签')).toHaveValue('改过的');
  await page.getByLabel('中文标签').focus();
  await page.keyboard.press('Control+Enter');
  await expect(grid(page)).toContainText('改过的');
  await expect.poll(cache).toEqual(['改过的']);

  await page.keyboard.press('Delete');
  await expect(page.getByRole('alertdialog')).toContainText('删除字典项“改过的”');
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).press('Enter');
  await expect(page.getByText('这个字典还没有字典项。按 N 新建。')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/system\/dict$/);
  await page.goto(`/#/system/dict?code=${code}`);
  await page.getByRole('button', { name: '修改字典' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).press('Enter');
  await expect(page).toHaveURL(/#\/system\/dict$/);
  await expect(grid(page)).toContainText('care_level');
  await expect(grid(page)).not.toContainText(code);

  // one that forms need keeps its code, and stays
  await page.keyboard.press('j');
  await page.keyboard.press('Delete');
  await expect(page.getByText('系统要用这个字典，不能删除')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog').getByLabel('名称')).toBeVisible();
  await expect(page.getByRole('dialog').getByLabel('编码')).toHaveCount(0);
  await expect(page.getByRole('dialog').getByRole('button', { name: '删除' })).toHaveCount(0);
});

test('the audit is filtered by its address, a line opens with what was before and after, and Esc goes back to it', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/#/system/dict?code=relation');
  await settled(page);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.getByLabel('备注').fill(`审计 ${Date.now()}`);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await go(page, 'sjrz', /#\/system\/audit$/);
  await page.keyboard.press('f');
  await page.keyboard.type('操作人:admin');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/actor(=|%3A|:)\S*admin/);
  await expect(page.locator('[data-page]:visible [data-index="0"]')).toContainText('管理员');
  await page.goto('/#/system/audit?action=dict.item.edit&ok=true');
  await settled(page);
  await page.locator('[data-page]:visible h1').focus();
  await page.keyboard.press('j');
  const row = page.locator('[data-page]:visible [role=row]:focus');
  await expect(row).toContainText('修改字典项');
  const index = await row.getAttribute('aria-rowindex');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/line=\d+/);
  await expect(page.getByRole('heading', { level: 1, name: '修改字典项' })).toBeFocused();
  await expect(page.locator('tr[data-changed="true"]', { hasText: 'remark' })).toContainText('审计');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/action=dict\.item\.edit&ok=true/);
  await expect(page.locator('[data-page]:visible [role=row]:focus')).toHaveAttribute('aria-rowindex', index!);
});

test('the matrix of roles and rights, and none of the three for operations', async ({ page }) => {
  await signIn(page, 'admin');
  await go(page, 'jsyqx', /#\/system\/role$/);
  const row = page.getByRole('row', { name: /sys:dict:edit/ });
  await expect(row.getByRole('cell').nth(0)).toHaveText(/有/);
  await expect(row.getByRole('cell').nth(1)).toHaveText(/没有/);
  await row.locator('summary').press('Enter');
  await expect(row).toContainText('/sys/:dictCode/items');
  await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
  await signIn(page, 'ops');
  for (const path of ['dict', 'role', 'audit']) {
    await page.goto(`/#/system/${path}`);
    await expect(page).toHaveURL(/#\/404$/);
  }
  await openPalette(page);
  await page.keyboard.type('审计日志');
  await expect(page.getByRole('option', { name: /审计日志/ })).toHaveCount(0);
});
