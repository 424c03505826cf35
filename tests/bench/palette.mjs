// The palette against cmdk as it comes, with 1,000 items. Ours has 20,000 orders and 3,000 caregivers behind it, asked of the server.
import { setTimeout as sleep } from 'node:timers/promises';
import { painted, report } from './measure.mjs';
import { textsFor } from './peer.mjs';
import { sampleOrders } from './server.mjs';

const OPENINGS = 5;
const ROWS = 8;
/** As an unhurried typist leaves it, ms; no key is pressed before the answer to the one before is painted. */
const BETWEEN = 60;

const ours = {
  open: (rows) => {
    const input = document.querySelector('dialog[open] input[role=combobox]');
    return input !== null && document.activeElement === input && document.querySelectorAll('dialog[open] [role=option]').length >= rows;
  },
  // `data-q` is the text asked; only the count, which is empty while any source owes its answer, says that the rows answer it
  answered: ({ text }) => {
    const list = document.querySelector('dialog[open] [data-q]');
    const said = [...document.querySelectorAll('dialog[open] output')].some((output) => /\d/.test(output.textContent));
    return list?.dataset.q === text && said && list.querySelectorAll('[role=option]').length > 0;
  },
};
const cmdk = {
  open: (rows) => document.activeElement?.hasAttribute('cmdk-input') === true && document.querySelectorAll('[cmdk-item]').length >= rows,
  answered: ({ text, count }) => document.querySelector('[cmdk-input]')?.value === text && document.querySelectorAll('[cmdk-item]').length === count,
};

async function close(page) {
  for (let i = 0; i < 3 && (await page.locator('dialog [role=combobox]').count()) > 0; i += 1) await page.keyboard.press('Escape');
  await page.locator('dialog [role=combobox]').waitFor({ state: 'detached' });
  await sleep(BETWEEN);
}
/** Opens, closes and opens again, then types the texts: one round of one side. */
async function play(page, side, texts) {
  const open = () => painted(page, () => page.keyboard.press('Control+k'), side.open, ROWS);
  const first = [await open()];
  await close(page);
  const opened = [];
  for (let i = 0; i < OPENINGS; i += 1) {
    opened.push(await open());
    await close(page);
  }
  const keys = { digits: [], letters: [] };
  for (const { text, counts = [] } of texts) {
    const into = /^\d/.test(text) ? keys.digits : keys.letters;
    await open();
    for (let i = 0; i < text.length; i += 1) {
      await sleep(BETWEEN);
      into.push(await painted(page, () => page.keyboard.press(text[i]), side.answered, { text: text.slice(0, i + 1), count: counts[i] }));
    }
    await close(page);
  }
  // the first key after a load also fetches the code that asks for records
  return { first, opened, firstKey: keys.digits.splice(0, 1), ...keys };
}

/** Rounds of ours and the peer in turn, each on a fresh load. */
export async function benchPalette({ server, token, open, peer, rounds }) {
  const page = await open(`${server.origin}/#/dashboard`);
  const other = await open(peer);
  await other.keyboard.press('Control+k');
  const values = await other.locator('[cmdk-item]').allTextContents();
  const theirTexts = await textsFor(values, rounds * 2);
  const orders = await sampleOrders(server, token, rounds * 2);
  // ours alone: cmdk knows no pinyin
  const letters = ['zhangsan', 'wl', 'liu', 'chenj', 'zs', 'yang', 'lif', 'huang', 'zhao', 'sunm'];
  const results = [];
  for (let i = 0; i < rounds; i += 1) {
    const round = [];
    const ourTexts = [orders[i].orderNo.slice(-5), orders[i + rounds].orderNo.slice(-5), letters[i % letters.length]].map((text) => ({ text }));
    for (const [at, side, texts] of [[page, ours, ourTexts], [other, cmdk, theirTexts.slice(i * 2, i * 2 + 2)]]) {
      await at.bringToFront();
      await at.reload({ waitUntil: 'networkidle' });
      await sleep(300);
      round.push(await play(at, side, texts));
    }
    results.push(round);
  }
  const against = (part) => [results.map(([a]) => a[part]), { name: 'cmdk, 1,000 items', framed: true, rounds: results.map(([, b]) => b[part]) }];
  report('palette: first opening after a load to focus and rows painted', 'ms', ...against('first'));
  report('palette: later opening to focus and rows painted', 'ms', ...against('opened'));
  report('palette: first key after a load to its results painted', 'ms', ...against('firstKey'));
  report('palette: digit to its results painted', 'ms', ...against('digits'));
  report('palette: pinyin letter to its results painted', 'ms', results.map(([a]) => a.letters));
  await page.close();
  await other.close();
}
