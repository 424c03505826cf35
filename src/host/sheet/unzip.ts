import { inflateRawSync } from 'node:zlib';
import { BadSheet, SHEET } from './bound.ts';

const END = Buffer.from([0x50, 0x4b, 5, 6]);
const STORED = 0;
const DEFLATED = 8;

/**
 * The entries of a ZIP archive by name, unpacked on being asked for. What its headers claim of sizes is not believed:
 * unpacking itself stops at what is left of the bound for all together. @throws BadSheet form, locked, size
 */
export function openZip(zip: Buffer): (name: string) => Buffer | undefined {
  const end = zip.lastIndexOf(END);
  if (end < 0 || end + 22 > zip.length) throw new BadSheet('form');
  const count = zip.readUInt16LE(end + 10);
  if (count > SHEET.entries) throw new BadSheet('size');
  const entries = new Map<string, { method: number; from: number; packed: number }>();
  let at = zip.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) throw new BadSheet('form');
    if ((zip.readUInt16LE(at + 8) & 1) === 1) throw new BadSheet('locked');
    const [nameLength, extra, comment, from] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32), zip.readUInt32LE(at + 42)];
    entries.set(zip.toString('utf8', at + 46, at + 46 + nameLength), { method: zip.readUInt16LE(at + 10), from, packed: zip.readUInt32LE(at + 20) });
    at += 46 + nameLength + extra + comment;
  }
  let left: number = SHEET.unpacked;
  return (name) => {
    const entry = entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.from + 30 > zip.length) throw new BadSheet('form');
    const start = entry.from + 30 + zip.readUInt16LE(entry.from + 26) + zip.readUInt16LE(entry.from + 28);
    const packed = zip.subarray(start, start + entry.packed);
    const bytes = entry.method === STORED ? packed : entry.method === DEFLATED ? inflate(packed, left) : null;
    if (bytes === null) throw new BadSheet('form');
    left -= bytes.length;
    if (left < 0) throw new BadSheet('size');
    return bytes;
  };
}
function inflate(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    throw new BadSheet((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'size' : 'form');
  }
}
