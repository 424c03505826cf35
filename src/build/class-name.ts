// What a class of a CSS module is called in a build: every file that draws it carries that name, so that it is as short as it can be.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './lingui.ts';

/** First and further signs; a class begins with a letter. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SIGNS = `${LETTERS}0123456789-_`;
/** How many names begin with one letter. */
const EACH = SIGNS.length;
/** What blockers of advertisements hide. */
const HIDDEN = /^ad$/i;
const number = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

/**
 * A short name for each of these (`file name`), no two the same: a letter by the file, since what stands together packs better if it begins alike, and a sign
 * by the name; the next where one is taken, so that the others keep theirs when one comes. 3,328 there are, of which the console has some 600. @throws Error where they run short
 */
export function shortNames(names: readonly string[]): ReadonlyMap<string, string> {
  if (names.length > 3_000) throw new Error(`${names.length} classes are too many for names of two signs`);
  const given = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of [...names].sort()) {
    const from = number(name.split(' ')[0]!);
    let short = '';
    for (let salt = 0; short === '' || taken.has(short) || HIDDEN.test(short); salt += 1) short = LETTERS[(from + Math.floor(salt / EACH)) % LETTERS.length]! + SIGNS[number(`${name} ${salt}`) % EACH]!;
    taken.add(short);
    given.set(name, short);
  }
  return given;
}
const keyOf = (file: string, name: string): string => `${path.relative(root, file).replaceAll(path.sep, '/')} ${name}`;
/** Names the classes and keyframes of all CSS modules, the same ones in every build. @throws Error for one that stands in none of them */
export function classNames(): (file: string, name: string) => string {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.module.css')).map((file) => path.join(root, 'src', file));
  const given = shortNames([...new Set(files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/(?:\.|@keyframes )([A-Za-z_][\w-]*)/g)].map(([, name]) => keyOf(file, name!))))]);
  return (file, name) => {
    const short = given.get(keyOf(file, name));
    if (short === undefined) throw new Error(`no class ${name} in ${file}`);
    return short;
  };
}
