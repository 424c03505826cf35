// A virtual screen reader goes through every page from top to bottom, and hears what changes.
import { fileURLToPath } from 'node:url';
import type { virtual } from '@guidepup/virtual-screen-reader';
import { buildSync } from 'esbuild';
import { expect, test, type Page } from '../browser/test.ts';
import { calm, choose, close, enter, go, openingsOf, stopsOf, type Stop } from '../browser/walk.ts';

type Heard = Window & { reader: { virtual: typeof virtual } };
/** As a script of the page: what is hidden by a style sheet is known to a browser alone. */
const script = buildSync({
  stdin: { contents: "export { virtual } from '@guidepup/virtual-screen-reader'", resolveDir: fileURLToPath(new URL('.', import.meta.url)) }, bundle: true, format: 'iife', globalName: 'reader', write: false, platform: 'browser', minify: true, define: { 'process.env.NODE_ENV': '"production"' },
}).outputFiles[0]!.text;
async function reads(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'reader' in window))) await page.evaluate(`${script};window.reader=reader`);
}
/** Phrases from the top to the bottom of the page, or of what is over it. */
async function heard(page: Page): Promise<string[]> {
  await reads(page);
  return page.evaluate(async () => {
    const { virtual } = (window as unknown as Heard).reader;
    // what a modal dialog stands over cannot be read
    const container = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    await virtual.start({ container });
    const phrases = [await virtual.lastSpokenPhrase()];
    const last = container === document.body ? 'end of document' : null;
    for (let n = 0; n < 3000; n += 1) {
      await virtual.next();
      const phrase = await virtual.lastSpokenPhrase();
      // after the last one it begins anew
      if (phrase === last || (n > 0 && phrase === phrases[0])) break;
      phrases.push(phrase);
    }
    await virtual.stop();
    return phrases;
  });
}
/** Tables stand in a region that has their name. */
const NAMED = ['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'option', 'slider', 'spinbutton', 'listbox', 'grid', 'dialog', 'alertdialog', 'navigation', 'image', 'img', 'heading', 'progressbar', 'tree', 'menu', 'toolbar', 'tablist', 'radiogroup', 'columnheader', 'rowheader'];
/** What a reader says of a thing beside its name. */
const SAID = /^(level \d+|(not )?(expanded|checked|selected|pressed|disabled|required|invalid|busy|multi-selectable|modal|read only)|has popup.*|position \d+|set size \d+|current.*|orientated .*|autocomplete .*|max(imum)? .*|min(imum)? .*|value .*|\d+ (columns|rows)|(column|row) .*|placeholder .*|key shortcuts? .*|sorted .*|no sort.*|controls?.*|1 control.*)$/;
const isNamed = (phrase: string): boolean => phrase.split(', ').slice(1).some((part) => part.trim() !== '' && !SAID.test(part));
/** What is wrong with what was heard. */
function faults({ name }: Stop, phrases: readonly string[]): string[] {
  const begins = phrases.filter((phrase) => !phrase.startsWith('end of '));
  const of = (role: string) => begins.filter((phrase) => phrase === role || phrase.startsWith(`${role}, `));
  const found = NAMED.flatMap((role) => of(role)).filter((phrase) => !isNamed(phrase)).map((phrase) => `nameless: ${phrase}`);
  const over = /^(alert)?dialog\b/.test(phrases[0]!);
  if (!over) {
    for (const role of ['main', 'banner']) if (of(role).length !== 1) found.push(`${of(role).length} × ${role}`);
    const heads = of('heading').filter((phrase) => phrase.endsWith('level 1'));
    if (heads.length !== 1) found.push(`${heads.length} headings of the first level: ${heads.join('; ')}`);
    if (of('navigation').length !== new Set(of('navigation')).size) found.push('two navigations of one name');
  }
  let level = 0;
  for (const head of of('heading')) {
    const now = Number(head.match(/level (\d)$/)?.[1] ?? 1);
    if (level > 0 && now > level + 1) found.push(`from level ${level} to ${head}`);
    level = now;
  }
  // only screen readers hear it: the watermark and icons are not for them
  for (const phrase of begins) if (/undefined|\[object|NaN|Invalid Date/.test(phrase)) found.push(`no words: ${phrase}`);
  if (phrases.length < (over ? 4 : 15)) found.push(`only ${phrases.length} phrases: ${phrases.join(' | ')}`);
  return found.slice(0, 6).map((fault) => `${name}: ${fault}`);
}

test('every page is heard from top to bottom: each thing has a name, nothing hidden is read', async ({ page }) => {
  test.setTimeout(900_000);
  const stops = stopsOf(await enter(page)).filter(({ bare }) => !bare);
  await choose(page, { watermarkEnabled: 'true', tagsView: 'true' });
  const found: string[] = [];
  for (const stop of stops) {
    await go(page, stop);
    const phrases = await heard(page);
    found.push(...faults(stop, phrases));
    const hidden = await page.evaluate(() => [...document.querySelectorAll('[aria-hidden="true"]')].map((element) => element.textContent!.trim()).filter((text) => text.length > 12));
    found.push(...hidden.filter((text) => phrases.includes(text)).map((text) => `${stop.name}: hidden, but read: ${text}`));
  }
  expect(found).toEqual([]);
});
test('what opens over a page is heard whole, by its name', async ({ page }) => {
  test.setTimeout(900_000);
  const states = await enter(page);
  const found: string[] = [];
  for (const stop of openingsOf(states)) {
    await go(page, stop);
    if (stop.opening?.inline !== true) found.push(...faults(stop, await heard(page)));
    await close(page, stop);
  }
  expect(found).toEqual([]);
});
test('where one has come to is said once, and a message once', async ({ page }) => {
  await enter(page);
  await reads(page);
  await page.evaluate(() => (window as unknown as Heard).reader.virtual.start({ container: document.body }));
  const live = () => page.evaluate(async () => (await (window as unknown as Heard).reader.virtual.spokenPhraseLog()).filter((phrase) => /^(polite|assertive): /.test(phrase)));
  for (const [to, title] of [['/order/index', '订单管理'], ['/caregiver/index', '护工管理'], ['/profile', '个人中心'], ['/order/index', '订单管理']] as const) {
    const before = (await live()).length;
    await page.evaluate((at) => { location.hash = `#${at}`; }, to);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await calm(page);
    // the virtual reader logs a region that appears with its words twice in a row, and one that falls silent with none; slowness is the machine's
    const said = (await live()).slice(before).filter((phrase, i, all) => phrase !== all[i - 1] && !phrase.endsWith(': ') && !phrase.includes('有些慢'));
    // shown with what else was said
    const twice = said.filter((phrase, i) => said.indexOf(phrase) !== i || (phrase.includes(title) && said.findIndex((one) => one.includes(title)) !== i));
    expect([to, twice.length === 0 ? [] : said]).toEqual([to, []]);
  }
  await page.evaluate(() => (window as unknown as Heard).reader.virtual.stop());
});
