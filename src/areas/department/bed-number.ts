import { MOST_BEDS } from './contract.ts';

/** What was typed as bed numbers, or the part of it that is none. `many`: more than are made at once. */
export type BedNumbers = { numbers: readonly string[] } | { fault: 'form'; part: string } | { fault: 'many' };

const LONGEST = 20;
const SUFFIX = /号?床$/;
const RANGE = /^(\D*)(\d{1,6})(\D*)[-–—~至到](\D*)(\d{1,6})(\D*)$/;

/** `1-40`, `01-40`, `A1-A12`, `加1-3`: the numbers from the first to the last; null for what is no range, or one that runs backwards. */
function ranged(part: string): readonly string[] | null {
  const [, before = '', first = '', after = '', before2 = '', last = '', after2 = ''] = RANGE.exec(part) ?? [];
  if (first === '' || (before2 !== '' && before2 !== before) || after.replace(SUFFIX, '') !== after2 || Number(last) < Number(first)) return null;
  const digits = first.startsWith('0') ? first.length : 1;
  // one more than may be is enough to know that it is too many
  return Array.from({ length: Math.min(Number(last) - Number(first) + 1, MOST_BEDS + 1) }, (_, i) => `${before}${String(Number(first) + i).padStart(digits, '0')}${after2}`);
}
/** One bed's number as it is kept: `１２床` is 12; empty where nothing is left. */
export const plainBedNumber = (text: string): string => text.normalize('NFKC').trim().replace(SUFFIX, '').trim();
/** Reads bed numbers as they are typed: `1-40床`, `1-12、15、加1-加3`. Parts stand apart by commas or spaces; 床 and 号床 say nothing; a number twice is one. */
export function readBedNumbers(text: string): BedNumbers {
  const numbers = new Set<string>();
  const spaced = text.normalize('NFKC').replace(/\p{C}/gu, ' ').replace(/\s*([-–—~至到])\s*/g, '$1');
  for (const part of spaced.split(/[,、;\s]+/)) {
    const plain = part.replace(SUFFIX, '');
    if (plain === '') continue;
    const found = /\d[^\d]*[-–—~至到]/.test(plain) ? ranged(plain) : [plain];
    if (found === null || found.some((number) => number.length > LONGEST)) return { fault: 'form', part };
    for (const number of found) numbers.add(number);
    if (numbers.size > MOST_BEDS) return { fault: 'many' };
  }
  return numbers.size === 0 ? { fault: 'form', part: text.trim() } : { numbers: [...numbers] };
}
