// Our list kit, AG Grid Community and antd's virtual table over the same million rows behind the same server, in turn.
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { frames, painted, report } from './measure.mjs';
import { root } from './server.mjs';

const KITS = { ours: '[role=grid]', ag: '.ag-grid-viewport', agAll: '.ag-grid-viewport', antd: '.ant-table-tbody-virtual-holder' };
const PEERS = { ag: 'AG Grid Community, windows', agAll: 'AG Grid Community, all rows', antd: 'antd virtual table' };
/** Ours by the better peer's, % at most. */
const MOST = { first: 35, jump: 50 };
const LONG = 2_500;
const WHEEL = 120;

/** The list kit speaks by Lingui's macros, which the console's bundler resolves: here its Chinese source is what it says. */
const spoken = {
  name: 'spoken',
  setup(build) {
    build.onResolve({ filter: /^@lingui\/(core|react)\/macro$/ }, ({ path: name }) => ({ path: name, namespace: 'spoken' }));
    build.onResolve({ filter: /\.po(\?\w+)?$/ }, ({ path: name }) => ({ path: name, namespace: 'words' }));
    build.onLoad({ filter: /.*/, namespace: 'words' }, () => ({ contents: 'export const messages = {};' }));
    build.onLoad({ filter: /.*/, namespace: 'spoken' }, () => ({ contents: `
      const said = (parts, ...values) => String.raw({ raw: parts }, ...values);
      export const msg = (parts, ...values) => ({ id: said(parts, ...values), message: said(parts, ...values) });
      export const Trans = ({ children }) => children;
      export const useLingui = () => ({ t: said, i18n: { _: (words) => words.message ?? words.id } });` }));
  },
};
/** Builds grid.tsx into `folder`; answers its address. */
async function build(folder) {
  const { build: bundle, stop } = await import('esbuild');
  await bundle({ absWorkingDir: root, entryPoints: ['tests/bench/grid.tsx'], outfile: path.join(folder, 'grid.js'), bundle: true, minify: true, jsx: 'automatic', target: 'es2022', plugins: [spoken], define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': '{}' }, logLevel: 'error' });
  await stop();
  const page = path.join(folder, 'grid.html');
  writeFileSync(page, '<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>grids</title><link rel="stylesheet" href="grid.css"><style>#box { height: 680px; display: flex; flex-direction: column }</style><body><button id="show">show</button><button id="jump">jump</button><div id="box"></div><script src="grid.js"></script></body></html>');
  return pathToFileURL(page).href;
}
// a row is there when its number is painted inside the grid's own view
const shown = ([selector, from, least]) => {
  const view = document.querySelector(selector)?.getBoundingClientRect();
  if (view === undefined) return false;
  const numbers = [...document.querySelectorAll('#box [role=row], #box .ant-table-row')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > view.top && top < view.bottom;
  }).flatMap((row) => /PH(\d{11})/.exec(row.textContent)?.[1] ?? []).map(Number);
  return numbers.length >= least && numbers.includes(from);
};
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

/** Rounds of them all in turn, each on a fresh page; then ours alone for `minutes`. */
export async function benchGrid({ browser, folder, rounds, minutes }) {
  const address = await build(folder);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const samples = Object.fromEntries(Object.keys(KITS).map((kit) => [kit, { first: [], jump: [], late: [], heap: [] }]));
  const turns = Math.min(rounds, 5);
  const heapOf = async (devtools) => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
  };
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [kit, selector] of Object.entries(KITS)) {
      const page = await context.newPage();
      await page.goto(`${address}#${kit}`);
      await page.waitForLoadState('networkidle');
      await sleep(300);
      const devtools = await context.newCDPSession(page);
      const before = await heapOf(devtools);
      const { first, jump, late, heap } = samples[kit];
      const click = (id) => () => page.evaluate((button) => document.getElementById(button).click(), id);
      first.push([await painted(page, click('show'), shown, [selector, 0, 10])]);
      const jumps = [];
      for (const to of [500_000, 123_456, 654_321]) {
        await sleep(200);
        await page.evaluate((index) => (document.getElementById('jump').dataset.to = String(index)), to);
        // antd folds what is higher than the browser allows and may never show the row
        jumps.push(await painted(page, click('jump'), shown, [selector, to, 10]).catch(() => 10_000));
      }
      jump.push(jumps);
      const gaps = await frames(page, selector, WHEEL, LONG);
      late.push([(100 * gaps.filter((gap) => gap > 33.4).length) / gaps.length]);
      heap.push([(await heapOf(devtools)) - before]);
      await page.close();
    }
  }
  for (const [name, unit, key] of [['first rows of 1,000,000', 'ms', 'first'], ['jump anywhere in 1,000,000 rows', 'ms', 'jump'], [`frames over 33 ms while scrolling ${WHEEL} px a frame`, '%', 'late'], ['heap taken by 1,000,000 rows after scrolling, without the rows', 'MB', 'heap']])
    for (const [kit, peer] of Object.entries(PEERS)) report(`grid: ${name}`, unit, samples.ours[key], { name: peer, rounds: samples[kit][key] }, key === 'late' ? 2 : undefined);
  // AG Grid with all rows has nothing left to ask for on a jump, and no row before all have come: a line of its own
  for (const [peers, those] of [['the better peer behind the same server', ['ag', 'antd']], ['AG Grid with all rows in the page', ['agAll']]])
    for (const [name, key] of [['first rows', 'first'], ['a jump', 'jump']]) {
      const best = Math.min(...those.map((kit) => median(samples[kit][key].map(median))));
      report(`grid: ${name}, of the time of ${peers}`, '%', samples.ours[key].map((list) => [(100 * median(list)) / best]), undefined, MOST[key]);
    }

  const page = await context.newPage();
  await page.goto(`${address}#ours`);
  await page.evaluate(() => document.getElementById('show').click());
  await page.locator('[role=grid] [data-index="0"]').waitFor();
  const devtools = await context.newCDPSession(page);
  const before = await heapOf(devtools);
  await page.evaluate(([sel, lasting]) => new Promise((done) => {
    const view = document.querySelector(sel), began = performance.now();
    let step = 0;
    const tick = (now) => {
      step += 1;
      // mostly on and on, now and then to another place
      if (step % 300 === 0) view.scrollTop = (view.scrollHeight * ((step * 7919) % 1000)) / 1000;
      else view.scrollTop += 240;
      if (now - began < lasting) requestAnimationFrame(tick);
      else done();
    };
    requestAnimationFrame(tick);
  }), [KITS.ours, minutes * 60_000]);
  await sleep(500);
  report(`grid: heap growth after ${minutes} min of scrolling`, 'MB', [[(await heapOf(devtools)) - before]], undefined, 60);
  await context.close();
}
