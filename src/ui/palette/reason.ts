import type { FoundRow } from '../../kernel/area.ts';
import { marksOf } from './match.ts';

/** What of a record answered: as the server's find says it. */
export type Why = NonNullable<FoundRow['why']>;

/** Positions of the signs of the name that a title begins with: one syllable each. */
function signsOf(title: string): number[] {
  const name = /^[^\d\s]*/.exec(title)![0];
  return [...name.matchAll(/\p{Script=Han}/gu)].map((sign) => sign.index);
}

/**
 * Positions in the title that `query` found. Initials are exact: one letter, one sign. Which signs stand for a piece of pinyin
 * only the server's dictionary knows, so pinyin marks the name. Of several words each marks what it finds.
 */
export function marksOfHit({ title, why }: Pick<FoundRow, 'title' | 'why'>, query: string): number[] {
  if (why === 'phone' || why === 'bed') return [];
  const signs = signsOf(title);
  const letters = query.replaceAll(' ', '');
  if (why === 'initials') return signs.slice(0, letters.length);
  if (why === 'pinyin') return signs;
  return [...new Set(query.split(' ').flatMap((word) => marksOf(word, title)))];
}
