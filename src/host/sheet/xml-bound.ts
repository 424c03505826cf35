import { BadSheet } from './bound.ts';

/** Characters of one tag, its attributes included: a range that a rule of a spreadsheet holds for can be long, and stands in one. */
const TAG = 65_536;
/** Elements inside one another; sheets have about ten. */
const DEEP = 64;
const after = (xml: string, mark: string, at: number): number => {
  const end = xml.indexOf(mark, at);
  if (end === -1) throw new BadSheet('form');
  return end + mark.length;
};
/** Where a tag that begins at `at` ends: as the parser finds it, past what stands in quotes. */
function endOf(xml: string, at: number): number {
  for (let i = at + 1; i < xml.length; i++) {
    const sign = xml[i]!;
    if (sign === '"' || sign === "'") {
      const closed = xml.indexOf(sign, i + 1);
      i = closed === -1 ? i : closed;
    } else if (sign === '>') {
      if (i - at > TAG) break;
      return i;
    }
    if (i - at > TAG) break;
  }
  throw new BadSheet('form');
}
/**
 * Looks through XML before it is parsed. The parser makes one map of all attributes of a tag, and one list of all open elements: a few MB of
 * either are more than one allocation gets, and that ends the whole process, whatever the thread may use. Texts, comments and CDATA are
 * only pointed at, however long. @throws BadSheet form
 */
export function checkXml(xml: string): void {
  let depth = 0;
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    if (xml.startsWith('<!--', at)) at = after(xml, '-->', at);
    else if (xml.startsWith('<![CDATA[', at)) at = after(xml, ']]>', at);
    else if (xml.startsWith('<?', at)) at = after(xml, '?>', at);
    else {
      const end = endOf(xml, at);
      if (xml[at + 1] === '/') depth--;
      else if (xml[end - 1] !== '/') depth++;
      if (depth > DEEP) throw new BadSheet('form');
      at = end + 1;
    }
  }
}
