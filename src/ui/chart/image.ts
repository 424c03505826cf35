// Pictures that leave the console: drawn anew on a canvas of their own, so that neither the window nor the theme decides how they look.
import type { Ink } from './ink.ts';
import { imageInk } from './ink.ts';
import { fetchPart } from '../fetch-part.ts';
import type { Drawn } from './plot.ts';
import { boundsOf, SHADES, shadeOf, ticksOf } from './tick.ts';

/** What stands above the picture. */
export interface Headed {
  title: string;
  /** Range, filters, the day on which it was made: a line each. */
  lines: readonly string[];
}
/** What is drawn below it. */
export type Shown =
  | { kind: 'time'; drawn: Drawn }
  | { kind: 'heat'; rows: readonly string[]; marks: readonly string[]; values: readonly (readonly (number | null)[])[]; say: (value: number | null) => string; cut: readonly number[]; less: string }
  | { kind: 'rank'; rows: readonly { place: number | null; name: string; value: string; share: number | null }[] };
interface Pen {
  pen: CanvasRenderingContext2D;
  ink: Ink;
  font: string;
}
const WIDTH = 1200;
const EDGE = 32;
const LINE = 24;
const ROW = 28;
const NAME = 220;
const INNER = WIDTH - 2 * EDGE;
const PLOT_HEIGHT = 520;
/** How strong each shade is, from nothing at all to the last one; as the style sheet has it. */
const STRENGTH = [0, 0.24, 0.42, 0.6, 0.8, 1];

