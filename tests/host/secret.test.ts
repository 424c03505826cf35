// The secret that is kept in the data folder: whole, or not taken for one.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../../src/host/settings.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'nursing-secret-'));
const file = join(DATA_DIR, 'secret');
beforeEach(() => {
  rmSync(DATA_DIR, { recursive: true });
  mkdirSync(DATA_DIR);
});
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const secret = (): Buffer => readSettings({ DATA_DIR }).secret;

test('the first start makes one that only its owner reads, and the next takes it', () => {
  const first = secret();
  expect([first.length, secret(), readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([32, first, first.toString('hex'), 0o600]);
  // nothing of its making is left
  expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('secret'))).toEqual(['secret']);
});
test.each([['an empty one', ''], ['a short one', 'ab'.repeat(31)], ['half a byte', 'a'.repeat(65)], ['no number', 'x'.repeat(64)], ['one with a gap', `${'a'.repeat(40)} ${'a'.repeat(40)}`]])('%s, as a full disk leaves it, is refused by its name and left as it is', (_what, text) => {
  writeFileSync(file, text);
  expect(secret).toThrow(`The secret in ${file} is not whole`);
  expect(secret).toThrow(`密钥文件 ${file} 不完整`);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
test('the environment says the same bytes as hex: and digits; any other text is its own bytes, as ever', () => {
  const kept = secret();
  const digits = kept.toString('hex');
  const given = (APP_SECRET: string): Buffer => readSettings({ DATA_DIR, APP_SECRET }).secret;
  for (const text of [`hex:${digits}`, `HEX:${digits.toUpperCase()}`, `hex:${digits}\n`]) expect(given(text)).toEqual(kept);
  for (const text of [digits, `hex:${'no digits at all '.repeat(4)}`, `0x${digits}`, `密钥${digits}`]) expect(given(text)).toEqual(Buffer.from(text));
  // meant as digits, and not whole: never taken for a text
  for (const bad of [digits.slice(1), digits.slice(2), `${digits}a`, `${digits.slice(0, 32)} ${digits.slice(32)}`, '']) {
    expect(() => given(`hex:${bad}`)).toThrow('or hex: and at least 64 hexadecimal digits');
    expect(() => given(`hex:${bad}`)).not.toThrow(digits.slice(0, 32));
  }
  // a successor that is the same secret is none, however it is written
  expect(() => readSettings({ DATA_DIR, APP_SECRET: `hex:${'61'.repeat(32)}`, APP_SECRET_NEXT: 'a'.repeat(32) })).toThrow(/APP_SECRET_NEXT=\*\*\*/);
  expect(readSettings({ DATA_DIR, APP_SECRET: 'o'.repeat(32), APP_SECRET_NEXT: `hex:${digits}` }).nextSecret).toEqual(kept);
});
test('a longer one, or one with a line end, is taken', () => {
  writeFileSync(file, `${'AB'.repeat(40)}\n`);
  expect(secret()).toEqual(Buffer.alloc(40, 0xab));
});
