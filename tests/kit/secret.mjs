// No key, token or password stands in what is kept: looks over every tracked file. `node secret.mjs [FOLDER]`
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a secret looks like; the first group, where there is one, is the secret itself. */
const RULES = [
  ['private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/g],
  ['cloud key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bLTAI[0-9A-Za-z]{12,24}\b|\bAKID[0-9A-Za-z]{32}\b|\bAIza[\w-]{35}\b/g],
  ['service token', /\bgh[pousr]_[0-9A-Za-z]{36,}|\bgithub_pat_\w{40,}|\bglpat-[\w-]{20,}|\bxox[abprs]-[\w-]{10,}|\bnpm_[0-9A-Za-z]{36}\b|\bsk_live_[0-9A-Za-z]{16,}|\bsk-[\w-]{32,}/g],
  ['signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g],
  ['password in an address', /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@'"`$]+:([^\s/:@'"`$]{3,})@/gi],
  ['password or secret', /(?:passw(?:or)?d|passphrase|secret|token|api_?key|access_?key|credential)\w*['"]?\s*(?:[:=]|=>)\s*['"`]([^'"`\s$]{8,})['"`]/gi],
  ['password or secret', /^\s*(?:export\s+)?[A-Z0-9_]*(?:PASSWORD|SECRET|TOKEN|API_KEY|ACCESS_KEY)[A-Z0-9_]*=([^\s'"`$]{8,})/gm],
  ['long random text', /['"`]([0-9a-f]{40,}|[A-Za-z0-9+/_-]{40,}={0,2})['"`]/g],
];
/** What may stand there, and why: whole texts, or the begin of one. */
const ALLOWED = [
  [/^Peihu-2026!$/, 'the password of the demonstration, which a production start refuses'],
  [/^Tide-pool-2026$/, 'the password of accounts that tests make'],
  [/^(?:Once-only-1|Mein-Eigenes-7|Other-reef-2026)$/, 'what people choose in tests'],
  [/^(?:hidden|secret)$/, 'addresses in tests of what must not be told'],
  [/^iVBORw0KGgo/, 'a picture'],
];
/** Files whose long texts are sums of packages, not secrets. */
const SUMS = /(?:^|\/)package-lock\.json$/;
const BINARY = /\.(?:png|jpe?g|gif|ico|woff2?|gz|zip|xlsx|pdf|wasm)$/i;

/** Bits of a sign of a text: words have about 3, random text of this length more than 4. */
function bits(text) {
  const counts = new Map();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let sum = 0;
  for (const n of counts.values()) sum -= (n / text.length) * Math.log2(n / text.length);
  return sum;
}
/** Whether what stands behind "password" or between quotes may be one, and is no name, word or path. */
function isRandom(what, text) {
  if (what === 'long random text') return (/^[0-9a-f]+$/.test(text) ? bits(text) > 3.3 : bits(text) > 4.3 && /\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text)) && !/\//.test(text.slice(0, 12));
  if (what === 'password or secret') return /\d/.test(text) && /[A-Za-z]/.test(text) && bits(text) > 2.5 && !/[\s(){}<>/]|\.(?:ts|mjs|json)/.test(text);
  return true;
}
/** What looks like a secret in a file: line, kind, and the first signs of it. */
export function secretsIn(file, text) {
  const found = [];
  for (const [what, rule] of RULES) {
    if (what === 'long random text' && SUMS.test(file)) continue;
    for (const match of text.matchAll(rule)) {
      const secret = match[1] ?? match[0];
      if (!isRandom(what, secret) || ALLOWED.some(([allowed]) => allowed.test(secret))) continue;
      found.push({ file, line: text.slice(0, match.index).split('\n').length, what, begin: `${secret.slice(0, 6)}…` });
    }
  }
  return found;
}
/** Every tracked file of a folder; where there is no repository, every file but what is made. */
export function filesOf(folder) {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: folder, encoding: 'utf8' });
  if (listed.status === 0 && listed.stdout !== '') return listed.stdout.split('\0').filter(Boolean);
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => path.relative(folder, path.join(e.parentPath, e.name))).filter((name) => !/(?:^|\/)(?:node_modules|dist|data|outbox|test-results|\.git|\.swc)\//.test(name));
}
/** All there is in a folder, and how many files were read. */
export function scan(folder) {
  const names = filesOf(folder).filter((name) => !BINARY.test(name));
  const texts = names.flatMap((name) => {
    try {
      return [[name, readFileSync(path.join(folder, name), 'utf8')]];
    } catch (error) {
      // one that is taken away just now
      if (error.code === 'ENOENT') return [];
      throw error;
    }
  });
  return { files: texts.length, found: texts.flatMap(([name, text]) => secretsIn(name, text)) };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { files, found } = scan(process.argv[2] ?? '.');
  for (const { file, line, what, begin } of found) console.error(`${file}:${line}  ${what}  ${begin}`);
  console.log(`${files} files, ${found.length} secrets`);
  process.exit(found.length === 0 && files > 0 ? 0 : 1);
}
