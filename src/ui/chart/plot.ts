import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Ink } from './ink.ts';
import { ticksOf } from './tick.ts';

/** What is drawn over time. */
export interface Drawn {
  kind: 'line' | 'bar';
  /** One short word for each place along the time. */
  marks: readonly string[];
  values: readonly (number | null)[];
  /** What it is compared with, place by place. */
  before: readonly (number | null)[];
  /** A value at the axis, short. */
  axis: (value: number) => string;
  /** Smallest distance of two marks of the axis: 1 for what is counted. */
  least: number;
  /** The axis ends here at the latest: of rates. */
  most?: number | undefined;
  /** What the line or the bars are, and what the dashes: for where nothing else says it. */
  legend: readonly string[];
  /** Places that stand for a part of what the others do: each has a ring in the picture, and the legend says so. */
  cut: readonly number[];
}
/** A picture that is drawn. */
export interface Plot {
  /** px from the left of the picture to a place, and the height that the picture has of it. */
  left: (place: number) => number;
  top: number;
  height: number;
  /** The place nearest to a px from the left. */
  at: (x: number) => number;
  canvas: HTMLCanvasElement;
  destroy: () => void;
}
/** px at least between two words of the axis below. */
const WORD = 64;
const DOTS = 62;

/** Draws once; another size, theme or language is another picture. `width` and `height` in CSS px. The canvas is filled when microtasks have run. */
export function drawPlot(target: HTMLElement, { kind, marks, values, before, axis, least, most, cut }: Drawn, { ink, width, height, font }: { ink: Ink; width: number; height: number; font: string }): Plot {
  const places = marks.map((_, i) => i);
  const size = Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? '12');
  const line = { stroke: ink.quiet, font, grid: { stroke: ink.line, width: 1 }, ticks: { show: false } };
  const top = Math.max(least, ...[...values, ...before].filter((one) => one !== null));
  const plot = new UPlot({
    width, height, padding: [size, size, 0, 0],
    legend: { show: false }, cursor: { show: false }, select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { time: false, range: () => [-0.5, Math.max(0.5, marks.length - 0.5)] },
      y: { range: (_, low) => [Math.min(0, low ?? 0), most !== undefined && top <= most ? Math.min(most, top * 1.1) : top * 1.1] },
    },
    axes: [
      { ...line, grid: { show: false }, size: size * 2, gap: size / 2, splits: (own) => ticksOf(marks.length, own.bbox.width / devicePixelRatio, WORD), values: (_, all) => all.map((place) => marks[place] ?? '') },
      {
        ...line, gap: size / 2, incrs: INCREMENTS.filter((one) => one >= least), space: size * 3,
        values: (_, all) => all.map((one) => axis(one)),
        // wide characters of 万 and 亿 take a whole size
        size: (_, all) => size + Math.max(0, ...(all ?? []).map((one) => [...one].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 255 ? 1 : 0.62), 0) * size)),
      },
    ],
    series: [
      {},
      { stroke: ink.other, width: 1.5, dash: [4, 4], points: { show: false } },
      kind === 'bar' ? { stroke: ink.main, fill: ink.main, width: 0, paths: UPlot.paths.bars!({ size: [0.62, 40] }), points: { show: false } } : { stroke: ink.main, width: 2, points: { show: marks.length <= DOTS, size: 5, fill: ink.main, stroke: ink.main } },
      { stroke: ink.main, width: 0, points: { show: true, size: 9, width: 2, fill: ink.ground } },
    ],
  }, [places, [...before], [...values], values.map((one, i) => (cut.includes(i) ? one : null))] as UPlot.AlignedData, target);
  const inPixels = (place: number): number => plot.valToPos(place, 'x') + plot.bbox.left / devicePixelRatio;
  return {
    left: inPixels,
    get top() { return plot.bbox.top / devicePixelRatio; },
    get height() { return plot.bbox.height / devicePixelRatio; },
    at: (x) => Math.max(0, Math.min(marks.length - 1, Math.round(plot.posToVal(x - plot.bbox.left / devicePixelRatio, 'x')))),
    canvas: plot.ctx.canvas,
    destroy: () => plot.destroy(),
  };
}
const INCREMENTS = Array.from({ length: 14 }, (_, i) => [1, 2, 5].map((step) => step * 10 ** (i - 3))).flat();
