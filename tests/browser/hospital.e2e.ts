// A hospital from its contract to its beds, by keyboard alone: what role 1 sets up, and what everybody then sees on the bed map.
import { expect, test, type Locator, type Page } from './test.ts';
import { field, fill, pick, reach, send, settled, signIn } from './kit.ts';

const grid = (page: Page) => page.locator('[data-page]:visible [role=grid]');
/** The page of this heading is here, with all that it loads: before that its keys do nothing. */
async function arrived(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.locator('[data-page]:visible h1')).toHaveText(heading);
  await settled(page);
}
/** The focused row of the list in sight is this one. */
const focused = (page: Page, text: string | RegExp) => expect(page.locator('[role=row]:focus')).toContainText(text);
const ask = <T>(page: Page, path: string, init?: { method: string; body: object }): Promise<{ status: number; result: T; message: string }> => page.evaluate(async ([where, how]) => {
  const { method = 'GET', body } = how ?? {};
  const answer = await fetch(`/admin-api${where}`, { method, headers: { 'X-Access-Token': localStorage.getItem('access_token')!, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return { status: answer.status, ...((await answer.json()) as { result: never; message: string }) };
}, [path, init] as const);
const cell = (page: Page, text: string | RegExp): Locator => page.getByRole('gridcell', { name: text });

test('a hospital is made, and everything that belongs to it, without a mouse', async ({ page }) => {
  test.setTimeout(400_000);
  const name = `键盘医院${Date.now() % 100_000}`;
  await signIn(page, 'admin');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL(/#\/system\/hospital$/);
  await arrived(page, '医院管理');

  // the operate drawer: wrong days are said where they stand, Esc asks before it throws away
  await page.keyboard.press('n');
  await expect(field(page, 'name')).toBeFocused();
  await fill(page, { name, code: `E${Date.now() % 100_000}`, contactPhone: '021-81234567', contractNo: 'HT-1', contractStart: '2026-01-01', contractEnd: '2025-12-31', feeBp: '8.5', prepayDays: '3' });
  await pick(page, field(page, 'level'), '三级甲等');
  await page.keyboard.press('Control+Enter');
  await expect(field(page, 'contractEnd')).toBeFocused();
  await expect(page.getByText('不能早于合同开始')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page, 'name')).toHaveValue(name);
  await fill(page, { contractEnd: '2027-12-31' });
  const before = Number(await grid(page).getAttribute('aria-rowcount'));
  await send(page);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(before + 1));
  // what was made has the focus, here and below
  await focused(page, name);
  await focused(page, '三级甲等');
  await focused(page, '2027/12/31');
  await page.keyboard.press('Enter');
  await expect(field(page, 'feeBp')).toHaveValue('8.5');
  await page.keyboard.press('Escape');
  await focused(page, name);

  // who sees it
  await page.keyboard.press('u');
  await expect(page.getByRole('dialog', { name: '谁能看到这家医院' })).toContainText('还没有账号负责这家医院');
  await page.keyboard.press('Escape');
  await focused(page, name);
  // status, and back
  await page.keyboard.press('t');
  await focused(page, '已停用');
  await page.keyboard.press('t');
  await focused(page, '合作中');

  // department, ward, forty beds
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/#\/system\/department\?hospitalId=\d+$/);
  await arrived(page, '科室与床位');
  await page.keyboard.press('n');
  await fill(page, { name: '骨科' });
  await send(page);
  await focused(page, '骨科');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/departmentId=\d+$/);
  await arrived(page, /· 骨科 · 病区$/);
  await page.keyboard.press('n');
  await fill(page, { name: '骨科一病区', building: 'A座', floor: '3楼' });
  await send(page);
  await focused(page, '骨科一病区');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/wardId=\d+$/);
  await arrived(page, /· 骨科一病区 · 床位$/);
  await page.keyboard.press('n');
  await fill(page, { numbers: '1-40床' });
  await expect(page.getByText('共 40 张：1、2、3 … 40')).toBeVisible();
  await send(page);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '41');
  await page.keyboard.press('n');
  await fill(page, { numbers: '39-41、加1' });
  await pick(page, field(page, 'kind'), '加床');
  await send(page);
  await expect(page.getByText('已添加 2 张床，2 张原来就有')).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '43');
  // what was made is in sight; as a nurse counts: 9 before 10, and 加1 after the numbers
  await focused(page, /^41加床/);
  await page.keyboard.press('Home');
  await expect.poll(() => page.locator('[data-page]:visible [data-index] [role=gridcell]:first-child').allTextContents()).toEqual(expect.arrayContaining(['1', '2', '9', '10']));
  await page.keyboard.press('End');
  await focused(page, /^加1加床/);
  await page.keyboard.press('Escape');
  await focused(page, '骨科一病区');
  await focused(page, '42');

  // its bed map, from the ward: nobody is there yet
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/#\/order\/bed\?hospital=\d+&ward=\d+$/);
  await expect(cell(page, /^1床/)).toBeFocused();
  for (const [key, bed] of [['ArrowRight', '2床'], ['ArrowRight', '3床'], ['ArrowLeft', '2床'], ['Home', '1床'], ['Control+End', '加1床']] as const) {
    await page.keyboard.press(key);
    await expect(page.locator('[role=gridcell]:focus')).toContainText(bed);
  }
  await page.keyboard.type('38');
  await expect(page.locator('[role=gridcell]:focus')).toContainText('38床');
  await expect(page.locator('[role=gridcell]:focus')).toContainText('空床');
});

