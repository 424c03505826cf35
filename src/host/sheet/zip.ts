import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive: its name and its text, in parts where it is long. */
export type ZipFile = readonly [name: string, text: AsyncIterable<string> | Iterable<string>];

// UTF-8 names, sizes told after the content, as they are not known before
const FLAGS = 0x0808;
const DEFLATED = 8;
// 1 January 1980: the same content is the same file
const DATE = 0x21;

/** A ZIP archive, written as it goes: the memory it takes does not grow with it. */
export async function* zip(files: readonly ZipFile[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, text] of files) {
    const name = Buffer.from(path);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    [20, FLAGS, DEFLATED, 0, DATE].forEach((value, i) => head.writeUInt16LE(value, 4 + 2 * i));
    head.writeUInt16LE(name.length, 26);
    yield Buffer.concat([head, name]);
    let [crc, size, packed] = [0, 0, 0];
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const part of text) {
        const bytes = Buffer.from(part);
        crc = crc32(bytes, crc);
        size += bytes.length;
        yield bytes;
      }
    };
    const source = Readable.from(counted());
    const deflated = source.pipe(createDeflateRaw());
    // pipe passes no failure on: an archive must not end as if it were whole
    source.once('error', (error) => deflated.destroy(error));
    // nor that nobody reads on: what the text comes from must end then too
    deflated.once('close', () => source.destroy());
    for await (const bytes of deflated as AsyncIterable<Buffer>) {
      packed += bytes.length;
      yield bytes;
    }
    const sizes = Buffer.alloc(12);
    [crc, packed, size].forEach((value, i) => sizes.writeUInt32LE(value, 4 * i));
    yield Buffer.concat([Buffer.from([0x50, 0x4b, 7, 8]), sizes]);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    [20, 20, FLAGS, DEFLATED, 0, DATE].forEach((value, i) => entry.writeUInt16LE(value, 4 + 2 * i));
    sizes.copy(entry, 16);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, name);
    at += 30 + name.length + packed + 16;
  }
  const whole = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(whole.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([whole, end]);
}
