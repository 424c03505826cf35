// The order list, 20,000 orders on the server, against TanStack Virtual over as many rows in memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { frames, painted, report } from './measure.mjs';
import { atRest } from './palette-open.mjs';

const ROWS = 10;
const LONG = 2_500;
const STEPS = [120, 4_000];
const against = (rounds) => ({ name: 'TanStack Virtual, 20,000 rows in memory', framed: true, rounds });

// a page that was left stays in the document, hidden
const rowsShown = (rows) => [...document.querySelectorAll('[role=grid] [data-index]')].filter((row) => row.checkVisibility() && /PH\d{6}/.test(row.textContent)).length >= rows;
const homeShown = () => [...document.querySelectorAll('main h1')].some((h1) => h1.checkVisibility()) && ![...document.querySelectorAll('[role=grid]')].some((grid) => grid.checkVisibility());
const peerShown = (rows) => [...document.querySelectorAll('[data-row]')].filter((row) => /PH\d{6}/.test(row.textContent)).length >= rows;

const click = (page, selector) => () => page.evaluate((sel) => document.querySelector(sel).click(), selector);
const LINK = 'nav a[href^="#/order/index"]';
const HOME = 'nav a[href^="#/dashboard"]';

/** Rounds of ours and the peer in turn, each on a fresh load. */
export async function benchList({ server, open, openSignedOut, peer, rounds }) {
  const page = await open(`${server.origin}/#/dashboard`);
  const other = await openSignedOut(`${peer}#rows`);
  const first = [], again = [], theirs = [];
  const gaps = STEPS.map(() => ({ ours: [], theirs: [] }));
  for (let i = 0; i < rounds; i += 1) {
    await page.bringToFront();
    await page.goto('about:blank');
    await page.goto(`${server.origin}/#/dashboard`);
    await atRest(page);
    await sleep(300);
    first.push([await painted(page, click(page, LINK), rowsShown, ROWS)]);
    const back = [];
    for (let k = 0; k < 3; k += 1) {
      await sleep(200);
      await painted(page, click(page, HOME), homeShown);
      await sleep(200);
      back.push(await painted(page, click(page, LINK), rowsShown, ROWS));
    }
    again.push(back);
    await other.bringToFront();
    await other.reload({ waitUntil: 'networkidle' });
    await sleep(300);
    theirs.push([await painted(other, click(other, '#rows'), peerShown, ROWS)]);
    // three rounds of scrolling: 2.5 s each are samples enough
    if (i % Math.ceil(rounds / 3) !== 0) continue;
    for (const [k, step] of STEPS.entries()) {
      await page.bringToFront();
      gaps[k].ours.push(await frames(page, '[role=grid]', step, LONG));
      await other.bringToFront();
      gaps[k].theirs.push(await frames(other, '#box', step, LONG));
    }
  }
  report('list: navigation to first rows painted, first time (code and request)', 'ms', first, against(theirs));
  report('list: navigation to first rows painted, coming back', 'ms', again, against(theirs));
  for (const [k, step] of STEPS.entries()) {
    const { ours: mine, theirs: raw } = gaps[k];
    report(`list: frame while scrolling ${step} px a frame`, 'ms', mine, against(raw));
    const share = (list) => list.map((samples) => [(100 * samples.filter((gap) => gap > 33.4).length) / samples.length]);
    report(`list: frames over 33 ms while scrolling ${step} px a frame`, '%', share(mine), against(share(raw)));
  }
  await page.close();
  await other.close();
}
