import { expect, test, type Page } from './test.ts';
import { chooseForNow, openPalette, settled, signIn } from './kit.ts';

/** Tab until the field of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.getAttribute('name') === wanted, name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name}`);
}
/** The first of a type-ahead's choices. */
async function takeFirst(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[role=listbox]:visible [role=option]:not([aria-disabled=true])').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator(`[name=${name}]`)).not.toHaveValue('');
}
/** Opens a verb's drawer by its key. */
async function verb(page: Page, key: string, name: string): Promise<void> {
  await settled(page);
  await page.keyboard.press(key);
  await expect(page).toHaveURL(new RegExp(`/${name}$`));
  await expect(page.locator('dialog[open] form')).toBeVisible();
}
/** Sends the drawer's form: it closes, and the record says so. */
async function send(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  // where it stays open, what it says is the reason
  await expect.poll(() => page.locator('dialog[open]').allInnerTexts()).toEqual([]);
}
/** ↓ until a caregiver who may be chosen is. */
async function takeCaregiver(page: Page): Promise<void> {
  await tabTo(page, 'caregiver');
  const chosen = page.locator('dialog [role=option][aria-selected=true]');
  await expect(page.locator('dialog [role=option]').first()).toBeVisible();
  for (let presses = 0; presses < 50 && (await chosen.count()) === 0; presses += 1) await page.keyboard.press('ArrowDown');
  await expect(chosen).toHaveCount(1);
}
interface Told {
  status: string;
  balanceFen: number;
  evaluationState: string;
  timeline: { event: string; undone: boolean }[];
  stints: { caregiverNo: string; status: string }[];
}
const read = (page: Page, no: string): Promise<Told> =>
  page.evaluate(async (wanted) => ((await (await fetch(`/admin-api/orders/${wanted}`, { headers: { 'X-Access-Token': localStorage.getItem('access_token')! } })).json()) as { result: Told }).result, no);

const LANGUAGES = [
  { name: 'zh-cn', command: '使用中文', today: '今天', status: { assign: '待服务', start: '服务中', complete: '待结清', settle: '待评价', evaluate: '已完成' } },
  { name: 'en', command: 'use english', today: 'today', status: { assign: 'To start', start: 'In service', complete: 'To settle', settle: 'To evaluate', evaluate: 'Closed' } },
];
for (const { name, command, today, status } of LANGUAGES) {
  test(`an order's whole life by keyboard alone: ${name}`, async ({ page }) => {
    test.setTimeout(400_000);
    await chooseForNow(page);
    await signIn(page, 'admin');
    await openPalette(page);
    await page.keyboard.type(command);
    await settled(page);
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('lang', name === 'en' ? 'en' : 'zh-CN');
    await settled(page);
    const shows = (words: string) => expect(page.locator('main h1 ~ *').filter({ hasText: words }).first()).toBeVisible();

    // create
    await page.keyboard.type('gx');
    await expect(page.locator('[name=patient]')).toBeFocused();
    await page.keyboard.type(`一生${name === 'en' ? '甲' : '乙'}`);
    await expect(page.locator('[role=listbox]:visible [role=option]').last()).toContainText('一生');
    await page.keyboard.press('Enter');
    await takeFirst(page, 'hospital');
    await takeFirst(page, 'department');
    await tabTo(page, 'plannedStart');
    await page.keyboard.type(today);
    await tabTo(page, 'plannedEnd');
    await page.keyboard.type('+3');
    await takeFirst(page, 'service');
    await settled(page);
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/#\/order\/PH\d+$/);
    const no = new URL(page.url()).hash.split('/').at(-1)!;

    await verb(page, 'a', 'assign');
    await takeCaregiver(page);
    await send(page);
    await shows(status.assign);
    await verb(page, 's', 'start');
    await tabTo(page, 'reason');
    await page.keyboard.type('家属稍后缴费');
    await send(page);
    await shows(status.start);
    await verb(page, 'l', 'extend');
    await tabTo(page, 'plannedEnd');
    await page.keyboard.type('+2');
    await settled(page);
    await send(page);
    await verb(page, 'c', 'change');
    await takeCaregiver(page);
    await tabTo(page, 'reason');
    await page.keyboard.type('家属要求');
    await send(page);
    await verb(page, 'p', 'pay');
    await page.keyboard.type('10.5');
    await send(page);
    await verb(page, 'd', 'complete');
    await tabTo(page, 'reason');
    await page.keyboard.type('患者出院');
    await send(page);
    await shows(status.complete);
    await verb(page, 'b', 'settle');
    await send(page);
    await shows(status.settle);
    expect(await read(page, no)).toMatchObject({ status: 'pending_evaluation', balanceFen: 0 });
    // each of those who served
    for (let left = new Set((await read(page, no)).stints.filter((stint) => stint.status === 'ended').map((stint) => stint.caregiverNo)).size; left > 0; left -= 1) {
      await verb(page, 'e', 'evaluate');
      await page.keyboard.press('5');
      await send(page);
    }
    await shows(status.evaluate);
    expect((await read(page, no)).evaluationState).toBe('done');

    // undo of the last step
    await settled(page);
    await page.keyboard.press('Control+z');
    await shows(status.settle);
    const told = await read(page, no);
    expect(told.evaluationState).toBe('open');
    expect(told.timeline.map(({ event }) => event).filter((event) => event !== 'evaluate')).toEqual(['create', 'assign', 'start', 'extend', 'change', 'pay', 'complete', 'settle', 'undo']);
    expect(told.timeline.filter(({ undone }) => undone).map(({ event }) => event)).toEqual(['evaluate']);
  });
}
