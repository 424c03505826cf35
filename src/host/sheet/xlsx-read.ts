import { Parser } from 'saxen';
import { BadSheet, cut, Lines, SHEET, type SheetLine } from './bound.ts';
import { openZip } from './unzip.ts';
import { checkXml } from './xml-bound.ts';

type Attributes = Readonly<Record<string, string>>;
interface Heard {
  open?: (name: string, attributes: () => Attributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
const decoded = (text: string): string =>
  text.includes('&') ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hex?: string, name = '') => (decimal ? character(Number(decimal)) : hex ? character(parseInt(hex, 16)) : (Object.hasOwn(NAMED, name) ? NAMED[name]! : whole))) : text;
// how spreadsheets write what XML cannot hold
const unescaped = (text: string): string => (text.includes('_x') ? text.replace(/_x([\dA-F]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) : text);
// characters of XML that a cell is read from: each of its own may be written with up to twelve; what is longer is too long in any case
const ROOM = 12 * (SHEET.cell + 1);
const joined = (text: string, more: string): string => (text.length + more.length <= ROOM ? text + more : text + more.slice(0, ROOM - text.length));
// writers differ in the prefix of their namespaces, never in the names
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Walks through XML, names without their prefixes. Document types are refused, so entities cannot grow. @throws BadSheet form */
function walk(xml: Buffer, { open, close, text }: Heard): void {
  const parser = new Parser();
  if (open) parser.on('openTag', (name, attributes) => open(local(name), attributes));
  if (close) parser.on('closeTag', (name) => close(local(name)));
  if (text) parser.on('text', (raw) => text(decoded(raw.slice(0, ROOM)))).on('cdata', text);
  parser.on('attention', () => {
    throw new BadSheet('form');
  });
  try {
    const whole = xml.toString('utf8');
    checkXml(whole);
    parser.parse(whole);
  } catch (error) {
    throw error instanceof BadSheet ? error : new BadSheet('form');
  }
}

/** The first sheet that is shown, by the workbook and its relations, and whether that counts its days from 1904. @throws BadSheet form */
function firstSheet(entry: (name: string) => Buffer | undefined): { sheet: Buffer; since1904: boolean } {
  const [workbook, relations] = [entry('xl/workbook.xml'), entry('xl/_rels/workbook.xml.rels')];
  if (workbook === undefined || relations === undefined) throw new BadSheet('form');
  let id: string | undefined;
  let since1904 = false;
  walk(workbook, {
    open(name, attributes) {
      // what is hidden, such as lists to choose from, nobody means
      if (name === 'sheet' && !/hidden/i.test(attributes()['state'] ?? '')) id ??= Object.entries(attributes()).find(([key]) => local(key) === 'id' && key !== 'id')?.[1];
      else if (name === 'workbookPr') since1904 = /^(?:1|true|on)$/.test(attributes()['date1904'] ?? '');
    },
  });
  if (id === undefined) throw new BadSheet('form');
  let target: string | undefined;
  walk(relations, { open: (name, attributes) => void (name === 'Relationship' && attributes()['Id'] === id && (target = attributes()['Target'])) });
  const sheet = target === undefined ? undefined : entry(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  if (sheet === undefined) throw new BadSheet('form');
  return { sheet, since1904 };
}
/** The text of one `si` at its end. @throws BadSheet size */
function keep(texts: string[], text: string): void {
  if (texts.length >= SHEET.shared) throw new BadSheet('size');
  texts.push(text);
}
/** The texts that cells share: what is set in several fonts is one, what helps to pronounce it is left out. */
function sharedTexts(xml: Buffer | undefined): string[] {
  const texts: string[] = [];
  let parts = '';
  let [inText, aside] = [false, false];
  if (xml !== undefined)
    walk(xml, {
      open: (name) => void (name === 'si' ? (parts = '') : name === 't' ? (inText = true) : name === 'rPh' && (aside = true)),
      close: (name) => void (name === 'si' ? keep(texts, cut(unescaped(parts))) : name === 't' ? (inText = false) : name === 'rPh' && (aside = false)),
      text: (text) => void (inText && !aside && (parts = joined(parts, text))),
    });
  return texts;
}
/** `B` of `B7` as 1; what is no such name is refused. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d{1,7}$)/.exec(reference)?.[0];
  if (letters === undefined) throw new BadSheet('form');
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
/** `B7` as 7; of a name that `columnOf` takes. */
const rowOf = (reference: string): number => Number(/\d+$/.exec(reference)?.[0]);
// spreadsheets keep 15 digits of a number
const WHOLE = 1e15;
/** 1.3812345678E10 is the phone 13812345678; what has lost digits stays what `isShortened` knows. */
function plainNumber(raw: string): string {
  const number = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(number)) return raw;
  return Math.abs(number) < WHOLE ? String(number) : number.toExponential().toUpperCase();
}

/** The lines of the first sheet that is shown as text, `most` below its heading; of a formula its last value. @throws BadSheet */
export function readXlsx(bytes: Buffer, most: number): SheetLine[] {
  const entry = openZip(bytes);
  const { sheet, since1904 } = firstSheet(entry);
  const shared = sharedTexts(entry('xl/sharedStrings.xml'));
  const lines = new Lines(most);
  let cells: (string | undefined)[] = [];
  let [row, column, type, raw] = [0, -1, 'n', ''];
  let [inValue, aside] = [false, false];
  const value = (): string => (type === 's' ? (shared[Number(raw)] ?? '') : type === 'n' ? plainNumber(raw) : type === 'b' ? (raw === '1' ? 'TRUE' : 'FALSE') : unescaped(raw));
  walk(sheet, {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes()['r'] ?? row + 1);
        if (!Number.isSafeInteger(row)) throw new BadSheet('form');
        [cells, column] = [[], -1];
      } else if (name === 'c') {
        const { r, t = 'n' } = attributes();
        column = r === undefined ? column + 1 : columnOf(r);
        [type, raw] = [t, ''];
      } else if (name === 'v' || name === 't') inValue = true;
      else if (name === 'rPh') aside = true;
      else if (name === 'mergeCell') {
        // of what is merged the file has the first cell alone
        const [first = '', last = first] = (attributes()['ref'] ?? '').split(':');
        const at = columnOf(first);
        columnOf(last);
        lines.repeat(at, rowOf(first), rowOf(last));
      }
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'rPh') aside = false;
      else if (name === 'row') lines.add(row, cells);
      else if (name === 'c' && raw !== '') {
        const text = value();
        if (column >= SHEET.columns && text.trim() !== '') throw new BadSheet('columns');
        if (column < SHEET.columns) cells[column] = text;
      }
    },
    text: (text) => void (inValue && !aside && (raw = joined(raw, text))),
  });
  return since1904 ? lines.list.map((line) => ({ ...line, since1904 })) : lines.list;
}
