// The statistics by keyboard alone, in the browser that draws them.
import { expect, test, type Page } from './test.ts';
import { signIn } from './kit.ts';

const slider = '[role=slider]';
/** How many colours the picture has: an empty canvas has one. */
const colours = (page: Page): Promise<number> => page.locator(`${slider} canvas`).evaluate((canvas: HTMLCanvasElement) => {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const seen = new Set<number>();
  for (let i = 0; i < data.length; i += 4) seen.add((data[i]! << 16) + (data[i + 1]! << 8) + data[i + 2]!);
  return seen.size;
});
const drawn = async (page: Page): Promise<void> => void (await expect.poll(() => colours(page)).toBeGreaterThan(3));
async function open(page: Page): Promise<void> {
  await signIn(page, 'admin');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.locator('[data-measure=made] a').first()).toBeVisible();
}
const figure = async (page: Page, measure: string): Promise<number> => Number((await page.locator(`[data-measure=${measure}] td`).first().textContent())!.replace(/[^\d.-]/g, ''));

test('a figure is chosen, explained and opened; its list is as long as it says, and Back leads to it', async ({ page }) => {
  await open(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/measure=started/);
  await expect(page.locator('[data-measure=started]')).toBeFocused();
  await page.keyboard.press('i');
  await expect(page.locator('[data-measure=started] + tr')).toContainText('按实际开始日期计');
  const started = await figure(page, 'started');
  expect(started).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/order\/index\?did=started/);
  await expect(page.getByRole('grid', { name: '订单管理' })).toHaveAttribute('aria-rowcount', String(started + 1));
  await page.goBack();
  await expect(page).toHaveURL(/statistics\/index\?measure=started/);
  await expect(page.locator('[data-measure=started]')).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(page.locator('[data-measure=started]')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => figure(page, 'started')).toBe(started);
});
test('a picture is drawn, read by the arrows, follows the theme, and says the same as its table', async ({ page }) => {
  await open(page);
  await drawn(page);
  await page.keyboard.press('p');
  await expect(page.locator(slider)).toBeFocused();
  const said: string[] = [];
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'PageDown', 'End']) {
    await page.keyboard.press(key);
    said.push((await page.locator(slider).getAttribute('aria-valuetext'))!);
  }
  expect(new Set(said).size).toBe(5);
  // what stands in the table stands in the picture
  await page.keyboard.press('t');
  const rows = page.locator('section section table tbody tr');
  await expect(rows).toHaveCount(30);
  const [when, value] = await rows.last().locator('th, td').allTextContents();
  expect(said.at(-1)).toContain(`${when}：${value}`);
  await page.keyboard.press('t');
  await drawn(page);
  const corner = () => page.locator(`${slider} canvas`).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const light = await corner();
  await page.evaluate(() => { document.documentElement.dataset['theme'] = 'dark'; });
  await expect.poll(corner).not.toBe(light);
  await drawn(page);
});
test('bars, heat map and ranking; an image and a sheet', async ({ page }) => {
  await open(page);
  await drawn(page);
  await page.keyboard.press('2');
  await drawn(page);
  const image = page.waitForEvent('download');
  await page.keyboard.press('Shift+I');
  expect((await image).suggestedFilename()).toMatch(/\.png$/);
  await page.keyboard.press('3');
  const cell = page.locator('td[data-shade][tabindex="0"]');
  await expect(cell).toHaveCount(1);
  await page.keyboard.press('p');
  await expect(cell).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.locator('td[data-shade]:focus')).toHaveAttribute('aria-label', /.+，.+：/);
  await page.keyboard.press('4');
  const rank = page.locator('section [role=grid] tbody tr[tabindex="0"]').last();
  await expect(rank).toBeVisible();
  const sheet = page.waitForEvent('download');
  await page.keyboard.press('Shift+E');
  expect((await sheet).suggestedFilename()).toMatch(/\.xlsx$/);
  await page.keyboard.press('[');
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d.*view=rank/);
});
test('on paper it is black on white, with the table under the picture and nothing to press', async ({ page }) => {
  await open(page);
  await drawn(page);
  await page.evaluate(() => { document.documentElement.dataset['theme'] = 'dark'; });
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('section section table tbody tr')).toHaveCount(30);
  await expect(page.locator('section section table tbody tr').first()).toBeVisible();
  await expect(page.locator('select').first()).toBeHidden();
  await drawn(page);
  const dark = await page.locator(`${slider} canvas`).evaluate((canvas: HTMLCanvasElement) => [...canvas.getContext('2d')!.getImageData(2, 2, 1, 1).data]);
  // nothing is filled behind it: the paper is the ground
  expect(dark[3]).toBe(0);
  await page.emulateMedia({ media: 'screen' });
});
test('on paper a heat map lies on its side, and its table is cut into tables that are whole', async ({ page }) => {
  await open(page);
  await page.goto('/#/statistics/index?measure=receivable&view=heat&range=30d');
  await expect(page.locator('td[data-shade][tabindex="0"]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  // the map is a table too
  const tables = page.locator('section section section table');
  await expect(tables).toHaveCount(3);
  expect(await tables.evaluateAll((all) => all.map((table) => table.querySelectorAll('thead th').length))).toEqual([11, 11, 11]);
  // a sheet on its side, without its margins, in CSS px
  await page.setViewportSize({ width: 1002, height: 700 });
  for (const width of await tables.evaluateAll((all) => all.map((table) => table.scrollWidth))) expect(width).toBeLessThanOrEqual(1002);
  await page.emulateMedia({ media: 'screen' });
});
test('in one column Tab goes as the eyes do: the picture, then the figures', async ({ page }) => {
  for (const width of [1000, 390]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 1000) await open(page);
    const [picture, figures] = await Promise.all([page.locator('[data-view]').boundingBox(), page.locator('[data-measure=made]').boundingBox()]);
    expect(picture!.y).toBeLessThan(figures!.y);
    await page.getByRole('heading', { name: '数据统计' }).evaluate((heading: HTMLElement) => heading.focus());
    const passed: string[] = [];
    for (let i = 0; i < 60 && passed.at(-1) !== 'figures'; i += 1) {
      await page.keyboard.press('Tab');
      passed.push(await page.evaluate(() => (document.activeElement!.closest('[data-view]') !== null ? 'picture' : document.activeElement!.closest('[data-measure]') !== null ? 'figures' : 'other')));
    }
    expect(passed.indexOf('picture')).toBeGreaterThan(-1);
    expect(passed.at(-1)).toBe('figures');
  }
});
