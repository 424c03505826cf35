// What axe finds on a page.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from './test.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that are broken, as short lines with the first places of each. What keeps its rule is counted by nobody, and pages have no frames whose results were to be gathered in a page of their own. */
export async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).options({ runOnly: TAGS, resultTypes: ['violations'] }).setLegacyMode().analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')}`);
}
