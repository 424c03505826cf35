// Axe finds nothing: on every page in every theme, language and size, and in what opens over them.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '../browser/test.ts';
import { choose, close, enter, gather, go, lookIn, openingsOf, stopsOf, type Choice, type Stop } from '../browser/walk.ts';
import { openLogin } from '../browser/kit.ts';

const require = createRequire(import.meta.url);
/** Its own file rather than the builder's way, which opens a page of its own for each look: hundreds of looks. */
const SOURCE = readFileSync(createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8');
interface Axe {
  run: (context: unknown, options: object) => Promise<{ violations: { id: string; nodes: { target: string[]; any: { message: string }[] }[] }[] }>;
}
/** In the page: what axe finds, as short lines; in what stands over the page alone, where something does. */
const look = async (): Promise<string[]> => {
  const { axe } = window as unknown as { axe: Axe };
  const over = document.querySelector('dialog[open]');
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await axe.run(over ?? document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'], performanceTimer: false });
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`));
};
const LAYOUTS = ['left', 'top', 'mix'];
/** Every theme, language and size; layouts and what else changes the frame go round among them. */
const EVERY: readonly Choice[] = ['light', 'dark'].flatMap((theme, t) => ['default', 'small', 'large'].flatMap((size, s) => ['zh-cn', 'en'].map((language, l) => (
  { theme, language, size, layout: LAYOUTS[(t + l + s) % 3]!, tagsView: String((t + s) % 2 === 1), watermarkEnabled: String((l + s) % 2 === 1), sidebarStatus: (t + l) % 2 === 0 ? 'opened' : 'closed' }
))));
/** Of theme, language and size any two values meet, which is half of all; `AXE=all` looks at all. */
const CHOICES: readonly Choice[] = process.env.AXE === 'all' ? EVERY : EVERY.filter((_, i) => i % 2 === (Math.floor(i / 6) + (Math.floor(i / 2) % 3)) % 2);
/** Two that share neither theme, language nor size: others for each `nth`, so that twelve neighbours have them all. */
function pairOf(nth: number): readonly Choice[] {
  const [t, s, l] = [Math.floor((nth % 12) / 6), Math.floor((nth % 6) / 2), nth % 2];
  return [EVERY[nth % 12]!, EVERY[(1 - t) * 6 + ((s + 1) % 3) * 2 + 1 - l]!];
}
async function lookAt(page: Page, stop: Stop, choices: readonly Choice[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  return lookIn(page, stop.name, choices, look);
}

for (const part of [0, 1])
  test(`axe finds nothing on any page in any theme, language and size (${part + 1} of 2)`, async ({ page }) => {
    test.setTimeout(900_000);
    const stops = stopsOf(await enter(page)).filter(({ bare }, i) => !bare && i % 2 === part);
    const found: string[] = [];
    for (const stop of stops) {
      await go(page, stop);
      found.push(...(await lookAt(page, stop, CHOICES)));
    }
    expect(stops.length).toBeGreaterThan(12);
    expect(gather(found)).toEqual([]);
  });
test('axe finds nothing on the login page', async ({ page }) => {
  await openLogin(page);
  const stop = { name: 'login', at: '/login', bare: true };
  const found = await lookAt(page, stop, CHOICES);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(gather([...found, ...(await lookAt(page, stop, pairOf(0)))])).toEqual([]);
});
test('axe finds nothing in what opens over a page, wide and narrow', async ({ page }) => {
  test.setTimeout(900_000);
  const states = await enter(page);
  const found: string[] = [];
  for (const [i, stop] of openingsOf(states).entries()) {
    await choose(page, EVERY[0]!);
    await go(page, stop);
    found.push(...(await lookAt(page, stop, pairOf(i))));
    await page.setViewportSize({ width: 390, height: 780 });
    found.push(...(await lookAt(page, { ...stop, name: `${stop.name} at 390 px` }, [EVERY[(i * 5) % 12]!])));
    await page.setViewportSize({ width: 1280, height: 720 });
    await choose(page, EVERY[0]!);
    await close(page, stop);
  }
  expect(gather(found)).toEqual([]);
});
test('axe finds nothing on any page of a phone', async ({ page }) => {
  test.setTimeout(900_000);
  const stops = stopsOf(await enter(page)).filter(({ bare }) => !bare);
  await page.setViewportSize({ width: 390, height: 780 });
  const found: string[] = [];
  for (const [i, stop] of stops.entries()) {
    await go(page, stop);
    found.push(...(await lookAt(page, stop, pairOf(i))));
  }
  await page.locator('header button[aria-expanded="false"]').first().press('Enter');
  found.push(...(await lookAt(page, { name: 'menu of a phone', at: '/', bare: false }, CHOICES)));
  expect(gather(found)).toEqual([]);
});
