// What a mistyped command does, before it looks at any database: it says what is wrong, and leaves nothing behind.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandKit, type Commands } from '../kit/command.ts';

let kit: Commands;
beforeAll(async () => {
  kit = await commandKit('command-refused');
}, 60_000);
afterAll(() => kit.close());
let made = 0;
const place = (): string => join(kit.folder, `place${(made += 1)}`);
const run = (args: readonly string[], dir: string) => kit.run(args, { DATA_DIR: dir });

test.each([
  [['serve', 'x'], /usage/], [['db'], /usage/], [['db', 'migrate', '--dry-run'], /usage/], [['db', 'move', 'x'], /usage/], [['audit', 'verify', 'x'], /usage/], [['audit'], /usage/], [['stats', 'verify', 'x'], /usage/], [['stats', 'x'], /usage/],
  [['backup'], /usage/], [['backup', 'a', 'b'], /usage/], [['restore'], /usage/], [['rotate'], /usage/], [['rotate', 'x'], /usage/], [['erase'], /usage/], [['erase', 'patient', 'x'], /usage/], [['erase', 'ward', '1'], /usage/], [['retention', '--dryrun'], /usage/],
  [['seed', '--orders', 'x'], /--orders must be/], [['seed', '--bogus', '3'], /usage/], [['import'], /usage/], [['create-admin'], /usage/], [['create-admin', '--username', '1x'], /starts with a letter/],
  [['import', 'caregivers', '/nowhere/a.csv'], /Cannot read \/nowhere\/a.csv/], [['restore', '/nowhere/a.backup'], /There is no file \/nowhere\/a.backup/], [['restore', '/'], /is a folder, no backup file/], [['backup', '/nowhere/a.backup'], /There is no folder \/nowhere/], [['nothing'], /usage/],
  [['create-admin', '--username', 'a1b', '--username=c2d'], /--username is given twice/], [['retention', '--dry-run', '--dry-run'], /--dry-run is given twice/], [['erase', 'patient', '5', '--others', 'all', '--others', 'all'], /--others is given twice/], [['seed', '--orders', '3', '--orders', '5'], /--orders is given twice/], [['import', 'orders', '--create-places', '--create-places', 'a.csv'], /--create-places is given twice/],
])('%j is refused in words and writes nothing', async (args, words) => {
  const dir = place();
  const { status, stdout, stderr } = await run(args, dir);
  expect([status, stdout, existsSync(dir)]).toEqual([1, '', false]);
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/EISDIR|\n {4}at /);
});

test.each([[['audit', 'verify']], [['stats', 'verify']], [['stats', 'rebuild']], [['retention', '--dry-run']], [['retention']], [['erase', 'patient', '5', '--dry-run']], [['rotate', 'secret']]])('%j makes no database where there is none: a wrong folder is not sound', async (args) => {
  const dir = place();
  const { status, stdout, stderr } = await run(args, dir);
  expect([status, stdout, existsSync(dir)]).toEqual([1, '', false]);
  expect(stderr).toContain(`There is no database in ${dir}/pg`);
  // nor in a folder that is there and holds something else
  mkdirSync(dir);
  writeFileSync(join(dir, 'notes'), '');
  expect((await run(args, dir)).status).toBe(1);
  expect(readdirSync(dir)).toEqual(['notes']);
});
