import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { encode as encodePng } from 'fast-png';
import jpeg from 'jpeg-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { account } from '../src/areas/account/contract.ts';
import type { Reply } from '../src/kernel/endpoint.ts';
import { startApi, type Api, type Client } from './kit/api.ts';

type Profile = Reply<typeof account.profile>;
let api: Api;
let zhou: Client;
let version: number;
beforeAll(async () => {
  api = await startApi();
  await api.account({ username: 'zhou', role: 3 });
  zhou = await api.as('zhou');
});
afterAll(() => api.close());
const profile = async (): Promise<Profile> => (await zhou.get<Profile>('/sys/users/profile')).body.result;
beforeEach(async () => void (version = (await profile()).version));

const address = (file: Uint8Array, type = 'png'): string => `data:image/${type};base64,${Buffer.from(file).toString('base64')}`;
const save = (avatar: string | null | undefined) => zhou.put<Profile>('/sys/users/profile', { body: { nickname: '小周', gender: 1, version, ...(avatar === undefined ? {} : { avatar }) } });
/** Left half red, right half blue; the lower half seen through where there is alpha. */
function halves(width: number, height: number, channels: 1 | 2 | 3 | 4, depth: 8 | 16 = 8): Uint8Array {
  const most = 2 ** depth - 1;
  const data = new (depth === 16 ? Uint16Array : Uint8Array)(width * height * channels);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [red, alpha] = [x < width / 2, y < height / 2];
      const pixel = channels < 3 ? [red ? most : 0, alpha ? most : 0] : [red ? most : 0, 0, red ? 0 : most, alpha ? most : 0];
      for (let c = 0; c < channels; c++) data[(y * width + x) * channels + c] = pixel[c]!;
    }
  return encodePng({ width, height, data, channels, depth });
}
function shown(avatar: string | null) {
  expect(avatar).toMatch(/^data:image\/jpeg;base64,/);
  const file = Buffer.from(avatar!.split(',')[1]!, 'base64');
  const { width, height, data } = jpeg.decode(file);
  const at = (x: number, y: number): number[] => [...data.subarray((Math.floor(y * (height - 1)) * width + Math.floor(x * (width - 1))) * 4, (Math.floor(y * (height - 1)) * width + Math.floor(x * (width - 1))) * 4 + 3)];
  return { width, height, file, at };
}
const near = (got: number[], want: number[]): void => want.forEach((w, i) => expect(Math.abs(got[i]! - w)).toBeLessThan(12));
const chunk = (type: string, data: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
};
const header = (width: number, height: number, depth = 8, colour = 6): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour], 8);
  return chunk('IHDR', head);
};
const SIGN = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([SIGN, ...chunks, chunk('IEND', Buffer.alloc(0))]);

