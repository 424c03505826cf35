// npm run bench:load: many people at several processes of the built server over PostgreSQL; JSON lines on standard output.
import { fork, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { people, sessions } from './load-fill.mjs';
import { benchIdle } from './load-idle.mjs';
import { summary } from './load-wire.mjs';
import { onServer, seed } from './million.mjs';
import { multiply } from './million-fill.mjs';
import { root, startServer } from './server.mjs';

/** ms that 95 of a hundred calls stay within (issue 9). */
const MOST = { read: 150, write: 250 };
/** By how much of itself memory may grow from the middle to the end of the load and still be called flat, and what is always forgiven, MB. */
const FLAT = { share: 0.1, more: 15 };
const { values } = parseArgs({
  options: { orders: { type: 'string', default: '20000' }, people: { type: 'string', default: '500' }, servers: { type: 'string', default: '2' }, minutes: { type: 'string', default: '10' }, think: { type: 'string', default: '10' }, streams: { type: 'string' }, each: { type: 'boolean', default: false } },
});
const [orders, count, processes, minutes, think, streams] = [values.orders, values.people, values.servers, values.minutes, values.think, values.streams ?? '0'].map(Number);
if (!(orders >= 100 && orders <= 1_000_000) || (orders > 50_000 && orders % 10_000 !== 0) || !(count >= 4) || !(processes >= 1) || !(minutes > 0) || !(think > 0) || !(streams >= 0)) {
  console.error('npm run bench:load -- [--orders N, to 50,000 or by ten thousands to 1,000,000] [--people N] [--servers N] [--minutes N] [--think SECONDS] [--each]\nnpm run bench:load -- --streams N [--servers N]');
  process.exit(2);
}
const say = (line) => {
  console.log(JSON.stringify(line));
  // a target that is missed is no success, for whoever runs this by night
  if (line.met === false) process.exitCode = 1;
};
const tell = (words) => console.error(`── ${words}`);

const built = spawnSync(process.execPath, ['src/build/start.mjs', 'build'], { cwd: root, stdio: ['ignore', process.stderr, process.stderr] });
if (built.status !== 0) process.exit(1);
const folder = mkdtempSync(path.join(tmpdir(), 'peihu-load-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

/** Resident memory of a process, MB, and the seconds of processor time that it has had. */
function used(pid) {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [0, 0];
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return { mb: Math.round(Number(kb) / 1024), seconds: (Number(fields[11]) + Number(fields[12])) / 100 };
}
/** The same of PostgreSQL's processes that are there now; of one that somebody else runs nothing is known. */
function postgresSeconds() {
  if (postgres.pid === undefined) return 0;
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postgres.pid);
  return children.reduce((sum, pid) => sum + used(pid).seconds, 0);
}
function parentOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1]);
  } catch {
    return 0;
  }
}
const busyMs = () => cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);

const postgres = await onServer();
const { default: pg } = await import('pg');
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
const { rows: [{ version }] } = await client.query(`select current_setting('server_version') as version`);
say({ name: 'load: machine', processors: cpus().length, model: cpus()[0].model, memoryGB: Math.round(totalmem() / 2 ** 30), node: process.version, postgres: version, orders, servers: processes });
tell(`${orders} orders`);
const isMany = orders > 50_000;
await seed(folder, postgres.url, isMany ? orders : orders * 10, isMany ? undefined : Math.max(50, Math.round(orders * 0.15)), isMany ? undefined : orders);
if (isMany) await multiply(async (text) => (await client.query(text)).rows, orders);

const servers = [];
for (let i = 0; i < processes; i += 1) {
  const dataDir = path.join(folder, `server${i}`);
  mkdirSync(dataDir);
  servers.push(await startServer(dataDir, postgres.url, { APP_SECRET: 'load'.repeat(10) }));
}
const origins = servers.map(({ origin }) => origin);
if (streams > 0) await benchIdle({ client, servers, streams, used, say, tell, sessions });
else await benchPeople();
for (const server of servers) await server.stop();
await client.end();
await postgres.stop();

