import { expect, test } from './test.ts';
import { chooseForNow, openPalette, sampleOrders, signIn } from './kit.ts';

// The main job: from any page, Ctrl+K, a few characters, Enter; never the mouse.
for (const from of ['/dashboard', '/order/index', '/caregiver/index', '/profile', '/system/user']) {
  test(`the last five digits of any order open it from ${from}`, async ({ page }) => {
    await signIn(page, 'ops');
    for (const { orderNo, patientName } of await sampleOrders(page, 3)) {
      await page.goto(`/#${from}`);
      await page.locator('h1').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type(orderNo.slice(-5));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`#/order/${orderNo}$`));
      await expect(page.getByRole('main')).toContainText(patientName);
    }
  });
}

for (const typed of ['zhangsan', '张三', 'zs']) {
  test(`${typed} and Enter open an order of 张三`, async ({ page }) => {
    await signIn(page, 'ops');
    await openPalette(page);
    await page.keyboard.type(typed);
    await expect(page.getByRole('option', { selected: true })).toContainText('张三');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/order\/PH\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('张三');
  });
}

for (const from of ['the palette', 'the list']) {
  test(`a record opened from ${from} shows what is known of it before the server answers`, async ({ page }) => {
    await signIn(page, 'ops');
    const [order] = await sampleOrders(page, 1);
    const { orderNo, patientName, hospitalName } = order!;
    let answer = (): void => {};
    const held = new Promise<void>((free) => { answer = free; });
    await page.route(`**/orders/${orderNo}`, async (route) => { await held; await route.continue(); });
    if (from === 'the palette') {
      await openPalette(page);
      await page.keyboard.type(orderNo);
      await expect(page.getByRole('option', { selected: true })).toContainText(orderNo);
    } else {
      await page.goto('/#/order/index');
      await page.getByRole('grid').locator('[aria-rowindex="2"]').filter({ hasText: orderNo }).waitFor();
      await page.keyboard.press('j');
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`#/order/${orderNo}$`));
    const record = page.getByRole('article');
    await expect(record.getByRole('heading', { level: 1 })).toHaveText(patientName);
    await expect(record).toContainText(hospitalName);
    // and that is all that is known: the answer has not come
    await expect(record).toHaveAttribute('aria-busy', 'true');
    answer();
    await expect(record).toHaveAttribute('aria-busy', 'false');
    await expect(record.getByRole('heading', { level: 1 })).toHaveText(patientName);
  });
}

test('keys typed before the palette has arrived are kept, in order', async ({ page }) => {
  await page.route(/palette.*\.js/, async (route) => { await new Promise((r) => setTimeout(r, 2000)); await route.continue(); });
  await signIn(page, 'ops');
  const [order] = await sampleOrders(page, 1);
  await page.keyboard.press('Control+k');
  for (const key of [...order!.orderNo.slice(-5), 'Enter']) await page.keyboard.press(key);
  await expect(page).toHaveURL(new RegExp(`#/order/${order!.orderNo}$`), { timeout: 15_000 });
});

