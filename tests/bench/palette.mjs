// The palette against cmdk as it comes, with 1,000 and 10,000 items. Ours has 100,000 orders that wait for something in its index, and 3,000 caregivers.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embedded, seed } from './million.mjs';
import { painted, report } from './measure.mjs';
import { fillIndex } from './palette-fill.mjs';
import { benchIndex } from './palette-index.mjs';
import { benchKeys } from './palette-key.mjs';
import { openIndexed } from './palette-open.mjs';
import { textsFor } from './peer.mjs';
import { ask, signIn, startServer } from './server.mjs';

const LINES = 100_000;
const OPENINGS = 5;
const ROWS = 8;
const FRAME = 16.7;
/** As an unhurried typist leaves it, ms; no key is pressed before the answer to the one before is painted. */
const BETWEEN = 60;
/** Whole words, polyphones, initials, and hanzi among letters. */
const LETTERS = ['zhangsan', 'wl', 'liu', 'chenj', 'zs', 'yang', 'lif', 'huang', 'zhao', 'sunm', 'zengx', 'shanyu', 'wangyi', 'xjh'];

const ours = {
  name: 'ours',
  field: 'dialog[open] input[role=combobox]',
  open: (rows) => {
    const input = document.querySelector('dialog[open] input[role=combobox]');
    return input !== null && document.activeElement === input && document.querySelectorAll('dialog[open] [role=option]').length >= rows;
  },
  // `data-q`: the text that the rows answer; `data-fresh`: the first of them do
  answered: (text) => document.querySelector('dialog[open] [data-fresh=true]')?.dataset.q === text && document.querySelectorAll('dialog[open] [role=option]').length > 0,
};
const cmdk = {
  name: 'cmdk',
  field: '[cmdk-input]',
  open: (rows) => document.activeElement?.hasAttribute('cmdk-input') === true && document.querySelectorAll('[cmdk-item]').length >= rows,
  answered: (text) => document.querySelector('[cmdk-input]')?.value === text && document.querySelectorAll('[cmdk-item]').length === window.counts[text],
};
/** No palette: what a key costs in any document on this machine. */
const bare = {
  name: 'bare DOM',
  field: '#bare:not([hidden]) input',
  open: () => document.querySelector('#bare:not([hidden]) input') !== null,
  answered: (text) => document.querySelector('#bare').dataset.q === text,
};

async function close(page, { field }) {
  for (let i = 0; i < 4 && (await page.locator(field).count()) > 0; i += 1) await page.keyboard.press('Escape');
  await page.locator(field).waitFor({ state: 'detached' });
  await sleep(BETWEEN);
}
/**
 * Presses a key, and answers the ms until its results were painted, as `src/ui/palette/meter.ts` measured it in the page: the code that shows a
 * person their own figures, the same on both sides. What is on the screen by then must answer the text. The key is let go after that, as by a finger, which
 * takes longer: where it comes up before the frame has been followed by a task, Chromium holds all tasks back by a frame more.
 */
async function pressed(page, key, { answered, name }, text) {
  const listen = (isAnswered, wanted) => {
    window.__bench = new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error(`no results for ${wanted}`)), 20_000);
      const observer = new PerformanceObserver((list) => {
        const [key] = list.getEntriesByName('palette:key');
        if (key === undefined) return;
        observer.disconnect();
        clearTimeout(late);
        if (isAnswered(wanted)) done(key.duration);
        else fail(new Error(`what is shown does not answer ${wanted}`));
      });
      observer.observe({ type: 'measure' });
    });
  };
  await page.evaluate(`(${listen})(${answered}, ${JSON.stringify(text)})`);
  await page.keyboard.down(key);
  const ms = await page.evaluate(() => window.__bench).catch((error) => Promise.reject(new Error(`${name}: ${error.message}`)));
  await page.keyboard.up(key);
  return ms;
}
/** Opens, closes and opens again, then types the texts and takes them back: one round of one side. */
async function play(page, side, texts, openings) {
  const open = () => painted(page, () => page.keyboard.press('Control+k'), side.open, ROWS);
  const opened = [];
  for (let i = 0; i < openings; i += 1) {
    opened.push(await open());
    await close(page, side);
  }
  const keys = { digits: [], letters: [] };
  for (const text of texts) {
    const into = /^\d/.test(text) ? keys.digits : keys.letters;
    await open();
    for (let i = 0; i < text.length; i += 1) {
      await sleep(BETWEEN);
      into.push(await pressed(page, text[i], side, text.slice(0, i + 1)));
    }
    // and what was typed is taken back, but for its first sign
    for (let i = text.length - 1; i > 0; i -= 1) {
      await sleep(BETWEEN);
      into.push(await pressed(page, 'Backspace', side, text.slice(0, i)));
    }
    await close(page, side);
  }
  return { opened, ...keys };
}
/** A page of cmdk with so many items, and what is typed into it. */
async function openPeer(open, peer, size, count) {
  // another query, or only the fragment would change
  const page = await open(`${peer}?${size}#${size}`);
  await page.keyboard.press('Control+k');
  const texts = await textsFor(await page.locator('[cmdk-item]').allTextContents(), count);
  const counts = Object.fromEntries(texts.flatMap(({ text, counts }) => counts.map((n, i) => [text.slice(0, i + 1), n])));
  await close(page, cmdk);
  await page.evaluate((known) => void (window.counts = known), counts);
  return { page, texts: texts.map(({ text }) => text) };
}

