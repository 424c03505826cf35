// No page and nothing that opens over one says what is no word: what a build leaves out is missed here alone.
import { expect, test } from './test.ts';
import { choose, close, enter, go, openingsOf, stopsOf } from './walk.ts';

// the last file of all: in one lane the other would stand idle for a minute
test.describe.configure({ mode: 'parallel' });
for (const language of ['zh-cn', 'en'])
  test(`every page speaks in words (${language})`, async ({ page }) => {
    test.setTimeout(600_000);
    const states = await enter(page);
    await choose(page, { language });
    const found: string[] = [];
    for (const stop of [...stopsOf(states).filter(({ bare }) => !bare), ...openingsOf(states)]) {
      await go(page, stop);
      // also what is folded away
      const text = await page.evaluate(() => [...document.body.children].filter((one) => one.tagName !== 'SCRIPT').map((one) => one.textContent).join(' '));
      found.push(...[...text.matchAll(/.{0,20}(?:undefined|\[object|NaN|Invalid Date|\{\d\}).{0,20}/g)].slice(0, 3).map(([words]) => `${stop.name}: ${words}`));
      await close(page, stop);
    }
    expect(found).toEqual([]);
  });
