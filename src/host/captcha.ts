import { randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

// A PNG drawn here: bent strokes in a bitmap. An SVG would give each letter away by its path.
// Strokes on a 4×6 grid, `x,y x,y|x,y …`; letters and digits that people take for one another are left out.
const GLYPHS: Record<string, string> = {
  A: '0,6 2,0 4,6|1,4 3,4', C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5', E: '4,0 0,0 0,6 4,6|0,3 3,3', F: '4,0 0,0 0,6|0,3 3,3', H: '0,0 0,6|4,0 4,6|0,3 4,3', J: '4,0 4,5 3,6 1,6 0,5', K: '0,0 0,6|4,0 0,3 4,6',
  L: '0,0 0,6 4,6', M: '0,6 0,0 2,3 4,0 4,6', N: '0,6 0,0 4,6 4,0', P: '0,6 0,0 3,0 4,1 4,2 3,3 0,3', R: '0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6', T: '0,0 4,0|2,0 2,6', U: '0,0 0,5 1,6 3,6 4,5 4,0',
  W: '0,0 1,6 2,3 3,6 4,0', X: '0,0 4,6|4,0 0,6', Y: '0,0 2,3 4,0|2,3 2,6', 3: '0,0 4,0 2,2 4,4 3,6 0,6', 4: '3,6 3,0 0,4 4,4', 6: '4,0 1,2 0,4 1,6 3,6 4,5 3,3 1,3', 9: '0,6 3,4 4,2 3,0 1,0 0,1 1,3 3,3',
};
const LETTERS = Object.keys(GLYPHS);
const WIDTH = 132;
const HEIGHT = 48;
const between = (from: number, to: number): number => from + ((to - from) * randomInt(1_000_000)) / 1_000_000;

/** A grey bitmap one can draw bent lines into. */
class Bitmap {
  readonly pixels = new Uint8Array(WIDTH * HEIGHT).fill(255);
  private readonly swing = between(1.5, 3);
  private readonly wave = between(14, 24);
  private readonly phase = between(0, 6);
  private dot(x: number, y: number, radius: number, grey: number): void {
    for (let j = Math.floor(y - radius); j <= y + radius; j++)
      for (let i = Math.floor(x - radius); i <= x + radius; i++)
        if (i >= 0 && j >= 0 && i < WIDTH && j < HEIGHT && (i - x) ** 2 + (j - y) ** 2 <= radius ** 2) this.pixels[j * WIDTH + i] = grey;
  }
  line([x0, y0]: Point, [x1, y1]: Point, radius: number, grey: number): void {
    const steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0) * 2) || 1;
    for (let k = 0; k <= steps; k++) {
      const x = x0 + ((x1 - x0) * k) / steps;
      const y = y0 + ((y1 - y0) * k) / steps;
      this.dot(x + this.swing * Math.sin((y / this.wave) * 6 + this.phase), y + this.swing * Math.sin(x / this.wave + this.phase), radius, grey);
    }
  }
}
type Point = [x: number, y: number];

function drawLetter(bitmap: Bitmap, letter: string, place: number, cell: number): void {
  const size = between(4.4, 5.4);
  const turn = between(-0.35, 0.35);
  const [cx, cy] = [cell * (place + 0.7) + between(-3, 3), HEIGHT / 2 + between(-3, 3)];
  const grey = randomInt(20, 110);
  for (const stroke of GLYPHS[letter]!.split('|')) {
    const points = stroke.split(' ').map((pair): Point => {
      const [x, y] = pair.split(',').map(Number) as Point;
      const [u, v] = [(x - 2) * size + between(-1, 1), (y - 3) * size + between(-1, 1)];
      return [cx + u * Math.cos(turn) - v * Math.sin(turn), cy + u * Math.sin(turn) + v * Math.cos(turn)];
    });
    for (let k = 1; k < points.length; k++) bitmap.line(points[k - 1]!, points[k]!, 1.3, grey);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}
function png(pixels: Uint8Array): Buffer {
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT); // each row begins with its filter, 0
  for (let y = 0; y < HEIGHT; y++) rows.set(pixels.subarray(y * WIDTH, (y + 1) * WIDTH), y * (WIDTH + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head[8] = 8; // eight bits of grey
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** A new captcha: four upper-case letters or digits, and their picture as a `data:` address of a 132×48 PNG. */
export function drawCaptcha(): { answer: string; image: string } {
  const answer = Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]!).join('');
  const bitmap = new Bitmap();
  [...answer].forEach((letter, place) => drawLetter(bitmap, letter, place, WIDTH / 4.4));
  for (let k = 0; k < 3; k++) bitmap.line([between(0, WIDTH / 3), between(0, HEIGHT)], [between(WIDTH / 1.5, WIDTH), between(0, HEIGHT)], 0.8, randomInt(60, 150));
  for (let k = 0; k < 160; k++) bitmap.pixels[randomInt(WIDTH * HEIGHT)] = randomInt(80, 220);
  return { answer, image: `data:image/png;base64,${png(bitmap.pixels).toString('base64')}` };
}
