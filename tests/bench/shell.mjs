// The first picture under a 4× slower processor and a Fast-4G-like network, as notes/performance.md measured the peers: first contentful paint
// of the login page and the order list, and when their first field or row is painted; beside a floor: a page of ours with React and nothing.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { VIEWPORT, report } from './measure.mjs';
import { root } from './server.mjs';

/** CDP's processor and network; bits become bytes, and a tenth is lost as in DevTools. */
const SLOWER = 4;
const FAST_4G = { offline: false, latency: 165, downloadThroughput: (9_000_000 / 8) * 0.9, uploadThroughput: (1_500_000 / 8) * 0.9 };
const WITHIN = 60_000;
/** What the peers did under the same conditions on another day (notes/performance.md), ms; only the ratio to the floor can be carried over. */
const THEN = { floor: { login: 1000, list: 1362 }, 'vue3-element-admin': { login: 1652, list: 5540 }, 'shadcn-admin': { login: 1680, list: 2459 } };

/** React and one field, compressed, from loopback. */
async function startFloor() {
  const { build, stop } = await import('esbuild');
  const contents = "import { createRoot } from 'react-dom/client'; createRoot(document.getElementById('root')).render(<main><h1>floor</h1><input id='username' /></main>);";
  const { outputFiles } = await build({ stdin: { contents, loader: 'jsx', resolveDir: root }, bundle: true, minify: true, write: false, jsx: 'automatic', format: 'esm', target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' }, logLevel: 'warning' });
  await stop();
  // compressed once and beforehand, as ours is: the best brotli of a bundle takes longer than the page
  const files = { '/': ['text/html; charset=utf-8', brotliCompressSync('<!doctype html><html lang="en"><title>floor</title><script type="module" src="/floor.js"></script><div id="root"></div></html>')], '/floor.js': ['text/javascript', brotliCompressSync(outputFiles[0].text)] };
  const server = createServer(({ url }, reply) => {
    const [type, bytes] = files[url] ?? ['text/plain', brotliCompressSync('')];
    reply.writeHead(files[url] ? 200 : 404, { 'content-type': type, 'content-encoding': 'br' }).end(bytes);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  return { address: `http://127.0.0.1:${server.address().port}/`, js: gzipSync(outputFiles[0].text, { level: 9 }).length / 1000, stop: () => server.close() };
}

/** One cold load in a browser context of its own: FCP, when `ready` was painted, the time that long tasks blocked in between, and the JavaScript until then, kB gzip. */
async function load(browser, { origin, token }, address, ready) {
  const storageState = { cookies: [], origins: token === undefined ? [] : [{ origin, localStorage: [{ name: 'access_token', value: token }] }] };
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', storageState });
  try {
    const page = await context.newPage();
    await page.addInitScript((selector) => {
      window.__tasks = [];
      new PerformanceObserver((list) => window.__tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })))).observe({ type: 'longtask', buffered: true });
      // prerendered HTML has the login field before anything listens: ready is what React has taken over
      const taken = (element) => Object.keys(element).some((key) => key.startsWith('__react'));
      const look = () => {
        const element = document.querySelector(selector);
        if (element === null || !taken(element)) return void requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => performance.mark('ready');
        port2.postMessage(0);
      };
      requestAnimationFrame(look);
    }, ready);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', FAST_4G);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(address, { waitUntil: 'commit' });
    const until = Date.now() + WITHIN;
    let seen;
    do seen = await page.evaluate(() => {
      const at = performance.getEntriesByName('ready')[0]?.startTime;
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      if (at === undefined || painted === undefined) return null;
      const files = performance.getEntriesByType('resource').filter((entry) => entry.startTime < at).map((entry) => new URL(entry.name).pathname);
      return { ready: at, painted, blocked: window.__tasks.filter((task) => task.startTime < at).reduce((sum, task) => sum + Math.max(0, task.duration - 50), 0), scripts: [...new Set(files.filter((name) => name.endsWith('.js')))], requests: files.length };
    });
    while (seen === null && Date.now() < until);
    if (seen === null) throw new Error(`${address}: ${ready} was not painted`);
    return seen;
  } finally {
    await context.close();
  }
}

export async function benchShell({ browser, server, token, rounds }) {
  const floor = await startFloor();
  const pages = {
    floor: [{ origin: floor.address }, floor.address, '#username'],
    login: [{ origin: server.origin }, `${server.origin}/#/login`, '#username'],
    list: [{ origin: server.origin, token }, `${server.origin}/#/order/index`, '[role=grid] [data-index]'],
  };
  const seen = Object.fromEntries(Object.keys(pages).map((name) => [name, []]));
  // the first load of each warms the server and the browser and is not counted; then in turn
  for (let round = 0; round <= Math.max(5, rounds); round += 1) for (const [name, page] of Object.entries(pages)) seen[name].push(await load(browser, ...page));
  floor.stop();
  const counted = (name, what) => seen[name].slice(1).map((one) => [one[what]]);
  const beside = (what) => ({ name: 'floor', rounds: counted('floor', what) });
  const web = path.join(root, 'dist/web');
  const weight = (name) => seen[name].at(-1).scripts.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(web, file)), { level: 9 }).length / 1000, 0);
  for (const [name, what] of [['login', 'field'], ['list', 'row']]) {
    const then = THEN.floor[name === 'login' ? 'login' : 'list'];
    // earlier than either peer, by what they were to the floor of their day
    const peer = Math.min(THEN['vue3-element-admin'].login, THEN['shadcn-admin'].login) / THEN.floor.login;
    report(`shell: ${name}, first contentful paint, 4× slower, Fast 4G`, 'ms', counted(name, 'painted'), beside('painted'), { ratio: Number(peer.toFixed(2)) });
    report(`shell: ${name}, first ${what} ready, 4× slower, Fast 4G`, 'ms', counted(name, 'ready'), beside('ready'), name === 'list' ? { ratio: Number((THEN['shadcn-admin'].list / then).toFixed(2)) } : undefined);
    report(`shell: ${name}, blocking time until then`, 'ms', counted(name, 'blocked'));
    report(`shell: ${name}, requests until then`, 'count', counted(name, 'requests'));
    report(`shell: ${name}, JavaScript asked for until then`, 'kB gzip', [[weight(name)]], undefined, name === 'login' ? 110 : 170);
  }
}
