// What a class of a CSS module is called in a build: every file that draws it carries that name, so that it is as short as it can be.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './lingui.ts';

/** First and further signs; a class begins with a letter. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SIGNS = `${LETTERS}0123456789-_`;
/** Three signs stand for 200,000 names, of which the console has some 600. */
const LENGTH = 3;

/** A short name for each of these, no two the same: a hash, and the next one where the first is taken, so that the others keep theirs when one comes. */
export function shortNames(names: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of [...names].sort()) {
    let short = '';
    for (let salt = 0; short === '' || taken.has(short); salt += 1) {
      const hash = createHash('sha256').update(`${name} ${salt}`).digest();
      short = Array.from({ length: LENGTH }, (_, at) => (at === 0 ? LETTERS[hash[0]! % LETTERS.length] : SIGNS[hash[at]! % SIGNS.length])).join('');
    }
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
