import { expect, quiet, test } from './test.ts';
import { openLogin, signIn, signInByHand } from './kit.ts';

test.beforeEach(({ page }) => {
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) throw new Error(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    throw error;
  });
});

test('a visit comes back, after signing in by keyboard, to the exact path and query', async ({ page }) => {
  const address = '/order/index?status=in_service&note=100%25%2B%E5%BC%A0&redirect=%2Flogin';
  await signInByHand(page, 'ops', { address: `/#${address}` });
  await expect.poll(() => page.evaluate(() => location.hash)).toBe(`#${address}`);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goto('/#/login');
  await expect(page).toHaveURL(/#\/dashboard$/);
});

// tests/console/route.test.ts has more of them
for (const bad of ['//evil.example', '/statistics/index']) {
  test(`redirect=${bad} leads to the dashboard`, async ({ page }) => {
    await signInByHand(page, 'resident', { address: `/#/login?redirect=${encodeURIComponent(bad)}` });
    await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/#\/dashboard$/);
  });
}

test('the redirect of the login page is for who signs in there, or in another tab meanwhile; who is signed in and opens it is sent to the dashboard', async ({ page, context }) => {
  const address = '/#/login?redirect=%2Fcaregiver%2Findex';
  await page.goto(address);
  await expect(page.locator('#username')).toBeVisible();
  const other = await context.newPage();
  await signInByHand(other, 'resident');
  await expect(page).toHaveURL(/#\/caregiver\/index$/);
  // in the same document, and in a new one
  await page.goto(address);
  await expect(page).toHaveURL(/#\/dashboard$/);
  await other.goto('about:blank');
  await other.goto(address);
  await expect(other).toHaveURL(/#\/dashboard$/);
});

test('a failed sign-in keeps what was typed, but the captcha, and says where it is wrong', async ({ page }) => {
  const answer = await openLogin(page);
  await page.keyboard.press('Enter');
  await expect(page.locator('#username-error')).not.toBeEmpty();
  await expect(page.locator('#username')).toBeFocused();
  await page.keyboard.type('nobody-here');
  await page.locator('#password').fill('wrong password');
  await page.locator('#captchaCode').fill(await answer());
  const picture = await page.locator('button img').getAttribute('src');
  await page.keyboard.press('Enter');
  await expect(page.locator('#password-error')).not.toBeEmpty();
  await expect(page.locator('#password')).toBeFocused();
  await expect(page.locator('#username')).toHaveValue('nobody-here');
  await expect(page.locator('#captchaCode')).toHaveValue('');
  await expect(page.locator('button img')).not.toHaveAttribute('src', picture!);
});

test('what the role lacks, and what does not exist, is 404', async ({ page }) => {
  await signIn(page, 'resident');
  for (const path of ['/statistics/index', '/system/user', '/system/hospital', '/nowhere', '/order/index/more/and/more']) {
    await page.goto(`/#${path}`);
    await expect(page).toHaveURL(/#\/404$/);
  }
  await page.goto('/#/order?status=in_service');
  await expect(page).toHaveURL(/#\/order\/index\?status=in_service$/);
  await page.goto('/#/redirect/caregiver/index?q=1');
  await expect(page).toHaveURL(/#\/caregiver\/index\?q=1$/);
  await page.goto('/caregiver/index');
  await expect(page).toHaveURL(/\d\/#\/caregiver\/index$/);
});

test('a storm of refusals shows one dialog; cancel leaves the page readable; confirm returns after signing in', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/order/index');
  await page.getByRole('grid').locator('[aria-rowindex="2"]').waitFor();
  let refusing = false;
  await page.route('**/admin-api/**', (route) => (refusing ? route.fulfill({ status: 401, json: { success: false, code: 401, message: '当前页面已失效，请重新登录', result: null } }) : route.fallback()));
  refusing = true;
  // pages that ask, one after another before the first answer is here
  await page.evaluate(() => {
    for (let i = 0; i < 20; i += 1) setTimeout(() => (location.hash = `#/order/PH0000000000${i}`), i * 20);
  });
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/19$/);
  // the last of them has asked too
  await quiet(page, 1_000);
  await expect(dialog).toHaveCount(1);
  await expect(dialog).toContainText('提示');
  await expect(dialog).toContainText('当前页面已失效，请重新登录');
  await page.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await page.goto('/#/order/index');
  await expect(page.getByRole('grid').locator('[aria-rowindex="2"]')).toBeVisible();
  await page.goto('/#/system/user');
  await expect(dialog).toHaveCount(1);
  refusing = false;
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/#\/login\?redirect=%2Fsystem%2Fuser$/);
  expect(await page.evaluate(() => [localStorage.getItem('access_token'), sessionStorage.getItem('userInfo')])).toEqual([null, null]);
});

test('a list that the server refuses is asked for once, and the question that was put away stays away until one acts', async ({ page }) => {
  await signIn(page, 'ops');
  await expect(page.locator('main h1').first()).toBeVisible();
  await quiet(page, 1_000);
  const asked: string[] = [];
  await page.route('**/admin-api/**', (route) => {
    asked.push(new URL(route.request().url()).pathname.replace('/admin-api', ''));
    return route.fulfill({ status: 401, json: { success: false, code: 401, message: '当前页面已失效，请重新登录', result: null } });
  });
  const dialog = page.getByRole('alertdialog');
  await page.goto('/#/caregiver/index');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // a list tries again 1, 3 and 7 s after what failed
  await page.waitForTimeout(8_000);
  await expect(dialog).toHaveCount(0);
  expect(asked.filter((path) => path === '/caregivers')).toHaveLength(1);
  await page.getByRole('button', { name: /重新登录/ }).first().click();
  await expect(dialog).toBeVisible();
});

test('signing out in one tab signs out the other; a failed sign-out keeps the session and says so', async ({ page, context }) => {
  await signInByHand(page, 'hospital');
  await expect(page).toHaveURL(/#\/dashboard$/);
  const other = await context.newPage();
  await other.goto('/#/caregiver/index');
  await expect(other.getByRole('grid')).toBeVisible();
  const leave = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('退出登录');
    await page.keyboard.press('Enter');
  };
  await page.route('**/sys/logout', (route) => route.abort());
  await leave();
  await expect(page.getByRole('alertdialog')).toContainText('没有退出');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.locator('main h1').first()).toBeVisible();
  await page.unroute('**/sys/logout');
  await leave();
  await expect(page).toHaveURL(/#\/login\?redirect=/);
  await expect(other).toHaveURL(/#\/login\?redirect=%2Fcaregiver%2Findex$/);
});

test('the shell is there before any script, and is hydrated in place', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  let hold = (): void => {};
  const held = new Promise<void>((free) => {
    hold = free;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/en/order/index', { waitUntil: 'commit' });
  await expect(page.locator('h1')).toHaveText('Nursing management system');
  await page.locator('#username').fill('typed early');
  await page.evaluate(() => ((document.querySelector('#username') as HTMLElement & { mark?: number }).mark = 1));
  hold();
  await expect(page).toHaveURL(/\/#\/login\?redirect=%2Forder%2Findex$/);
  expect(await page.locator('#username').evaluate((input: HTMLInputElement & { mark?: number }) => [input.value, input.mark])).toEqual(['typed early', 1]);
  expect(errors).toEqual([]);
  await context.close();
});
