import { expect, provoke, test, type Page } from './test.ts';
import { settled, signIn } from './kit.ts';

const fresh = (): string => `mod${Date.now().toString(36)}`;
const rowOf = (page: Page, username: string) => page.getByRole('grid').getByRole('row').filter({ hasText: username });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName.toLowerCase());
/** What Tab comes to in the open form, from the name to the button that sends, with its middle below something else. */
async function covered(page: Page): Promise<string[]> {
  const found: string[] = [];
  const name = page.getByRole('dialog').getByLabel('姓名');
  // one that has the focus is not scrolled to
  await name.blur();
  await name.focus();
  for (let i = 0; i < 80; i += 1) {
    const { under, last } = await page.evaluate(() => {
      const one = document.activeElement!;
      const { left, top, width, height } = one.getBoundingClientRect();
      return { under: one.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ? '' : one.outerHTML.slice(0, 120), last: one.matches('[type=submit]') };
    });
    if (under !== '') found.push(under);
    if (last) return found;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not come to the button');
}
/** An account of its own, and the list with it alone. */
async function made(page: Page, username: string): Promise<void> {
  await page.evaluate(async (body) => {
    await fetch('/admin-api/sys/users/create', { method: 'POST', headers: { 'X-Access-Token': localStorage.getItem('access_token')!, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  }, { username, nickname: '试用', role: 3, hospitals: [] });
  await page.goto(`/#/system/user?keywords=${username}`);
  await rowOf(page, username).waitFor();
}

test('Escape, however often, closes neither the one-time password nor a form with something typed in it', async ({ page }) => {
  const username = fresh();
  await signIn(page, 'ops');
  await made(page, username);
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.getByRole('alertdialog').getByRole('button', { name: '重置密码' }).press('Enter');
  const field = page.getByLabel('一次性密码', { exact: true });
  const password = await field.inputValue();
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('Escape');
  await expect(field).toHaveValue(password);
  await expect(page.getByText('记下密码以后，按“关闭”')).toBeVisible();
  await page.getByRole('button', { name: '关闭' }).press('Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  // the keyboard is the page's again
  await page.keyboard.press('e');
  await page.getByLabel('姓名').fill('没有保存');
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('Escape');
  await expect(page.getByLabel('姓名')).toHaveValue('没有保存');
  await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });

  await signIn(page, 'admin');
  await page.goto('/#/system/dict?code=gender');
  await settled(page);
  await page.keyboard.press('n');
  await page.keyboard.type('typed');
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('Escape');
  await expect(page.getByLabel('值', { exact: true })).toHaveValue('typed');
  // on another page and back: it is offered again
  await page.goto('/#/dashboard');
  await settled(page);
  await page.goto('/#/system/dict?code=gender');
  await expect(page.getByLabel('值', { exact: true })).toHaveValue('typed');
  await page.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '放弃', exact: true }).click();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page.getByLabel('值', { exact: true })).toHaveValue('');
});

test('Escape asks whether to discard as often as it is pressed, and the question stands above its drawer', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/order/index?status=pending_assign');
  await settled(page);
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  const carer = page.getByRole('combobox', { name: /护工/ });
  await expect(carer).toBeFocused();
  await page.keyboard.type('Q');
  const goOn = page.getByRole('button', { name: '继续填写' });
  for (let i = 0; i < 4; i += 1) {
    await page.keyboard.press('Escape');
    await expect(goOn).toBeFocused({ timeout: 3000 });
    await page.keyboard.press('Escape');
    await expect(goOn).toHaveCount(0);
    await expect(carer).toBeFocused();
  }
});

test('what is said while a drawer or a sheet is open is seen above the shade and heard', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/order/index?status=pending_assign');
  await settled(page);
  const told = page.getByRole('status').filter({ hasText: '先关闭打开的窗口' });
  for (const key of ['a', '?']) {
    await page.keyboard.press('j');
    await page.keyboard.press(key);
    const dialog = page.locator('dialog[open]');
    await expect(dialog).toHaveCount(1);
    await page.keyboard.press('Control+k');
    await expect(dialog.filter({ has: told })).toHaveCount(1);
    // only what is no part of an inert page is in the accessibility tree
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    expect(nodes.some(({ name }) => String(name?.value).includes('先关闭打开的窗口'))).toBe(true);
    const { x, y, width, height } = (await told.locator('span').boundingBox())!;
    const within = page.viewportSize()!;
    expect([x >= 0, y >= 0, x + width <= within.width, y + height <= within.height]).toEqual([true, true, true, true]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(told).toHaveCount(0);
  }
});

