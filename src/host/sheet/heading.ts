import { Fault, type Language } from '../../kernel/error.ts';
import type { SheetLine } from './bound.ts';

/** Words compared as people read them: width, case and blanks aside. */
export const plainly = (words: string): string => words.normalize('NFKC').toLowerCase().replace(/[\s\u200b\ufeff]+/g, '');
/** What a column is called: in Chinese, in English, and by other names that are understood. */
export type Labels = readonly [zh: string, en: string, ...also: string[]];
/** The columns that a sheet can have. `needed`: those that must be there. `thing`: what its lines are, in both languages, with the word that goes before it. */
export interface Headings<F extends string> {
  labels: Readonly<Record<F, Labels>>;
  fields: readonly F[];
  needed: readonly F[];
  thing: readonly [zh: string, en: string];
}

/** Where each field stands, by its heading in either language. @throws Fault bad_file when a needed one is missing, or one is unknown or twice there */
export function fieldsOf<F extends string>(heading: SheetLine | undefined, { labels, fields, needed, thing }: Headings<F>, language: Language): (F | undefined)[] {
  const refuse = (zh: string, en: string): never => {
    throw new Fault('bad_file', { detail: language === 'en' ? en : zh });
  };
  if (heading === undefined) return refuse('没有内容', 'it is empty');
  const known = (cell: string): F | undefined => fields.find((name) => labels[name].some((label) => plainly(label) === plainly(cell)));
  // any text at all can be read as a CSV
  if (!heading.cells.some(known)) refuse(`第一行没有一个认识的列，这不是${thing[0]}表格，或者不是 Excel 文件。下载模板，填好后再导入`, `its first line has no known column: it is no sheet of ${thing[1]}, or no Excel file. Download the template, fill it in, and import that`);
  const found = heading.cells.map((cell) => {
    const field = known(cell);
    const word = cell.trim().slice(0, 20);
    return field ?? (word === '' ? undefined : refuse(`不认识的列“${word}”`, `unknown column "${word}"`));
  });
  for (const field of fields) {
    const word = labels[field][language === 'en' ? 1 : 0];
    const times = found.filter((one) => one === field).length;
    if (times > 1) refuse(`“${word}”列出现两次`, `the column "${word}" is there twice`);
    if (times === 0 && needed.includes(field)) refuse(`缺少“${word}”列`, `the column "${word}" is missing`);
  }
  return found;
}
const SHOWN = 100;
/** As much of a cell as its fault repeats, in characters that can be kept. */
export const shownCell = (value: string): string => [...value.slice(0, 2 * SHOWN).replace(/[\0\ud800-\udfff]/gu, '�')].slice(0, SHOWN).join('');
