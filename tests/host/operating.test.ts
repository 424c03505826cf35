// The operator's page, run: every command in src/host/operating/operating.md, in its order, against one installation.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TERMS } from '../../src/areas/erasure/term.ts';
import { readSettings } from '../../src/host/settings.ts';
import { SWEEPS } from '../../src/host/sweep.ts';
import { commandKit, type Commands, type Ended } from '../kit/command.ts';
import { emptyOnServer } from '../kit/database.ts';
import { findBinaries } from '../kit/postgres.mjs';

const root = new URL('../../', import.meta.url);
const docs = new URL('src/host/operating/', root);
const read = (name: string): string => readFileSync(new URL(name, docs), 'utf8');
const page = read('operating.md');
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { scripts: Record<string, string> };
const commands = [...page.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) => block!.trim().split('\n'));
const url = process.env['TEST_DATABASE_URL'];
const OLD = 'o'.repeat(40);
const NEW = 'n'.repeat(40);

let kit: Commands;
let source: Record<string, string>;
let target: Record<string, string>;
const drops: (() => Promise<void>)[] = [];
async function place(name: string): Promise<Record<string, string>> {
  const DATA_DIR = join(kit.folder, name);
  mkdirSync(DATA_DIR);
  const base = { NODE_ENV: 'production', SMS_GATEWAY_URL: 'http://127.0.0.1:9/', DATA_DIR };
  if (url === undefined) return base;
  const made = await emptyOnServer(url);
  drops.push(made.drop);
  return { ...base, DATABASE_URL: made.databaseUrl, APP_SECRET: OLD };
}
beforeAll(async () => {
  kit = await commandKit('operating');
  source = await place('source');
  target = await place('target');
});
afterAll(async () => {
  kit.close();
  for (const drop of drops) await drop();
});

/** Runs `NAME=value npm run script -- words` as npm would: its own settings go before those of the environment. */
function npm(command: string, env: Record<string, string>, instead: Record<string, string> = {}): Promise<Ended> {
  const said = command.replace(/\b(FILE|NAME|ID|STAFF_NO)(?=$| --)/, (word) => instead[word] ?? word).match(/"[^"]*"|[A-Z_]+="[^"]*"|\S+/g)!;
  const own = said.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=').map((part) => part.replace(/^"(.*)"$/, '$1')) as [string, string]);
  const [tool, run, script = '', dashes, ...words] = said.slice(own.length);
  expect([tool, run, dashes ?? '--']).toEqual(['npm', 'run', '--']);
  const [node, start, ...first] = (scripts[script] ?? '').split(' ');
  expect([command, node, start]).toEqual([command, 'node', 'src/build/start.mjs']);
  return kit.run([...first, ...words], { ...env, ...Object.fromEntries(own.map(([name, value]) => [name, instead[value] ?? instead[name] ?? value])) });
}
const fine = async (ended: Promise<Ended>, says: RegExp): Promise<void> => {
  const { status, stdout, stderr } = await ended;
  expect([status, stderr, says.test(stdout) ? '' : stdout]).toEqual([0, '', '']);
};
/** Runs one of PostgreSQL's own commands as its administrator; without a server there is nothing to administer. */
function administer(command: string): void {
  const bin = findBinaries();
  if (url === undefined || bin === null) return;
  const { hostname, port, username, password } = new URL(url);
  const [name, ...words] = command.split(' ');
  const { status, stderr } = spawnSync(join(bin, name!), words, { encoding: 'utf8', env: { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password } });
  expect([command, status, stderr]).toEqual([command, 0, '']);
}
const FILE = 'night.backup';
/** Stops a server; what it has written is one object a line. */
async function end(stop: () => Promise<Ended>): Promise<void> {
  const { status, stdout } = await stop();
  expect(status).toBe(0);
  for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ at: expect.any(String), level: expect.stringMatching(/^(info|error)$/) });
}
/** The server that is looked at in the end, with figures. */
let watched: ReturnType<Commands['serve']> | undefined;
const watching = (): ReturnType<Commands['serve']> => (watched ??= kit.serve({ ...source, METRICS_PORT: '0' }));
const answers = (path: string) => async () => expect((await fetch(`${(await watching()).address}${path}`)).status).toBe(200);

