import type { FoundRow } from '../../kernel/area.ts';
import { bedApart } from '../../kernel/bed.ts';
import type { Hit, Reason } from '../../kernel/found.ts';
import { marksOf } from './match.ts';

/** What of a record answered: as the server's find says it. */
export type Why = Reason;
/** Positions of the characters that answered, in what a row shows. */
export interface Marks {
  title: readonly number[];
  detail: readonly number[];
}
const NO_MARKS: readonly number[] = [];

/** Positions in the title that `query` found, where only the server's word is known: of a sound the server says them, for its title begins with the name. Of several words each marks what it finds. */
export function marksOfHit({ title, why, marks = NO_MARKS }: Pick<FoundRow, 'title' | 'why' | 'marks'>, query: string): readonly number[] {
  if (why === 'phone' || why === 'identity' || why === 'bed') return NO_MARKS;
  return why === 'initials' || why === 'pinyin' ? marks : [...new Set(query.split(' ').flatMap(bedApart).flatMap((word) => marksOf(word, title)))];
}
/** The last four signs of a phone or of an ID card that were typed. */
export const tailOf = (query: string): string => (/\d{3}[\dx](?!\w)/i.exec(query)?.[0] ?? query).toUpperCase();
/** Positions of the bed's number in the second fact of a hit by its bed, which stands last there. */
export function marksOfBed(detail: string): readonly number[] {
  const from = detail.lastIndexOf(' · ') + 1;
  const found = /[^\s床]*\d[^\s床]*/.exec(detail.slice(from));
  return found === null ? NO_MARKS : Array.from(found[0], (_, i) => from + found.index + i);
}
const moved = (marks: readonly number[], by: number): readonly number[] => (by < 0 ? NO_MARKS : by === 0 ? marks : marks.map((at) => at + by));

/** Where the characters that the index says answered stand in the row: it counts them in the field that did. */
export function marksOfIndexed({ title, detail }: Pick<FoundRow, 'title' | 'detail'>, { why, marks, name, code, bed, place }: Pick<Hit, 'why' | 'marks' | 'name' | 'code' | 'bed' | 'place'>): Marks {
  if (why === 'phone') return { title: NO_MARKS, detail: NO_MARKS };
  if (why === 'bed') return { title: NO_MARKS, detail: moved(marks, bed === '' ? -1 : detail.lastIndexOf(bed)) };
  if (why === 'place') return { title: NO_MARKS, detail: moved(marks, detail.indexOf(place)) };
  return { title: moved(marks, why === 'number' || why === 'staff' ? title.lastIndexOf(code) : title.indexOf(name)), detail: NO_MARKS };
}
