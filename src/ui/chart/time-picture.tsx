import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { fetchPart } from '../fetch-part.ts';
import { composing } from '../key.ts';
import { onPaper, useInk } from './ink.ts';
import type { Drawn, Plot } from './plot.ts';
import { stepFor } from './tick.ts';
import style from './chart.module.css';

/** The library comes with the first picture that is drawn. */
const loadPlot = () => fetchPart(() => import(/* webpackChunkName: "plot" */ './plot.ts'));

/** One place along the time: what is said of it in full. */
export interface Place {
  key: string;
  /** The day, the week or the month. */
  words: string;
  value: string;
  /** What it is compared with, and of when; null: nothing. */
  before: { words: string; value: string } | null;
}
interface TimePictureProps {
  label: string;
  drawn: Drawn;
  places: readonly Place[];
  /** The place that is read, from 0; absent: the last one. */
  at: number | null;
  onMove: (place: number) => void;
  /** Enter, or a second press on the place that is read; with Shift, of the period before. */
  onOpen: (place: number, before: boolean) => void;
}
/** px of an A4 page between its margins, and the height of a picture on it. */
const PAPER_SIZE = { width: 660, height: 240 };
const HEIGHT = 280;
const canDraw = (): boolean => {
  try {
    return document.createElement('canvas').getContext('2d') !== null;
  } catch {
    return false;
  }
};

/** A line or bars over time. Keys: ← → (↓ ↑, as any slider) a place, PgUp PgDn seven, Home End; what is read is said as the value of a slider, so once. The table behind `t` says the same. */
export function TimePicture({ label, drawn, places, at, onMove, onOpen }: TimePictureProps) {
  const { t } = useLingui();
  const opens = useId();
  const ink = useInk();
  const box = useRef<HTMLDivElement>(null);
  const target = useRef<HTMLDivElement>(null);
  const marker = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<Plot | null>(null);
  const [width, setWidth] = useState(0);
  const [lost, setLost] = useState(false);
  const place = Math.max(0, Math.min(at ?? places.length - 1, places.length - 1));
  const here = places[place];
  useLayoutEffect(() => {
    const measure = (): void => setWidth(box.current?.clientWidth ?? 0);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  const paper = onPaper(ink);
  const size = paper ? PAPER_SIZE : { width, height: HEIGHT };
  // as text: the same picture is not drawn anew at each render
  const asked = JSON.stringify([drawn, size, ink, drawn.marks.map((_, i) => drawn.axis(i))]);
  const latest = useRef({ drawn, size, ink });
  useLayoutEffect(() => void (latest.current = { drawn, size, ink }));
  useEffect(() => {
    if (latest.current.size.width === 0 || !canDraw()) return;
    let left = false;
    let made: Plot | undefined;
    const draw = ({ drawPlot }: typeof import('./plot.ts')): void => {
      const now = latest.current;
      made = drawPlot(target.current!, now.drawn, { ...now.size, ink: now.ink, font: fontOf(target.current!) });
      setPlot(made);
      setLost(false);
    };
    // once it is here it is drawn at once: a printer does not wait
    if (loaded !== null) draw(loaded);
    else
      loadPlot().then((part) => {
        loaded = part;
        if (!left) draw(part);
      }, () => left || setLost(true));
    return () => {
      left = true;
      made?.destroy();
      setPlot(null);
    };
  }, [asked]);
  useLayoutEffect(() => {
    const own = marker.current;
    if (own === null || plot === null) return;
    own.style.insetInlineStart = `${plot.left(place)}px`;
    own.style.insetBlockStart = `${plot.top}px`;
    own.style.blockSize = `${plot.height}px`;
  }, [plot, place]);
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key !== 'Enter') || composing(event.nativeEvent)) return;
    const to = stepFor(event.key, place, places.length);
    if (to === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (to === null) onOpen(place, event.shiftKey);
    else onMove(to);
  };
  const placeOf = (event: PointerEvent): number | null => (plot === null ? null : plot.at(event.clientX - target.current!.getBoundingClientRect().left));
  const said = here === undefined ? '' : here.before === null ? t`${here.words}：${here.value}` : t`${here.words}：${here.value}；上期 ${here.before.words}：${here.before.value}`;
  return (
    <div className={style.time}>
      <p className={style.readout} aria-hidden="true">
        <span className={style.when}>{here?.words}</span>
        <span className={style.main} data-kind={drawn.kind}>{here?.value}</span>
        {here?.before && <span className={style.before}>{t`上期 ${here.before.words}`} <span className={style.digits}>{here.before.value}</span></span>}
      </p>
      <p className={style.legend}>{drawn.legend.map((words, i) => <span key={words} className={[style.main, style.before][i]} data-kind={drawn.kind}>{words}</span>)}</p>
      {/* a native one would be drawn over the picture */}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        ref={box} className={style.plot} role="slider" tabIndex={0} aria-label={label} aria-describedby={opens} aria-orientation="horizontal" aria-valuemin={1} aria-valuemax={places.length} aria-valuenow={place + 1} aria-valuetext={said}
        onKeyDown={press}
        onPointerMove={(event) => {
          const to = event.pointerType === 'touch' ? null : placeOf(event);
          if (to !== null && to !== place) onMove(to);
        }}
        onPointerUp={(event) => {
          const to = placeOf(event);
          if (to === null || event.button !== 0) return;
          if (event.pointerType === 'touch' && to !== place) onMove(to);
          else onOpen(to, event.shiftKey);
        }}
      >
        <div ref={target} className={style.canvas} aria-hidden="true" />
        {plot !== null && <div ref={marker} className={style.marker} aria-hidden="true" />}
      </div>
      <span id={opens} hidden>{t`按 Enter 打开明细`}</span>
      {lost && <p className={style.quiet} role="alert"><Trans>图没有取到。数字都在表里。</Trans></p>}
    </div>
  );
}
let loaded: typeof import('./plot.ts') | null = null;
/** What the words around it are written in, one step smaller. */
function fontOf(element: Element): string {
  const { fontFamily } = getComputedStyle(element);
  const small = getComputedStyle(document.documentElement).getPropertyValue('--font-small').trim() || '12px';
  return `${small} ${fontFamily || 'sans-serif'}`;
}
