import { inflateSync } from 'node:zlib';
import type { Ask } from '../../host/answer.ts';
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
/** Most bytes of packed objects that are looked into. */
const LOOKED = 32 * 1024 * 1024;
/** All that a PDF says of itself: as it stands, and what its object streams hold packed; `#4A` is another way to write J. */
function wordsOf(file: Buffer): string {
  let text = file.toString('latin1');
  let left = LOOKED;
  for (const { index, 0: head } of text.matchAll(/\/ObjStm[^]{0,400}?stream\r?\n/g)) {
    try {
      const open = inflateSync(file.subarray(index + head.length), { maxOutputLength: Math.max(1, left) });
      left -= open.length;
      text += open.toString('latin1');
    } catch {
      // packed in another way, or broken: a reader could not open it either, but nobody looked into it
      return '/JS';
    }
  }
  return text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
const ACTIVE = /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)\b/;

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
  if (type === 'application/pdf' && ACTIVE.test(wordsOf(bytes))) refuse('file_active', from);
  const base = name.replace(/\.[^.]*$/, '').replace(/[\\/:*?"<>|\p{C}]+/gu, '_').slice(0, 80).trim();
  return { type, name: `${base || 'certificate'}.${ENDINGS[type]}` };
}
