// What axe finds on a page.
import AxeBuilder from '@axe-core/playwright';
import type { Mode } from '../../src/ui/theme.ts';
import { expect, type Page } from './test.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules among those that read a colour; no other finds more in another theme of the same page. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
async function broken(page: Page, runOnly: string[]): Promise<string[]> {
  const found = await new AxeBuilder({ page }).options({ runOnly, resultTypes: ['violations'] }).setLegacyMode().analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')}`);
}
/** The rules that are broken, as short lines with the first places of each. What keeps its rule is counted by nobody, and pages have no frames whose results were to be gathered in a page of their own. */
export const violations = (page: Page): Promise<string[]> => broken(page, TAGS);

/** The page as this theme has it, where the theme follows the system (auto). */
async function showIn(page: Page, theme: Mode): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))));
}
/** What is broken in this theme by any rule, and in the other by those that read a colour. The page follows the system's theme, and is in this one again afterwards. */
export async function violationsInBoth(page: Page, theme: Mode): Promise<string[]> {
  await showIn(page, theme);
  const all = await broken(page, TAGS);
  await showIn(page, theme === 'light' ? 'dark' : 'light');
  const colours = await broken(page, COLOURS);
  await showIn(page, theme);
  return [...all, ...colours.map((line) => `in the other theme: ${line}`)];
}
