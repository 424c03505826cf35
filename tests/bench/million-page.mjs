// The lists of orders and caregivers over a million rows, in the browser: first rows, jumps, frames, flings, memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { painted, report } from './measure.mjs';
import { atRest } from './palette-open.mjs';

const LISTS = { orders: { page: '/order/index', api: '/admin-api/orders', no: 'PH\\d{6}' }, caregivers: { page: '/caregiver/index', api: '/admin-api/caregivers', no: 'PY\\d{6}' } };
const WHEELING = 10_000;
/** None of them the middle, where the fling is to find nothing. */
const JUMPS = [0.52, 0.123, 0.987, 0.31, 0.75, 0.04, 0.66];

// a page that was left stays in the document, hidden
const shown = ([no, from, least]) => {
  const rows = [...document.querySelectorAll('[role=grid] [data-index]')].filter((row) => row.checkVisibility() && new RegExp(no).test(row.textContent));
  return rows.length >= least && rows.some((row) => Number(row.dataset.index) === from);
};
const homeShown = () => [...document.querySelectorAll('main h1')].some((h1) => h1.checkVisibility()) && ![...document.querySelectorAll('[role=grid]')].some((grid) => grid.checkVisibility());
const click = (page, selector) => () => page.evaluate((sel) => document.querySelector(sel).click(), selector);
/** Run in the page: forgets what was asked, of which it keeps a few hundred only; and what was asked of a list since, ms of each. */
const forget = () => performance.clearResourceTimings();
const requests = (api) => performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === api).map(({ name, duration }) => ({ query: new URL(name).search, ms: duration }));

async function first(page, server, { page: at, no }, list, rounds) {
  const link = `nav a[href^="#${at}"]`;
  const home = 'nav a[href^="#/dashboard"]';
  const [fresh, again] = [[], []];
  for (let i = 0; i < rounds; i += 1) {
    await page.goto('about:blank');
    await page.goto(`${server.origin}/#/dashboard`);
    await atRest(page);
    await sleep(300);
    fresh.push(await painted(page, click(page, link), shown, [no, 0, 10]));
    await sleep(300);
    await painted(page, click(page, home), homeShown);
    await sleep(300);
    again.push(await painted(page, click(page, link), shown, [no, 0, 10]));
  }
  report(`million: ${list}, navigation to first rows, first time`, 'ms', [fresh], undefined, 200);
  report(`million: ${list}, navigation to first rows, coming back`, 'ms', [again], undefined, 200);
}
async function jumps(page, { api, no }, list, rows) {
  const [whole, beside] = [[], []];
  for (const part of JUMPS) {
    const to = Math.floor(rows * part);
    await page.keyboard.press('Control+j');
    await page.locator('dialog[open] input').first().fill(String(to + 1));
    await sleep(300);
    await page.evaluate(forget);
    const ms = await painted(page, () => page.keyboard.press('Enter'), shown, [no, to, 10]);
    const trips = await page.evaluate(requests, api);
    whole.push(ms);
    beside.push(ms - Math.max(0, ...trips.map((trip) => trip.ms)));
    await sleep(300);
  }
  report(`million: ${list}, jump anywhere`, 'ms', [whole]);
  report(`million: ${list}, jump anywhere, beside the round trip`, 'ms', [beside], undefined, 50);
}
async function wheel(page, list) {
  const grid = page.locator('[role=grid]:visible');
  const box = await grid.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await grid.evaluate((element) => (element.scrollTop = 0));
  await page.evaluate(() => {
    const gaps = (window.__gaps = []);
    let last = performance.now();
    const tick = (now) => {
      gaps.push(now - last);
      last = now;
      if (window.__gaps === gaps) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  for (const began = performance.now(); performance.now() - began < WHEELING; ) await page.mouse.wheel(0, 120);
  const gaps = await page.evaluate(() => {
    const seen = window.__gaps.slice(1);
    window.__gaps = null;
    return seen;
  });
  report(`million: ${list}, frames over 33 ms while the wheel turns for ${WHEELING / 1000} s`, '%', [[(100 * gaps.filter((gap) => gap > 33.4).length) / gaps.length]], undefined, 2);
}
/** Gathers speed and loses it again, as a hand does on the thumb, and ends in the middle. */
async function fling(page, { api }, list) {
  const grid = page.locator('[role=grid]:visible');
  await grid.evaluate((element) => (element.scrollTop = 0));
  await sleep(1_000);
  await page.evaluate(forget);
  await grid.evaluate((element) => new Promise((done) => {
    const end = (element.scrollHeight - element.clientHeight) / 2;
    let step = 0;
    const tick = () => {
      step += 1;
      element.scrollTop = (end * (1 - Math.cos((Math.PI * step) / 60))) / 2;
      if (step < 60) requestAnimationFrame(tick);
      else done();
    };
    requestAnimationFrame(tick);
  }));
  await sleep(3_000);
  const trips = (await page.evaluate(requests, api)).filter(({ query }) => query.includes('count=0'));
  const index = await grid.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    return Math.min(...[...element.querySelectorAll('[data-index]')].filter((row) => row.getBoundingClientRect().bottom > top + 60).map((row) => Number(row.dataset.index)));
  });
  if (trips.length === 0) throw new Error('the fling asked for nothing');
  const asked = trips.map(({ query }) => Number(new URLSearchParams(query).get('pageNum')) - 1);
  report(`million: ${list}, requests for a fling to the middle`, 'requests', [[asked.length]], undefined, 4);
  report(`million: ${list}, requests for other places before that for where a fling ends`, 'requests', [[[...asked, asked.length].findIndex((page, i) => i === asked.length || Math.abs(page - Math.floor(index / 100)) <= 1)]], undefined, 0);
}
async function memory(context, page, list, minutes) {
  const devtools = await context.newCDPSession(page);
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
  };
  const before = await heap();
  await page.locator('[role=grid]:visible').evaluate((element, lasting) => new Promise((done) => {
    const began = performance.now();
    let step = 0;
    const tick = (now) => {
      step += 1;
      // mostly on and on, now and then to another place
      if (step % 300 === 0) element.scrollTop = (element.scrollHeight * ((step * 7919) % 1000)) / 1000;
      else element.scrollTop += 240;
      if (now - began < lasting) requestAnimationFrame(tick);
      else done();
    };
    requestAnimationFrame(tick);
  }), minutes * 60_000);
  await sleep(1_000);
  report(`million: ${list}, heap growth after ${minutes} min of scrolling`, 'MB', [[(await heap()) - before]], undefined, 60);
}

/** All of it for both lists. */
export async function benchPages({ server, open, rounds, rows, minutes }) {
  for (const [list, own] of Object.entries(LISTS)) {
    const page = await open(`${server.origin}/#/dashboard`);
    await first(page, server, own, list, Math.min(rounds, 5));
    await page.getByText(new Intl.NumberFormat('zh-CN').format(rows)).first().waitFor();
    await jumps(page, own, list, rows);
    await wheel(page, list);
    await fling(page, own, list);
    await memory(page.context(), page, list, minutes);
    await page.close();
  }
}
