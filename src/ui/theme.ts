/** Theme colours (spec section 9, look.md "Colour"): a ten-step palette of any colour, and the steps of it that can be read. */
import { VALUES } from '../kernel/setting.ts';

export type Mode = 'light' | 'dark';
type Rgb = readonly [number, number, number];

/** The neutrals that text and controls stand on; equal to token.css (a test compares them). */
export const GROUND = {
  light: { bg: '#ffffff', surface: '#f6f7f9', raised: '#ffffff' },
  dark: { bg: '#16181d', surface: '#1b1e24', raised: '#23272f' },
} as const;
/** Dark text on a light fill. */
const INK = '#0b0d11';
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** `#RGB` or `#RRGGBB` as three numbers, or null for anything else. */
export function parseColour(text: string): Rgb | null {
  const hex = VALUES.themeColor.exec(text.trim())?.[1];
  if (hex === undefined) return null;
  const six = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex;
  return [0, 2, 4].map((at) => parseInt(six.slice(at, at + 2), 16)) as unknown as Rgb;
}
const written = (rgb: Rgb): string => `#${rgb.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`;
const mix = (from: Rgb, to: Rgb, share: number): Rgb => from.map((v, i) => v + (to[i]! - v) * share) as unknown as Rgb;
const rgb = (text: string): Rgb => {
  const parsed = parseColour(text);
  if (parsed === null) throw new TypeError(text);
  return parsed;
};
const luminance = (text: string): number => {
  const [r, g, b] = rgb(text).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
/** WCAG contrast of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Nine lighter steps at 10 % increments and one darker at 20 % (spec section 9). @throws TypeError for what is no colour. */
export function palette(colour: string): { lighter: string[]; darker: string } {
  const base = rgb(colour);
  return { lighter: Array.from({ length: 9 }, (_, i) => written(mix(base, WHITE, (i + 1) / 10))), darker: written(mix(base, BLACK, 0.2)) };
}

/** The theme's custom properties in one mode. */
export interface Accent {
  /** Fills and marks: ≥ 3:1 on every ground and on the tint. */
  '--accent': string;
  /** Text on `--accent`: ≥ 4.5:1. */
  '--on-accent': string;
  /** Tint of what is selected; all text stays readable on it. */
  '--accent-soft': string;
  /** Text in the theme colour: ≥ 4.5:1 on every ground and on the tint. */
  '--accent-text': string;
  /** As `--accent`. */
  '--focus': string;
}

/** The readable steps: the first of the palette that has the contrast asked for; beyond its last, on towards black or white in the same 10 % steps. */
export function accent(colour: string, mode: Mode): Accent {
  const base = rgb(colour);
  const { lighter, darker } = palette(colour);
  const further = Array.from({ length: 7 }, (_, i) => written(mix(base, BLACK, (i + 3) / 10)));
  const steps = [written(base), ...(mode === 'light' ? [darker, ...further] : lighter)];
  const tint = (step: string): string => (mode === 'light' ? palette(step).lighter[8]! : written(mix(rgb(GROUND.dark.bg), rgb(step), 0.16)));
  const reads = (step: string, least: number, on: readonly string[]): boolean => on.every((ground) => contrast(step, ground) >= least);
  const own = Object.values(GROUND[mode]);
  // of the step that is used, not of the colour as it was chosen: white has no tint; and the marks stand on it too
  const fill = steps.find((step) => reads(step, 3, [...own, tint(step)])) ?? steps.at(-1)!;
  const soft = tint(fill);
  const grounds = [...own, soft];
  const fillFor = (ink: string) => steps.find((step) => reads(step, 3, grounds) && contrast(step, ink) >= 4.5);
  // white text looks calmer on a fill; a dark ground keeps a light fill instead and turns the text dark
  const inks = mode === 'light' || contrast(fill, '#ffffff') >= 4.5 ? ['#ffffff', INK] : [INK, '#ffffff'];
  const ink = inks.find((candidate) => fillFor(candidate) !== undefined) ?? INK;
  return {
    '--accent': fillFor(ink) ?? fill,
    '--on-accent': ink,
    '--accent-soft': soft,
    '--accent-text': steps.find((step) => reads(step, 4.5, grounds)) ?? steps.at(-1)!,
    '--focus': fill,
  };
}
