// A list as operations staff arrange it, by keyboard alone: filters as typed, order of rows, columns, views.
import { expect, test, type Page } from './test.ts';
import { openPalette, reach, settled, signIn } from './kit.ts';
import { address, count, drawer, elsewhere, everyOrder, forget, grid, headings, open, shown, type Row } from './list-kit.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page, 'ops');
  await forget(page);
});
test.afterEach(({ page }) => forget(page));

test('filters are typed and completed in either language; their address shows the same rows to another', async ({ page, browser }) => {
  const wanted = (await everyOrder(page, 'in_service')).filter((row) => row.departmentName === '骨科' && row.plannedStart > '2026-11-01');
  expect(wanted.length).toBeGreaterThan(0);
  await open(page);
  const all = await count(page);
  await page.keyboard.press('f');
  const field = page.getByRole('combobox', { name: '筛选' });
  await expect(field).toBeFocused();
  await page.keyboard.type('状');
  await expect(page.getByRole('option', { name: /^状态/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('状态:');
  await page.keyboard.type('服务');
  await expect(page.getByRole('option', { name: /^服务中/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('');
  await expect(page.getByRole('button', { name: /^状态 · 服务中/ })).toBeVisible();
  await page.keyboard.type('科室：骨科 开始>2026-11-01');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^开始 晚于 2026\/11\/1/ })).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(wanted.length + 1));
  await settled(page);
  const rows = await shown(page);
  expect(new Set(rows)).toEqual(new Set(wanted.map(({ orderNo }) => orderNo).filter((no) => rows.includes(no))));

  const link = address(page).slice(1);
  await elsewhere(browser, 'ops', async (other) => {
    await open(other, link, 'en');
    expect([await count(other), await shown(other)]).toEqual([wanted.length, rows]);
    await open(other, '/order/index', 'en');
    await other.keyboard.press('f');
    await other.keyboard.type('status:in service department:骨科 start>2026-11-01');
    await other.keyboard.press('Enter');
    await expect(other.getByRole('button', { name: /^Status · In service/ })).toBeVisible();
    expect(address(other)).toBe(`#${link}`);
    await expect(grid(other)).toHaveAttribute('aria-rowcount', String(wanted.length + 1));
    await settled(other);
    expect(await shown(other)).toEqual(rows);
  });
  // the last one comes back as text, and what is not understood stays
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('开始>2026-11-01');
  for (let steps = 0; steps < 20; steps += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('没有这一项:什么');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await page.keyboard.press('Backspace');
  for (let steps = 0; steps < 30; steps += 1) await page.keyboard.press('Backspace');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(all + 1));
});

const LIST = '/order/index?status=pending_evaluation';
test('columns are sorted, shown, moved, widened and pinned, and follow the person', async ({ page, browser }) => {
  const tuple = ({ plannedStart, balanceFen }: Row): string => `${plannedStart} ${balanceFen}`;
  const sorted = (await everyOrder(page, 'pending_evaluation')).sort((a, b) => b.plannedStart.localeCompare(a.plannedStart) || a.balanceFen - b.balanceFen);
  await open(page, LIST);
  const before = await headings(page);
  await page.keyboard.press('Shift+C');
  const box = (name: string) => drawer(page).getByRole('checkbox', { name, exact: true });
  const all = drawer(page).getByRole('checkbox');
  /** The arrows lead from column to column. */
  const walkTo = async (name: string) => {
    for (let steps = await all.count(); steps > 0; steps -= 1) await page.keyboard.press('ArrowUp');
    await expect(all.first()).toBeFocused();
    for (let steps = await all.count(); steps > 0 && !(await box(name).evaluate((one) => one === document.activeElement)); steps -= 1) await page.keyboard.press('ArrowDown');
    await expect(box(name)).toBeFocused();
  };
  await reach(page, all.first());
  await walkTo('起止');
  await page.keyboard.press('s');
  await page.keyboard.press('s');
  await walkTo('待收');
  await page.keyboard.press('Shift+S');
  await walkTo('服务');
  await page.keyboard.press('Space');
  await walkTo('护工');
  const width = async () => (await grid(page).getByRole('columnheader', { name: '护工' }).boundingBox())!.width;
  await page.keyboard.press('Alt+ArrowRight');
  const narrow = await width();
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(async () => (await width()) - narrow).toBeGreaterThan(30);
  await page.keyboard.press('Alt+ArrowUp');
  await expect(box('护工')).toBeFocused();
  await walkTo('订单号');
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/preferences/order') && answer.request().method() === 'PUT');
  await page.keyboard.press('p');
  await kept;
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await settled(page);

  const arranged = ['订单号', '患者', '状态', '医院与床位', '护工', '起止', '应收', '待收'];
  expect([before, await headings(page)]).toEqual([['订单号', '患者', '状态', '医院与床位', '服务', '起止', '护工', '应收', '待收'], arranged]);
  expect(address(page)).toBe(`#${LIST}&sort=plannedStart:desc,balance`);
  const check = async (on: Page) => {
    const rows = await shown(on);
    expect(rows.map((no) => tuple(sorted.find(({ orderNo }) => orderNo === no)!))).toEqual(sorted.slice(0, rows.length).map(tuple));
    await expect(grid(on).getByRole('columnheader', { name: /起止/ })).toHaveAttribute('aria-sort', 'descending');
    await expect(grid(on).getByRole('columnheader').nth(1)).toHaveAttribute('data-pinned', 'true');
  };
  await check(page);
  await elsewhere(browser, 'ops', async (other) => {
    await open(other, LIST);
    await expect.poll(() => headings(other)).toEqual(arranged);
    await settled(other);
    await check(other);
  });
  await page.keyboard.press('Shift+C');
  await reach(page, page.getByRole('button', { name: '恢复原来的列' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  expect(await headings(page)).toEqual(before);
});

test('a view is saved, opened by its number and from the palette, and seen by whom it is shared with', async ({ page, browser }) => {
  const name = `快到期${Date.now().toString(36)}`;
  await open(page, '/order/index?status=in_service&sort=plannedEnd');
  const many = await count(page);
  await page.keyboard.press('Shift+V');
  await reach(page, page.getByLabel('名字', { exact: true }));
  await page.keyboard.type(name);
  await reach(page, page.getByLabel('共享给'));
  for (let role = 1; role <= 3; role += 1) await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('共享给')).toHaveValue('role 3');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(0);

  await open(page);
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('1');
    expect(address(page)).toBe('#/order/index?status=in_service&sort=plannedEnd');
  }).toPass();
  expect(await count(page)).toBe(many);
  await open(page, '/caregiver/index');
  await openPalette(page);
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect.poll(() => address(page)).toBe('#/order/index?status=in_service&sort=plannedEnd');
  await elsewhere(browser, 'resident', async (other) => {
    await open(other);
    await other.keyboard.press('Shift+V');
    const own = drawer(other).getByRole('button', { name });
    await reach(other, own);
    await expect(drawer(other).getByRole('button', { name: `修改 ${name}` })).toHaveCount(0);
    await other.keyboard.press('Enter');
    await expect.poll(() => address(other)).toBe('#/order/index?status=in_service&sort=plannedEnd');
  });
});
