import { PATHS } from '../../src/kernel/paths.gen.ts';
import { named } from '../kit/size.mjs';
import { listening, settled, signIn } from './kit.ts';
import { expect, provoke, quiet, test, type Page } from './test.ts';

// What is there before any script has run, and that nothing moves when it has. The fixture fails a test on what the console or the policy complains of, a mismatch of hydration among it.
/** Milliseconds that the console waits at most before it fetches what nobody waits for (ui/calm.ts). */
const PATIENCE = 2_000;
const STATIC = PATHS.filter((path) => !path.includes(':'));
const LANGUAGES = [['zh-cn', 'zh-CN', '护理管理系统'], ['en', 'en', 'Nursing']] as const;
const entryOf = (path: string, language: string): string => `${language === 'en' ? '/en' : ''}${path}`;

/** No file of the console comes; what is inline in the entry runs. Gives what was stored before. */
async function withoutScripts(page: Page, stored: Record<string, string>): Promise<void> {
  await page.route('**/*.js', () => {});
  await page.addInitScript((values) => {
    // not on about:blank
    if (location.protocol === 'http:') for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
  }, stored);
}
const painted = (page: Page) => expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);

for (const [language, lang, product] of LANGUAGES) {
  test(`every entry paints its shell before any script has come: ${language}`, async ({ page }) => {
    await withoutScripts(page, { access_token: 'somebody' });
    for (const path of STATIC.filter((each) => each !== '/login')) {
      await page.evaluate(() => localStorage.removeItem('language')).catch(() => {});
      await page.goto(entryOf(path, language), { waitUntil: 'commit' });
      await expect(page.locator('#root')).toHaveAttribute('data-path', path);
      await painted(page);
      const main = page.locator('#root main');
      await expect(main).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      expect([path, await page.title()]).toEqual([path, expect.stringContaining(product)]);
      // prerendered HTML is styled by the one style sheet alone: the policy lets no style attribute through
      expect([path, await page.locator('#root [style]').count()]).toEqual([path, 0]);
      expect(new URL(page.url()).hash).toBe(`#${path}`);
    }
  });
}

test('the login page’s entry shows itself to who is not signed in, whatever page is asked for', async ({ page }) => {
  await withoutScripts(page, {});
  for (const [address, lang] of [['/login', 'zh-CN'], ['/order/index?status=in_service', 'zh-CN'], ['/en/login', 'en'], ['/#/login', 'en']] as const) {
    await page.goto('about:blank');
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.locator('#root')).toHaveAttribute('data-path', '/login');
    await painted(page);
    await expect(page.locator('#username')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    // the other language is offered, not the one that is read
    await expect(page.locator('main button[lang]')).toHaveText(lang === 'en' ? '中文' : 'English');
  }
});

test('the title is the page’s, also where the root is opened at a hash', async ({ page }) => {
  await withoutScripts(page, { access_token: 'somebody' });
  for (const [address, title] of [['/order/index', '订单管理 · 护理管理系统'], ['/en/order/index', 'Orders'], ['/#/order/index', 'Orders']] as const) {
    await page.goto('about:blank');
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.locator('#root')).toHaveAttribute('data-path', '/order/index');
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
  }
});

