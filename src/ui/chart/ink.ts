import { useSyncExternalStore } from 'react';
import { getSetting } from '../setting.ts';
import { accent } from '../theme.ts';

/** The colours a canvas is drawn with; sheets of style do not reach into it. */
export interface Ink {
  ground: string;
  text: string;
  quiet: string;
  line: string;
  /** What the picture is about. */
  main: string;
  /** What it is compared with: always dashed too. */
  other: string;
}
/** Black on white, whatever the theme (look.md, "Print"). */
const PAPER: Ink = { ground: '#ffffff', text: '#000000', quiet: '#333333', line: '#b5bac2', main: '#000000', other: '#5b6270' };
/** For a picture that leaves the console: light, in the theme colour's readable step. */
export const imageInk = (): Ink => ({ ground: '#ffffff', text: '#1d2129', quiet: '#5b6270', line: '#e3e6eb', main: accent(getSetting('themeColor'), 'light')['--accent'], other: '#5b6270' });
/** Colours of the system's own choice. */
const FORCED: Ink = { ground: 'Canvas', text: 'CanvasText', quiet: 'CanvasText', line: 'GrayText', main: 'Highlight', other: 'CanvasText' };

let printing = false;
let now: Ink | null = null;
const listeners = new Set<() => void>();
const changed = (): void => {
  now = null;
  for (const listener of listeners) listener();
};
const print = (begins: boolean) => (): void => {
  printing = begins;
  changed();
};
const [toPaper, fromPaper] = [print(true), print(false)];
const media = (): MediaQueryList[] => ['(forced-colors: active)', 'print'].map((query) => matchMedia(query));
let unwatch: (() => void) | null = null;
/** The look stands in attributes of the document (look.ts); paper is told before it is printed. */
function watch(): () => void {
  const marks = new MutationObserver(changed);
  marks.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-size', 'style'] });
  const asked = media();
  for (const one of asked) one.addEventListener('change', changed);
  addEventListener('beforeprint', toPaper);
  addEventListener('afterprint', fromPaper);
  return () => {
    marks.disconnect();
    for (const one of asked) one.removeEventListener('change', changed);
    removeEventListener('beforeprint', toPaper);
    removeEventListener('afterprint', fromPaper);
  };
}
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = null;
    unwatch = watch();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) unwatch?.();
  };
}
function read(): Ink {
  const [forced, paper] = media();
  if (printing || paper!.matches) return PAPER;
  if (forced!.matches) return FORCED;
  const style = getComputedStyle(document.documentElement);
  const token = (name: string, otherwise: string): string => style.getPropertyValue(name).trim() || otherwise;
  return { ground: token('--bg', PAPER.ground), text: token('--text', PAPER.text), quiet: token('--text-3', PAPER.quiet), line: token('--line', PAPER.line), main: token('--accent', PAPER.main), other: token('--text-3', PAPER.other) };
}
/** The colours as they are now: theme, theme colour, forced colours and paper are followed live. */
export const useInk = (): Ink => useSyncExternalStore(subscribe, () => (now ??= read()), () => PAPER);
/** Whether it is drawn for paper now. */
export const onPaper = (ink: Ink): boolean => ink === PAPER;