const RUNS: Record<string, () => Promise<void>> = {
  // the kit has built the same bundle from the same sources
  'npm run build': async () => expect(scripts['build']).toBe('node src/build/start.mjs build'),
  'npm run create-admin -- --username NAME': () => fine(npm('npm run create-admin -- --username NAME', source, { NAME: 'boss' }), /one-time password/),
  'npm start': async () => {
    expect(scripts['start']).toBe('node src/build/start.mjs serve');
    const { address, stop } = await kit.serve(source);
    expect((await fetch(`${address}readyz`)).status).toBe(200);
    // the backup of the page is one of a running server
    await fine(npm('npm run backup -- FILE', source, { FILE }), /Backed up and verified/);
    await end(stop);
  },
  'npm run backup -- FILE': async () => expect(await npm('npm run backup -- FILE', source, { FILE })).toMatchObject({ status: 1, stderr: expect.stringContaining('exists already') }),
  'npm run restore -- FILE': () => fine(npm('npm run restore -- FILE', target, { FILE: join(kit.folder, FILE) }), /Restored and verified/),
  'npm run audit:verify': () => fine(npm('npm run audit:verify', target), /The audit is sound/),
  'npm run stats:verify': () => fine(npm('npm run stats:verify', target), /./),
  'npm run stats:rebuild': () => fine(npm('npm run stats:rebuild', target), /./),
  'createuser nursing': async () => {
    administer('createuser nursing');
    drops.unshift(async () => administer('dropuser nursing'));
  },
  'createdb --owner nursing --encoding UTF8 --template template0 nursing': async () => {
    administer('createdb --owner nursing --encoding UTF8 --template template0 nursing');
    drops.unshift(async () => administer('dropdb nursing'));
  },
  'DATABASE_URL=postgres://USER@HOST/NAME APP_SECRET="hex:$(cat DATA_DIR/secret)" npm run db -- move': async () => {
    const command = 'DATABASE_URL=postgres://USER@HOST/NAME APP_SECRET="hex:$(cat DATA_DIR/secret)" npm run db -- move';
    const secretOf = (dir: string): string => `hex:${readFileSync(join(dir, 'secret'), 'utf8')}`;
    if (url === undefined) {
      // the way up needs a server; move.test.ts goes it where there is one
      expect(await npm(command, source, { DATABASE_URL: '', APP_SECRET: secretOf(source['DATA_DIR']!) })).toMatchObject({ status: 1, stderr: expect.stringContaining('Set DATABASE_URL') });
      return;
    }
    const made = await emptyOnServer(url);
    drops.push(made.drop);
    const embedded: Record<string, string> = { NODE_ENV: 'production', SMS_GATEWAY_URL: 'http://127.0.0.1:9/', DATA_DIR: join(kit.folder, 'small') };
    await fine(npm('npm run create-admin -- --username NAME', embedded, { NAME: 'small' }), /one-time/);
    await fine(npm(command, embedded, { DATABASE_URL: made.databaseUrl, APP_SECRET: secretOf(embedded['DATA_DIR']!) }), /Moved and verified/);
  },
  'npm run rotate -- secret': async () => {
    // one that is kept in the folder
    const kept = { ...source };
    delete kept['APP_SECRET'];
    if (url !== undefined) kept['NODE_ENV'] = 'development';
    const before = readSettings({ DATA_DIR: source['DATA_DIR'] }).secret;
    await fine(npm('npm run rotate -- secret', kept), /The secret was rotated/);
    expect(readSettings({ DATA_DIR: source['DATA_DIR'] }).secret).not.toEqual(before);
  },
  'APP_SECRET=OLD APP_SECRET_NEXT=NEW npm run rotate -- secret': () => fine(npm('APP_SECRET=OLD APP_SECRET_NEXT=NEW npm run rotate -- secret', target, { OLD, NEW }), /Now set APP_SECRET/),
  'npm run erase -- patient ID --dry-run': async () => expect(await npm('npm run erase -- patient ID --dry-run', source, { ID: '4711' })).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no patient 4711') }),
  'npm run erase -- caregiver STAFF_NO --dry-run': async () => expect(await npm('npm run erase -- caregiver STAFF_NO --dry-run', source, { STAFF_NO: 'PY4711' })).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no caregiver PY4711') }),
  'npm run erase -- caregiver STAFF_NO --theirs 1a2b3c4d,5e6f7a8b --others 9c0d1e2f': async () => expect(await npm('npm run erase -- caregiver STAFF_NO --theirs 1a2b3c4d,5e6f7a8b --others 9c0d1e2f', source, { STAFF_NO: 'PY4711' })).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no caregiver PY4711') }),
  'npm run retention -- --dry-run': () => fine(npm('npm run retention -- --dry-run', source), /patients 0 /),
  'npm run retention': () => fine(npm('npm run retention', source), /accounts 0 /),
  'npm run db -- migrate': () => fine(npm('npm run db -- migrate', source), /up to date/),
  'curl -f http://127.0.0.1:8080/healthz': answers('healthz'),
  'curl -f http://127.0.0.1:8080/readyz': answers('readyz'),
  'curl http://127.0.0.1:9464/metrics': async () => {
    const { server, stop } = await watching();
    const [figures] = await server.until(/http:\/\/[\d.:]+\/metrics/);
    const text = await (await fetch(figures)).text();
    for (const name of [...page.matchAll(/`((?:http|nodejs|db|live|process)_\w+)`/g)].map(([, one]) => one!)) expect([name, text.includes(`\n${name}`)]).toEqual([name, true]);
    await end(stop);
  },
};
test('every command of the page has a run here, and every run a command', () => {
  expect(commands).toEqual(Object.keys(RUNS));
});
for (const command of commands) test(command, () => RUNS[command]!(), 400_000);

