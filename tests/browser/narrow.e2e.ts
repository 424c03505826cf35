import { expect, test, type Locator } from './test.ts';
import { chooseForNow, settled, signIn } from './kit.ts';
import { violations } from './violation.ts';
import { choose } from './walk.ts';

const lines = (text: Locator) => text.evaluate((element) => Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight)));

test.use({ viewport: { width: 320, height: 640 } });
test('at 320 px: one’s own record is read in words, not in columns of single characters', async ({ page }) => {
  await signIn(page, 'resident');
  for (const language of ['zh-cn', 'en']) {
    await page.evaluate((l) => localStorage.setItem('language', l), language);
    await page.goto('about:blank');
    await page.goto('/#/profile');
    await settled(page);
    const values = await page.locator('section > div > span, section li > span').all();
    expect(values.length).toBeGreaterThan(4);
    for (const value of values) expect(await lines(value)).toBeLessThan(6);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await violations(page)).toEqual([]);
  }
});
test('at 320 px: the faults of a sheet are reached by keyboard and keep their words whole', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/system/user?import');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('账号,姓名,角色,邮箱\r\n9,Administrator,院长,notamailboxatall') });
  const report = page.getByRole('region', { name: '要改的地方' });
  await expect(report.locator('tbody tr').first()).toBeVisible();
  await report.focus();
  await expect(report).toBeFocused();
  expect(await violations(page)).toEqual([]);
  const cell = report.getByRole('cell', { name: 'notamailboxatall' });
  const pieces = await cell.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
  expect(pieces).toBe(1);
});
test('at 320 px: the name of a right stays in sight while the roles scroll by', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/#/system/role');
  await settled(page);
  const right = page.getByRole('rowheader', { name: /sys:dict:edit/ });
  await right.scrollIntoViewIfNeeded();
  await page.locator('section[tabindex="0"]').evaluate((region) => region.scrollBy(400, 0));
  expect((await right.boundingBox())!.x).toBeGreaterThanOrEqual(0);
  expect((await right.boundingBox())!.width).toBeLessThan(160);
  expect(await violations(page)).toEqual([]);
});
test('the notice about a one-time password has a link that is told by more than its colour', async ({ page }) => {
  await signIn(page, 'hospital');
  await page.route('**/sys/users/profile', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result: object };
    await route.fulfill({ response: answer, json: { ...body, result: { ...body.result, mustChangePassword: true } } });
  });
  await page.goto('about:blank');
  await page.goto('/#/profile');
  await expect(page.getByRole('link', { name: '改成自己的密码' })).toBeVisible();
  await settled(page);
  expect(await violations(page)).toEqual([]);
});
test('on a phone, large and in English: a command names its record by the whole number, also where the name is long', async ({ page }) => {
  await chooseForNow(page);
  await signIn(page, 'ops');
  await page.evaluate(() => ['language', 'size'].forEach((name, i) => localStorage.setItem(name, ['en', 'large'][i]!)));
  await page.goto('about:blank');
  await page.goto('/#/order/index?status=in_service');
  await page.getByRole('grid').locator('[aria-rowindex="2"]', { hasText: /PH\d/ }).waitFor();
  await settled(page);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await page.keyboard.press('Control+k');
    const commands = page.locator('dialog[open] [role=option][data-row^="order."]', { hasText: /PH\d/ });
    await commands.first().waitFor();
    // px by which a number leaves the box that shows it, or stands on a second line
    const cut = await commands.evaluateAll((rows) => rows.map((row) => {
      const walk = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let text = walk.nextNode(); text !== null; text = walk.nextNode()) {
        const found = /PH\d+/.exec(text.textContent!);
        if (found === null) continue;
        const range = document.createRange();
        range.setStart(text, found.index);
        range.setEnd(text, found.index + found[0].length);
        const [box, ...more] = range.getClientRects();
        const detail = text.parentElement!.parentElement!.getBoundingClientRect();
        return more.length > 0 ? 999 : Math.round(Math.max(0, box!.right - detail.right, detail.left - box!.left, detail.right - row.getBoundingClientRect().right));
      }
      return 999;
    }));
    expect(cut.length).toBeGreaterThan(2);
    expect([width, cut.filter((px) => px > 0)]).toEqual([width, []]);
    await page.keyboard.press('Escape');
  }
});
test('in English the fields of a new order show all that they say while they are empty', async ({ page }) => {
  await chooseForNow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'ops');
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await page.goto('about:blank');
  await page.goto('/#/order/new');
  await settled(page);
  const fields = page.locator('form input[placeholder]:not([placeholder=""])');
  await fields.first().waitFor();
  const cut = await fields.evaluateAll((all) => all.filter((one): one is HTMLInputElement => one instanceof HTMLInputElement).flatMap((field) => {
    const { font, letterSpacing, fontVariantNumeric, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
    const words = Object.assign(document.createElement('span'), { textContent: field.placeholder });
    Object.assign(words.style, { font, letterSpacing, fontVariantNumeric, position: 'absolute', whiteSpace: 'pre' });
    document.body.append(words);
    const room = field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
    const over = words.getBoundingClientRect().width - room;
    words.remove();
    return over > 0 ? [`${field.name}: ${field.placeholder}`] : [];
  }));
  expect(cut).toEqual([]);
  expect(await fields.count()).toBeGreaterThan(5);
});
for (const path of ['/system/book', '/system/service'])
  test(`beside the sidebar at 768 px ${path} has lines, not words in pieces, and its last column is reached below buttons that stay`, async ({ page }) => {
    await chooseForNow(page);
    await page.setViewportSize({ width: 768, height: 900 });
    await signIn(page, 'admin');
    await page.goto(`/#${path}`);
    await choose(page, { sidebarStatus: 'opened' });
    for (const language of ['zh-cn', 'en'])
      for (const [size, height] of [['small', 32], ['default', 40], ['large', 48]] as const) {
        await choose(page, { language, size });
        await settled(page);
        const grid = page.getByRole('grid');
        const heights = await grid.locator('[data-at]').evaluateAll((rows) => [...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height)))]);
        expect([language, size, heights]).toEqual([language, size, [height]]);
        const end = await grid.evaluate((table) => {
          const room = table.parentElement!;
          room.scrollLeft = room.scrollWidth;
          const lefts = [...room.querySelectorAll('button')].map((button) => button.getBoundingClientRect().left);
          return { last: Math.round(table.querySelector('[data-at] > :last-child')!.getBoundingClientRect().right), edge: Math.round(room.getBoundingClientRect().left + room.clientWidth), lost: lefts.filter((left) => left < room.getBoundingClientRect().left).length };
        });
        expect([end.last, end.lost]).toEqual([end.edge, 0]);
      }
  });
