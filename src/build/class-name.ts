// What a class of a CSS module is called in a build: every file that draws it carries that name, so that it is as short as it can be.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { root } from './lingui.ts';

/** First and further signs; a class begins with a letter. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SIGNS = `${LETTERS}0123456789-_`;
/** Four signs stand for 13 million names, of which the console has some 600. */
const LENGTH = 4;

/** Names classes, the same ones in every build. @throws Error when two would be called the same: one of them has to be renamed */
export function classNames(): (file: string, name: string) => string {
  const taken = new Map<string, string>();
  return (file, name) => {
    const own = `${path.relative(root, file).replaceAll(path.sep, '/')} ${name}`;
    const hash = createHash('sha256').update(own).digest();
    const short = Array.from({ length: LENGTH }, (_, at) => {
      const signs = at === 0 ? LETTERS : SIGNS;
      return signs[hash[at]! % signs.length];
    }).join('');
    const other = taken.get(short) ?? own;
    if (other !== own) throw new Error(`the classes “${other}” and “${own}” would have one name: rename one`);
    taken.set(short, own);
    return short;
  };
}
