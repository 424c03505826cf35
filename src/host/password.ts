import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { COMMON_WORDS } from './common-word.ts';
import { isGuessable } from './guessable.ts';

// the library's const enum cannot be read under isolatedModules
const ARGON2ID = 2;

/** Work of one Argon2id hash: memory in KiB, passes, lanes. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}
/** Above OWASP's least (19 MiB, 2 passes): some 40 ms of one core. */
export const SECURE_COST: PasswordCost = { memoryCost: 32_768, timeCost: 3, parallelism: 1 };

/** Hashes a password exactly as typed, in any script (ASVS 6.2.8). */
export const hashPassword = (password: string, cost: PasswordCost = SECURE_COST): Promise<string> => hash(password, { ...cost, algorithm: ARGON2ID });
/** A password to be shown once and changed at the first sign-in: 96 random bits. */
export const oneTimePassword = (): string => randomBytes(12).toString('base64url');
/** What stands for a hash where there is no password yet: nothing verifies against it. */
export const NO_PASSWORD = '!';
/** Was this hash made with another cost than today's? */
export const outdated = (stored: string, cost: PasswordCost): boolean => !stored.startsWith(`$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`);

/** Checks passwords, always at the price of one hash: an unknown account, and one without a password, take as long as a wrong password. */
export function passwordCheck(cost: PasswordCost): (stored: string | undefined, password: string) => Promise<boolean> {
  const nobody = hashPassword(randomBytes(16).toString('hex'), cost);
  return async (stored, password) => {
    const real = stored !== undefined && stored !== NO_PASSWORD;
    const right = await verify(real ? stored : await nobody, password).catch(() => false);
    return right && real;
  };
}

/** Characters that a password has beside the account's name, at least: the name is no secret. */
const OWN = 4;
/** Why a password is refused; null when it is fine. 8–128 characters of any script; known and guessable ones are refused, and those made of the account's name. */
export function passwordFault(password: string, username: string): 'length' | 'common' | null {
  const length = [...password].length;
  if (length < 8 || length > 128) return 'length';
  const lower = password.toLowerCase();
  const plain = (text: string): string => text.replace(/[@4]/g, 'a').replace(/3/g, 'e').replace(/[1!]/g, 'i').replace(/0/g, 'o').replace(/[$5]/g, 's');
  const core = (text: string): string => text.replace(/^[^a-z一-鿿]+|[^a-z一-鿿]+$/g, '');
  // a known word with digits and signs around it, or for its letters, is that word; at its end a sign may be either
  const words = [lower, plain(lower), plain(lower.replace(/[^a-z一-鿿]+$/, ''))].map(core);
  if (words.some((word) => COMMON_WORDS.has(word) || word === core(username.toLowerCase()))) return 'common';
  if ([...without(lower, username.toLowerCase())].length < OWN) return 'common';
  if (new Set(lower).size < 4 || isRun(lower) || isGuessable(password)) return 'common';
  return null;
}
/** What is left when every `name` is taken out, also those that come of it. */
function without(text: string, name: string): string {
  let left = text;
  while (name !== '' && left.includes(name)) left = left.replaceAll(name, '');
  return left;
}
/** `acegikmo`, `一丁七`: every step the same. */
function isRun(text: string): boolean {
  const steps = new Set([...text].slice(1).map((c, i) => c.codePointAt(0)! - [...text][i]!.codePointAt(0)!));
  return steps.size === 1;
}