const heightOf = (shown: Shown): number => (shown.kind === 'time' ? PLOT_HEIGHT + LINE : shown.kind === 'heat' ? (shown.rows.length + 2) * ROW + LINE : shown.rows.length * ROW);
/** A text that fits. */
function fitted(pen: CanvasRenderingContext2D, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  const signs = [...text];
  while (signs.length > 1 && pen.measureText(`${signs.join('')}…`).width > room) signs.pop();
  return `${signs.join('')}…`;
}
function write({ pen, ink, font }: Pen, text: string, x: number, y: number, { size = 16, bold = false, quiet = false, end = false, room = INNER } = {}): void {
  pen.font = `${bold ? 600 : 400} ${size}px ${font}`;
  pen.fillStyle = quiet ? ink.quiet : ink.text;
  pen.textAlign = end ? 'right' : 'left';
  pen.textBaseline = 'middle';
  pen.fillText(fitted(pen, text, room), x, y);
}
function shade({ pen, ink }: Pen, strength: number, x: number, y: number, width: number, height: number): void {
  pen.globalAlpha = strength;
  pen.fillStyle = ink.main;
  pen.fillRect(x, y, width, height);
  pen.globalAlpha = 1;
  pen.strokeStyle = ink.line;
  pen.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
}
/** A place of a heat map: shaded, zero with a dot, without a figure with a stroke across. */
function place(hand: Pen, level: number | null, x: number, y: number, width: number, height: number): void {
  const { pen, ink } = hand;
  shade(hand, STRENGTH[level ?? 0]!, x, y, width, height);
  if (level !== null && level > 0) return;
  pen.beginPath();
  if (level === 0) pen.arc(x + width / 2, y + height / 2, 1.5, 0, 2 * Math.PI);
  else {
    pen.moveTo(x + width, y);
    pen.lineTo(x, y + height);
  }
  pen.strokeStyle = ink.quiet;
  pen.fillStyle = ink.quiet;
  if (level === 0) pen.fill();
  else pen.stroke();
}
function drawHeat(hand: Pen, { rows, marks, values, say, cut, less }: Extract<Shown, { kind: 'heat' }>, top: number): void {
  const bounds = boundsOf(values.flat());
  const wide = (INNER - NAME) / marks.length;
  for (const i of ticksOf(marks.length, INNER - NAME, 64)) write(hand, marks[i]!, EDGE + NAME + i * wide, top + ROW / 2, { size: 13, quiet: true });
  // in the colour of the words above
  for (const i of cut) hand.pen.fillRect(EDGE + NAME + i * wide, top + ROW - 3, wide - 1, 2);
  rows.forEach((name, row) => {
    const y = top + (row + 1) * ROW;
    write(hand, name, EDGE, y + ROW / 2, { size: 14, room: NAME - 12 });
    marks.forEach((_, i) => place(hand, shadeOf(values[row]?.[i] ?? null, bounds), EDGE + NAME + i * wide, y + 1, Math.max(1, wide - 1), ROW - 2));
  });
  let x = EDGE + NAME;
  const y = top + (rows.length + 1) * ROW + LINE / 2;
  const legend: readonly [level: number | null, words: string][] = [[null, say(null)], [0, say(0)], ...bounds.map((bound, i): [number, string] => [SHADES - bounds.length + i + 1, `≤ ${say(bound)}`])];
  for (const [level, words] of legend) {
    place(hand, level, x, y, 16, 16);
    write(hand, words, x + 22, y + 8, { size: 13, quiet: true });
    x += 40 + hand.pen.measureText(words).width;
  }
  if (cut.length > 0) write(hand, `━ ${less}`, x, y + 8, { size: 13, quiet: true });
}
function drawRank(hand: Pen, { rows }: Extract<Shown, { kind: 'rank' }>, top: number): void {
  const [room, value] = [2 * NAME, 150];
  const bar = INNER - room - 40 - value;
  rows.forEach(({ place: nth, name, value: words, share }, i) => {
    const y = top + i * ROW;
    if (nth !== null) write(hand, String(nth), EDGE + 24, y + ROW / 2, { size: 14, quiet: true, end: true });
    write(hand, name, EDGE + 40, y + ROW / 2, { size: 14, room: room - 12 });
    write(hand, words, EDGE + 40 + room + value - 16, y + ROW / 2, { size: 14, end: true });
    hand.pen.fillStyle = hand.ink.main;
    if (share !== null) hand.pen.fillRect(EDGE + 40 + room + value, y + 8, Math.max(1, bar * Math.max(0, Math.min(1, share))), ROW - 16);
  });
}
async function drawTime(hand: Pen, drawn: Drawn, top: number): Promise<void> {
  const { pen, ink, font } = hand;
  let x = EDGE;
  drawn.legend.forEach((words, i) => {
    pen.fillStyle = i === 0 ? ink.main : ink.other;
    for (const dash of [[0, 5, 10, 15, 20], [0, 10, 20]][i] ?? []) pen.fillRect(x + dash, top + 10, 5, 4);
    write(hand, words, x + 32, top + LINE / 2, { size: 14 });
    x += 64 + pen.measureText(words).width;
  });
  const { drawPlot } = await fetchPart(() => import(/* webpackChunkName: "plot" */ './plot.ts'));
  const plot = drawPlot(document.createElement('div'), drawn, { ink, width: INNER, height: PLOT_HEIGHT, font: `14px ${font}` });
  // it draws when microtasks run
  await new Promise<void>((done) => setTimeout(done));
  pen.drawImage(plot.canvas, EDGE, top + LINE, INNER, PLOT_HEIGHT);
  plot.destroy();
}
/** The picture as a PNG of 1200 CSS px, twice as fine; null where the browser draws none. */
export async function imageOf({ title, lines }: Headed, shown: Shown): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const top = EDGE + 36 + lines.length * LINE + 16;
  const height = top + heightOf(shown) + EDGE;
  canvas.width = WIDTH * 2;
  canvas.height = height * 2;
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  const hand: Pen = { pen, ink: imageInk(), font: getComputedStyle(document.body).fontFamily || 'sans-serif' };
  pen.scale(2, 2);
  pen.fillStyle = hand.ink.ground;
  pen.fillRect(0, 0, WIDTH, height);
  write(hand, title, EDGE, EDGE + 14, { size: 22, bold: true });
  lines.forEach((line, i) => write(hand, line, EDGE, EDGE + 36 + i * LINE + LINE / 2, { quiet: true }));
  if (shown.kind === 'time') await drawTime(hand, shown.drawn, top);
  else if (shown.kind === 'heat') drawHeat(hand, shown, top);
  else drawRank(hand, shown, top);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
