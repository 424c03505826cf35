import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { measureOf, type Measure, type Unit } from './measure.ts';

/** How a measure's figures are said. */
export interface Figures {
  /** The figure with its unit; a dash where there is none. */
  say: (measure: Measure, value: number | null | undefined) => string;
  /** What changed against the period before: per cent, or points and stars where it is a rate already. */
  change: (measure: Measure, value: number | null | undefined, before: number | null | undefined) => string;
  /** A value as the axis of a picture has it; `scaled` says in what. */
  axis: (measure: Measure, value: number) => string;
}
const SCALE: Record<Unit, number> = { count: 1, days: 1, fen: 100, bp: 100, minutes: 1, stars: 100, per1000: 100 };
/** Smallest distance of two marks of an axis, in what `scaled` gives. */
export const LEAST: Record<Unit, number> = { count: 1, days: 1, fen: 1, bp: 0.1, minutes: 1, stars: 0.5, per1000: 0.1 };
/** Where the axis ends at the latest. */
export const MOST: Partial<Record<Unit, number>> = { stars: 5 };
/** A value in what a picture is drawn in: yuan, per cent, stars. */
export const scaled = (measure: Measure, value: number | null | undefined): number | null => (value === null || value === undefined ? null : value / SCALE[measureOf(measure).unit]);

/** Figures as the reader's language writes them. */
export function useFigures(): Figures {
  const { t } = useLingui();
  const format = useFormat();
  const locale = useLanguage() === 'en' ? 'en-GB' : 'zh-CN';
  const decimal = (value: number, digits: number, signed = false): string => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: signed ? 'exceptZero' : 'auto' }).format(value);
  const compact = (value: number): string => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
  const say: Figures['say'] = (measure, value) => {
    if (value === null || value === undefined) return '—';
    switch (measureOf(measure).unit) {
      case 'fen': return format.money(value);
      case 'bp': return `${decimal(value / 100, 1)}%`;
      case 'minutes': return t`${format.number(value)} 分钟`;
      case 'stars': case 'per1000': return decimal(value / 100, 2);
      default: return format.number(value);
    }
  };
  const change: Figures['change'] = (measure, value, before) => {
    if (value === null || value === undefined || before === null || before === undefined) return '—';
    const { unit } = measureOf(measure);
    // of what stands beside it, to the tenth: two equal rates have no change
    if (unit === 'bp') return t`${decimal((Math.round(value / 10) - Math.round(before / 10)) / 10, 1, true)} 个百分点`;
    if (unit === 'stars') return decimal((value - before) / 100, 2, true);
    if (value === before) return decimal(0, 0);
    if (before === 0) return t`原为 0`;
    const share = ((value - before) / Math.abs(before)) * 100;
    const times = value / before;
    // a share of almost nothing says nothing
    if (Math.abs(share) >= 999.5) return times > 0 ? `×${decimal(times, times < 99.95 ? 1 : 0)}` : share > 0 ? '↑' : '↓';
    return `${decimal(share, Math.abs(share) < 99.95 ? 1 : 0, true)}%`;
  };
  return { say, change, axis: (measure, value) => (measureOf(measure).unit === 'bp' ? `${compact(value)}%` : measureOf(measure).unit === 'fen' ? `¥${compact(value)}` : compact(value)) };
}
