import { inflateSync } from 'node:zlib';
import type { Ask } from '../../host/answer.ts';
import { beginning } from '../../host/json.ts';
import type { Upload } from '../../host/upload.ts';
import { refuse } from './act.ts';

/** Pixels of a side. */
const SIDE = 20_000;
const ENDINGS = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const;
type Kind = keyof typeof ENDINGS;
const PNG = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const small = (width: number, height: number): boolean => width > 0 && height > 0 && width <= SIDE && height <= SIDE;

/** Whether the chunks of a PNG follow one another from its head to its end. */
function isPng(file: Buffer): boolean {
  let at = 8;
  for (let first = true; at + 12 <= file.length; first = false) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > file.length || (type === 'IHDR') !== first) return false;
    if (first && (length !== 13 || !small(file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)))) return false;
    if (type === 'IEND') return true;
    at += 12 + length;
  }
  return false;
}
/** Whether the segments of a JPEG follow one another from its beginning to its first scan, with a size among them, and it has an end. */
function isJpeg(file: Buffer): boolean {
  let sized = false;
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff; ) {
    const type = file[at + 1]!;
    if (type === 0xff) {
      at++;
      continue;
    }
    if (type === 0xda) return sized && file.includes(Buffer.from([0xff, 0xd9]), at);
    if (type >= 0xc0 && type <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(type)) sized = at + 9 <= file.length && small(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5));
    at += 2 + file.readUInt16BE(at + 2);
  }
  return false;
}
/** What is looked into of a PDF, on the thread that serves everybody: bytes of packed objects in sum, and streams of them. */
const LOOKED = { bytes: 8 * 1024 * 1024, streams: 1_000 } as const;
/** `/JS` with the beginning of a value: three signs alone stand by chance in a fifth of all scans of 5 MB. */
const ACTIVE = /\/(?:(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)\b|JS[\s\0]*(?:[(<%]|\d+[\s\0]+\d+[\s\0]+R))/;
/** `/ObjStm`, also as `/Obj#53tm`. */
const PACKED = new RegExp(`/${[...'ObjStm'].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join('')}`, 'gi');
const STREAM = /[\s\0]*stream\r?\n/y;
/** How a stream is packed, and what tells so: this alone is understood, and no differences (`/DecodeParms`). */
const FLATE = /\/Filter[\s\0]*(?:\/FlateDecode\b|\[[\s\0]*\/FlateDecode[\s\0]*\])/;
const PACKING = /\/(?:F|Filter|DP|DecodeParms)\b/g;
const HEX = Int8Array.from({ length: 256 }, (_, code) => (/[\da-f]/i.test(String.fromCharCode(code)) ? Number.parseInt(String.fromCharCode(code), 16) : -1));

/** The text with its escapes read: `#4A` is another way to write J. By hand: millions of those take seconds one by one. */
function plainly(bytes: Buffer): string {
  const plain = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const [high, low] = bytes[i] === 0x23 && i + 2 < bytes.length ? [HEX[bytes[i + 1]!]!, HEX[bytes[i + 2]!]!] : [-1, -1];
    const escaped = high >= 0 && low >= 0;
    plain[length++] = escaped ? 16 * high + low : bytes[i]!;
    if (escaped) i += 2;
  }
  return plain.toString('latin1', 0, length);
}
/** Whether a name of what does something stands there. */
const isActive = (bytes: Buffer): boolean => ACTIVE.test(plainly(bytes));
/**
 * Where the stream begins in whose head an `/ObjStm` stands from `from` to `to`, behind `since`; null for a head that a reader may take for another one. Every writer makes it of names, numbers
 * and brackets: in a string, a comment or a head within it could stand what looks like its end.
 */
function packedAt(file: Buffer, text: string, since: number, from: number, to: number): number | null {
  const before = text.slice(since, from);
  const open = before.lastIndexOf('<<');
  const close = text.indexOf('>>', to);
  if (open < 0 || close < 0) return null;
  const line = before.slice(Math.max(before.lastIndexOf('\n', open), before.lastIndexOf('\r', open)) + 1, open);
  const head = file.subarray(since + open + 2, close);
  if (line.includes('%') || /[()<>{}%]/.test(head.toString('latin1'))) return null;
  const said = plainly(head);
  STREAM.lastIndex = close + 2;
  return FLATE.test(said) && said.match(PACKING)?.length === 1 && STREAM.test(text) ? STREAM.lastIndex : null;
}
/** Whether a PDF does something when it is opened, as it stands or in what its object streams hold packed; also one of which that cannot be known. */
function doesSomething(file: Buffer): boolean {
  if (isActive(file)) return true;
  const text = file.toString('latin1');
  let [left, streams]: [number, number] = [LOOKED.bytes, LOOKED.streams];
  let since = 0;
  PACKED.lastIndex = 0;
  for (let found = PACKED.exec(text); found !== null; found = PACKED.exec(text)) {
    const begin = --streams < 0 ? null : packedAt(file, text, since, found.index, PACKED.lastIndex);
    if (begin === null) return true;
    // nothing before it is read again, however many there are
    since = PACKED.lastIndex = begin;
    try {
      const open = inflateSync(file.subarray(begin), { maxOutputLength: Math.max(1, left) });
      left -= open.length;
      if (isActive(open)) return true;
    } catch {
      // too much, packed in another way, or broken: of the last no reader could open it either, but nobody looked into it
      return true;
    }
  }
  return false;
}

/** What a file is by what it holds, never by its name; null for any other kind. */
function kindOf(file: Buffer): Kind | null {
  if (file.subarray(0, 8).equals(PNG)) return isPng(file) ? 'image/png' : null;
  if (file[0] === 0xff && file[1] === 0xd8) return isJpeg(file) ? 'image/jpeg' : null;
  return file.toString('latin1', 0, 5) === '%PDF-' && file.toString('latin1', Math.max(0, file.length - 1024)).includes('%%EOF') ? 'application/pdf' : null;
}
/** A document or picture that may be kept: its media type, and its name with the ending that fits. @throws Fault refused for anything else, and for a PDF that does something when it is opened */
export function checkedFile({ name, bytes }: Upload, from: Ask['from']): { type: Kind; name: string } {
  const type = kindOf(bytes);
  if (type === null) return refuse('file_kind', from);
  if (type === 'application/pdf' && doesSomething(bytes)) refuse('file_active', from);
  const base = beginning(name.replace(/\.[^.]*$/, '').replace(/[\\/:*?"<>|\p{C}]+/gu, '_'), 80).trim();
  return { type, name: `${base || 'certificate'}.${ENDINGS[type]}` };
}