async function benchPeople() {
  tell(`${count} people come in`);
  const who = await people(client, servers, count);
  const comeMs = Math.max(10_000, count * 400);
  const driver = fork(new URL('./load-driver.mjs', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const memory = servers.map(() => []);
  let watch;
  let before;
  const told = await new Promise((done, failed) => {
    driver.once('exit', (code) => failed(new Error(`the driver ended with ${code}`)));
    driver.on('message', (message) => {
      if (message.phase !== 'work') return done(message);
      tell(`${minutes} minutes of work`);
      before = { busy: busyMs(), at: performance.now(), servers: servers.map(({ pid }) => used(pid).seconds), driver: used(driver.pid).seconds, postgres: postgresSeconds() };
      const look = () =>
        servers.forEach(({ pid, dataDir }, i) => {
          if (!existsSync(`/proc/${pid}`)) failed(new Error(`server ${i + 1} has ended: ${readFileSync(`${dataDir}.log`, 'utf8').slice(-3_000)}`));
          else memory[i].push(used(pid).mb);
        });
      look();
      watch = setInterval(look, 5_000);
      setTimeout(() => {
        const seconds = (performance.now() - before.at) / 1_000;
        const share = (now, then) => Number(((now - then) / seconds).toFixed(2));
        say({ name: 'load: processors busy', of: cpus().length, all: share(busyMs() / 1_000, before.busy / 1_000), servers: servers.map(({ pid }, i) => share(used(pid).seconds, before.servers[i])), postgres: share(postgresSeconds(), before.postgres), driver: share(used(driver.pid).seconds, before.driver) });
      }, minutes * 60_000 - 500);
    });
    driver.send({ origins, people: who, thinkMs: think * 1_000, comeMs, minutes });
  });
  clearInterval(watch);
  const { times, errors, seen, streams: open, late } = told;
  const gathered = (phase, kind) => Object.entries(times[phase] ?? {}).filter(([name]) => name.startsWith(kind)).flatMap(([, list]) => list);
  const perSecond = (n) => Number((n / (minutes * 60)).toFixed(1));
  const results = [];
  for (const kind of ['read', 'write']) {
    const line = summary(gathered('work', kind));
    results.push(line.p95 <= MOST[kind]);
    say({ name: `load: ${kind}s`, unit: 'ms', ...line, perSecond: perSecond(line.calls), target: { p95: MOST[kind] }, met: line.p95 <= MOST[kind] });
  }
  const background = summary(gathered('work', 'background'));
  say({ name: 'load: what consoles ask by themselves', unit: 'ms', ...background, perSecond: perSecond(background.calls) });
  say({ name: 'load: while people come in', unit: 'ms', ...summary(gathered('come', '')), people: count, within: comeMs });
  if (values.each) for (const [name, list] of Object.entries(times.work).sort()) say({ name: `load: each, ${name}`, unit: 'ms', ...summary(list) });
  const lost = Object.values(errors).reduce((a, b) => a + b, 0);
  results.push(lost === 0);
  say({ name: 'load: errors', value: lost, ...errors, target: 0, met: lost === 0 });
  say({ name: 'load: beside', refusedWith409: seen.refused, askedAgainOnAClosedConnection: seen.again, streams: open, streamsLost: seen.lost, events: seen.events, driverLateByMs: Math.round(late) });
  memory.forEach((list, i) => {
    const mean = (part) => Math.round(part.reduce((a, b) => a + b, 0) / part.length);
    const fifth = Math.max(1, Math.floor(list.length / 5));
    const half = Math.floor((list.length - fifth) / 2);
    const [begin, middle, end] = [mean(list.slice(0, fifth)), mean(list.slice(half, half + fifth)), mean(list.slice(-fifth))];
    const met = end <= middle * (1 + FLAT.share) + FLAT.more;
    results.push(met);
    say({ name: `load: memory of server ${i + 1}`, unit: 'MB', begin, middle, end, most: Math.max(...list), met });
  });
  tell(results.every(Boolean) ? 'all targets met' : 'not all targets met');
  await sleep(0);
}