test('prices by days, holidays and shifts of a hospital: no day has two', async ({ page }) => {
  test.setTimeout(400_000);
  await signIn(page, 'admin');
  const { result: hospitals } = await ask<{ id: string; name: string }[]>(page, '/hospitals/options');
  const { id } = hospitals[0]!;
  await page.goto(`/#/system/book?hospital=${id}`);
  await arrived(page, '价格与节假日');
  const row = page.locator('[role=row][data-at]');
  await expect(row.first()).toBeFocused();
  const seen = await row.count();
  await page.keyboard.press('n');
  await expect(field(page, 'price')).toBeFocused();
  await fill(page, { price: '399', from: '2030-01-01', to: '2030-01-31' });
  // what makes way is said before it does
  await expect(page.getByRole('region', { name: '会这样变' })).toContainText('改为');
  await send(page);
  await expect(row).toHaveCount(seen + 2);
  await expect(row.filter({ hasText: '¥399.00' })).toContainText('2030/1/1');
  const { result: book } = await ask<{ services: { id: string; prices: { from: string; to: string | null; priceFen: number; shareBp: number }[] }[] }>(page, `/hospitals/${id}/book`);
  const { id: serviceId, prices } = book.services.find((one) => one.prices.some(({ priceFen }) => priceFen === 39_900))!;
  for (const [i, { from }] of prices.entries()) if (i > 0) expect(prices[i - 1]!.to! < from).toBe(true);
  const second = { from: '2030-01-15', to: '2030-02-15', priceFen: 1, shareBp: 7000 };
  const refused = await ask(page, `/hospitals/${id}/prices/${serviceId}`, { method: 'PUT', body: { was: prices, now: [...prices, second] } });
  expect(refused.status).toBe(409);

  // a holiday, and one that would give a day two
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/part=holiday$/);
  const holidays = await row.count();
  await page.keyboard.press('n');
  await fill(page, { name: '院庆', from: '2030-05-20', to: '2030-05-21', times: '1.5' });
  await send(page);
  await expect(row).toHaveCount(holidays + 1);
  await expect(row.filter({ hasText: '院庆' })).toContainText('1.5 倍');
  await page.keyboard.press('n');
  await fill(page, { name: '另一个', from: '2030-05-21' });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('和“院庆”重叠')).toBeVisible();
  await expect(field(page, 'from')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: '放弃' }).press('Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(0);

  // shifts
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/part=shift$/);
  await reach(page, page.locator('[name=daystart]'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('6点');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('[name=daystart]')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('[name=daystart]')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('630');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await ask<{ shifts: { day: { start: string } | null } }>(page, `/hospitals/${id}/book`)).result.shifts.day?.start).toBe('06:30');
});

test('the bed map: unassigned and unpaid are found by a key, `a` assigns, Enter opens and Esc comes back to the bed', async ({ page }) => {
  await signIn(page, 'ops');
  const { result: hospitals } = await ask<{ id: string }[]>(page, '/hospitals/options');
  interface Bed { id: string; bedNo: string; orders: { serviceState: string; balanceFen: number; can: string[] }[] }
  let found: { hospital: string; ward: string; bedNo: string } | undefined;
  for (const { id } of hospitals) {
    const { result: wards } = await ask<{ id: string; unassigned: number }[]>(page, `/hospitals/${id}/wards`);
    for (const ward of wards.filter(({ unassigned }) => unassigned > 0)) {
      const { result } = await ask<{ beds: Bed[] }>(page, `/wards/${ward.id}/beds`);
      const bed = result.beds.find(({ orders }) => orders[0]?.serviceState === 'pending_assign');
      if (bed !== undefined) found ??= { hospital: id, ward: ward.id, bedNo: bed.bedNo };
    }
    if (found !== undefined) break;
  }
  expect(found).toBeDefined();
  await page.goto(`/#/order/bed?hospital=${found!.hospital}&ward=${found!.ward}`);
  await arrived(page, '床位图');
  const here = page.locator('[role=gridcell]:focus');
  await expect(here).toBeVisible();
  await page.keyboard.press('q');
  await expect(here).toContainText('待派单');
  const bed = (await here.locator('span').first().textContent())!;
  await page.keyboard.press('a');
  await expect(page.getByRole('combobox', { name: '护工' })).toBeFocused();
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(page).toHaveURL(/#\/order\/bed\?/);
  await expect(here).toContainText(bed);
  await expect(here).not.toContainText('待派单');
  await expect(here).not.toContainText('没有护工');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/order\/PH\d+$/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/order\/bed\?/);
  await expect(here).toContainText(bed);
  await page.keyboard.press('y');
  await expect(here).toContainText(/待收/);
});

test('hospitals are the super administrator’s: the others find neither page nor command, but the bed map of their own', async ({ page }) => {
  for (const username of ['ops', 'resident', 'hospital']) {
    await signIn(page, username);
    for (const path of ['/system/hospital', '/system/department', '/system/book', '/system/service']) {
      await page.goto(`/#${path}`);
      await expect(page).toHaveURL(/#\/404$/);
    }
    await page.goto('/#/order/bed');
    await expect(page.locator('[role=gridcell]').first()).toBeVisible();
    await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
  }
});
