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

const SCRIPT = '1 0 <</S /JavaScript>>';
const FLATE = ' /Filter /FlateDecode';
/** An object whose head says this, with a stream. */
const object = (head: string | Buffer, inside: string | Buffer = SCRIPT, line = '\n'): Buffer => pdf(`1 0 obj${line}<<`, head, `>>${line}stream${line}`, deflateSync(inside), `${line}endstream${line}endobj${line}`);
/** Each row of 20 bytes as what it adds to the byte before (PNG's Sub): no name is left as it is. */
function differences(text: string): Buffer {
  const rows = text.padEnd(Math.ceil(text.length / 20) * 20).match(/.{20}/gs)!.map((row) => Buffer.from(row, 'latin1'));
  return Buffer.concat(rows.map((row) => Buffer.from([1, ...row.map((byte, i) => byte - (row[i - 1] ?? 0))])));
}
test('what ordinary writers make is kept: their tables and pictures are packed as differences, their objects are not', () => {
  const table = object('/DecodeParms<</Columns 4/Predictor 12>>/Filter/FlateDecode/ID[<01><02>]/Info 9 0 R/Root 11 0 R/Size 10/Type/XRef/W[1 2 1]', differences('table'.repeat(8)));
  const picture = object('/Type /XObject /Subtype /Image /Filter /FlateDecode /DecodeParms <</Predictor 15 /Colors 3 /Columns 20>>', differences('picture'.repeat(8)));
  for (const head of ['/Type /ObjStm /N 1 /First 4 /Length 44 /Filter /FlateDecode ', '/Filter/FlateDecode/First 4/Length 44/N 1/Type/ObjStm', '\n   /Length 8 0 R\n   /Type /ObjStm\n   /Extends 5 0 R\n   /Filter [ /FlateDecode ]\n'])
    expect(judged(pdf(picture, object(head, '1 0 <</Type /Page>>'), table, object(head, '1 0 <</Type /Font>>', '\r\n')))).toMatchObject({ said: 'application/pdf' });
});
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
    ['32 kB that unpack to 33 MB of escapes', () => pdf(`<</Type /ObjStm${FLATE}>>\nstream\n`, deflateSync(Buffer.alloc(33_000_000, '#41'), { level: 9 })), REFUSED],
    ['a hundred of 300 kB each', () => pdf(...Array.from({ length: 100 }, () => stream(Buffer.alloc(300_000, '#41')))), REFUSED],
    ['100,000 empty streams of objects', () => pdf(fill(Buffer.concat([Buffer.from(`<</ObjStm${FLATE}>>stream\n`), deflateSync('')]))), REFUSED],
    ['600,000 heads without a stream', () => pdf(fill('/ObjStm')), REFUSED],
    ['a head of 5 MB', () => pdf(Buffer.from('<</ObjStm'), fill(' /Filter', FILE_BYTES - 200), '>>stream\n'), REFUSED],
    ['a thousand long heads behind as much', () => pdf(...Array.from({ length: 1_000 }, () => Buffer.concat([fill('\n<', 2_400), Buffer.from(`<<${' '.repeat(2_400)}/ObjStm${FLATE}>>stream\n`), deflateSync('')]))), 'application/pdf'],
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
    ['whose stream is packed in another way', pdf(`<</Type /ObjStm${FLATE}>>\nstream\nxyz\nendstream`)],
    ['behind a head of 5,000 spaces', object(`/Type /ObjStm${FLATE}${' '.repeat(5_000)}`)],
    ['packed as differences', object(`/Type /ObjStm${FLATE} /DecodeParms <</Predictor 11 /Columns 20>>`, differences(SCRIPT))],
    ['packed as differences that are told of before', object(`/DecodeParms <</Predictor 11 /Columns 20>> /Type /ObjStm${FLATE}`, differences(SCRIPT))],
    ['packed as differences that are told of elsewhere', pdf('5 0 obj\n<</Predictor 11 /Columns 20>>\nendobj\n', object(`/Type /ObjStm${FLATE} /Decode#50arms 5 0 R`, differences(SCRIPT)))],
    ['packed twice', object('/Type /ObjStm /Filter [/FlateDecode /FlateDecode]', deflateSync(SCRIPT))],
    ['packed in a way that is told elsewhere', pdf('5 0 obj\n[/FlateDecode /FlateDecode]\nendobj\n', object('/Type /ObjStm /Filter 5 0 R', deflateSync(SCRIPT)))],
    ['behind the end of a line that is none', object(`/Type /ObjStm${FLATE}`, SCRIPT, '\r')],
    ['behind an end in a string', object(`/Type /ObjStm /X (endobj)${FLATE}`)],
    ['behind another stream in a string', object(Buffer.concat([Buffer.from(`/Type /ObjStm${FLATE} /X (>>\nstream\n`), deflateSync('1 0 2', { level: 0 }), Buffer.from(')')]))],
    ['behind another head in a comment', object('/Filter [/FlateDecode /FlateDecode] %<<\n/Type /ObjStm', deflateSync(SCRIPT))],
    ['behind a type that is told elsewhere', pdf('5 0 obj\n/ObjStm\nendobj\n', object(FLATE, '1 0 2'), object(`/Type 5 0 R${FLATE}`))],
  ])('a script is found %s', (_name, bytes) => expect(judged(bytes).said).toEqual(REFUSED));
});
