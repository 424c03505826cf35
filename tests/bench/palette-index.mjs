// The worker alone: how long 100,000 lines take it, how much memory they cost, how long it looks for an answer.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { report } from './measure.mjs';
import { freshPage } from './palette-open.mjs';
import { root } from './server.mjs';

const QUESTIONS = ['z', 'wl', 'zhangsan', 'liu', '1', '12', '12345', '0001', '张', '张三', '骨科', '骨科 12床', 'zhang 12床', 'xian', 'chenj', '9'];

/** Speaks to the one worker of a page by the browser's own protocol, which a page's session reaches it through. */
async function workerOf(page) {
  const session = await page.context().newCDPSession(page);
  const found = new Promise((done) => session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => targetInfo.type === 'worker' && done(sessionId)));
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const sessionId = await found;
  const owed = new Map();
  let last = 0;
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result, error } = JSON.parse(message);
    const { done, fail } = owed.get(id) ?? {};
    if (error !== undefined) fail?.(new Error(error.message));
    else done?.(result);
  });
  return (method) => {
    last += 1;
    const answer = new Promise((done, fail) => owed.set(last, { done, fail }));
    return session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: last, method }) }).then(() => answer);
  };
}
const MB = 2 ** 20;
async function heapOf(ask) {
  // the first leaves what its finalizers still hold
  await ask('HeapProfiler.collectGarbage');
  await ask('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0, embedderHeapUsedSize = 0 } = await ask('Runtime.getHeapUsage');
  return (usedSize + backingStorageSize + embedderHeapUsedSize) / MB;
}

/** Builds it `rounds` times, each in a worker of its own. */
export async function benchIndex({ server, token, browser, rounds }) {
  const folder = 'static/js/async';
  const file = readdirSync(path.join(root, 'dist/web', folder)).find((name) => /^palette-index\..*\.js$/.test(name));
  // a worker of the bench's own, which the page's policy would not let it make; signed out, so that the console has none
  const page = await freshPage(browser, server, null, { bypassCSP: true });
  await page.goto(`${server.origin}/#/login`);
  const lines = await page.evaluate(async (headers) => {
    window.__pages = [];
    for (let after = null; ; ) {
      const answer = await fetch(`/admin-api/orders/index${after === null ? '' : `?after=${after}`}`, { headers });
      const { result } = await answer.json();
      window.__pages.push(result);
      if (result.next === null) break;
      after = result.next;
    }
    return window.__pages.reduce((sum, { text }) => sum + text.split('\n').filter((line) => line !== '').length, 0);
  }, { 'X-Access-Token': token });
  const times = [];
  const sizes = [];
  const answers = [];
  for (let i = 0; i < rounds; i += 1) {
    const ms = await page.evaluate((address) => new Promise((done, fail) => {
      const worker = (window.__worker = new Worker(address));
      const began = performance.now();
      worker.onerror = () => fail(new Error('the worker failed'));
      worker.onmessage = ({ data }) => data.type === 'grown' && data.ready && done(performance.now() - began);
      for (const page of window.__pages) worker.postMessage({ type: 'page', kind: 'order', page });
    }), `/${folder}/${file}`);
    times.push([ms]);
    answers.push(await page.evaluate(async (questions) => {
      const took = [];
      for (const [seq, text] of [...questions, ...questions].entries()) {
        const began = performance.now();
        await new Promise((done) => {
          window.__worker.onmessage = ({ data }) => data.type === 'answer' && data.seq === seq && done();
          window.__worker.postMessage({ type: 'ask', seq, question: { text, kinds: null, most: 50 } });
        });
        took.push(performance.now() - began);
      }
      return took;
    }, QUESTIONS));
    if (i === rounds - 1) sizes.push([await heapOf(await workerOf(page))]);
    await page.evaluate(() => window.__worker.terminate());
  }
  report(`palette: index, ${lines} lines at hand to whole in a new worker`, 'ms', times, undefined, 1_000);
  report('palette: index, its worker\'s memory after two collections', 'MB', sizes, undefined, 20);
  report('palette: index, question to answer over the worker\'s port, each of sixteen for the first and second time', 'ms', answers);
  await page.context().close();
}
