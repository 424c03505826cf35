// What a list, a captcha and a link need in pixels: no fact cut that a person works by, at every width, size and language.
import { expect, test, type Page } from './test.ts';
import { openLogin, settled, signIn } from './kit.ts';
import { choose } from './walk.ts';

const set = (page: Page, settings: Record<string, string>) => page.evaluate((values) => {
  for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
}, settings);
async function reopen(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
  await settled(page);
}
/** Facts of the rows in view that are cut, or stand over the edge of what holds them. */
const cut = (page: Page) => page.evaluate(() => {
  const inside = (part: DOMRect, whole: DOMRect) => part.left >= whole.left - 1 && part.right <= whole.right + 1 && part.top >= whole.top - 1 && part.bottom <= whole.bottom + 1;
  const wanted = '[data-fact]:not([data-fact="hospital"], [data-fact="service"])';
  return [...document.querySelectorAll('[data-index]')].flatMap((row) => {
    const dates = row.children[5] === undefined ? [] : [row.children[5]];
    return [...row.querySelectorAll(wanted), ...dates].filter((fact) => fact.scrollWidth > fact.clientWidth + 1 || !inside(fact.getBoundingClientRect(), (fact.closest('[role=gridcell]') ?? row).getBoundingClientRect())).map((fact) => fact.textContent);
  });
});

const WIDTHS = [320, 390, 1280];
// each is loaded at another width, and then made wider or narrower
for (const [turn, [language, size]] of ([['zh-cn', 'default'], ['zh-cn', 'large'], ['en', 'default'], ['en', 'large']] as const).entries())
  test(`orders: bed, dates and amounts are whole (${language}, ${size})`, async ({ page }) => {
    const widths = WIDTHS.map((_, i) => WIDTHS[(turn + i) % WIDTHS.length]!);
    await page.setViewportSize({ width: widths[0]!, height: 800 });
    await signIn(page, 'ops');
    await set(page, { language, size });
    await reopen(page, '/#/order/index');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      expect(await page.locator('[data-index] [data-fact]').count()).toBeGreaterThan(0);
      expect(await page.locator('[role=grid]').evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0);
      // the narrowest screen with large letters may cut a long department, nothing else
      const lost = async () => (await cut(page)).filter((text) => width > 320 || text?.endsWith('科') !== true);
      expect(await lost(), `${width} px`).toEqual([]);
      await page.locator('main h1').focus();
      await page.keyboard.press('End');
      await expect(page.locator('[role=row]:focus')).toHaveAttribute('aria-rowindex', String(await page.locator('[role=grid]').getAttribute('aria-rowcount')));
      await settled(page);
      expect(await lost(), `${width} px`).toEqual([]);
      await page.locator('main h1').focus();
      await page.keyboard.press('Home');
      await expect(page.locator('[role=row]:focus')).toHaveAttribute('aria-rowindex', '2');
    }
  });

