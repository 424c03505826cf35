// npm run bench: measures the built product against peers in the same run; JSON lines on standard output, everything else on standard error.
import { spawnSync } from 'node:child_process';
import { cpus, loadavg, tmpdir } from 'node:os';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { VIEWPORT, report } from './measure.mjs';
import { atRest } from './palette-open.mjs';
import { root, signIn, startServer } from './server.mjs';

const PARTS = ['start', 'size', 'shell', 'palette', 'list', 'grid', 'api', 'million', 'statistics'];
const MILLION = ['answers', 'find', 'export', 'pages'];
const PALETTE = ['keys', 'index', 'lost'];
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' }, only: { type: 'string' }, part: { type: 'string', multiple: true, default: [] }, rows: { type: 'string' }, minutes: { type: 'string', default: '1' }, embedded: { type: 'boolean', default: false } } });
const rounds = Number(values.rounds);
// embedded a tenth of it
const rows = Number(values.rows ?? (values.embedded ? 100_000 : 1_000_000));
const minutes = Number(values.minutes);
const whole = (value) => Number.isInteger(value) && value >= 1;
if (!whole(rounds) || !whole(rows / 10_000) || !(minutes > 0) || (values.only !== undefined && !PARTS.includes(values.only)) || values.part.some((part) => !(values.only === 'palette' ? PALETTE : MILLION).includes(part))) {
  console.error(`npm run bench -- [--rounds N] [--only ${PARTS.join('|')}] [--minutes N]\nnpm run bench -- --only palette [--rounds N] [--part ${PALETTE.join('|')}]…\nnpm run bench -- --only million [--part ${MILLION.join('|')}]… [--rows N, by ten thousands] [--embedded] [--minutes N]\nnpm run bench -- --only statistics [--rows N, by ten thousands] [--embedded]`);
  process.exit(2);
}
const wanted = (part) => values.only === undefined || values.only === part;
const tell = (words) => console.error(`── ${words}, load ${loadavg()[0].toFixed(1)} on ${cpus().length} processors`);

const folder = mkdtempSync(path.join(tmpdir(), 'peihu-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

// installs and builds what is missing or out of date
const built = spawnSync(process.execPath, ['src/build/start.mjs', 'build'], { cwd: root, stdio: ['ignore', process.stderr, process.stderr] });
if (built.status !== 0) process.exit(1);

const { chromium } = await import('@playwright/test');
const { ensureBrowser, launchArgs } = await import('../kit/browser.mjs');
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: launchArgs, handleSIGINT: false, handleSIGTERM: false });
/** Opens pages of a server, each in a browser of its own, with these facts kept, and waits until they are at rest. */
const opener = ({ origin }, localStorage) => async (address) => {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', storageState: { cookies: [], origins: [{ origin, localStorage }] } });
  const page = await context.newPage();
  const isSignedIn = localStorage.length > 0;
  await page.goto(address, { waitUntil: isSignedIn ? 'load' : 'networkidle' });
  if (isSignedIn) await atRest(page);
  return page;
};
/** The same for someone who is signed in. */
const browse = async (server, token) => opener(server, [{ name: 'access_token', value: token ?? (await signIn(server)) }]);

/** What stands on one server with the default demonstration set. */
async function small() {
  tell('start-up');
  const dataDir = path.join(folder, 'data');
  let server = await startServer(dataDir);
  if (wanted('start')) {
    report('start: empty folder to ready, 20,000 orders made', 'ms', [[server.ms]]);
    const later = [];
    for (let i = 0; i < 3; i += 1) {
      await server.stop();
      server = await startServer(dataDir);
      later.push([server.ms]);
    }
    report('start: filled folder to ready', 'ms', later);
  }
  const token = await signIn(server);
  const house = { server, token, rounds, minutes, browser, folder: peerFolder, open: await browse(server, token), openSignedOut: opener(server, []), peer };
  for (const [part, load] of Object.entries({
    size: async () => (await import('./size.mjs')).benchSize,
    shell: async () => (await import('./shell.mjs')).benchShell,
    list: async () => (await import('./list.mjs')).benchList,
    grid: async () => (await import('./grid.mjs')).benchGrid,
    api: async () => (await import('./api.mjs')).benchApi,
  })) {
    if (!wanted(part)) continue;
    tell(part);
    await (await load())(house);
  }
  await server.stop();
}
const peerFolder = path.join(folder, 'peer');
mkdirSync(peerFolder);
const { buildPeer } = await import('./peer.mjs');
const peer = await buildPeer(peerFolder);
if (!['million', 'palette', 'statistics'].includes(values.only)) await small();
if (wanted('palette')) {
  const { benchIndexed } = await import('./palette.mjs');
  await benchIndexed({ folder, browser, openPeerPage: opener({ origin: 'http://127.0.0.1' }, []), peer, rounds, parts: values.only === 'palette' ? values.part : [], tell });
}
if (wanted('million')) {
  const { benchMillion } = await import('./million.mjs');
  await benchMillion({ folder, browser, browse, rounds, rows, minutes, parts: values.part, isEmbedded: values.embedded, tell });
}
if (wanted('statistics')) {
  const { benchStatistics } = await import('./statistics.mjs');
  await benchStatistics({ folder, rounds, rows, isEmbedded: values.embedded, tell });
}
await browser.close();
tell('done');
