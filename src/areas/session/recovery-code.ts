import { randomInt } from 'node:crypto';
import { hashAnswer } from '../../host/token.ts';

// nothing that is read as something else: no 0 and O, 1, I and L
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const one = (): string => Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** Ten codes of some 50 bits each, in two groups of five: `K7MPA-2XQRT`. */
export const newRecoveryCodes = (): string[] => [...new Set(Array.from({ length: 12 }, one))].slice(0, 10).map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
/** What is kept of one; case, dashes and spaces do not matter. */
export const recoveryHash = (secret: Buffer, userId: string, code: string): Buffer => hashAnswer(secret, 'recovery', userId, code.toUpperCase().replace(/[^A-Z0-9]/g, ''));
