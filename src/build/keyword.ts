// The words by which the palette finds a command are fetched with the palette, not with the commands, whose keys and menu everyone needs first:
// in a build a command holds the number of its words, and src/ui/palette/keyword.ts the words of every number.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';
import { root } from './lingui.ts';

const LITERAL = /\bkeywords: (\[(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|, )*\])/g;
/** Between the words of one command; in none of them. */
const SIGN = '|';
/** The files that hold commands which everyone fetches, and keys of pages. */
export const commandFiles = (): string[] => [...readdirSync(path.join(root, 'src/areas')).sort().flatMap((area) => ['area.ts', 'key.ts'].map((file) => path.join(root, 'src/areas', area, file))).filter((file) => existsSync(file)), path.join(root, 'src/ui/key-entry.ts'), path.join(root, 'src/ui/command.ts'), path.join(root, 'src/ui/tag/tag-command.ts')];

/** The words of each number, each command's joined by `|`, file by file as they stand there. @throws Error where a word holds what separates them */
export function readKeywords(files = commandFiles()): string[] {
  // a list of texts as it is written in our own sources, evaluated where they are built
  const found = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(LITERAL)].map(([, written]) => new Function(`return ${written!}`)() as string[]));
  const wrong = found.flat().find((word) => word.includes(SIGN) || word.includes('\n'));
  if (wrong !== undefined) throw new Error(`the keyword ${JSON.stringify(wrong)} holds what separates keywords in a build`);
  return [...new Set(found.map((words) => words.join(SIGN)))];
}
/** Commands with numbers instead of words. */
export const withNumbers = (code: string, known: readonly string[]): string =>
  code.replace(LITERAL, (_, written: string) => `keywords: ${known.indexOf((new Function(`return ${written}`)() as string[]).join(SIGN))}`);
/** src/ui/palette/keyword.ts as a build has it. */
export const keywordModule = (known: readonly string[]): string => `const WORDS = ${JSON.stringify(known.join('\n'))}.split('\\n').map((line) => line === '' ? [] : line.split('${SIGN}'));
export const keywordsOf = ({ keywords }) => (typeof keywords === 'number' ? WORDS[keywords] : keywords);`;

/** Keeps the words of commands with the palette. */
export const pluginKeyword = (): RsbuildPlugin => ({
  name: 'app:keyword',
  setup(api) {
    let known: readonly string[] = [];
    api.onBeforeEnvironmentCompile(() => {
      known = readKeywords();
    });
    api.transform({ test: commandFiles(), environments: ['web'], order: 'pre' }, ({ code }) => withNumbers(code, known));
    api.transform({ test: /[\\/]ui[\\/]palette[\\/]keyword\.ts$/, environments: ['web'], order: 'pre' }, () => keywordModule(known));
  },
});
