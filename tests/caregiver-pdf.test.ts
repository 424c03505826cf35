// PDFs that were made to keep the one thread busy that serves everybody: whatever up to 5 MB they hold, they are judged at once.
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FILE_BYTES } from '../src/areas/caregiver/contract.ts';
import { checkedFile } from '../src/areas/caregiver/file.ts';
import type { Fault } from '../src/kernel/error.ts';

const FROM = { ip: '', userAgent: '', requestId: '', language: 'zh-cn' } as const;
const pdf = (...parts: (string | Buffer)[]): Buffer => Buffer.concat(['%PDF-1.5\n', ...parts, '%%EOF'].map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
const stream = (inside: string | Buffer, head = '/ObjStm'): Buffer => Buffer.concat([Buffer.from(`<</Type ${head} /N 1 /First 4 /Filter /FlateDecode>>\nstream\n`, 'latin1'), deflateSync(inside, { level: 9 }), Buffer.from('\nendstream\n')]);
/** What it is, or the words of its refusal, and the ms of it. */
function judged(bytes: Buffer): { said: string; ms: number } {
  const began = performance.now();
  let said: string;
  try {
    said = checkedFile({ name: 'a.pdf', bytes }, FROM).type;
  } catch (error) {
    said = (error as Fault).words('zh-cn');
  }
  return { said, ms: Math.round(performance.now() - began) };
}
/** ms of hashing 5 MB once, at this very moment on this machine: judging costs some 35 of these at worst, before its bounds it cost 5,600. */
function hashed(): number {
  const bytes = Buffer.alloc(FILE_BYTES);
  return Math.min(...Array.from({ length: 3 }, () => {
    const began = performance.now();
    createHash('sha256').update(bytes).digest();
    return performance.now() - began;
  }));
}
const fill = (part: string | Buffer, bytes = FILE_BYTES - 100): Buffer => Buffer.alloc(bytes, part);
const REFUSED = expect.stringContaining('另存为普通 PDF');

test('what a scanner packed is no script by chance', () => {
  // an own generator: the same scans each time
  let seed = 20261126;
  const scan = (): Buffer => {
    const bytes = Buffer.allocUnsafe(FILE_BYTES - 100);
    for (let i = 0; i + 4 <= bytes.length; i += 4) bytes.writeUInt32LE((seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0), i);
    return bytes;
  };
  expect(Array.from({ length: 20 }, () => judged(pdf(scan())).said)).toEqual(Array(20).fill('application/pdf'));
});
describe('a PDF is judged in no time', () => {
  test.each<[string, () => Buffer, unknown]>([
    ['32 kB that unpack to 33 MB of escapes', () => pdf('/ObjStm stream\n', deflateSync(Buffer.alloc(33_000_000, '#41'), { level: 9 })), REFUSED],
    ['a hundred of 300 kB each', () => pdf(...Array.from({ length: 100 }, () => stream(Buffer.alloc(300_000, '#41')))), REFUSED],
    ['200,000 empty streams of objects', () => pdf(fill(Buffer.concat([Buffer.from('/ObjStm stream\n'), deflateSync('')]))), REFUSED],
    ['600,000 heads without a stream', () => pdf(fill('/ObjStm')), REFUSED],
    ['heads in escapes', () => pdf(fill('/#4f#62#6a#53#74#6d')), REFUSED],
    ['5 MB of escapes', () => pdf(fill('#41')), 'application/pdf'],
    ['5 MB of #', () => pdf(fill('#')), 'application/pdf'],
    ['5 MB of /', () => pdf(fill('/')), 'application/pdf'],
    ['5 MB of almost the names', () => pdf(fill('/JavaScrip/EmbeddedFile_/Launc')), 'application/pdf'],
    ['5 MB of `stream`', () => pdf(fill('stream\n')), 'application/pdf'],
    ['a hundred streams of what is honest', () => pdf(...Array.from({ length: 100 }, (_, i) => stream(`${i} 0 <</Type /Font /BaseFont /Helvetica>> `.repeat(400)))), 'application/pdf'],
  ])('%s', (_name, made, expected) => {
    const bytes = made();
    expect(bytes.length).toBeLessThanOrEqual(FILE_BYTES);
    const { said, ms } = judged(bytes);
    expect(said).toEqual(expected);
    expect(ms / hashed()).toBeLessThan(200);
  });
  test.each<[string, Buffer]>([
    ['in its last stream of objects', pdf(...Array.from({ length: 20 }, () => stream('1 0 <</Type /Page>>')), stream('1 0 <</S /JavaScript>>'))],
    ['whose stream of objects is called so in escapes', pdf(stream('1 0 <</S /JavaScript>>', '/Obj#53tm'))],
    ['whose name is in escapes, packed', pdf(stream('1 0 <</S /J#61vaScript>>'))],
    ['in a string', pdf('<</S /Rendition /JS(app.alert\\(1\\))>>')],
    ['in an object elsewhere', pdf('<</S /Rendition /JS\0 12 0 R>>')],
    ['behind a comment, as hex', pdf('<</S /Rendition /J#53 %\n<61>>>')],
    ['whose stream is packed in another way', pdf('/ObjStm stream\nxyz\nendstream')],
  ])('a script is found %s', (_name, bytes) => expect(judged(bytes).said).toEqual(REFUSED));
});