/** Columns of the list that may be cut, in em, and whether it goes sideways. */
const flexible = (page: Page, columns: readonly string[]) => page.locator('[role=grid]').evaluate((grid, wanted) => ({
  sideways: grid.scrollWidth > grid.clientWidth,
  ems: [...grid.querySelectorAll('[role=columnheader]')].filter(({ textContent }) => wanted.includes(textContent)).map((heading) => Math.round((heading.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(heading).fontSize)) * 10) / 10),
}), columns);
for (const [address, columns, first] of [['/#/order/index', ['服务', 'Service'], { language: 'en', size: 'large' }], ['/#/caregiver/index', ['驻点医院', 'Posted at'], { language: 'zh-cn', size: 'small' }], ['/#/system/user', ['姓名', 'Name'], { language: 'en', size: 'default' }]] as const)
  test(`what a list may cut keeps room to be read, most where it goes sideways anyway (${address})`, async ({ page }) => {
    await signIn(page, 'admin');
    await set(page, first);
    await reopen(page, address);
    for (const language of ['zh-cn', 'en'])
      for (const size of ['small', 'default', 'large']) {
        await choose(page, { language, size });
        await settled(page);
        for (const width of [768, 1024, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          const { sideways, ems } = await flexible(page, columns);
          expect(ems, `${language} ${size} ${width}`).toHaveLength(1);
          expect(ems[0], `${language} ${size} ${width}`).toBeGreaterThanOrEqual(sideways ? 7 : 5);
        }
      }
  });

for (const size of ['small', 'default', 'large'])
  for (const theme of ['light', 'dark'])
    test(`the captcha is shown whole (${size}, ${theme})`, async ({ page }) => {
      await page.goto('/#/login');
      await set(page, { size, theme });
      await openLogin(page);
      await page.setViewportSize({ width: 320, height: 740 });
      const seen = await page.locator('button img').evaluate((image: HTMLImageElement) => {
        const [picture, button] = [image.getBoundingClientRect(), image.closest('button')!.getBoundingClientRect()];
        return { size: [picture.width, picture.height], natural: [image.naturalWidth, image.naturalHeight], within: button.left <= picture.left && button.right >= picture.right && button.top <= picture.top && button.bottom >= picture.bottom, room: document.documentElement.scrollWidth <= innerWidth };
      });
      expect(seen).toEqual({ size: [132, 48], natural: [132, 48], within: true, room: true });
    });

test('on a phone the links of messages and records are large enough for a finger', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 740 });
  await signIn(page, 'ops');
  const small = (links: string) => page.locator(links).evaluateAll((all) => all.map((link) => link.getBoundingClientRect()).filter(({ width, height }) => width < 44 || height < 44).length);
  for (const address of ['/#/404', '/#/401']) {
    await reopen(page, address);
    await page.locator('main a').last().waitFor();
    expect(await small('main a')).toBe(0);
  }
  await reopen(page, '/#/order/index?status=in_service');
  await page.locator('[data-index="0"]').click();
  await page.locator('main a[href^="#/caregiver/"]').first().waitFor();
  await settled(page);
  expect(await small('[data-page^="/order/P"] a')).toBe(0);
});
test('on a phone what is pressed in rosters, boards and tabs is large enough for a finger', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin');
  for (const [address, what] of [['/#/caregiver/roster', ':is([data-index="0"], [data-index="1"]) a'], ['/#/caregiver/certificates', ':is([data-index="0"], [data-index="1"]) a'], ['/#/system/book', 'nav[aria-label="部分"] a'], ['/#/statistics/month', 'nav[aria-label="部分"] a'], ['/#/statistics/index', 'fieldset button']] as const) {
    await reopen(page, address);
    await page.locator(`main :is(${what})`).first().waitFor();
    await settled(page);
    // from the middle of each as far as a finger meets it
    const small = await page.locator(`main :is(${what})`).evaluateAll((all) => all.flatMap((one) => {
      const box = one.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const meets = (dx: number, dy: number): boolean => one.contains(document.elementFromPoint(x + dx, y + dy));
      if (!meets(0, 0)) return [];
      const far = (dx: number, dy: number): number => {
        let steps = 0;
        while (steps < 60 && meets(dx * (steps + 1), dy * (steps + 1))) steps += 1;
        return steps;
      };
      const [width, height] = [far(1, 0) + far(-1, 0) + 1, far(0, 1) + far(0, -1) + 1];
      return width < 44 || height < 44 ? [`${one.textContent} ${width} × ${height}`] : [];
    }));
    expect([address, small]).toEqual([address, []]);
  }
});
test('a stint is the same days whatever the zone of the browser', async ({ browser }) => {
  const said: string[][] = [];
  for (const timezoneId of ['UTC', 'Asia/Shanghai']) {
    const context = await browser.newContext({ timezoneId, locale: 'zh-CN' });
    const page = await context.newPage();
    await signIn(page, 'ops');
    await reopen(page, '/#/order/index?status=closed');
    await page.locator('[data-index="0"]').focus();
    await page.keyboard.press('Enter');
    const shown = page.locator('[data-page^="/order/P"]');
    await shown.locator('time').first().waitFor();
    await settled(page);
    said.push(await shown.locator('section:has(a[href^="#/caregiver/"]) li, time').allTextContents());
    await context.close();
  }
  expect(said[0]!.length).toBeGreaterThan(1);
  expect(said[1]).toEqual(said[0]);
  expect(said[0]!.join()).not.toMatch(/ 00:00 – /);
});