test('the page names every setting, and no other', async () => {
  const named = [...page.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!));
  const known = [...readFileSync(new URL('src/host/settings.ts', root), 'utf8').matchAll(/(?:value\(|env\[)'([A-Z_]+)'/g)].map(([, name]) => name!);
  // the outbox is no production's, and the successor of the secret stands with its command
  expect(named.sort()).toEqual([...new Set(known)].filter((name) => !['OUTBOX_DIR', 'APP_SECRET_NEXT'].includes(name)).sort());
});
test('the page names what time ends, all of it', () => {
  const [said = ''] = /what time ends \([^)]*\)/.exec(page) ?? [];
  expect([...said.matchAll(/`(sweep\.\w+)`/g)].map(([, name]) => name).sort()).toEqual(Object.keys(SWEEPS).sort());
});
test('the page names every term, as retention has it', () => {
  expect([...page.matchAll(/^\| ([a-z-]+) \| (\d+) \| (.+) \|$/gm)].map(([, id, days, since]) => ({ id, days: Number(days), since }))).toEqual(TERMS.map(({ id, days, since }) => ({ id, days, since })));
});
test('beside the unit a command is given the account, folder, mask and settings that the server has there', () => {
  const [, prefix = ''] = /```console\n(systemd-run [^]*?)\n```/.exec(page) ?? [];
  const unit = read('nursing-console.service').split('\n');
  const valueOf = (name: string): string => unit.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const said = prefix.split(' ');
  for (const [flag, name] of [['uid', 'User'], ['gid', 'Group'], ['working-directory', 'WorkingDirectory']] as const) expect(said).toContain(`--${flag}=${valueOf(name)}`);
  // in their order: the file wins, in both
  const settings = (lines: readonly string[]): string[] => lines.filter((line) => /^(?:Environment|EnvironmentFile|UMask)=/.test(line)).sort();
  expect(settings(said.filter((_, at) => said[at - 1] === '-p'))).toEqual(settings(unit));
  expect(said[0]).toBe('systemd-run');
  expect(prefix).toMatch(/ npm run /);
});
test('the proxy of the page keeps no word of a query in its logs', () => {
  const [, proxy = ''] = /```nginx\n([^]*?)```/.exec(page) ?? [];
  const [, name = '', format = ''] = /^log_format (\w+) '([^']*)';$/m.exec(proxy) ?? [];
  expect(format.match(/\$\w+/g)).toEqual(expect.arrayContaining(['$request_method', '$uri', '$status', '$request_id']));
  expect(format).not.toMatch(/\$(?:args|arg_\w+|query_string|request|request_uri|http_\w+|request_body)\b/);
  const logs = [...proxy.matchAll(/^ *(access_log|error_log) \S+ (\w+);$/gm)].map(([, which, how]) => [which, how]);
  // its log of errors quotes the whole line of a request, by no format
  expect(logs).toEqual([['access_log', name], ['error_log', 'crit']]);
});
test('unit and image start the built server, as nobody who may do more, with what the image has copied', () => {
  const unit = read('nursing-console.service');
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node dist\/server\.mjs serve$/m);
  for (const line of ['User=nursing', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'UMask=0077', 'CapabilityBoundingSet=']) expect(unit.split('\n')).toContain(line);
  // what two servers on one machine cannot both have
  for (const line of ['Environment=PORT=%i', 'Environment=DATA_DIR=/var/lib/nursing-console/%i', 'Environment=METRICS_PORT=1%i']) expect(page.split('\n')).toContain(line);
  const image = read('Containerfile');
  expect(image.indexOf('USER node')).toBeGreaterThan(image.lastIndexOf('FROM'));
  expect(image).toContain('CMD ["node", "dist/server.mjs", "serve"]');
  for (const [, sources] of image.matchAll(/^COPY (?!--from)(.*) \S+$/gm)) for (const name of sources!.split(' ')) expect([name, existsSync(new URL(name, root))]).toEqual([name, true]);
  // what the build reads is what start.mjs looks at
  const looked = /SOURCES = \[([^\]]*)\]/.exec(readFileSync(new URL('src/build/start.mjs', root), 'utf8'))![1]!.match(/[\w.-]+/g)!;
  for (const name of looked) expect([name, new RegExp(`^COPY .*\\b${name.replaceAll('.', '\\.')}\\b`, 'm').test(image)]).toEqual([name, true]);
});
