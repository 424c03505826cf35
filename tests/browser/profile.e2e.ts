import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Page } from './test.ts';
import { codeAt } from '../../src/areas/session/totp.ts';
import { signIn, signInByHand } from './kit.ts';

const NEW_PASSWORD = '一只安静的刺猬 7';
/** An account of its own with a one-time password, made by the administrator. */
async function newcomer(page: Page, username: string, mobile: string | null = null): Promise<string> {
  await signIn(page, 'admin');
  const answer = await page.evaluate(async (body) => {
    const reply = await fetch('/admin-api/sys/users/create', { method: 'POST', headers: { 'X-Access-Token': localStorage.getItem('access_token')!, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    return (await reply.json()) as { success: boolean; message: string; result: { password: string } };
  }, { username, nickname: '新来的', role: 2, mobile });
  expect(answer.message + answer.success).toContain('true');
  await leave(page);
  return answer.result.password;
}
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
}
/** The newest code sent to a phone or mailbox. */
async function sentTo(to: string): Promise<string> {
  const file = path.join(process.env.E2E_DATA!, 'outbox', 'outbox.jsonl');
  let answer: string | undefined;
  await expect(() => {
    answer = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { to?: string; answer?: string }).findLast((line) => line.to === to)?.answer;
    expect(answer).toBeDefined();
  }).toPass({ timeout: 5_000 });
  return answer!;
}
/** Goes to a button by keyboard alone and presses it. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}(?= |$)`) }).focus();
  await page.keyboard.press('Enter');
}
const bytesOf = (base32: string): Buffer => Buffer.from([...base32].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('').match(/.{8}/g)!.map((bits) => parseInt(bits, 2)));

test('a one-time password, a mailbox and an authenticator app, by keyboard; then signing in with it', async ({ page }) => {
  const once = await newcomer(page, 'profile.totp');
  const refused: string[] = [];
  page.on('response', (answer) => void (answer.status() >= 400 && refused.push(answer.url())));
  await signInByHand(page, 'profile.totp', { password: once });
  // whatever was asked for: nothing else is open yet, and nothing was refused on the way
  await expect(page).toHaveURL(/#\/profile\?part=password$/);
  await expect(page.getByLabel('现在的密码')).toBeFocused();
  await page.goto('/#/order/index');
  await expect(page).toHaveURL(/#\/profile\?part=password$/);
  expect(refused).toEqual([]);
  const notice = page.getByRole('link', { name: '改成自己的密码' });
  await notice.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('现在的密码')).toBeFocused();
  await page.keyboard.type(`${once}x`);
  await page.keyboard.press('Tab');
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('密码不正确')).toBeVisible();
  await expect(page.getByLabel('新密码')).toHaveValue(NEW_PASSWORD);
  await page.getByLabel('现在的密码').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('其他设备已退出登录')).toBeVisible();
  await expect(notice).toHaveCount(0);

  await press(page, '绑定 邮箱');
  await page.keyboard.type('new@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('验证码已发出')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type(await sentTo('new@example.com'));
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: '解绑 邮箱' })).toBeVisible();

  await press(page, '启用验证器应用');
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.locator('svg:has-text("验证器应用的二维码")')).toBeVisible();
  const secret = bytesOf((await page.locator('dd code').textContent())!);
  const now = (): number => Math.floor(Date.now() / 30_000);
  await page.keyboard.type('000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('输入 6 位数字')).toBeVisible();
  await page.getByLabel('验证器应用里的 6 位数字').fill(codeAt(secret, now()));
  await page.keyboard.press('Enter');
  await expect(page.locator('ol li')).toHaveCount(10);
  const [recovery] = await page.locator('ol li').allTextContents();
  await press(page, '已经存好');
  await expect(page.getByText('还有 10 个恢复码')).toBeVisible();

  await leave(page);
  await signInByHand(page, 'profile.totp', { password: NEW_PASSWORD, address: '/#/order/index?status=assigned' });
  const field = page.getByLabel('验证器应用里的 6 位数字');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('验证码不正确或已失效')).toBeVisible();
  // one step ahead: the present code has served already
  await field.fill(codeAt(secret, now() + 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/order\/index\?status=assigned$/);

  await leave(page);
  await signInByHand(page, 'profile.totp', { password: NEW_PASSWORD });
  await press(page, '改用恢复码');
  await expect(page.getByLabel('恢复码', { exact: true })).toBeFocused();
  await page.keyboard.type(recovery!);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/dashboard$/);
});

test('a code by SMS as second step, from the outbox; the sign-ins are listed and can be ended', async ({ page, browser, baseURL }) => {
  const once = await newcomer(page, 'profile.sms', '13900010001');
  await signInByHand(page, 'profile.sms', { password: once });
  const password = NEW_PASSWORD;
  await page.getByLabel('现在的密码').fill(once);
  await page.getByLabel('新密码').fill(password);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('其他设备已退出登录')).toBeVisible();
  await press(page, '启用短信验证');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('已启用，发到 139****0001')).toBeVisible();

  const other = await (await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' })).newPage();
  await signInByHand(other, 'profile.sms', { password });
  await expect(other.getByText('验证码已发到 139****0001')).toBeVisible();
  await expect(other.getByRole('button', { name: /秒后可再发/ })).toBeVisible();
  await expect(other.getByRole('textbox', { name: '验证码' })).toBeFocused();
  await other.keyboard.type(await sentTo('13900010001'));
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/#\/dashboard$/);

  await page.goto('/#/dashboard');
  await page.reload();
  await page.goto('/#/profile');
  const ends = page.getByRole('button', { name: /^退出登录/ });
  await expect(ends).toHaveCount(1);
  await ends.focus();
  await page.keyboard.press('Enter');
  await expect(ends).toHaveCount(0);
  await other.goto('/#/caregiver/index');
  await expect(other.getByRole('alertdialog')).toContainText('当前页面已失效');
});

test('a lost phone is changed before signing in, and the answer tells nothing of whose account it is', async ({ page }) => {
  await newcomer(page, 'profile.lost', '13900010002');
  await page.goto('about:blank');
  await page.goto('/#/login');
  await press(page, '手机号已停用？');
  const form = page.getByRole('form', { name: '更换手机' });
  await expect(form.getByLabel('账号')).toBeFocused();
  for (const name of ['nobody-at-all', 'profile.lost']) {
    await form.getByLabel('账号').fill(name);
    await press(page, '发送验证码');
    await expect(form.getByText('如果这个账号绑定了手机或邮箱')).toBeVisible();
    if (name === 'profile.lost') break;
    await page.keyboard.press('Escape');
    await press(page, '放弃');
    await press(page, '手机号已停用？');
  }
  await form.getByLabel('验证码').fill(await sentTo('13900010002'));
  await form.getByLabel('新手机').fill('139');
  await page.keyboard.press('Control+Enter');
  await expect(form.getByText('输入 11 位手机号')).toBeVisible();
  await form.getByLabel('新手机').fill('13900010003');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('手机已更换')).toBeVisible();
  await expect(page.locator('#username')).toBeFocused();
});

test('what was typed is offered again to the same person after the 401 dialog, and to no one else', async ({ page }) => {
  for (const [back, expected] of [['ops', '没存的名字'], ['resident', '']] as const) {
    await signInByHand(page, 'ops');
    await expect(page).toHaveURL(/#\/dashboard$/);
    await page.goto('/#/profile');
    const name = page.getByLabel('姓名');
    await name.fill('没存的名字');
    await page.route('**/sys/users/profile', (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 401, json: { success: false, code: 401, message: '当前页面已失效，请重新登录', result: null } }) : route.fallback()));
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
    await expect(page).toHaveURL(/#\/login\?redirect=%2Fprofile$/);
    expect(await page.evaluate(() => sessionStorage.getItem('draft'))).toContain('没存的名字');
    await page.unroute('**/sys/users/profile');
    await signInByHand(page, back, { address: '/#/login?redirect=%2Fprofile' });
    await expect(page).toHaveURL(/#\/profile$/);
    if (expected === '') await expect(name).not.toHaveValue('没存的名字');
    else await expect(name).toHaveValue(expected);
    expect(await page.evaluate(() => sessionStorage.getItem('draft'))).toBeNull();
    await leave(page);
    await page.goto('about:blank');
  }
});
