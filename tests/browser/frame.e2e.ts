import { expect, test, type Page } from './test.ts';
import { openPalette, settled, signIn } from './kit.ts';

// Where the focus is and where keys go, which only a browser knows.
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName ?? '');
const box = (page: Page) => page.locator('dialog input[role="combobox"]');

test('Tab stays in the palette, what is typed is never lost, Escape climbs down', async ({ page }) => {
  await signIn(page, 'ops');
  await settled(page);
  await openPalette(page);
  for (const keys of ['Tab', 'Shift+Tab', 'Tab']) {
    await page.keyboard.press(keys);
    await expect(box(page)).toBeFocused();
  }
  await page.keyboard.type('zs');
  await page.getByRole('option', { name: /张三/ }).first().waitFor();
  // a press beside the rows leaves the focus in the text, and where it was taken away all the same, it comes back
  await page.locator('dialog footer').click();
  await expect(box(page)).toBeFocused();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.type('x');
  await expect(box(page)).toHaveValue('zsx');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveValue('');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 } });

  test('the palette’s Tab goes round the text, the close button and the way to what is not possible', async ({ page }) => {
    await signIn(page, 'ops');
    await settled(page);
    await openPalette(page);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('关闭');
    await expect(page.locator('dialog footer')).toContainText('Enter 关闭');
    await page.keyboard.type('a');
    await expect(box(page)).toHaveValue('a');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.locator('dialog button:focus')).toContainText('不能做的');
    await page.keyboard.press('Enter');
    await expect(page.locator('dialog [cmdk-group-heading]').first()).toContainText('现在不能做');
    await page.keyboard.press('Tab');
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(box(page)).toHaveCount(0);
  });

  test('the palette’s rows are equally high, keys of commands at the right of their line', async ({ page }) => {
    await signIn(page, 'ops');
    await settled(page);
    await openPalette(page);
    await page.keyboard.type('g');
    await page.keyboard.press('Backspace');
    const rows = await page.getByRole('option').evaluateAll((all) => all.map((row) => {
      const line = row.getBoundingClientRect();
      const key = row.querySelector('kbd')?.getBoundingClientRect();
      return { height: line.height, off: key === undefined ? 0 : Math.abs(key.top + key.height / 2 - line.top - line.height / 2), right: key === undefined ? 0 : line.right - [...row.querySelectorAll('kbd')].at(-1)!.getBoundingClientRect().right };
    }));
    expect(new Set(rows.map((row) => row.height)).size).toBe(1);
    for (const { off, right } of rows) {
      expect(off).toBeLessThan(2);
      expect(right).toBeLessThan(20);
    }
    await page.keyboard.type('zs');
    await settled(page);
    const found = await page.getByRole('option', { name: /张三/ }).first().evaluate((row) => row.getBoundingClientRect().height);
    expect(found).toBe(rows[0]!.height);
  });

  test('the menu is modal: Tab stays inside, Escape and its shade close it, focus comes back', async ({ page }) => {
    await signIn(page, 'ops');
    const toggle = page.getByRole('button', { name: '打开菜单' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: '主菜单' });
    await expect(menu).toBeVisible();
    for (let n = 0; n < 12; n += 1) {
      await page.keyboard.press('Tab');
      // the browser's own controls are the one other stop of a modal
      expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement!.closest('dialog') !== null)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(toggle).toBeFocused();
    await page.keyboard.press('Enter');
    await page.mouse.click(380, 400);
    await expect(menu).toHaveCount(0);
    await expect(toggle).toBeFocused();
    await page.keyboard.press('Enter');
    await menu.getByRole('link', { name: '订单管理' }).press('Enter');
    await expect(page).toHaveURL(/#\/order\/index$/);
    await expect(menu).toHaveCount(0);
    await expect(page.locator('[data-page="/order/index"] h1')).toBeFocused();
  });
});

test('a saved name is in the header at once, in another tab, and after a reload', async ({ page, context }) => {
  await signIn(page, 'hospital');
  const other = await context.newPage();
  await other.goto('/#/dashboard');
  await other.locator('main h1').first().waitFor();
  await page.goto('/#/profile');
  const name = page.getByLabel('姓名');
  await name.waitFor();
  const before = await name.inputValue();
  const after = `${before.slice(0, 8)}甲`;
  const header = (where: Page) => where.locator('header [data-person]');
  await name.fill(after);
  await name.press('Control+Enter');
  await expect(header(page)).toHaveText(after);
  await expect(header(other)).toHaveText(after);
  await page.reload();
  await expect(header(page)).toHaveText(after);
  await page.getByLabel('姓名').fill(before);
  await page.getByLabel('姓名').press('Control+Enter');
  await expect(header(page)).toHaveText(before);
});

test('the help sheet lists the keys of the page that is shown', async ({ page }) => {
  await signIn(page, 'ops');
  await settled(page);
  const keys = async () => {
    await page.keyboard.press('Shift+?');
    const lines = await page.locator('dialog[aria-labelledby="help-title"] dl').first().locator(':scope > div').allTextContents();
    await page.keyboard.press('Escape');
    return lines;
  };
  const first = await keys();
  expect(first).toEqual(expect.arrayContaining(['列表：下一行J', '待派单1', '今天开始2', '今天结束3', '待结清4', '30 天内证件到期5', '待派单超过 4 小时6', '交给我的订单7', '派单A']));
  expect(first).not.toContain('列表：筛选F');
  await page.keyboard.type('go');
  await page.getByRole('grid').waitFor();
  expect(await keys()).toEqual(expect.arrayContaining(['列表：下一行J', '列表：打开这一行Enter', '列表：筛选F']));
  await page.goto('/#/profile');
  await page.getByLabel('姓名').waitFor();
  expect(await keys()).toEqual(['保存CtrlEnter', '修改密码CtrlEnter']);
});
