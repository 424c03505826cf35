import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new opaque token: 256 random bits, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');
/** What is kept of a token. 256 random bits need no slow hash, and this can be an index key. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
/**
 * The one successor of a refresh token. Derived, not drawn: two tabs that refresh at once get the same answer
 * although only hashes are stored (reliability.md, decision 4).
 */
export const successor = (secret: Buffer, kind: 'access' | 'refresh', refreshToken: string): string => createHmac('sha256', secret).update(`${kind}\0${refreshToken}`).digest('base64url');
/** A keyed hash of a short answer, bound to what it is for: a short one can be searched whole, so the key is needed. */
export const hashAnswer = (secret: Buffer, purpose: string, subject: string, answer: string): Buffer => createHmac('sha256', secret).update(`${purpose}\0${subject}\0${answer}`).digest();
/** Compares in constant time. */
export const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
