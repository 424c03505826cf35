import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { base32, codeAt, newSecret, seal, stepOf, unseal } from '../src/areas/session/totp.ts';

test('is RFC 6238: its own test vectors, one step of clock difference', () => {
  const secret = Buffer.from('12345678901234567890');
  for (const [seconds, code] of [[59, '287082'], [1111111109, '081804'], [1111111111, '050471'], [1234567890, '005924'], [2000000000, '279037'], [20000000000, '353130']] as const) expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code);
  const step = 37037037;
  expect([1111111079, 1111111080, 1111111111, 1111111169, 1111111170].map((seconds) => stepOf(secret, '050471', seconds * 1000))).toEqual([null, step, step, step, null]);
  expect(stepOf(secret, '05047', 1111111111_000)).toBeNull();
});
test('base32 is RFC 4648', () => {
  for (const [text, coded] of [['', ''], ['f', 'MY'], ['fo', 'MZXQ'], ['foo', 'MZXW6'], ['foob', 'MZXW6YQ'], ['fooba', 'MZXW6YTB'], ['foobar', 'MZXW6YTBOI']]) expect(base32(Buffer.from(text!))).toBe(coded);
});
test('a sealed secret opens with the same key for the same account alone', () => {
  const [house, secret] = [randomBytes(32), newSecret()];
  const sealed = seal(house, '1001', secret);
  expect(sealed.includes(secret)).toBe(false);
  expect(seal(house, '1001', secret).equals(sealed)).toBe(false);
  expect(unseal(house, '1001', sealed)).toEqual(secret);
  expect([unseal(randomBytes(32), '1001', sealed), unseal(house, '1002', sealed), unseal(house, '1001', sealed.subarray(0, 20)), unseal(house, '1001', Buffer.concat([sealed.subarray(0, -1), Buffer.from([sealed.at(-1)! ^ 1])]))]).toEqual([null, null, null, null]);
});
