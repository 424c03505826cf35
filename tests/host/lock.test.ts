// The lock of the embedded database, held by another container: its process numbers mean nothing here.
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { lockDirectory } from '../../src/host/db/lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'nursing-lock-'));
const dir = join(folder, 'pg');
const file = `${dir}.lock`;
beforeEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a holder on this machine has written: its beat is `seconds` old. */
async function held(by: Record<string, unknown>, seconds: number): Promise<void> {
  // as the product writes it itself
  const release = await lockDirectory(dir);
  const own = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  release();
  writeFileSync(file, JSON.stringify({ ...own, id: 'theirs', ...by }));
  const at = new Date(Date.now() - seconds * 1_000);
  utimesSync(file, at, at);
}
const DEAD = 2 ** 22 + 1;

test('a holder in another pid namespace of this machine is believed as long as it beats, whatever its number is here', async () => {
  for (const pid of [process.pid, DEAD]) {
    await held({ pid, ns: 'pid:[1]' }, 0);
    let got: (() => void) | undefined;
    const waiting = lockDirectory(dir).then((release) => (got = release));
    await sleep(1_500);
    expect([got, (JSON.parse(readFileSync(file, 'utf8')) as { id: string }).id]).toEqual([undefined, 'theirs']);
    // it has gone silent
    utimesSync(file, new Date(0), new Date(0));
    (await waiting)();
    expect(existsSync(file)).toBe(false);
  }
}, 40_000);
test('a holder of this name that started otherwise, as a cloned machine on a shared disk, is believed as long as it beats, by whatever clock', async () => {
  for (const clock of [0, 90]) {
    await held({ pid: DEAD, boot: '00000000-0000-4000-8000-000000000000' }, clock);
    let got: (() => void) | undefined;
    const beating = setInterval(() => {
      const at = new Date(Date.now() - clock * 1_000);
      utimesSync(file, at, at);
    }, 5_000);
    const waiting = lockDirectory(dir).then((release) => (got = release));
    await sleep(9_000);
    expect([clock, got, (JSON.parse(readFileSync(file, 'utf8')) as { id: string }).id]).toEqual([clock, undefined, 'theirs']);
    // it was this machine before a reboot: nothing beats any more
    clearInterval(beating);
    utimesSync(file, new Date(0), new Date(0));
    (await waiting)();
    expect(existsSync(file)).toBe(false);
  }
}, 60_000);
test('one in this namespace that is dead is not waited for, and one that lives is named at once', async () => {
  const ns = existsSync('/proc/self/ns/pid') ? readlinkSync('/proc/self/ns/pid') : '';
  await held({ pid: DEAD, ns }, 0);
  (await lockDirectory(dir))();
  const release = await lockDirectory(dir);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname(), ns });
  await expect(lockDirectory(dir)).rejects.toThrow(`in use by process ${process.pid} on ${hostname()}`);
  release();
});
