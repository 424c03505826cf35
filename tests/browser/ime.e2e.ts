import { expect, test, type CDPSession, type Page } from './test.ts';
import { openPalette, settled, signIn, wholeIndex } from './kit.ts';

// Chinese input methods, by the browser's own protocol: what is composed is in the field before it is chosen, and every key belongs to the method.
const input = (page: Page) => page.locator('dialog[open] input[role=combobox]');
const chosen = (page: Page) => page.locator('dialog[open] [role=option][aria-selected=true]');
async function started(page: Page): Promise<CDPSession> {
  await signIn(page, 'ops');
  return page.context().newCDPSession(page);
}
const compose = (session: CDPSession, text: string) => session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
/** As a method hands a key on that it has taken: the browser says only that it was one. */
async function taken(session: CDPSession, code: string): Promise<void> {
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', code, windowsVirtualKeyCode: 229 });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: code, code, windowsVirtualKeyCode: 229 });
}

test('what is composed is searched as pinyin; Enter, arrows and Escape belong to the input method', async ({ page }) => {
  const session = await started(page);
  await wholeIndex(page);
  await openPalette(page);
  for (const text of ['z', 'zh', 'zha', 'zhang', "zhang's", "zhang'san"]) {
    await compose(session, text);
    await expect(input(page)).toHaveValue(text);
    await expect(page.locator('dialog[open] [role=option]').first()).toBeVisible();
  }
  await expect(chosen(page)).toContainText('张三');
  const before = await chosen(page).textContent();
  const address = page.url();
  for (const code of ['ArrowDown', 'ArrowUp', 'PageDown', 'Enter', 'Escape', 'Backspace', 'Tab']) {
    await taken(session, code);
    await expect(input(page)).toBeFocused();
    await expect(input(page)).toHaveValue("zhang'san");
    expect(await chosen(page).textContent()).toBe(before);
  }
  expect(page.url()).toBe(address);
  await session.send('Input.insertText', { text: '张三' });
  await expect(input(page)).toHaveValue('张三');
  await expect(chosen(page)).toContainText('张三');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('张三');
});

for (const [typed, chip] of [['＞', '命令'], ['》', '命令'], ['＃', '订单'], ['＠', '人员'], ['％', '医院'], ['：', '设置'], ['？', '帮助']] as const) {
  test(`${typed} as an input method types it is a scope, and one Backspace takes it away`, async ({ page }) => {
    const session = await started(page);
    await openPalette(page);
    await session.send('Input.insertText', { text: typed });
    await expect(input(page)).toHaveValue('');
    await expect(page.locator('dialog[open]')).toContainText(chip);
    await expect(input(page)).toHaveAccessibleName(`只找${chip}`);
    await page.keyboard.press('Backspace');
    await expect(input(page)).toHaveAccessibleName('查找订单、护工和命令');
    await expect(input(page)).toBeFocused();
  });
}

test('where the method puts a border a syllable ends, in what is found and in what is marked', async ({ page }) => {
  const session = await started(page);
  const option = (words: string) => page.locator('dialog[open] [role=option]', { hasText: words });
  const answered = (text: string) => expect(page.locator(`dialog[open] [role=listbox][data-q="${text}"][aria-busy=false]`)).toBeAttached();
  await openPalette(page);
  for (const text of ['x', 'xi', "xi'a", "xi'an"]) await compose(session, text);
  await expect(input(page)).toHaveValue("xi'an");
  await answered('xian');
  await expect(option('显示水印')).toHaveCount(0);
  await expect(page.locator('dialog[open] mark', { hasText: '显' })).toHaveCount(0);
  await compose(session, 'xian');
  await expect(option('显示水印').locator('mark')).toHaveText('显');
  await compose(session, "xian'shi");
  await expect(option('显示水印').locator('mark')).toHaveText('显示');
  await compose(session, "zhang'san");
  await expect(chosen(page).locator('mark').first()).toHaveText('张三');
  await compose(session, "zha'ng'san");
  await answered('zhangsan');
  await expect(option('张三')).toHaveCount(0);
});

/** Escape as some methods hand it on: by its own name and number, while they compose. */
const escape = (session: CDPSession) => session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 });

test('Escape while something is composed is the method\'s, in every kind of dialog: what was typed before stays, and nothing asks or closes', async ({ page }) => {
  const session = await started(page);
  await openPalette(page);
  await page.keyboard.type('zhang');
  await compose(session, 'san');
  await escape(session);
  await expect(input(page)).toHaveValue('zhangsan');
  await compose(session, '');
  await expect(input(page)).toHaveValue('zhang');
  await page.keyboard.press('Escape');
  await expect(input(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  // a drawer asks before it loses something
  await page.goto('/#/order/index?status=pending_assign');
  await page.getByRole('grid').locator('[aria-rowindex="2"]', { hasText: /PH\d/ }).waitFor();
  await settled(page);
  await page.keyboard.press('Delete');
  const reason = page.locator('dialog[open] [name=reason]');
  await expect(reason).toBeVisible();
  await reason.focus();
  await page.keyboard.type('1');
  await compose(session, 'ni');
  for (const _ of '123') await escape(session);
  await expect(reason).toHaveValue('1ni');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await compose(session, '');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toContainText('放弃填写的内容？');
});

test('a key that composes does nothing on a page either', async ({ page }) => {
  const session = await started(page);
  await page.goto('/#/order/index');
  await page.getByRole('grid').locator('[aria-rowindex="2"]').waitFor();
  const address = page.url();
  for (const code of ['KeyX', 'KeyF', 'Slash', 'KeyJ', 'Enter', 'KeyG', 'KeyC']) await taken(session, code);
  expect(page.url()).toBe(address);
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
});