test('language and theme change in place; an open form keeps what was typed', async ({ page }) => {
  await chooseForNow(page);
  await signIn(page, 'ops');
  await page.goto('/#/profile');
  const name = page.locator('main input[type="text"], main input:not([type])').first();
  await name.fill('未保存的名字');
  await page.evaluate(() => { (window as unknown as { mark: number }).mark = 1; });
  for (const [typed, check] of [['english', () => expect(page.locator('html')).toHaveAttribute('lang', 'en')], ['dark', () => expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')]] as const) {
    await openPalette(page);
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await check();
    await expect(name).toHaveValue('未保存的名字');
  }
  expect(await page.evaluate(() => (window as unknown as { mark: number }).mark)).toBe(1);
});

test('the order list is a true grid, driven by keys', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/order/index');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', /^\d{4,}$/);
  const rows = Number(await grid.getAttribute('aria-rowcount'));
  await grid.locator('[role=row][tabindex="0"], [role=gridcell][tabindex="0"]').first().focus();
  await page.keyboard.press('End');
  await expect(grid.locator(`[aria-rowindex="${rows}"]`)).toBeVisible();
  await expect(grid.locator(`[aria-rowindex="${rows}"]`)).toContainText(/PH\d{11}/);
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  const number = /PH\d+/.exec((await grid.locator('[aria-rowindex="3"]').textContent()) ?? '')![0];
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/order/${number}$`));
});

for (const who of ['admin', 'ops', 'resident', 'hospital'])
  test(`each count of the dashboard equals the list that it opens, for ${who}`, async ({ page }) => {
    await signIn(page, who);
    const links = page.getByRole('main').locator('[data-figure]');
    // what there is to do, then today and the same day last week
    await expect(links).toHaveCount(8 + 10);
    for (let i = 0; i < 18; i += 1) {
      await page.goto('/#/dashboard');
      const link = links.nth(i);
      // `30 天内证件到期 134`: the figure ends the line
      const figure = i < 8 ? link.locator('span').last() : link;
      await expect(figure).toHaveText(/^[\d,]+$/);
      const said = Number(((await figure.textContent()) ?? '').replaceAll(',', ''));
      await page.goto(`/${await link.getAttribute('href')}`);
      if (said === 0) await expect(page.getByRole('grid')).toHaveCount(0);
      else await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(said + 1));
    }
  });

test('a resident manager finds nothing of another hospital', async ({ page }) => {
  await signIn(page, 'ops');
  const all = await sampleOrders(page, 200);
  await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
  await signIn(page, 'resident');
  await page.goto('/#/order/index');
  const own = new Set((await sampleOrders(page, 200)).map((o) => o.hospitalName));
  const foreign = all.find((o) => !own.has(o.hospitalName) && o.caregiverNo !== null)!;
  const home = all.find((o) => own.has(o.hospitalName))!;
  const option = page.locator('dialog').getByRole('option');

  /** Types a question anew and waits until both areas have answered it and the palette says how many it shows; the answers' text. */
  async function find(q: string): Promise<string> {
    const answers = ['orders', 'caregivers'].map((area) => page.waitForResponse((r) => r.url().includes(`/${area}/find?`) && new URL(r.url()).searchParams.get('q') === q));
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(q);
    const given = await Promise.all((await Promise.all(answers)).map(async (answer) => {
      expect(answer.status()).toBe(200);
      return answer.text();
    }));
    await expect(page.locator('dialog output').first()).toHaveText(/^\d+ 条结果$/);
    await expect(option).toHaveCount(Number.parseInt((await page.locator('dialog output').first().textContent())!, 10));
    return given.join('\n');
  }
  await openPalette(page);
  // the way of asking finds what is one's own
  expect(await find(home.orderNo)).toContain(`"orderNo":"${home.orderNo}"`);
  await expect(option.filter({ hasText: home.orderNo })).toHaveCount(1);

  for (const q of [foreign.orderNo, foreign.orderNo.slice(-5), foreign.patientName, `${foreign.patientName} ${foreign.hospitalName.slice(0, 4)}`, foreign.caregiverNo!]) {
    const given = await find(q);
    for (const word of [foreign.orderNo, foreign.hospitalName]) expect(given).not.toContain(word);
    await expect(option.filter({ hasText: foreign.orderNo })).toHaveCount(0);
    await expect(option.filter({ hasText: foreign.hospitalName })).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  const detail = page.waitForResponse((r) => r.url().endsWith(`/orders/${foreign.orderNo}`));
  await page.goto(`/#/order/${foreign.orderNo}`);
  const refused = await detail;
  expect([refused.status(), (await refused.text()).includes(foreign.patientName)]).toEqual([404, false]);
  await expect(page.getByRole('article')).toContainText('没有这条记录');
  await expect(page.getByRole('article')).not.toContainText(foreign.patientName);
});
