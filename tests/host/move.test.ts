// The secret of an installation that was started without one, which DATA_DIR keeps: it goes along wherever the database goes.
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '../../src/areas/session/totp.ts';
import { fingerprint } from '../../src/host/secret.ts';
import { commandKit, type Commands, type Ended } from '../kit/command.ts';
import { emptyOnServer } from '../kit/database.ts';
import { remote, type Remote, type Told } from '../kit/remote.ts';

const url = process.env['TEST_DATABASE_URL'];
const PRODUCTION = { NODE_ENV: 'production', SMS_GATEWAY_URL: 'http://127.0.0.1:9/' };
const NOWHERE = 'postgres://127.0.0.1:9/none';
const PASSWORD = 'Tide-pool-2026';
let kit: Commands;
let home: { DATA_DIR: string };
let digits: string;
let shared: Buffer;
let recovery: string;
const drops: (() => Promise<void>)[] = [];

const step = (): number => Math.floor(Date.now() / 30_000);
function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
}
interface Half {
  token?: string;
  second?: { challenge: string; methods: string[] };
}
/** The first step of signing in at a server whose outbox is in this folder. */
async function signIn(at: Remote, outbox: string): Promise<Half> {
  const { captchaKey } = (await at.get<{ captchaKey: string }>('/sys/captcha/randomImage')).body.result;
  const sent = readFileSync(join(outbox, 'outbox.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { key?: string; answer: string });
  return (await at.post<Half>('/sys/login', { username: 'boss', password: PASSWORD, captchaKey, captchaCode: sent.find(({ key }) => key === captchaKey)!.answer, rememberMe: false })).body.result;
}
async function second(at: Remote, outbox: string, method: string, code: string): Promise<Told<Half>> {
  const { second: half } = await signIn(at, outbox);
  return at.post<Half>('/sys/login/second', { challenge: half!.challenge, method, code });
}
const move = (more: Record<string, string>): Promise<Ended> => kit.run(['db', 'move'], { ...PRODUCTION, ...home, DATABASE_URL: NOWHERE, ...more });

beforeAll(async () => {
  kit = await commandKit('move');
  home = { DATA_DIR: join(kit.folder, 'home') };
  await kit.furnish(home.DATA_DIR);
  expect(await kit.run(['create-admin', '--username', 'boss', '--password-stdin'], { ...PRODUCTION, ...home }, undefined, `${PASSWORD}\n`)).toMatchObject({ status: 0 });
  // with an outbox, where captchas can be read
  const { address, stop } = await kit.serve(home);
  const outbox = join(home.DATA_DIR, 'outbox');
  const boss = remote(address, (await signIn(remote(address), outbox)).token);
  shared = fromBase32((await boss.post<{ secret: string }>('/sys/second-step/totp', { password: PASSWORD })).body.result.secret);
  recovery = (await boss.put<{ recoveryCodes: string[] }>('/sys/second-step/totp', { code: codeAt(shared, step() - 1) })).body.result.recoveryCodes[0]!;
  await stop();
  digits = readFileSync(join(home.DATA_DIR, 'secret'), 'utf8');
}, 120_000);
afterAll(async () => {
  kit.close();
  for (const drop of drops) await drop();
});

test('a move under another secret is refused before the target is opened, and says which one to set', async () => {
  // made up, as production asks for one; and what the file holds, as text
  for (const APP_SECRET of ['made-up-'.repeat(5), digits]) {
    const { status, stderr, stdout } = await move({ APP_SECRET });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('the authenticators of 1 accounts (boss) cannot be read; nothing was changed');
    expect(stderr).toContain(`set APP_SECRET="hex:$(cat '${home.DATA_DIR}/secret')"`);
    expect(stderr).not.toContain(digits);
  }
  // the one of the environment is lost, or mistyped
  const file = join(home.DATA_DIR, 'secret');
  renameSync(file, `${file}.away`);
  expect((await move({ APP_SECRET: 'made-up-'.repeat(5) })).stderr).toContain('Set the APP_SECRET that the server ran with');
  renameSync(`${file}.away`, file);
  // under its own it goes as far as the target, which is not there
  expect((await move({ APP_SECRET: `hex:${digits}` })).stderr).not.toMatch(/authenticators|^$/);
  expect((await move({})).stderr).toMatch(/APP_SECRET=.*to keep the one of DATA_DIR\/secret, set hex: and what that file holds/);
}, 120_000);

test('a backup restored under another secret says how the kept one is set, and under that it can be used', async () => {
  const file = join(kit.folder, 'home.backup');
  expect(await kit.run(['backup', file], { ...PRODUCTION, ...home })).toMatchObject({ status: 0 });
  const other = { ...PRODUCTION, DATA_DIR: join(kit.folder, 'other'), APP_SECRET: digits };
  expect(await kit.run(['restore', file], other)).toMatchObject({ status: 0, stdout: expect.stringMatching(new RegExp(`the secret is not the one of the backup.*set APP_SECRET to hex: and what the file holds.*secret\\.old-${fingerprint(Buffer.from(digits, 'hex'))}`)) });
  // the environment may take over from the file
  expect(await kit.run(['rotate', 'secret'], { ...other, APP_SECRET_NEXT: 'n'.repeat(40) })).toMatchObject({ status: 1, stderr: expect.stringContaining('The old secret is not the right one') });
  expect(await kit.run(['rotate', 'secret'], { ...other, APP_SECRET: `hex:${digits}`, APP_SECRET_NEXT: 'n'.repeat(40) })).toMatchObject({ status: 0, stdout: expect.stringContaining('sealed anew 1') });
}, 120_000);

if (url !== undefined)
  test('moved to a server under the kept secret, everybody signs in with authenticator and recovery code as before', async () => {
    const made = await emptyOnServer(url);
    drops.push(made.drop);
    const there = { DATABASE_URL: made.databaseUrl, APP_SECRET: `hex:${digits}` };
    expect((await move({ ...there, APP_SECRET: 'made-up-'.repeat(5) })).status).toBe(1);
    const moved = await move(there);
    expect([moved.stderr, moved.status]).toEqual(['', 0]);
    expect(moved.stdout).toContain(`Keep DATABASE_URL and APP_SECRET="hex:$(cat '${home.DATA_DIR}/secret')" set from now on`);
    const outbox = join(kit.folder, 'outbox');
    mkdirSync(outbox);
    const { address, stop } = await kit.serve({ ...there, DATA_DIR: join(kit.folder, 'new'), OUTBOX_DIR: outbox });
    for (const [method, code] of [['totp', codeAt(shared, step())], ['recovery', recovery]] as const) {
      const told = await second(remote(address), outbox, method, code);
      expect([method, told.status, typeof told.body.result?.token]).toEqual([method, 200, 'string']);
    }
    await stop();
  }, 120_000);