test('settings are shown before the first paint', async ({ page }) => {
  await withoutScripts(page, { access_token: 'somebody', theme: 'dark', size: 'large', layout: 'top', sidebarStatus: 'closed', themeColor: '#d4380d', tagsView: 'true', sidebarLogo: 'false', language: 'en' });
  await page.goto('/order/index', { waitUntil: 'commit' });
  await painted(page);
  const html = page.locator('html');
  for (const [name, value] of Object.entries({ theme: 'dark', size: 'large', layout: 'top', sidebar: 'closed', tags: 'on', logo: 'off' })) await expect(html).toHaveAttribute(`data-${name}`, value);
  await expect(html).toHaveAttribute('lang', 'en');
  const look = await page.evaluate(() => ({ ground: getComputedStyle(document.documentElement).backgroundColor, accent: document.documentElement.style.getPropertyValue('--accent'), font: getComputedStyle(document.documentElement).getPropertyValue('--font') }));
  expect(look).toEqual({ ground: 'rgb(22, 24, 29)', accent: expect.stringMatching(/^#[\da-f]{6}$/), font: '16px' });
});

test('what is poisoned falls back', async ({ page }) => {
  await withoutScripts(page, { access_token: 'somebody', theme: '"><b>', size: 'huge', layout: '-', sidebarStatus: 'x', themeColor: 'url(//elsewhere)', language: 'fr' });
  await page.goto('/order/index', { waitUntil: 'commit' });
  await painted(page);
  const html = page.locator('html');
  for (const [name, value] of Object.entries({ theme: 'light', size: 'default', layout: 'left', sidebar: 'opened' })) await expect(html).toHaveAttribute(`data-${name}`, value);
  await expect(html).toHaveAttribute('lang', 'zh-CN');
  expect(await html.getAttribute('style')).toBe(null);
});

test.describe('signed in', () => {
  /** The first row of the list, and all JavaScript that was asked for before it was there. */
  async function untilRows(page: Page, address: string): Promise<string[]> {
    await page.addInitScript(() => {
      const look = (): void => {
        if (document.querySelector('[role="grid"] [data-index]') === null) requestAnimationFrame(look);
        else performance.mark('rows');
      };
      requestAnimationFrame(look);
    });
    await page.goto('about:blank');
    await page.goto(address);
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('rows').length)).toBeGreaterThan(0);
    // on a machine so busy that patience ends first, what nobody waits for is fetched before the rows
    return page.evaluate((patience) => {
      const end = Math.min(patience, performance.getEntriesByName('rows')[0]!.startTime);
      return performance.getEntriesByType('resource').filter((entry) => entry.startTime < end).map((entry) => new URL(entry.name).pathname).filter((name) => name.endsWith('.js'));
    }, PATIENCE);
  }

  test('an entry preloads what its first rows need, and the root no less', async ({ page }) => {
    await signIn(page, 'ops');
    const known = named('order/index');
    for (const address of ['/order/index', '/#/order/index']) {
      const fetched = await untilRows(page, address);
      expect(fetched.filter((file) => !known.includes(file)), `fetched before the rows of ${address} and not preloaded by its entry`).toEqual([]);
      expect(fetched.length).toBeGreaterThan(5);
    }
  });

  test('what session and list ask for first is asked for ahead of the console’s code, once', async ({ page }) => {
    await signIn(page, 'ops');
    let asked: string[] = [];
    let ahead: string[] = [];
    page.on('request', (request) => {
      const call = request.url().split('/admin-api')[1];
      if (call !== undefined && /^\/(sys\/(routes|users\/profile|me)$|(orders|caregivers)\?)/.test(call) && !call.includes('count=only')) asked.push(call);
    });
    // the code comes when there is nothing more to be asked for without it
    await page.route('**/static/js/index.*.js', async (route) => {
      await expect.poll(() => asked.length).toBeGreaterThan(2);
      ahead = [...asked];
      await route.continue();
    });
    for (const [address, list] of [['/order/index', '/orders'], ['/#/order/index', '/orders'], ['/en/caregiver/index', '/caregivers']] as const) {
      await page.goto('about:blank');
      asked = [];
      await page.goto(address);
      await page.locator('[role=grid] [data-index]').first().waitFor();
      const once = [`${list}?pageNum=1&pageSize=100&count=0`, '/sys/routes', '/sys/users/profile'];
      expect([address, ahead.toSorted(), asked.toSorted()]).toEqual([address, once, once]);
    }
    await page.unroute('**/static/js/index.*.js');
    // conditions are the list's own affair
    await page.goto('about:blank');
    await page.goto('/order/index?status=in_service');
    await page.locator('[role=grid] [data-index]').first().waitFor();
    expect(await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/orders?pageNum=1&pageSize=100&count=0')).length)).toBe(0);
  });

  test('a plain address is a link, with its query, in both languages', async ({ page }) => {
    await signIn(page, 'ops');
    for (const [address, heading] of [['/order/index?status=in_service', '订单管理'], ['/en/order/index?status=in_service', 'Orders']] as const) {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page).toHaveURL(/\/#\/order\/index\?status=in_service$/);
      await expect(page.locator('[data-page="/order/index"] h1')).toHaveText(heading);
    }
  });

  for (const width of [1280, 390])
    test(`the heading of the shell has the page’s words, and stands within ten pixels of where the page’s will (${width} px)`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await signIn(page, 'admin');
      const heading = () => page.evaluate(() => {
        const h1 = [...document.querySelectorAll('main h1')].find((one) => one.getClientRects().length > 0)!;
        const line = document.createRange();
        line.selectNodeContents(h1);
        const { x, y } = line.getBoundingClientRect();
        return { words: h1.textContent, font: getComputedStyle(h1).fontSize, x, y };
      });
      for (const path of STATIC.filter((each) => each !== '/login')) {
        let come = (): void => {};
        const here = new Promise<void>((done) => { come = done; });
        await page.route('**/*.js', async (route) => (await here, route.continue()));
        await page.goto('about:blank');
        await page.goto(path, { waitUntil: 'commit' });
        await painted(page);
        await page.locator('main h1').first().waitFor();
        const shell = await heading();
        come();
        await page.locator('[data-page] h1').waitFor();
        const own = await heading();
        expect([path, shell]).toEqual([path, { ...own, y: expect.any(Number) }]);
        expect([path, Math.abs(shell.y - own.y) <= 10, shell.y, own.y]).toEqual([path, true, shell.y, own.y]);
        await page.unroute('**/*.js');
      }
    });

  for (const layout of ['left', 'top', 'mix'])
    test(`the palette’s door is in the shell where the page has it (${layout})`, async ({ page }) => {
      await signIn(page, 'admin');
      await page.evaluate((value) => localStorage.setItem('layout', value), layout);
      const door = () => page.locator('header > button[aria-haspopup="dialog"]').evaluate((button) => {
        const { x, width } = button.getBoundingClientRect();
        return { x, width };
      });
      for (const width of [768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        let come = (): void => {};
        const here = new Promise<void>((done) => { come = done; });
        await page.route('**/*.js', async (route) => (await here, route.continue()));
        await page.goto('about:blank');
        await page.goto('/dashboard', { waitUntil: 'commit' });
        await painted(page);
        const shell = await door();
        come();
        await listening(page);
        await page.locator('header [data-person]').waitFor();
        await settled(page);
        const own = await door();
        // who is here may have a longer name than most, and leaves the door less room
        expect([width, shell]).toEqual([width, { ...own, width: layout === 'left' && width === 768 ? expect.any(Number) : own.width }]);
        expect(Math.abs(shell.width - own.width)).toBeLessThan(40);
        await page.unroute('**/*.js');
      }
    });

  for (const settings of [{}, { language: 'en', theme: 'dark', size: 'small' }, { layout: 'top', tagsView: 'true', size: 'large' }, { layout: 'mix', sidebarStatus: 'closed', sidebarLogo: 'false', watermarkEnabled: 'true' }])
    test(`hydration meets what the entry shows: ${JSON.stringify(settings)}`, async ({ page }) => {
      await signIn(page, 'ops');
      for (const path of ['/dashboard', '/order/index', '/caregiver/index', '/profile', '/404']) {
        await page.evaluate((values) => {
          for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
        }, settings);
        await page.goto('about:blank');
        await page.goto(path);
        await listening(page);
        await expect(page.locator(`[data-page="${path}"] h1, main h1`).first()).toBeVisible();
      }
    });
});
test('where the style sheet is gone, as in the middle of a deploy, the page is loaded once more at the same place, and not for ever', async ({ page }) => {
  provoke(/status of 404.*style/);
  let gone = 1;
  let asked = 0;
  await page.route(/style\..*\.css/, (route) => ((asked += 1) <= gone ? route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }) : route.continue()));
  // the page may be on its way
  const rules = () => page.evaluate(() => document.styleSheets[0]?.cssRules.length ?? 0).catch(() => 0);
  const address = '/#/login?redirect=%2Forder%2Findex%3Fstatus%3Dclosed';
  await page.goto(address);
  await page.locator('#username').waitFor();
  await expect.poll(rules).toBeGreaterThan(10);
  expect([page.url().endsWith(address), asked]).toEqual([true, 2]);
  [gone, asked] = [9, 0];
  await page.goto('about:blank');
  await page.goto(address);
  await expect.poll(() => asked).toBe(2);
  await page.locator('#username').waitFor();
  await quiet(page, 1_500);
  expect([await rules(), asked]).toEqual([0, 2]);
});
