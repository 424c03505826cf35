// One caregiver from entry to blacklist, by keyboard alone: what is entered decides who can be given an order, and what is looked at is written down.
import { expect, test, type Page } from './test.ts';
import { field, fill, pick, reach, send, settled, signIn } from './kit.ts';

/** Leaves a form in which something was typed, and says yes to throwing it away. */
async function discard(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: '放弃' }).press('Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
}
/** An ID number with its check digit, of nobody who was seeded. */
function idNumber(): string {
  const body = `11010119${70 + (Date.now() % 29)}${String(1 + (Date.now() % 12)).padStart(2, '0')}${String(1 + (Math.floor(Date.now() / 7) % 28)).padStart(2, '0')}${String(Math.floor(Date.now() / 13) % 1000).padStart(3, '0')}`;
  const sum = [...body].reduce((total, digit, i) => total + Number(digit) * (2 ** (17 - i) % 11), 0);
  return body + '10X98765432'[sum % 11];
}
/** The record in sight; its standing is its first status. */
const record = (page: Page) => page.locator('[data-page]:visible article');
const standing = (page: Page, words: string) => expect(record(page).locator('header')).toContainText(words);
/** A day from today there, written out: `+60` counts from the day of issue. */
const day = (n: number): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(Date.now() + n * 86_400_000);

