// What the console says when it cannot do as asked: no server, a slow one, no such page, something typed that would be lost.
import { expect, provoke, test } from './test.ts';
import { field, openPalette, settled, signIn } from './kit.ts';

test('without a connection: since when, what is shown is marked, a write is refused and stays typed; then all is as before', async ({ page, context }) => {
  provoke(/net::ERR_/);
  await signIn(page, 'ops');
  await page.goto('/#/profile');
  const name = page.locator('main input[type="text"]').first();
  await name.waitFor();
  await settled(page);
  await context.setOffline(true);
  const banner = page.locator('output', { hasText: '起连不上服务器' });
  await expect(banner).toContainText(/\d\d:\d\d 起连不上服务器/);
  await expect(page.getByText(/本页内容截至 [\d/]+ \d\d:\d\d/)).toBeVisible();
  await name.fill('断网时写的');
  await name.press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: '网络已断开，没有发送' })).toBeVisible();
  await expect(name).toHaveValue('断网时写的');
  const read = page.waitForResponse(/\/sys\/users\/profile/);
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  // what is shown is asked for once more, by itself
  await read;
  await expect(name).toHaveValue('断网时写的');
});
test('a server that is gone while the browser has a network', async ({ page }) => {
  provoke(/net::ERR_/);
  await signIn(page, 'ops');
  // it is back when someone asks for it: sooner, the console's own look every 5 s might find it and take the banner away
  const pressed = (): Promise<boolean> => page.evaluate(() => 'pressed' in document.documentElement.dataset);
  await page.evaluate(() => addEventListener('click', () => void (document.documentElement.dataset['pressed'] = ''), true));
  await page.route(/\/(admin-api|healthz)/, async (route) => ((await pressed()) ? route.continue() : route.abort()));
  await page.evaluate(() => { location.hash = '#/order/index'; });
  const banner = page.locator('output', { hasText: '起连不上服务器' });
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: '现在再试' }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('grid').locator('[aria-rowindex="2"]')).toBeVisible();
});
test('a slow answer is said after a second; after ten it is asked for anew or given up', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'ops');
  // its parts are there: one that is waited for too could not be asked for anew
  await page.goto('/#/order/index');
  await expect(page.getByRole('grid').locator('[aria-rowindex="2"]')).toBeVisible();
  await page.goto('/#/dashboard');
  await settled(page);
  let held = 0;
  await page.route(/admin-api\/orders\?/, (route) => {
    held += 1;
    // the first never comes
    if (held > 1) void route.continue();
  });
  await page.evaluate(() => { location.hash = '#/order/index?status=in_service'; });
  await expect.poll(() => held).toBeGreaterThan(0);
  await page.clock.runFor(1_200);
  await expect(page.getByText('服务器有些慢，还在等')).toBeVisible();
  await page.clock.runFor(9_500);
  await expect(page.getByText('服务器 10 秒没有响应')).toBeVisible();
  await page.getByRole('button', { name: '重新请求' }).click();
  await expect.poll(() => held).toBeGreaterThan(1);
  await page.clock.runFor(200);
  await expect(page.getByRole('grid').locator('[aria-rowindex="2"]')).toBeVisible();
  await expect(page.getByText('服务器 10 秒没有响应')).toHaveCount(0);
});
test('first load without what it needs says so in both languages', async ({ page }) => {
  provoke(/net::ERR_/, /a part of the console could not be fetched/);
  await signIn(page, 'ops');
  const lost = /static\/js\/async\/(frame|list-zh|inside|view-order-index)/;
  await page.route(lost, (route) => route.abort());
  await page.route(/healthz/, (route) => route.abort());
  await page.goto('about:blank');
  await page.goto('/#/order/index');
  await expect(page.getByRole('heading', { name: '没有连上服务器' })).toBeVisible();
  await expect(page.getByText('The server could not be reached')).toBeVisible();
  await page.unroute(lost);
  // that the server is back is not known yet: the page would come by itself, before the press
  await page.getByRole('button', { name: '再试一次' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
});
test('so does one whose very script does not come', async ({ page }) => {
  provoke(/net::ERR_/);
  await page.route(/static\/js\/index\./, (route) => route.abort());
  await page.goto('/#/login');
  await expect(page.getByText('The server could not be reached')).toBeVisible();
});
test('404 says whether there is such a page, who may open it, and where else to go', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/system/audit');
  await expect(page.getByRole('heading', { level: 1, name: '你的角色不能打开这一页' })).toBeVisible();
  await expect(page.locator('main')).toContainText('能打开的是：超级管理员');
  await expect(page.locator('main')).toContainText('/system/audit');
  await page.goto('/#/nowhere/at/all');
  await expect(page.getByRole('heading', { level: 1, name: '没有这一页' })).toBeVisible();
  for (const address of ['/#/order/PH1/nonsense', '/#/caregiver/HG1/nonsense']) {
    await page.goto('/#/dashboard');
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: '没有这一页' })).toBeVisible();
  }
  await page.getByRole('navigation', { name: '可以去的页面' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('没有这一页');
});
test('signing out asks before it drops what is typed, and the browser before the tab closes', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/profile');
  const name = page.locator('main input[type="text"]').first();
  await name.fill('还没保存');
  await page.getByRole('heading', { level: 1 }).focus();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload()).catch(() => {});
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await openPalette(page);
  await page.keyboard.type('退出登录');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: '放弃填写的内容？' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(name).toHaveValue('还没保存');
});
test('a form that nothing keeps asks before another page, by link and by Back', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/profile');
  const old = page.locator('[name="oldPassword"]');
  await old.pressSequentially('secret-1');
  await page.locator('nav').getByRole('link', { name: '订单管理' }).first().click();
  const question = page.getByRole('alertdialog', { name: '放弃填写的内容？' });
  await question.getByRole('button', { name: '继续填写' }).click();
  await expect(page).toHaveURL(/#\/profile$/);
  await expect(question).toHaveCount(0);
  await expect(old).toHaveValue('secret-1');
  await page.goBack();
  await question.getByRole('button', { name: '放弃' }).click();
  await expect(page).not.toHaveURL(/#\/profile$/);
  expect(await field(page, 'oldPassword').count()).toBe(0);
});