/** Fills a folder of its own with 100,000 orders that wait for something, and measures over it. */
export async function benchIndexed({ folder, browser, openPeerPage, peer, rounds, parts, tell }) {
  const dataDir = path.join(folder, 'palette');
  await seed(dataDir, '', LINES);
  const { open } = embedded(dataDir);
  const database = await open();
  tell(`${LINES} orders that wait for something`);
  await fillIndex(database.query, LINES);
  await database.close();
  const server = await startServer(dataDir);
  tell('palette');
  await benchPalette({ server, token: await signIn(server), open: openPeerPage, browser, peer, rounds, parts });
  await server.stop();
}
/** Rounds of ours and the peers in turn. `parts`: which of keys, index and lost. */
export async function benchPalette({ server, token, open, browser, peer, rounds, parts = [] }) {
  const wanted = (part) => parts.length === 0 || parts.includes(part);
  if (wanted('keys')) {
    const { page, tasks, ms } = await openIndexed(browser, server, token);
    report('palette: index of 100,000 orders, first question to the server to whole, in the background', 'ms', [[ms]]);
    report('palette: main-thread tasks over 50 ms while the index was built', 'tasks', [[(await tasks()).length]], undefined, 0);
    const small = await openPeer(open, peer, 1_000, rounds * 2);
    const large = await openPeer(open, peer, 10_000, rounds);
    const floor = await open(`${peer}?bare#bare`);
    const orders = (await ask(server.origin, token, `/orders?pageNum=1&pageSize=${rounds * 2}&where[0]=status:is:pending_assign`)).list;
    const results = [];
    for (let i = 0; i < rounds; i += 1) {
      const round = [];
      const texts = [orders[i].orderNo.slice(-5), orders[i + rounds].orderNo.slice(-5), LETTERS[(2 * i) % LETTERS.length], LETTERS[(2 * i + 1) % LETTERS.length]];
      for (const [at, side, typed, openings] of [[page, ours, texts, OPENINGS], [small.page, cmdk, small.texts.slice(i * 2, i * 2 + 2), OPENINGS], [large.page, cmdk, large.texts.slice(i, i + 1), 0], [floor, bare, small.texts.slice(i * 2, i * 2 + 2), 0]]) {
        await at.bringToFront();
        await sleep(300);
        round.push(await play(at, side, typed, openings));
      }
      results.push(round);
    }
    const peerOf = (at, part) => ({ name: ['ours', 'cmdk, 1,000 items', 'cmdk, 10,000 items', 'bare DOM, 100,000 texts'][at], framed: true, rounds: results.map((round) => round[at][part]) });
    const keys = (part) => results.map(([own]) => own[part]);
    const both = results.map(([own]) => [...own.digits, ...own.letters]);
    report('palette: opening to focus and rows painted', 'ms', keys('opened'), peerOf(1, 'opened'), { ratio: 0.25, frame: FRAME });
    for (const [what, own] of [['key', both], ['digit', keys('digits')], ['pinyin letter', keys('letters')]]) {
      report(`palette: ${what} to its results painted`, 'ms', own, peerOf(1, 'digits'), { ratio: 1.25, ratioP95: 0.4 });
      report(`palette: ${what} to its results painted`, 'ms', own, peerOf(2, 'digits'), { ratio: 0.3, ratioP95: 0.08 });
    }
    // no target: how far from what this machine and browser cannot go below
    report('palette: key to its results painted', 'ms', both, peerOf(3, 'digits'));
    report('palette: main-thread tasks over 50 ms while typing', 'tasks', [[(await tasks()).length]], undefined, 0);
    for (const shown of [page, small.page, large.page, floor]) await shown.context().close();
  }
  if (wanted('index')) await benchIndex({ server, token, browser, rounds });
  if (wanted('lost')) await benchKeys({ server, token, browser });
}
