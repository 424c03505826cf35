// The lock of the embedded database, held by another container: its process numbers mean nothing here.
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lockDirectory } from '../../src/host/db/lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'nursing-lock-'));
const dir = join(folder, 'pg');
const file = `${dir}.lock`;
beforeEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Touches a lock by a clock that is `seconds` behind ours. */
function touch(lock: string, seconds: number): void {
  const at = new Date(Date.now() - seconds * 1_000);
  utimesSync(lock, at, at);
}
/** What a holder on this machine has written: its beat is `seconds` old. */
async function held(by: Record<string, unknown>, seconds: number, at = dir): Promise<void> {
  // as the product writes it itself
  const release = await lockDirectory(at);
  const own = JSON.parse(readFileSync(`${at}.lock`, 'utf8')) as Record<string, unknown>;
  release();
  writeFileSync(`${at}.lock`, JSON.stringify({ ...own, id: 'theirs', ...by }));
  touch(`${at}.lock`, seconds);
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
  // right, behind and ahead of ours
  await Promise.all([0, 90, -90].map(async (clock) => {
    const [at, lock] = [`${dir}${clock}`, `${dir}${clock}.lock`];
    await held({ pid: DEAD, boot: '00000000-0000-4000-8000-000000000000' }, clock, at);
    let got: (() => void) | undefined;
    const beating = setInterval(() => touch(lock, clock), 5_000);
    const waiting = lockDirectory(at).then((release) => (got = release));
    await sleep(9_000);
    expect([clock, got, (JSON.parse(readFileSync(lock, 'utf8')) as { id: string }).id]).toEqual([clock, undefined, 'theirs']);
    // it was this machine before a reboot: nothing beats any more
    clearInterval(beating);
    touch(lock, clock * 40 || 3_600);
    (await waiting)();
    expect([clock, existsSync(lock)]).toEqual([clock, false]);
  }));
}, 60_000);
test('one that was begun and never finished, as after a power cut, is believed as long as somebody may be at it', async () => {
  await Promise.all(['', '{"pid":1,"sta'].map(async (begun, i) => {
    const at = `${dir}-begun-${i}`;
    writeFileSync(`${at}.lock`, begun);
    touch(`${at}.lock`, 0);
    let got: (() => void) | undefined;
    const waiting = lockDirectory(at).then((release) => (got = release));
    await sleep(1_500);
    expect([begun, got, readFileSync(`${at}.lock`, 'utf8')]).toEqual([begun, undefined, begun]);
    touch(`${at}.lock`, 3_600);
    (await waiting)();
  }));
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
test('who stood still, as a container that was paused, knows that it was robbed before it goes on, and keeps no other alive', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const taken = async (take: () => void): Promise<void> => {
    const lock = await lockDirectory(dir);
    vi.setSystemTime(Date.now() + 40_000);
    expect(lock.held()).toBe(true);
    take();
    vi.setSystemTime(Date.now() + 40_000);
    expect(lock.held()).toBe(false);
    vi.advanceTimersByTime(6_000);
    lock();
  };
  const theirs = JSON.stringify({ pid: 1, id: 'theirs' });
  await taken(() => {
    writeFileSync(file, theirs);
    utimesSync(file, 0, 0);
  });
  expect([readFileSync(file, 'utf8'), statSync(file).mtimeMs]).toEqual([theirs, 0]);
  rmSync(file);
  // whoever robbed it has ended again
  await taken(() => rmSync(file));
});
