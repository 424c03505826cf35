import { constants, inflateSync } from 'node:zlib';
import { convertIndexedToRgb, decode as decodePng } from 'fast-png';
import jpeg from 'jpeg-js';

/** Bounds of a picture: bytes of the file, pixels of a side as it comes and as it is kept. */
const PICTURE = { bytes: 1_048_576, side: 4096, kept: 256 } as const;
const QUALITY = 85;
const PNG = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** Pixels as red, green, blue, alpha, one byte each. */
interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}
function refuse(why: string): never {
  throw new Error(why);
}
function bounded(width: number, height: number): void {
  if (width < 1 || height < 1 || width > PICTURE.side || height > PICTURE.side) refuse('size');
}

/** The parts of a PNG that make its picture. What else a file may hold (texts, profiles, frames) is left out, unread. */
function pictureParts(file: Buffer): { width: number; height: number; depth: number; channels: number; parts: Buffer[]; data: Buffer } {
  const parts: Buffer[] = [];
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (end > file.length || (type === 'IHDR') !== (at === 8)) refuse('chunk');
    if (type === 'IDAT') data.push(file.subarray(at + 8, end - 4));
    if (['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type)) parts.push(file.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  const head = parts[0] ?? refuse('chunk');
  if (head.length !== 25) refuse('chunk');
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[head[17]!] ?? refuse('colour');
  return { width: head.readUInt32BE(8), height: head.readUInt32BE(12), depth: head[16]!, channels, parts, data: Buffer.concat(data) };
}
function readPng(file: Buffer): Pixels {
  const { width, height, depth, channels, parts, data } = pictureParts(file);
  bounded(width, height);
  // as many bytes as the header promises, and no more: a small file may hold a huge one. Seven passes at most, each with a byte a line
  const most = Math.ceil((width * channels * depth) / 8) * height + 2 * height + 16 * (width + height);
  inflateSync(data, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH });
  const png = decodePng(Buffer.concat([PNG, ...parts]));
  return { width, height, data: png.palette === undefined ? spread(png) : widened(convertIndexedToRgb(png), width * height) };
}
/** Three or four bytes a pixel as four. */
function widened(bytes: ArrayLike<number>, pixels: number): Uint8Array {
  const each = bytes.length / pixels;
  const wide = new Uint8Array(pixels * 4).fill(255);
  for (let i = 0; i < pixels; i++) for (let c = 0; c < each; c++) wide[i * 4 + c] = bytes[i * each + c]!;
  return wide;
}
/** Grey or colour samples of 1 to 16 bits as four bytes a pixel; `transparency` is the one colour that is not seen. */
function spread({ width, height, depth, channels, data, transparency }: ReturnType<typeof decodePng>): Uint8Array {
  const wide = new Uint8Array(width * height * 4);
  const line = depth < 8 ? Math.ceil((width * depth) / 8) : width * channels;
  const most = 2 ** depth - 1;
  const sampleAt = (x: number, y: number, c: number): number =>
    depth < 8 ? (data[y * line + ((x * depth) >> 3)]! >> (8 - depth - ((x * depth) & 7))) & most : data[y * line + x * channels + c]!;
  const colours = channels < 3 ? 1 : 3;
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 4) {
      let hidden = transparency !== undefined && transparency.length === colours;
      for (let c = 0; c < 3; c++) {
        const sample = sampleAt(x, y, colours === 1 ? 0 : c);
        wide[to + c] = (sample * 255) / most;
        if (hidden && sample !== transparency![colours === 1 ? 0 : c]) hidden = false;
      }
      wide[to + 3] = hidden ? 0 : channels % 2 === 0 ? (sampleAt(x, y, channels - 1) * 255) / most : 255;
    }
  return wide;
}

/** Size and EXIF orientation (1 to 8), read from the segments before the first scan. */
function jpegHead(file: Buffer): { width: number; height: number; orientation: number } {
  let orientation = 1;
  for (let at = 2; at + 9 < file.length && file[at] === 0xff; ) {
    const type = file[at + 1]!;
    if (type === 0xff) {
      at++;
      continue;
    }
    const body = file.subarray(at + 4, at + 2 + file.readUInt16BE(at + 2));
    if (type >= 0xc0 && type <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(type)) return { height: body.readUInt16BE(1), width: body.readUInt16BE(3), orientation };
    if (type === 0xe1 && body.toString('latin1', 0, 6) === 'Exif\0\0') orientation = orientationOf(body.subarray(6));
    at += 4 + body.length;
  }
  return refuse('segment');
}
function orientationOf(tiff: Buffer): number {
  if (tiff.length < 14) return 1;
  const small = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (small ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = small ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = first + 2 <= tiff.length ? short(first) : 0;
  for (let at = first + 2, n = 0; n < count && at + 12 <= tiff.length; n++, at += 12) if (short(at) === 0x0112) return short(at + 8);
  return 1;
}
function readJpeg(file: Buffer): Pixels & { orientation: number } {
  const { width, height, orientation } = jpegHead(file);
  bounded(width, height);
  const { data, ...size } = jpeg.decode(file, { useTArray: true, formatAsRGBA: true, tolerantDecoding: false, maxResolutionInMP: 17, maxMemoryUsageInMB: 640 });
  if (size.width !== width || size.height !== height) refuse('size');
  return { ...size, data, orientation };
}

/** Smaller, each pixel the mean of those it stands for, on white. */
function shrunk({ width, height, data }: Pixels): Pixels {
  const scale = Math.min(1, PICTURE.kept / Math.max(width, height));
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const small = new Uint8Array(w * h * 4).fill(255);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const [x1, x2, y1, y2] = [Math.floor((x * width) / w), Math.ceil(((x + 1) * width) / w), Math.floor((y * height) / h), Math.ceil(((y + 1) * height) / h)];
      const sum = [0, 0, 0];
      for (let v = y1; v < y2; v++)
        for (let u = x1; u < x2; u++) {
          const at = (v * width + u) * 4;
          const alpha = data[at + 3]! / 255;
          for (let c = 0; c < 3; c++) sum[c]! += data[at + c]! * alpha + 255 * (1 - alpha);
        }
      for (let c = 0; c < 3; c++) small[(y * w + x) * 4 + c] = Math.round(sum[c]! / ((x2 - x1) * (y2 - y1)));
    }
  return { width: w, height: h, data: small };
}
/** Turned and mirrored as EXIF says it was taken. */
function upright({ width, height, data }: Pixels, orientation: number): Pixels {
  if (!(orientation >= 2 && orientation <= 8)) return { width, height, data };
  const isTurned = orientation >= 5;
  const [w, h] = isTurned ? [height, width] : [width, height];
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const [a, b] = isTurned ? [y, x] : [x, y];
      const u = [2, 3, 7, 8].includes(orientation) ? width - 1 - a : a;
      const v = [3, 4, 6, 7].includes(orientation) ? height - 1 - b : b;
      turned.set(data.subarray((v * width + u) * 4, (v * width + u) * 4 + 4), (y * w + x) * 4);
    }
  return { width: w, height: h, data: turned };
}

/** A PNG or JPEG file made anew: a JPEG of at most 256 × 256 pixels with nothing in it but the picture. @throws Error for what is not such a file */
export function remake(file: Buffer): Buffer {
  if (file.length > PICTURE.bytes) refuse('bytes');
  const { orientation, ...pixels } = file.subarray(0, 8).equals(PNG) ? { ...readPng(file), orientation: 1 } : file[0] === 0xff && file[1] === 0xd8 ? readJpeg(file) : refuse('kind');
  return jpeg.encode(upright(shrunk(pixels), orientation), QUALITY).data;
}