test('the focus is never nowhere: after a deletion, after it is taken back, after a form that the address opened', async ({ page }) => {
  const username = fresh();
  await signIn(page, 'ops');
  await made(page, username);
  await page.keyboard.press('j');
  await page.keyboard.press('Delete');
  await page.getByLabel('删除的原因').fill('试用结束');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 个都已完成')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect.poll(() => focused(page)).toBe('h1');
  await page.getByRole('button', { name: /^撤销/ }).press('Enter');
  await rowOf(page, username).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^(h1|row)$/);

  await page.goto('about:blank');
  await page.goto('/#/system/user?new');
  await page.getByLabel('账号', { exact: true }).fill('unfinished');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '放弃', exact: true }).press('Enter');
  await expect(page).toHaveURL(/#\/system\/user$/);
  await expect.poll(() => focused(page)).toMatch(/^(h1|row)$/);
});

test('disabling is taken back by Ctrl+Z, and said where it cannot be', async ({ page }) => {
  const username = fresh();
  await signIn(page, 'ops');
  await made(page, username);
  await page.keyboard.press('j');
  await page.keyboard.press('t');
  await expect(page.getByText(`已停用 试用 (${username})`)).toBeVisible();
  await expect(rowOf(page, username)).toContainText('停用');
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, username)).toContainText('启用');
  await page.keyboard.press('t');
  provoke(/status of 503/);
  await page.route('**/sys/users/status/**', (route) => route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify({ success: false, code: 50300, message: '数据库暂不可用，稍后再试', result: null }) }));
  await page.getByText(`已停用 试用 (${username})`).waitFor();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('alert')).toContainText('没有撤销：数据库暂不可用');
});

test('what one did to an account in its drawer is no one else’s change', async ({ page }) => {
  const username = fresh();
  await signIn(page, 'ops');
  await made(page, username);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.getByLabel('姓名').fill('改过的');
  await page.getByRole('button', { name: '停用账号' }).press('Enter');
  await expect(rowOf(page, username)).toContainText('停用');
  await rowOf(page, username).click();
  await expect(page.getByLabel('姓名')).toHaveValue('改过的');
  await page.getByLabel('姓名').press('Control+Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(rowOf(page, username)).toContainText('改过的');
});

test('a slow sign-out shows that it is under way, and one’s picture stands in the header', async ({ page }) => {
  await signIn(page, 'resident');
  await page.goto('/#/profile');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64') });
  await page.getByRole('button', { name: /^保存/ }).click();
  await expect(page.locator('header img')).toHaveAttribute('src', /^data:image\//);
  await page.route('**/sys/logout', async (route) => {
    await new Promise((done) => setTimeout(done, 1500));
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tcdl');
  await page.keyboard.press('Enter');
  await expect(page.getByText('正在退出登录')).toBeVisible();
  await expect(page.locator('[aria-hidden="true"][style*="scaleX"]')).toBeVisible();
  await expect(page).toHaveURL(/#\/login/);
});
test('what a long form was refused with is in sight of who sends it from its beginning', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await signIn(page, 'ops');
  await page.goto('/#/order/index?status=pending_assign');
  const orderNo = (await page.locator('[role=grid] [data-index="0"] a').first().textContent())!;
  await page.goto(`/#/order/${orderNo}/edit`);
  await page.getByRole('dialog').getByLabel('姓名').press('Control+Enter');
  await expect(page.getByText('还没有改动')).toBeInViewport({ ratio: 1 });
  await page.getByRole('dialog').getByLabel('姓名').fill('改过');
  provoke(/status of 500/);
  await page.route('**/admin-api/orders/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, json: { success: false, code: 50000, message: '系统出错' } })));
  await page.keyboard.press('Control+Enter');
  const said = page.getByRole('dialog').getByText('系统出错');
  await expect(said).toBeInViewport({ ratio: 1 });
  // not below another
  expect(await said.evaluate((one) => { const { left, top, height } = one.getBoundingClientRect(); return one.contains(document.elementFromPoint(left + 4, top + height / 2)); })).toBe(true);
  // what one comes to by Tab stands clear of it, also of a long one, which is no more than two lines of it
  for (const message of ['系统出错', '系统出错，请把这段话告诉管理员。'.repeat(20)]) {
    await page.unroute('**/admin-api/orders/**');
    await page.route('**/admin-api/orders/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, json: { success: false, code: 50000, message, result: null } })));
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog').getByText(message, { exact: true })).toBeInViewport();
    for (const [width, height] of [[1280, 600], [390, 844]] as const) {
      await page.setViewportSize({ width, height });
      expect(await covered(page), `${width}`).toEqual([]);
    }
  }
  // what happened meanwhile is shown once, and stays in its place
  provoke(/status of 409/);
  await page.unroute('**/admin-api/orders/**');
  await page.route('**/admin-api/orders/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 409, json: { success: false, code: 40900, message: '订单变了', result: null } })));
  await page.getByRole('dialog').getByLabel('姓名').press('Control+Enter');
  const conflict = page.getByRole('dialog').locator('section[role=alert]');
  await expect(conflict).toBeInViewport({ ratio: 1 });
  expect(await conflict.evaluate((one) => getComputedStyle(one).position)).toBe('static');
  for (const [width, height] of [[390, 844], [1280, 600]] as const) {
    await page.setViewportSize({ width, height });
    expect(await covered(page), `${width}`).toEqual([]);
  }
});
