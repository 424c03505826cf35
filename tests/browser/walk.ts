// Goes from state to state of the console in one document, the settings changed under way as another tab would change them.
import { expect, quiet, type Page } from './test.ts';
import { signIn } from './kit.ts';
import { sampleOf, statesOf, type Opening, type State } from './state.ts';

/** Stored settings by name (spec section 3). */
export type Choice = Record<string, string>;
export interface Stop {
  name: string;
  at: string;
  opening?: Opening;
  bare: boolean;
}
/** In the page: shows these settings without a reload, as what a second tab stores is followed by this one. */
const follow = async (wanted: Choice): Promise<void> => {
  for (const [key, newValue] of Object.entries(wanted)) {
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
  }
  const lang = wanted['language'] === undefined ? null : wanted['language'] === 'en' ? /^en/ : /^zh/;
  while (lang !== null && !lang.test(document.documentElement.lang)) await new Promise((done) => setTimeout(done, 10));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
};
/** Shows these settings without a reload. */
export async function choose(page: Page, choice: Choice): Promise<void> {
  await page.evaluate(follow, choice);
}
/** What `look`, which runs in the page and knows nothing else, finds with each of these settings. One call for all: calls cost more than looks. */
export async function lookIn(page: Page, name: string, choices: readonly Choice[], look: () => string[] | Promise<string[]>): Promise<string[]> {
  // sorted, since another language draws everything anew
  const sorted = choices.toSorted((one, other) => one['language']!.localeCompare(other['language']!));
  return page.evaluate<string[]>(`(async () => {
    const found = [];
    for (const choice of ${JSON.stringify(sorted)}) {
      await (${follow})(choice);
      for (const fault of await (${look})()) found.push(${JSON.stringify(name)} + ' (' + Object.values(choice).join(' ') + '): ' + fault);
    }
    return found;
  })()`);
}
/** Each fault once, with how many places have it and the first of them: one fault of the frame is a fault of every page. */
export function gather(found: readonly string[]): string[] {
  const places = new Map<string, string[]>();
  for (const line of found) {
    const at = line.indexOf('): ') + 1;
    places.set(line.slice(at + 2), [...(places.get(line.slice(at + 2)) ?? []), line.slice(0, at)]);
  }
  return [...places].map(([fault, at]) => `${fault}: ${at.length} ×, first ${at[0]}`);
}
/** Nothing loads any more and what came is painted. */
export async function calm(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
  await quiet(page, 60);
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
/** Signed in as this person, whose settings stay with this browser, and every state there is. */
export async function enter(page: Page, username = 'admin'): Promise<Record<string, State>> {
  await signIn(page, username);
  const states = statesOf(await sampleOf(page));
  return states;
}
/** Every page at each of its addresses. */
export const stopsOf = (states: Record<string, State>): Stop[] => Object.values(states).flatMap(({ at, also = [], bare = false }) => [at, ...also].map((address) => ({ name: address, at: address, bare })));
/** What opens over them. */
export const openingsOf = (states: Record<string, State>): Stop[] => Object.values(states).flatMap(({ at, opens = [], bare = false }) => opens.map((opening) => ({ name: `${at}: ${opening.name}`, at: opening.at ?? at, opening, bare })));

/** Goes there, in the document that is open, and opens what is to be opened. */
export async function go(page: Page, { at, opening }: Stop): Promise<void> {
  await page.evaluate((to) => { location.hash = `#${to}`; }, at);
  await page.locator('h1:visible').first().waitFor();
  await calm(page);
  if (opening === undefined) return;
  for (const key of opening.keys ?? []) {
    if (key.startsWith('type:')) await page.keyboard.type(key.slice(5));
    else await page.keyboard.press(key);
    if (key.startsWith('Control') || key.startsWith('Shift')) await page.locator('dialog[open]').first().waitFor();
  }
  if (opening.inline !== true) await page.locator('dialog[open], [role=region][aria-label]').first().waitFor();
  await calm(page);
}
/** Closes what is over the page, however deep, and ends what is part of it. */
export async function close(page: Page, { opening }: Stop): Promise<void> {
  if (opening?.inline === true) await page.keyboard.press('Escape');
  for (let tries = 0; tries < 6 && (await page.locator('dialog[open]').count()) > 0; tries += 1) await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
}
