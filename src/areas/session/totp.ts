import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { same } from '../../host/token.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Seconds of one time step. */
const STEP = 30;

/** RFC 4648 base32 without padding, as authenticator apps read it. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[parseInt(five.padEnd(5, '0'), 2)]).join('');
}
/** 160 random bits, the length RFC 4226 asks for. */
export const newSecret = (): Buffer => randomBytes(20);
/** The six digits of a time step (RFC 6238 over RFC 4226, SHA-1: what every authenticator app computes). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = mac[19]! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
/** The step whose code this is, one step before or after `now` (ms) allowed for clocks that differ; else null. Compares all three, in constant time. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | null {
  const step = Math.floor(now / 1000 / STEP);
  const hits = [step - 1, step, step + 1].filter((near) => same(Buffer.from(codeAt(secret, near)), Buffer.from(code)));
  return hits[0] ?? null;
}
/** What an authenticator app reads as a QR code. */
export const uriOf = (secret: Uint8Array, username: string): string =>
  `otpauth://totp/${encodeURIComponent(`护理管理系统:${username}`)}?secret=${base32(secret)}&issuer=${encodeURIComponent('护理管理系统')}&algorithm=SHA1&digits=6&period=${STEP}`;

const keyOf = (house: Buffer): Buffer => Buffer.from(hkdfSync('sha256', house, '', 'totp secret', 32));
/** Encrypts a secret for the database: AES-256-GCM under a key of the house's own, bound to the account. Nonce, tag, text. */
export function seal(house: Buffer, userId: string, secret: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(house), nonce).setAAD(Buffer.from(userId));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}
/** The secret again; null when it was sealed under another key or for another account. */
export function unseal(house: Buffer, userId: string, sealed: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(house), sealed.subarray(0, 12)).setAAD(Buffer.from(userId)).setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  } catch {
    return null;
  }
}
