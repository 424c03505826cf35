import { createHmac, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Fewest bytes of a secret, kept or given. */
export const SECRET_BYTES = 32;
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** The bytes that these hexadecimal digits write; null when they are too few or not whole. */
const bytesOf = (digits: string): Buffer | null => (/^([0-9a-f]{2})+$/i.test(digits) && digits.length >= 2 * SECRET_BYTES ? Buffer.from(digits, 'hex') : null);
/** A secret of the environment: `hex:` and digits are bytes, as a file keeps them; any other text is its own bytes. Null when it is too short, or was meant as digits and is not whole. */
export function givenSecret(text: string): Buffer | null {
  const digits = /^hex:([0-9a-f\s]*)$/i.exec(text)?.[1];
  if (digits !== undefined) return bytesOf(digits.trim());
  return Buffer.byteLength(text) >= SECRET_BYTES ? Buffer.from(text) : null;
}
/** Tells two secrets apart, and nothing about them. */
export const fingerprint = (secret: Buffer): string => createHmac('sha256', secret).update('backup').digest('hex').slice(0, 16);
/** Where a rotation keeps what stood in `file`, by its fingerprint: each old secret has a name of its own, which the head of a backup tells. */
export const oldFile = (file: string, print: string): string => `${file}.old-${print}`;
/** How a kept secret is said to the environment, in a shell. */
export const asGiven = (file: string): string => `APP_SECRET="hex:$(cat '${file}')"`;

/** The secret that a file holds: null when there is none, `broken` when what stands there is not a whole one. */
export function secretIn(file: string): Buffer | 'broken' | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  return bytesOf(text) ?? 'broken';
}
/** Names in a folder are kept only when the folder is. */
function settle(file: string): void {
  if (process.platform === 'win32') return; // where a folder cannot be opened
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
/** Writes a secret whole to the disk, where only its owner reads it, before `place` gives it its name. */
function write(file: string, secret: Buffer, place: (draft: string) => void): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    const open = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(open, secret.toString('hex'));
      fsyncSync(open);
    } finally {
      closeSync(open);
    }
    place(draft);
    settle(file);
  } finally {
    rmSync(draft, { force: true });
  }
}
/** Keeps a secret in a file, whatever stood there, on the disk before this returns: the whole or nothing. */
export const keep = (file: string, secret: Buffer): void => write(file, secret, (draft) => renameSync(draft, file));
/** Gives what `keep` has kept another name, on the disk before this returns. */
export function replace(from: string, to: string): void {
  renameSync(from, to);
  settle(to);
}

/** The secret of this folder, made on the first run; of two first runs at once the second takes the first's. @throws Error naming the file when it is not whole */
export function keptSecret(file: string): Buffer {
  const there = secretIn(file);
  if (there === 'broken') throw new Error(`密钥文件 ${file} 不完整（应为至少 ${2 * SECRET_BYTES} 位十六进制数）。请放回所保存的密钥；若从未成功启动过，可删除此文件。The secret in ${file} is not whole (at least ${2 * SECRET_BYTES} hexadecimal digits): put the one that you keep back. If the server has never started, delete the file.`);
  if (there !== null) return there;
  write(file, randomBytes(SECRET_BYTES), (draft) => {
    try {
      linkSync(draft, file);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  });
  return keptSecret(file);
}
