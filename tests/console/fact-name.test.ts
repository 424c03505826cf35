import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A page says each of its facts under a name of its own, also where the source has two words and English one.
const catalog = readFileSync('locales/en.po', 'utf8');
const english = new Map([...catalog.matchAll(/\n\nmsgid "(.+)"\nmsgstr "(.+)"|\n(?:#.*\n)+msgid "(.+)"\nmsgstr "(.+)"/g)].map(([, id, words, other, others]) => [(id ?? other)!, (words ?? others)!]));
const pages = readdirSync('src/areas', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx')).flatMap((file) => {
  const names = [...new Set([...readFileSync(`src/areas/${file}`, 'utf8').matchAll(/\{ name: t`([^`$]+)`/g)].map(([, name]) => name!))];
  return names.length > 1 ? [[file, names] as const] : [];
});

test('pages with facts are found, with their names', () => expect(pages.length).toBeGreaterThan(5));
test.each(pages)('%s names no two facts alike in English', (_, names) => {
  const said = names.map((name) => english.get(name) ?? name);
  expect(said.filter((words, i) => said.indexOf(words) !== i)).toEqual([]);
});
