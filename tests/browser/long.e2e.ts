// A list of five million rows in the real console: the answers to its windows are made here, everything else is the product's.
import { chromium, expect, test, type Browser, type Page, type Route } from './test.ts';
import { ensureBrowser, launchArgs } from '../kit/browser.mjs';
import { signIn } from './kit.ts';

const TOTAL = 5_000_000;
interface Asked {
  pageNum: number;
  count: string | null;
}
/** Serves the order list as if it had five million rows; answers what was asked for. `hold`: what a question waits for. */
async function long(page: Page, hold: (asked: Asked) => Promise<void> = async () => {}): Promise<Asked[]> {
  const asked: Asked[] = [];
  let template: Record<string, unknown> | undefined;
  await page.route(/\/admin-api\/orders\?/, async (route: Route) => {
    const url = new URL(route.request().url());
    const pageNum = Number(url.searchParams.get('pageNum'));
    const count = url.searchParams.get('count');
    asked.push({ pageNum, count });
    if (template === undefined) {
      url.search = '?pageNum=1&pageSize=1';
      const { result } = (await (await route.fetch({ url: url.href })).json()) as { result: { list: Record<string, unknown>[] } };
      template = result.list[0];
    }
    await hold({ pageNum, count });
    const list = Array.from({ length: count === 'only' ? 0 : Math.min(100, TOTAL - (pageNum - 1) * 100) }, (_, i) => ({ ...template, id: String((pageNum - 1) * 100 + i + 1), orderNo: `PH${String((pageNum - 1) * 100 + i).padStart(11, '0')}` }));
    await route.fulfill({ json: { success: true, code: 0, message: '', result: { list, total: count === '0' ? null : TOTAL, pageNum, pageSize: 100 } } }).catch(() => {});
  });
  return asked;
}
const grid = (page: Page) => page.getByRole('grid');
async function open(page: Page): Promise<void> {
  await page.goto('/#/order/index');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(TOTAL + 1));
  await page.keyboard.press('j');
  await expect(grid(page).locator('[role=row]:focus')).toHaveAttribute('aria-rowindex', '2');
}
/** Where rows stand in the view, CSS px from the foot of the heading, with what the scroller says. `framed`: in the next frame. */
const seen = (page: Page, framed = false) =>
  grid(page).evaluate(async (box, wait) => {
    if (wait) await new Promise(requestAnimationFrame);
    const top = box.querySelector('[role=rowgroup]')!.getBoundingClientRect().bottom;
    const bottom = box.getBoundingClientRect().top + box.clientHeight;
    const rows = [...box.querySelectorAll<HTMLElement>('[data-index]')].map((row) => ({ index: Number(row.dataset['index']), rect: row.getBoundingClientRect(), text: row.textContent, said: Number(row.getAttribute('aria-rowindex')) }));
    const inView = rows.filter(({ rect }) => rect.bottom > top + 0.5 && rect.top < bottom - 0.5).map(({ index, rect, text, said }) => ({ index, said, top: rect.top - top, bottom: rect.bottom - top, text }));
    return { rows: inView, high: bottom - top, stops: box.querySelectorAll('[tabindex="0"]').length, focused: rows.some(({ index }) => index === Number(document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'])), at: box.scrollTop, most: box.scrollHeight - box.clientHeight, scale: devicePixelRatio };
  }, framed);
type Seen = Awaited<ReturnType<typeof seen>>;
/** The view is full of rows whose indices are contiguous and true. */
function whole({ rows, high }: Seen): void {
  const last = rows.at(-1);
  const faults = rows.flatMap((row, at) => {
    const before = rows[at - 1];
    const number = /PH(\d{11})/.exec(row.text)?.[1];
    return row.said === row.index + 2 && (number === undefined || Number(number) === row.index) && (before === undefined || (row.index === before.index + 1 && Math.abs(row.top - before.bottom) < 0.1)) ? [] : [row];
  });
  if (last === undefined || rows[0]!.top > 0.5 || (last.index < TOTAL - 1 && last.bottom < high - 0.5)) faults.push(...rows.slice(0, 1), ...rows.slice(-1));
  expect({ rows: rows.length > 0, faults }).toEqual({ rows: true, faults: [] });
}
const set = (page: Page, top: number) => grid(page).evaluate((box, to) => new Promise((done) => { box.scrollTop = to; requestAnimationFrame(() => requestAnimationFrame(done)); }), top);
/** Half a device px, in CSS px, and what fractions lose. */
const pixel = ({ scale }: Seen): number => 0.5 / scale + 0.1;

for (const scale of [1, 1.5, 2]) {
  test(`five million rows at a device scale of ${scale}: every row is reached to the pixel, by key, by number, by scrollbar and by wheel`, async ({ baseURL }) => {
    // Playwright's own option would hide the browser's limit
    const browser: Browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...launchArgs, `--force-device-scale-factor=${scale}`, '--window-size=1280,900'] });
    const page = await browser.newPage({ baseURL: baseURL!, viewport: null, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
    await signIn(page, 'ops');
    await long(page);
    await open(page);
    expect((await seen(page)).scale).toBe(scale);

    await page.keyboard.press('Control+End');
    await expect(grid(page).locator('[role=row]:focus')).toContainText('PH00004999999');
    let now = await seen(page);
    whole(now);
    expect(Math.abs(now.rows.at(-1)!.bottom - now.high)).toBeLessThanOrEqual(pixel(now));
    expect(now.at).toBeGreaterThanOrEqual(now.most - 1);

    for (const number of [2, 77, 2_345_678, 4_999_000, 199_999, 1_000_001, 3_333_333]) {
      await page.keyboard.press('Control+j');
      await page.keyboard.type(number.toLocaleString('en'));
      await page.keyboard.press('Enter');
      await expect(grid(page).locator('[role=row]:focus')).toContainText(`PH${String(number - 1).padStart(11, '0')}`);
      now = await seen(page);
      whole(now);
      expect(Math.abs(now.rows[0]!.top), `row ${number}`).toBeLessThanOrEqual(pixel(now));
      expect(now.rows[0]!.index).toBe(number - 1);
    }

    // the thumb: anywhere by ratio, both ends exactly
    for (const part of [0.5, 0.123, 0.9, 0.999]) {
      await set(page, now.most * part);
      now = await seen(page);
      whole(now);
      expect(Math.abs(now.rows[0]!.index / TOTAL - part)).toBeLessThan(0.001);
    }
    await set(page, now.most);
    now = await seen(page);
    whole(now);
    expect(now.rows.at(-1)!.index).toBe(TOTAL - 1);
    expect(Math.abs(now.rows.at(-1)!.bottom - now.high)).toBeLessThanOrEqual(pixel(now));
    await set(page, 0);
    now = await seen(page);
    whole(now);
    expect([now.rows[0]!.index, Math.abs(Math.round(now.rows[0]!.top * 100))]).toEqual([0, 0]);

    // the wheel: one px is one px, in the middle and at the ends
    for (const part of [0.4, 0.0003, 0.9999]) {
      await set(page, now.most * part);
      await page.waitForTimeout(300);
      const before = await seen(page);
      const box = (await grid(page).boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      const down = part < 0.9 ? 1 : -1;
      for (let i = 0; i < 4; i += 1) {
        await page.mouse.wheel(0, 60 * down);
        await page.waitForTimeout(60);
      }
      await page.waitForTimeout(400);
      const after = await seen(page);
      whole(after);
      const place = ({ rows }: Seen) => rows[0]!.index * (rows[0]!.bottom - rows[0]!.top) - rows[0]!.top;
      expect(Math.abs(place(after) - place(before) - 240 * down), `wheel at ${part}`).toBeLessThanOrEqual(2);
    }
    await browser.close();
  });
}

for (const slower of [1, 10]) test(`a fling to the middle asks at most four times, and for the place where it ends first, on a machine ${slower} times as slow`, async ({ page }) => {
  await signIn(page, 'ops');
  const asked = await long(page);
  await open(page);
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slower });
  asked.length = 0;
  const { most } = await seen(page);
  // it gathers speed and loses it again, as a hand does on the thumb
  await grid(page).evaluate((box, end) => new Promise<void>((done) => {
    let step = 0;
    const tick = (): void => {
      step += 1;
      box.scrollTop = (end * (1 - Math.cos((Math.PI * step) / 60))) / 2;
      if (step < 60) requestAnimationFrame(tick);
      else done();
    };
    requestAnimationFrame(tick);
  }), most / 2);
  // however slow the machine is besides: what counts is what was asked
  await expect(grid(page).locator('[data-index="2500000"]')).toContainText('PH00002500000', { timeout: 120_000 });
  expect(asked.length).toBeLessThanOrEqual(4);
  const first = (await seen(page)).rows[0]!.index;
  expect(asked.find(({ count }) => count === '0')!.pageNum).toBeGreaterThanOrEqual(Math.floor(first / 100));
  expect(asked.find(({ count }) => count === '0')!.pageNum).toBeLessThanOrEqual(Math.floor(first / 100) + 2);
});

test('rows come before anyone has counted them', async ({ page }) => {
  await signIn(page, 'ops');
  let counted: () => void = () => {};
  const counting = new Promise<void>((done) => (counted = done));
  await long(page, async ({ count }) => (count === 'only' ? counting : undefined));
  await page.goto('/#/order/index');
  await expect(grid(page).locator('[aria-rowindex="2"]')).toContainText('PH00000000000');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '-1');
  await expect(page.locator('output').filter({ hasText: '正在计数' })).toBeVisible();
  counted();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(TOTAL + 1));
});

test('after each of 1,000 random steps: indices contiguous and true, one tab stop, the focused row mounted, no blank frame', async ({ page }) => {
  test.setTimeout(900_000);
  await signIn(page, 'ops');
  await long(page);
  await open(page);
  let seed = 5;
  const random = (n: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
  const keys = ['j', 'k', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'Control+Home', 'Control+End', 'ArrowRight', 'ArrowLeft'];
  const { most } = await seen(page);
  for (let step = 0; step < 1_000; step += 1) {
    const kind = random(20);
    if (kind < 11) await page.keyboard.press(keys[random(keys.length)]!);
    else if (kind < 15) await grid(page).evaluate((box, by) => box.scrollBy(0, by), random(4_000) - 2_000);
    else if (kind < 19) await grid(page).evaluate((box, to) => void (box.scrollTop = to), random(Math.round(most)));
    else await page.setViewportSize({ width: 900 + random(400), height: 500 + random(500) });
    const now = await seen(page, true);
    whole(now);
    expect([now.stops, now.focused], `step ${step}`).toEqual([1, true]);
  }
});
