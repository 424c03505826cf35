import { Activity, startTransition, useEffect, useRef, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import type { Area } from '../../kernel/area.ts';
import { calm } from '../calm.ts';
import type { PaletteProps } from './steer.ts';

/** The palette's code, and what it is drawn with. `onEnd`: it has been rehearsed. */
export interface RehearsalProps extends Pick<PaletteProps, 'areas' | 'viewer' | 'index'> {
  Results: ComponentType<PaletteProps>;
  onEnd: () => void;
}
/** ms that it has where it only is drawn, far more than it needs. */
const DRAWN = 2_000;
/** What is typed there, digits and letters, since code is quick when it has run some times; and how many rows that draws, so that no piece of it takes long. */
const TYPED = ['', ...Array.from({ length: 4 }, (_, i) => [`${i + 1}2`, `${i + 1}`, 'zhlw'[i]!, `${'zhlw'[i]!}a`]).flat(), 'zh', '12'];
const ROWS = 3;
/** The rehearsal asks no server. */
const alone = (areas: readonly Area[]): readonly Area[] => areas.map((area) => (area.records === undefined ? area : { ...area, records: { ...area.records, load: async () => ({ ...(await area.records!.load()), find: async () => [] }) } }));

/**
 * Draws the palette where nobody sees it, a little at a time, so that who opens it first does not wait for code that never ran; and types into it once the
 * index is whole, for the first keys of a day took twice as long as the later ones.
 */
export default function Rehearsal({ areas, viewer, Results, index, onEnd }: RehearsalProps) {
  const [stage] = useState(() => document.createElement('div'));
  const [input] = useState(() => document.createElement('input'));
  const [own] = useState(() => alone(areas));
  const [typed, setTyped] = useState(-1);
  const steer = useRef(null);
  const props = { areas: own, viewer, input, steer, text: TYPED[typed] ?? '', scope: null, denied: false, composed: false, mode: null, armed: false, leaving: false, index, first: ROWS, onList: () => {} };
  useEffect(() => {
    if (index === null || typed === TYPED.length) {
      const timer = setTimeout(onEnd, index === null ? DRAWN : 0);
      return () => clearTimeout(timer);
    }
    let gone = false;
    let asked = false;
    const next = (): void => {
      if (asked || !index.ready()) return;
      asked = true;
      void calm(() => gone).then(() => gone || startTransition(() => setTyped(typed + 1)));
    };
    next();
    const leave = index.subscribe(next);
    return () => {
      gone = true;
      leave();
    };
  }, [index, typed, onEnd]);
  return createPortal(<Activity mode={typed < 0 ? 'hidden' : 'visible'}><Results {...props} /></Activity>, stage);
}
