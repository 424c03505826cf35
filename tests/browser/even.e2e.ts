// What stands beside its like stands alike: names whole, keys in the middle of their caps, one head over a record, one gap in a list's.
import { expect, test, type Page } from './test.ts';
import { openWith as open, settled, signIn } from './kit.ts';

/** Room between the caps of keys pressed together, and how far letters stand from the middle of theirs. */
const capsOf = (page: Page, within: string) => page.locator(`${within} kbd + kbd`).evaluateAll((caps) => caps.map((cap) => {
  const [box, before] = [cap.getBoundingClientRect(), cap.previousElementSibling!.getBoundingClientRect()];
  const words = document.createRange();
  words.selectNodeContents(cap);
  const letters = words.getBoundingClientRect();
  return { gap: Math.round(box.left - before.right), off: Math.round(Math.abs(letters.top + letters.height / 2 - box.top - box.height / 2)) };
}));

test('keys pressed together stand as far apart everywhere, in the middle of their caps', async ({ page }) => {
  await page.goto('/#/login');
  await page.locator('aside kbd').first().waitFor();
  const even = (caps: { gap: number; off: number }[]): void => {
    expect(caps.length).toBeGreaterThan(0);
    expect(caps.filter(({ gap, off }) => gap !== 4 || off > 1)).toEqual([]);
  };
  even(await capsOf(page, 'aside'));
  await signIn(page, 'ops');
  await settled(page);
  even(await capsOf(page, 'header'));
  even(await capsOf(page, 'main'));
  await page.keyboard.press('Control+k');
  await page.locator('dialog [role="option"]').first().waitFor();
  even(await capsOf(page, 'dialog'));
});
test('the name of the console is whole beside its menu, in every size', async ({ page }) => {
  await signIn(page, 'admin');
  for (const size of ['small', 'default', 'large']) {
    await open(page, '/#/dashboard', { language: 'en', size, sidebarLogo: 'true', sidebarStatus: 'opened', layout: 'left' });
    const seen = await page.getByText('Nursing management system', { exact: true }).locator('visible=true').first().evaluate((words) => {
      const [range, box] = [document.createRange(), words.parentElement!.getBoundingClientRect()];
      range.selectNodeContents(words);
      const letters = range.getBoundingClientRect();
      return { right: letters.right <= box.right - 8, top: letters.top >= box.top, bottom: letters.bottom <= box.bottom };
    });
    expect([size, seen]).toEqual([size, { right: true, top: true, bottom: true }]);
  }
});
test('one head over every part of a record, its tabs at one place, and its days are whole', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'ops');
  const no = await page.evaluate(async () => {
    const headers = { 'X-Access-Token': localStorage.getItem('access_token')! };
    const get = async (path: string) => ((await (await fetch(`/admin-api${path}`, { headers })).json()) as { result: { list: never[]; total: number } }).result;
    for (const { staffNo } of (await get('/caregivers?pageNum=1&pageSize=50')).list as { staffNo: string }[]) if ((await get(`/caregivers/${staffNo}/work?pageNum=1&pageSize=1`)).total > 3) return staffNo;
    throw new Error('nobody has served');
  });
  const seen: unknown[] = [];
  for (const part of ['', '/work', '/evaluations', '/pay']) {
    await open(page, `/#/caregiver/${no}${part}`);
    await page.locator('main nav a[aria-current="page"]').waitFor();
    // the days of a row are whole
    if (part === '/work') expect(await page.locator('[role="gridcell"]:first-child span span').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))).toEqual([]);
    seen.push(await page.evaluate(() => {
      const [heading, tabs] = [document.querySelector('main h1')!, document.querySelector('main nav a[aria-current="page"]')!.closest('nav')!];
      return { heading: [heading.getBoundingClientRect().left, heading.getBoundingClientRect().top, getComputedStyle(heading).fontSize], tabs: [tabs.getBoundingClientRect().left, tabs.getBoundingClientRect().top], back: document.querySelector('main ol a')?.getBoundingClientRect().top, status: heading.nextElementSibling?.textContent };
    }));
  }
  expect(seen).toEqual(Array.from({ length: 4 }, () => seen[0]));
});
test('a list\'s title and its filters are as far apart everywhere, and the tools of the caregivers stand on one line', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'admin');
  for (const address of ['/order/index', '/caregiver/index', '/system/hospital', '/system/user', '/system/department']) {
    await open(page, `/#${address}`, { layout: 'top' });
    expect([address, await page.locator('[data-list] h1').evaluate((title) => Math.round(title.nextElementSibling!.getBoundingClientRect().left - title.getBoundingClientRect().right))]).toEqual([address, 16]);
  }
  await open(page, '/#/caregiver/index', { layout: 'left' });
  expect(await page.locator('[data-list] h1').evaluate((title) => title.parentElement!.getBoundingClientRect().height)).toBeLessThan(56);
});
test('a box to tick looks as every other', async ({ page }) => {
  await signIn(page, 'ops');
  await open(page, '/#/profile');
  const boxes = page.locator('main input[type="checkbox"]');
  await boxes.first().waitFor();
  expect(await boxes.evaluateAll((all) => all.map((box) => [getComputedStyle(box).width, getComputedStyle(box).margin, getComputedStyle(box).accentColor === 'auto']))).toEqual(Array.from({ length: await boxes.count() }, () => ['16px', '0px', false]));
});
test('a stepper begins no line with a dash', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'ops');
  for (const language of ['zh-cn', 'en']) {
    await open(page, '/#/order/index', { language });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    const steps = page.locator('aside ol').first().locator('li');
    await steps.last().waitFor();
    expect(await steps.evaluateAll((all) => new Set(all.map((step) => step.getBoundingClientRect().top)).size)).toBe(1);
  }
});
