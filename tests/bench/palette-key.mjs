// What must not go wrong: keys lost or out of order when they come faster than anything can be drawn, and rows of an older text after those of a newer one.
import { setTimeout as sleep } from 'node:timers/promises';
import { report } from './measure.mjs';
import { freshPage, openIndexed } from './palette-open.mjs';

const TIMES = 200;
const DELAY = 2_000;
const RANDOM = 500;
const codeOf = (key) => (/\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`);

/** Sends keys without waiting for anything between them; answers when the page has had them all. */
async function burst(session, keys) {
  const sent = [];
  for (const key of keys) {
    const own = key === 'Backspace' ? { key, code: key, windowsVirtualKeyCode: 8 } : key === 'Control+k' ? { key: 'k', code: 'KeyK', windowsVirtualKeyCode: 75, modifiers: 2 } : { key, code: codeOf(key), text: key, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) };
    sent.push(session.send('Input.dispatchKeyEvent', { type: own.text === undefined ? 'rawKeyDown' : 'keyDown', ...own }), session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...own, text: undefined }));
  }
  await Promise.all(sent);
}
/** Six signs, others each time, all different, so that one out of order shows. */
const signsOf = (i) => Array.from({ length: 6 }, (_, k) => 'a1b2c3d4e5f6g7h8i9j0'[(i * 7 + k * 3) % 20]);
/** Ctrl+K and six signs at once; how many of the seven did not do what they should. */
async function once(page, session, i) {
  const signs = signsOf(i);
  await burst(session, ['Control+k', ...signs]);
  const got = await page.evaluate(() => document.querySelector('dialog[open] input[role=combobox]')?.value ?? null);
  for (let n = 0; n < 4 && (await page.evaluate(() => document.querySelector('dialog[open] input[role=combobox]') !== null)); n += 1) await page.keyboard.press('Escape');
  if (got === null) return 7;
  return signs.filter((sign, k) => got[k] !== sign).length + Math.max(0, got.length - signs.length);
}
async function lost(browser, server, token) {
  const { page } = await openIndexed(browser, server, token);
  const session = await page.context().newCDPSession(page);
  let wrong = 0;
  for (let i = 0; i < TIMES; i += 1) wrong += await once(page, session, i);
  await page.context().close();
  report(`palette: keys lost or out of order of ${TIMES * 7}, the palette's code at hand`, 'keys', [[wrong]], undefined, 0);
}
/** In contexts that have nothing cached: as often as there is time for before the code has come. */
async function lostWithout(browser, server, token) {
  let wrong = 0;
  let done = 0;
  for (let contexts = 0; done < TIMES; contexts += 1) {
    if (contexts === TIMES) throw new Error('the palette could not be opened before its code had come');
    const page = await freshPage(browser, server, token);
    let here = false;
    await page.route(/palette.*\.js/, async (route) => {
      await sleep(DELAY);
      here = true;
      await route.continue().catch(() => {});
    });
    await page.goto(`${server.origin}/#/dashboard`);
    // the frame is drawn before it listens: the palette's door opens when it does
    await page.locator('button[aria-keyshortcuts="Control+K Meta+K"]:enabled').waitFor();
    const session = await page.context().newCDPSession(page);
    while (!here && done < TIMES) {
      wrong += await once(page, session, done);
      done += 1;
    }
    await page.context().close();
  }
  report(`palette: keys lost or out of order of ${TIMES * 7}, its code ${DELAY / 1_000} s late`, 'keys', [[wrong]], undefined, 0);
}

/** Keeps, frame by frame, which text the rows on the screen answer and which rows those are. */
function record() {
  window.__frames = [];
  const look = () => {
    const list = document.querySelector('dialog[open] [data-q]');
    // also rows that do not answer the typed text yet: older than it they may be, but never older than what a frame before has shown
    if (list !== null) window.__frames.push({ q: list.dataset.q, rows: [...list.querySelectorAll('[role=option]')].map((row) => row.dataset.row), input: document.querySelector('dialog[open] input').value });
    if (window.__frames !== null) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
/** Frames that show rows of a text older than one already shown, or rows that do not belong to the text that they are said to answer. */
export function staleFrames(frames, texts) {
  const first = new Map();
  let at = 0;
  let stale = 0;
  for (const { q, rows } of frames) {
    const next = texts.indexOf(q, at);
    if (next < 0) {
      stale += 1;
      continue;
    }
    at = next;
    const known = first.get(q);
    const [short, long] = known === undefined || known.length > rows.length ? [rows, known ?? rows] : [known, rows];
    if (!short.slice(0, 8).every((row, i) => long[i] === row)) stale += 1;
    first.set(q, long);
  }
  return stale;
}
async function stale(browser, server, token) {
  const { page } = await openIndexed(browser, server, token);
  const session = await page.context().newCDPSession(page);
  await page.keyboard.press('Control+k');
  await page.locator('dialog [role=option]').first().waitFor();
  await page.evaluate(record);
  const texts = [''];
  let seed = 42;
  const random = (n) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % n;
  for (let i = 0; i < RANDOM; i += 1) {
    const text = texts.at(-1);
    const key = text.length === 6 || (text.length > 0 && random(3) === 0) ? 'Backspace' : 'zhang0123456789wli'[random(18)];
    texts.push(key === 'Backspace' ? text.slice(0, -1) : text + key);
    await burst(session, [key]);
    await sleep([0, 5, 15, 40, 90][random(5)]);
  }
  await sleep(1_000);
  const frames = await page.evaluate(() => {
    const all = window.__frames;
    window.__frames = null;
    return all;
  });
  if (frames.at(-1).input !== texts.at(-1)) throw new Error(`the text is ${frames.at(-1).input} and not ${texts.at(-1)}`);
  if (new Set(frames.map(({ q }) => q)).size < RANDOM / 10) throw new Error('hardly any frame showed results');
  report(`palette: frames of ${frames.length} with rows of an older text, ${RANDOM} random keys`, 'frames', [[staleFrames(frames, texts)]], undefined, 0);
  await page.context().close();
}

/** All of it. */
export async function benchKeys({ server, token, browser }) {
  await lost(browser, server, token);
  await lostWithout(browser, server, token);
  await stale(browser, server, token);
}