describe('an avatar', () => {
  test('is kept as a small JPEG, and goes with who one is', async () => {
    const { status, body } = await save(address(halves(800, 400, 4)));
    expect(status).toBe(200);
    const { width, height, at } = shown(body.result.avatar);
    expect([width, height]).toEqual([256, 128]);
    near(at(0.2, 0.2), [255, 0, 0]);
    near(at(0.8, 0.2), [0, 0, 255]);
    near(at(0.2, 0.9), [255, 255, 255]); // what is seen through is white
    expect((await zhou.get<{ avatar: string }>('/sys/me')).body.result.avatar).toBe(body.result.avatar);
    expect((await api.signIn('zhou')).userInfo.avatar).toBe(body.result.avatar);
    expect(await api.rows(`select before, after from audit_event where action = 'profile.edit' and ok order by id desc limit 1`)).toMatchObject([{ before: { avatar: false }, after: { avatar: true } }]);
  });
  test('that comes back as it is kept is not made anew', async () => {
    const { avatar, version: now } = (await save(address(halves(80, 40, 3)))).body.result;
    version = now;
    expect((await save(avatar)).body.result.avatar).toBe(avatar);
    expect(await api.rows(`select after ? 'avatar' as changed from audit_event where action = 'profile.edit' and ok order by id desc limit 1`)).toEqual([{ changed: false }]);
  });
  test('stays when it is left out, and goes with null', async () => {
    await save(address(halves(10, 10, 3)));
    version++;
    expect((await save(undefined)).body.result.avatar).not.toBeNull();
    version++;
    expect((await save(null)).body.result.avatar).toBeNull();
  });
  test.each([[1, 8], [2, 8], [3, 8], [4, 8], [3, 16], [4, 16]] as const)('PNG of %i channels and %i bits', async (channels, depth) => {
    const { at } = shown((await save(address(halves(64, 64, channels, depth)))).body.result.avatar);
    near(at(0.2, 0.2), channels < 3 ? [255, 255, 255] : [255, 0, 0]);
    near(at(0.9, 0.2), channels < 3 ? [0, 0, 0] : [0, 0, 255]);
  });
  test('PNG with a palette, with one bit, with an invisible colour', async () => {
    const palette = chunk('PLTE', Buffer.from([255, 0, 0, 0, 0, 255]));
    const lines = (line: number[]): Buffer => chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: 16 }, () => Buffer.from([0, ...line])))));
    const indexed = shown((await save(address(pngOf(header(16, 16, 1, 3), palette, chunk('tRNS', Buffer.from([255, 0])), lines([0x00, 0xff]))))).body.result.avatar);
    near(indexed.at(0.2, 0.5), [255, 0, 0]);
    near(indexed.at(0.9, 0.5), [255, 255, 255]);
    version++;
    const grey = shown((await save(address(pngOf(header(16, 16, 1, 0), lines([0x00, 0xff]))))).body.result.avatar);
    near([grey.at(0.2, 0.5)[0]!, grey.at(0.9, 0.5)[0]!], [0, 255]);
    version++;
    const keyed = shown((await save(address(pngOf(header(16, 16, 1, 0), chunk('tRNS', Buffer.from([0, 0])), lines([0x00, 0xff]))))).body.result.avatar);
    near(keyed.at(0.2, 0.5), [255, 255, 255]);
  });
  test('a JPEG is turned as it was taken, and loses everything but the picture', async () => {
    const data = Buffer.alloc(40 * 20 * 4, 255);
    for (let y = 0; y < 20; y++) for (let x = 0; x < 40; x++) data.set(x < 20 ? [255, 0, 0] : [0, 0, 255], (y * 40 + x) * 4);
    const plain = jpeg.encode({ width: 40, height: 20, data }, 95).data;
    const tiff = Buffer.from('4949' + '2a00' + '08000000' + '0100' + '1201' + '0300' + '01000000' + '06000000' + '00000000', 'hex');
    const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('GPS 31.2304 121.4737')]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(body.length + 2);
    const taken = Buffer.concat([plain.subarray(0, 2), Buffer.from([0xff, 0xe1]), size, body, plain.subarray(2)]);
    const { width, height, at, file } = shown((await save(address(taken, 'jpeg'))).body.result.avatar);
    expect([width, height]).toEqual([20, 40]);
    near(at(0.5, 0.1), [255, 0, 0]);
    near(at(0.5, 0.9), [0, 0, 255]);
    expect(file.includes('GPS')).toBe(false);
    expect(file.includes('Exif')).toBe(false);
  });
  test('what is no picture, too large, or larger inside than out, is refused and changes nothing', async () => {
    const bomb = deflateSync(Buffer.alloc(60_000_000));
    const good = Buffer.from(halves(8, 8, 4));
    const wrong: [string, string][] = [
      ['text', address(Buffer.from('<svg onload=alert(1)>'))],
      ['signature alone', address(SIGN)],
      ['cut off', address(good.subarray(0, good.length - 20))],
      ['wide', address(pngOf(header(4097, 1), chunk('IDAT', deflateSync(Buffer.alloc(5000)))))],
      ['no pixels', address(pngOf(header(0, 0), chunk('IDAT', deflateSync(Buffer.alloc(1)))))],
      ['huge', address(pngOf(header(2 ** 31, 2 ** 31), chunk('IDAT', deflateSync(Buffer.alloc(100)))))],
      ['bomb', address(pngOf(header(1, 1), chunk('IDAT', bomb)))],
      ['two heads', address(pngOf(header(1, 1), header(4000, 4000), chunk('IDAT', bomb)))],
      ['JPEG start alone', address(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'jpeg')],
      ['a wide JPEG', address(Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0xff, 0xff, 0xff, 0xff, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 0xff, 0xd9]), 'jpeg')],
      ['over 1 MB', address(Buffer.concat([SIGN, Buffer.alloc(1_048_570)]))],
    ];
    for (const [name, avatar] of wrong) {
      const { status, body } = await save(avatar);
      expect([name, status, body.code]).toEqual([name, 400, 40007]);
    }
    for (const avatar of ['', 'https://example.com/a.png', 'data:image/svg+xml;base64,AAAA', 'data:image/png;base64,###', 'javascript:alert(1)']) expect((await save(avatar)).body.code).toBe(40000);
    expect((await profile()).version).toBe(version);
    // a profile in a text chunk that would unfold to 60 MB is not even read
    expect((await save(address(pngOf(header(1, 1), chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), bomb])), chunk('IDAT', deflateSync(Buffer.from([0, 9, 9, 9, 255]))))))).status).toBe(200);
  });
});

test('pictures wait their turn, and are refused when too many do; other calls are answered meanwhile', async () => {
  const large = address(halves(1200, 1200, 4));
  let isOver = false;
  const all = Promise.all(Array.from({ length: 7 }, () => save(large))).finally(() => (isOver = true));
  let answered = 0;
  while (!isOver) {
    expect((await zhou.get('/sys/me')).status).toBe(200);
    if (!isOver) answered++;
    await sleep(20); // asked without a socket, a call alone gives the worker no turn
  }
  expect((await all).map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 429, 429, 429]);
  // they came between, not after
  expect(answered).toBeGreaterThan(2);
});
