import { expect, test, type CDPSession, type Page } from './test.ts';
import { openPalette, signIn } from './kit.ts';

const input = (page: Page) => page.locator('dialog[open] input[role=combobox]');
/** Ctrl+K and these signs at once: nothing is waited for between them. */
async function burst(session: CDPSession, signs: readonly string[]): Promise<void> {
  const keys = [{ key: 'k', code: 'KeyK', windowsVirtualKeyCode: 75, modifiers: 2 }, ...signs.map((key) => ({ key, text: key, code: /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) }))];
  await Promise.all(keys.flatMap((key) => [session.send('Input.dispatchKeyEvent', { type: 'text' in key ? 'keyDown' : 'rawKeyDown', ...key }), session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key, code: key.code })]));
}
async function leave(page: Page): Promise<void> {
  for (let i = 0; i < 4 && (await input(page).count()) > 0; i += 1) await page.keyboard.press('Escape');
  await expect(input(page)).toHaveCount(0);
}
const signsOf = (i: number): string[] => Array.from({ length: 6 }, (_, k) => 'a1b2c3d4e5f6g7h8i9j0'[(i * 7 + k * 3) % 20]!);

for (const late of [false, true]) {
  test(`Ctrl+K and six signs at once arrive in order${late ? ' before the palette has' : ''}`, async ({ page }) => {
    let here = !late;
    await page.route(/palette.*\.js/, async (route) => {
      if (late) await new Promise((done) => setTimeout(done, 2_000));
      here = true;
      await route.continue().catch(() => {});
    });
    await signIn(page, 'ops');
    const session = await page.context().newCDPSession(page);
    let times = 0;
    for (; times < 20 && (late ? !here : true); times += 1) {
      const signs = signsOf(times);
      await burst(session, signs);
      expect(await input(page).inputValue()).toBe(signs.join(''));
      await leave(page);
    }
    expect(times).toBeGreaterThan(late ? 0 : 19);
  });
}

test('Escape empties the text, then takes the scope, then closes; focus and scroll are where they were', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/order/index');
  const row = page.getByRole('grid').locator('[aria-rowindex="9"]');
  await row.waitFor();
  for (let i = 0; i < 8; i += 1) await page.keyboard.press('j');
  const before = await page.evaluate(() => [document.activeElement?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex'), document.querySelector('[role=grid]')!.scrollTop]);
  await openPalette(page);
  await page.keyboard.type('>ab');
  await expect(input(page)).toHaveValue('ab');
  await page.keyboard.press('Escape');
  await expect(input(page)).toHaveValue('');
  await expect(input(page)).toHaveAccessibleName('只找命令');
  await page.keyboard.press('Escape');
  await expect(input(page)).toHaveAccessibleName('查找订单、护工和命令');
  await page.keyboard.press('Escape');
  await expect(input(page)).toHaveCount(0);
  expect(await page.evaluate(() => [document.activeElement?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex'), document.querySelector('[role=grid]')!.scrollTop])).toEqual(before);
});

test('a field that the palette, or a sheet, was opened over has its cursor again: what is typed next stands where it stood', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/order/index');
  await page.getByRole('grid').locator('[aria-rowindex="2"]').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('wangl');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await openPalette(page);
  await page.keyboard.type('ab');
  await leave(page);
  const find = page.getByRole('textbox', { name: '在列表里查找' });
  await expect(find).toBeFocused();
  await page.keyboard.type('n');
  await expect(find).toHaveValue('wannl');
  await openPalette(page);
  await page.keyboard.type('>快捷键一览');
  await expect(page.getByRole('option', { selected: true })).toContainText('快捷键一览');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '快捷键一览' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(find).toBeFocused();
  await page.keyboard.type('g');
  await expect(find).toHaveValue('wanngl');
});

test('what was typed to be looked up stands there after one has looked for something else', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/order/new');
  const hospital = page.locator('main [name=hospital]');
  await hospital.focus();
  await page.keyboard.type('医院x');
  await openPalette(page);
  await page.keyboard.type('ab');
  await leave(page);
  await expect(hospital).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(hospital).toHaveValue('医院');
  await expect(page.getByRole('listbox', { name: '医院' }).getByRole('option').first()).toBeVisible();
  // who goes on to the next field has chosen nothing, which the field says
  await page.keyboard.press('Escape');
  await page.keyboard.type('没有这样的');
  await page.locator('main [name=diagnosis]').focus();
  await expect(hospital).toHaveValue('没有这样的');
  await expect(page.getByText('先从列表里选定一项')).toBeVisible();
});

test('what that may mean stands there too: Enter takes it, and sends no form with what was chosen before', async ({ page }) => {
  await signIn(page, 'ops');
  await page.goto('/#/order/new');
  const hospital = page.locator('main [name=hospital]');
  const chosen = async (): Promise<string> => hospital.inputValue();
  await hospital.focus();
  await page.keyboard.type('医院');
  await expect(page.getByRole('listbox', { name: '医院' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  const before = await chosen();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/orders') && sent.push(request.url()));
  await page.keyboard.type('医院');
  await page.keyboard.press('ArrowDown');
  await openPalette(page);
  await page.keyboard.type('ab');
  await leave(page);
  await expect(hospital).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(hospital).not.toHaveValue('医院');
  expect([(await chosen()) === before, sent, await page.locator('main [aria-invalid=true]').count()]).toEqual([false, [], 0]);
});
test('the person sees how fast the palette has been for them', async ({ page }) => {
  await signIn(page, 'ops');
  await openPalette(page);
  await page.keyboard.type('zhang', { delay: 150 });
  await expect(page.locator('dialog[open] [data-fresh=true]')).toHaveAttribute('data-q', 'zhang');
  await leave(page);
  await openPalette(page);
  await page.keyboard.type('>性能');
  await expect(page.getByRole('option', { selected: true })).toContainText('性能');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: '查找的性能' });
  await expect(sheet.locator('[data-figure=n] dd')).toHaveText(/^[5-9]$/);
  await expect(sheet.locator('[data-figure=p50] dd')).toHaveText(/^[\d,]+ ms$/);
  await expect(sheet.locator('[data-figure=p95] dd')).toHaveText(/^[\d,]+ ms$/);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});