test('entered, certified, posted, on leave, stopped by an expired certificate, back, blacklisted, refused at the door', async ({ page }) => {
  test.setTimeout(400_000);
  const name = `顾${'春夏秋冬东南西北'[Date.now() % 8]!}${'梅兰竹菊松柏'[Date.now() % 6]!}`;
  const [idNo, mobile] = [idNumber(), `139${String(Date.now()).slice(-8)}`];
  await signIn(page, 'admin');
  // one that anyone posted from today on may serve: it wishes for no man and no woman, and has not begun
  const order = await page.evaluate(async (today) => {
    const read = async <T>(path: string): Promise<T> => ((await (await fetch(`/admin-api${path}`, { headers: { 'X-Access-Token': localStorage.getItem('access_token')! } })).json()) as { result: T }).result;
    for (const { orderNo } of (await read<{ list: { orderNo: string }[] }>('/orders?pageNum=1&pageSize=100&status=pending_assign')).list) {
      const whole = await read<{ orderNo: string; hospitalName: string; prefGender: number | null; plannedStart: string }>(`/orders/${orderNo}`);
      if (whole.prefGender === null && whole.plannedStart >= today) return whole;
    }
    throw new Error('every order that waits wishes for something');
  }, day(0));

  // entered: a wrong ID number is said under it, a right one brings sex and birthday
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/#\/caregiver\/index$/);
  await page.locator('[data-index="0"]').waitFor();
  await settled(page);
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(field(page, 'name')).toBeFocused();
  await fill(page, { name, idNo: `${idNo.slice(0, 17)}${idNo.endsWith('0') ? '1' : '0'}`, mobile });
  await page.keyboard.press('Control+Enter');
  await expect(field(page, 'idNo')).toBeFocused();
  await expect(field(page, 'idNo')).toHaveAttribute('aria-invalid', 'true');
  await fill(page, { idNo });
  await expect(field(page, 'birthday')).toHaveValue(`${idNo.slice(6, 10)}-${idNo.slice(10, 12)}-${idNo.slice(12, 14)}`);
  await send(page);
  await expect(page).toHaveURL(/#\/caregiver\/[A-Z]+\d+$/);
  const no = /#\/caregiver\/(.+)$/.exec(page.url())![1]!;
  await expect(record(page).locator('h1')).toHaveText(name);
  await standing(page, '待审核');
  // masked
  await expect(record(page)).not.toContainText(idNo);
  await expect(record(page)).not.toContainText(mobile);

  // who has no health certificate is not let to work
  await settled(page);
  await page.keyboard.press('a');
  await expect(page.locator('output').filter({ hasText: '健康证' })).toBeVisible();
  await standing(page, '待审核');
  await page.keyboard.press('c');
  await expect(field(page, 'kind')).toBeFocused();
  await fill(page, { number: 'JK-1', issuedOn: day(-300), expiresOn: day(60) });
  await reach(page, field(page, 'file'));
  // the browser is told who takes its file chooser before the key is pressed: Playwright sends both at once otherwise
  const choosing = page.waitForEvent('filechooser');
  await expect(field(page, 'file')).toBeFocused();
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  await chooser.setFiles({ name: '健康证.png', mimeType: 'image/png', buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64') });
  await expect(page.getByText('已选“健康证.png”')).toBeVisible();
  await send(page);
  const paper = record(page).getByRole('row', { name: /健康证/ });
  await expect(paper).toContainText('JK-1');
  await expect(paper).toContainText('还有 60 天');
  await reach(page, paper.getByRole('button', { name: /^下载/ }));
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toMatch(/\.png$/);
  await reach(page, paper.getByRole('button', { name: /^核验/ }));
  await page.keyboard.press('Enter');
  await expect(paper).toContainText('已核验');

  // to work, at the hospital of an order that waits
  await page.keyboard.press('a');
  await standing(page, '在岗');
  await page.keyboard.press('p');
  await expect(page.locator('dialog[open] select').first()).toBeFocused();
  await pick(page, page.locator('dialog[open] select').first(), order.hospitalName);
  await send(page);
  await expect(record(page).locator('header')).toContainText(order.hospitalName);
  const candidate = async () => {
    await page.goto(`/#/order/${order.orderNo}/assign`);
    const search = page.getByRole('combobox', { name: '护工' });
    await expect(search).toBeFocused();
    await page.keyboard.type(no);
    return page.getByRole('option', { name: new RegExp(no) });
  };
  await expect(await candidate()).toHaveAttribute('aria-disabled', 'false');
  await discard(page);

  // a leave from today on, taken back
  const back = async () => {
    await page.goto(`/#/caregiver/${no}`);
    await expect(record(page).locator('h1')).toHaveText(name);
    await settled(page);
  };
  await back();
  await page.keyboard.press('l');
  await fill(page, { to: '+2', reason: '回家' });
  await send(page);
  await standing(page, '休假');
  await page.keyboard.press('r');
  await standing(page, '在岗');

  // the certificate turns out to have ended: stopped at once, and whoever assigns reads why
  await reach(page, paper.getByRole('button', { name: /^修改/ }));
  await page.keyboard.press('Enter');
  await fill(page, { expiresOn: day(-1) });
  await send(page);
  await standing(page, '停派');
  await expect(record(page)).toContainText('健康证已过期，停派。登记新的健康证就自动恢复派单。');
  const stopped = await candidate();
  await expect(stopped).toHaveAttribute('aria-disabled', 'true');
  await expect(stopped).toContainText('健康证');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('dialog[open]')).toHaveCount(1);
  await discard(page);
  await back();
  await page.keyboard.press('c');
  await fill(page, { number: 'JK-2', issuedOn: '今天', expiresOn: day(365) });
  await send(page);
  await standing(page, '在岗');
  await expect(record(page)).not.toContainText('健康证已过期，停派');

  // what is masked is shown to who asks for it
  await page.keyboard.press('v');
  await expect(page.getByRole('dialog').getByRole('button', { name: '显示' })).toBeFocused();
  await expect(page.getByRole('dialog')).not.toContainText(idNo);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(idNo);
  await expect(page.getByRole('dialog')).toContainText(mobile);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(record(page)).not.toContainText(idNo);

  // blacklisted, with a reason and a day to look again; the door knows
  await page.keyboard.press('b');
  await expect(field(page, 'reason')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('写明原因')).toBeVisible();
  await page.keyboard.type('多次旷工');
  await send(page);
  await standing(page, '黑名单');
  await expect(record(page)).toContainText('多次旷工');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await fill(page, { name, idNo });
  await expect(page.locator('dialog [role=alert]').filter({ hasText: '多次旷工' })).toContainText('在黑名单');
  await fill(page, { mobile: `138${mobile.slice(3)}` });
  await page.keyboard.press('Control+Enter');
  await expect(field(page, 'idNo')).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/#\/caregiver\/index\?new/);
  await discard(page);

  // who looked is in the audit
  await page.goto('/#/system/audit?action=caregiver.reveal');
  await expect(page.locator('[data-page]:visible h1')).toHaveText('审计日志');
  await page.locator('[data-page]:visible [data-index="0"]').waitFor();
  await page.locator('[data-page]:visible h1').focus();
  await page.keyboard.press('Home');
  await expect(page.locator('[data-page]:visible [role=row]:focus')).toContainText(/系统管理员.*显示身份证号和手机/);
  await expect(page.locator('[data-page]:visible [role=row]:focus')).toContainText(no);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-page]:visible')).toContainText(no);
});

test('the hospital side reads caregivers, and is offered nothing that it may not', async ({ page }) => {
  await signIn(page, 'hospital');
  await page.goto('/#/caregiver/index');
  await page.locator('[data-index="0"]').waitFor();
  await settled(page);
  await expect(page.getByRole('button', { name: '新建护工' })).toHaveCount(0);
  await page.locator('[data-page]:visible h1').focus();
  await page.keyboard.press('Home');
  await expect(page.locator('[data-page]:visible [role=row]:focus')).toHaveAttribute('aria-rowindex', '2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/caregiver\/[A-Z]+\d+$/);
  await settled(page);
  await expect(record(page).getByRole('toolbar').getByRole('button')).toHaveCount(0);
  for (const key of ['e', 'b', 'v', 'c', 'p', 'l']) {
    await page.keyboard.press(key);
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  }
});
