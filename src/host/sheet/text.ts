/** The text of a sheet: by its byte order mark, else UTF-8 if that is what it is, else GB18030, as Chinese spreadsheets save. */
export function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    // broken bytes turn to U+FFFD, which the check of each cell refuses
    return new TextDecoder(marked ? 'utf-8' : 'gb18030').decode(bytes);
  }
}
const BLANK = /[\s\u200b\ufeff]/;
/** What is left of a cell without the blanks around it: U+3000, no-break and zero-width ones too. */
export function trim(cell: string): string {
  // by hand: as one expression it would look at every run of blanks inside over and over
  let [from, to] = [0, cell.length];
  while (from < to && BLANK.test(cell[from]!)) from++;
  while (to > from && BLANK.test(cell[to - 1]!)) to--;
  return cell.slice(from, to);
}
/** A phone as people write it in sheets: full-width digits are plain ones, and a mobile's +86 goes. */
export const dialled = (cell: string): string => trim(cell.normalize('NFKC')).replace(/^\+?86[- ]?(?=1\d{10}$)/, '');
/** What a spreadsheet shows where a formula has failed: no word that anybody wrote. */
export const isFormulaError = (cell: string): boolean => /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i.test(trim(cell));
/** A long number as a spreadsheet shows it, 3.10101E+17: its last digits are lost. */
export const isShortened = (cell: string): boolean => /^-?\d(?:\.\d+)?E\+\d{2,3}$/i.test(trim(cell));
