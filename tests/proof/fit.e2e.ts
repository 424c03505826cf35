// Every value of every setting in each layout and theme: nothing stands over the edge and no words are cut, from a small phone to a wall.
import { expect, test, type Page } from '../browser/test.ts';
import { openLogin } from '../browser/kit.ts';
import { calm, choose, close, enter, gather, go, lookIn, openingsOf, stopsOf, type Choice } from '../browser/walk.ts';

const WIDTHS = [320, 768, 1280, 2560];
const pick = <T>(values: readonly T[], nth: number): T => values[nth % values.length]!;
/** Each layout × theme × value of each other setting, so that every such triple is there. */
const CHOICES: readonly Choice[] = ['left', 'top', 'mix'].flatMap((layout, l) => ['light', 'dark'].flatMap((theme, t) => ['default', 'small', 'large'].map((size, s) => ({
  layout, theme, size, language: pick(['zh-cn', 'en'], s + l + t), tagsView: String(pick([true, false], s + l)), sidebarStatus: pick(['opened', 'closed'], s + t), sidebarLogo: String(pick([true, false], s + l + t + 1)),
  watermarkEnabled: String(pick([true, false], s)), themeColor: pick(['#4080FF', '#D4380D', '#FADB14'], s + l),
}))));
/** Large letters in the language with the longer words are what is widest. */
const WIDEST: readonly Choice[] = CHOICES.filter(({ theme }) => theme === 'light').map((choice) => ({ ...choice, size: 'large', language: 'en' })).filter((_, i) => i % 3 === 0);

/** In the page: what stands over the edge of the screen without a way to scroll to it, and words that are cut without saying so. */
const unfit = (): string[] => {
  const faults: string[] = [];
  const root = document.scrollingElement!;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} px wide`);
  const called = (element: Element): string => `${element.tagName.toLowerCase()}.${element.className.toString().split(' ').join('.')} “${(element.textContent ?? '').trim().slice(0, 30)}”`;
  const held = (element: Element): boolean => {
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) if (getComputedStyle(at).overflowX !== 'visible') return true;
    return false;
  };
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const box = element.getBoundingClientRect();
    // what is there for screen readers alone
    if (box.width <= 1 || box.height <= 1 || getComputedStyle(element).clipPath === 'inset(50%)') continue;
    // sideways go tables, and what says by a tab stop that it does; a page or a dialog never
    if (/auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1 && !element.matches('[tabindex="0"], [role=grid], input, textarea, nav, [role=toolbar], [role=tablist]') && element.querySelector(':scope > table, :scope > [role=grid]') === null) faults.push(`goes sideways (${element.scrollWidth} in ${element.clientWidth}): ${called(element)}`);
    if ((box.right > innerWidth + 1 || box.left < -1) && !held(element) && getComputedStyle(element).pointerEvents !== 'none') faults.push(`over the edge (${Math.round(box.left)}–${Math.round(box.right)}): ${called(element)}`);
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '');
    if (!own || element.closest('svg, select, option') !== null) continue;
    const style = getComputedStyle(element);
    const clamped = style.webkitLineClamp !== 'none';
    if (style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.overflowX !== 'scroll' && element.scrollWidth > element.clientWidth + 1 && style.textOverflow !== 'ellipsis' && !clamped) faults.push(`cut: ${called(element)}`);
    if ((style.overflowY === 'hidden' || style.overflowY === 'clip') && element.scrollHeight > element.clientHeight + Number.parseFloat(style.fontSize) / 2 && !clamped) faults.push(`cut below: ${called(element)}`);
  }
  return [...new Set(faults)].slice(0, 5);
};
const fits = (page: Page, name: string, choices: readonly Choice[]): Promise<string[]> => lookIn(page, name, choices, unfit);

for (const part of [0, 1])
  test(`every page fits at every width with every value of each setting, in each layout and theme (${part + 1} of 2)`, async ({ page }) => {
    test.setTimeout(900_000);
    const states = await enter(page);
    const found: string[] = [];
    for (const stop of stopsOf(states).filter(({ bare }, i) => !bare && i % 2 === part)) {
      await go(page, stop);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await calm(page);
        found.push(...(await fits(page, `${stop.name} at ${width} px`, CHOICES)));
      }
    }
    expect(gather(found)).toEqual([]);
  });
test('what opens over a page fits at every width', async ({ page }) => {
  test.setTimeout(900_000);
  const states = await enter(page);
  const found: string[] = [];
  for (const stop of openingsOf(states)) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await choose(page, CHOICES[0]!);
    await go(page, stop);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      found.push(...(await fits(page, `${stop.name} at ${width} px`, width === 320 ? [CHOICES[0]!, WIDEST[0]!] : [WIDEST[0]!])));
    }
    await close(page, stop);
  }
  expect(gather(found)).toEqual([]);
});
test('the login page fits at every width', async ({ page }) => {
  await openLogin(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    expect(gather(await fits(page, `login at ${width} px`, CHOICES))).toEqual([]);
  }
});
test('at twice the size of letters and things nothing is lost', async ({ page }) => {
  test.setTimeout(300_000);
  const states = await enter(page);
  // what a browser's 200 % leaves of a window of 1280 px: half the pixels, each twice as large
  await page.setViewportSize({ width: 640, height: 360 });
  const found: string[] = [];
  for (const stop of stopsOf(states).filter(({ bare }) => !bare)) {
    await go(page, stop);
    found.push(...(await fits(page, stop.name, WIDEST)));
    if (await page.evaluate(() => document.querySelector('main')!.getBoundingClientRect().height < 200)) found.push(`${stop.name}: less than 200 px are left for the content`);
  }
  expect(gather(found)).toEqual([]);
});
