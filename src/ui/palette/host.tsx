import { startTransition, useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { useSelector } from '@xstate/react';
import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { announce } from '../announce.tsx';
import { calm } from '../calm.ts';
import { fetchPart, fetchUnasked } from '../fetch-part.ts';
import { OWN_KEYS } from '../key-entry.ts';
import { dialogOpen, opensPalette } from '../key.ts';
import { currentI18n } from '../language.tsx';
import type { SignedIn } from '../session.ts';
import { openPalette, palette } from './actor.ts';
import { startFeed } from './feed.ts';
import { workerIndex, type FindIndex } from './finder.ts';
import { useLink } from './link.ts';
import type { RehearsalProps } from './rehearsal.tsx';
import { useRepeat } from './repeat.ts';
import { Shell } from './shell.tsx';
import type { PaletteProps } from './steer.ts';

/** `asked`: someone waits for it. */
type Load = (asked: boolean) => Promise<{ default: ComponentType<PaletteProps> }>;
/** Where there are no workers, such as in tests, the servers alone are asked. */
const ownIndex = typeof Worker === 'undefined' ? null : workerIndex();
const loadAsked = () => fetchPart(() => import(/* webpackChunkName: "palette" */ './palette.tsx'));
const loadUnasked = () => fetchUnasked(() => import(/* webpackChunkName: "palette" */ './palette.tsx'));
const loadResults: Load = (asked) => (asked ? loadAsked() : loadUnasked());

/** The part of the palette that is always here: its key, and its dialog once it is open. `index`: the records that are searched without the servers. */
export function PaletteHost({ areas, viewer, load = loadResults, index = ownIndex }: { areas: readonly Area[]; viewer: SignedIn; load?: Load; index?: FindIndex | null }) {
  const open = useSelector(palette, (now) => !now.matches('closed'));
  const [Results, setResults] = useState<ComponentType<PaletteProps> | null>(null);
  const [failed, setFailed] = useState(false);
  const [Rehearsal, setRehearsal] = useState<ComponentType<RehearsalProps> | 'over' | null>(null);
  const endRehearsal = useCallback(() => setRehearsal('over'), []);
  useRepeat(areas);
  useLink(areas, viewer);

  // fetched once the page has what it needs, and on opening if it is not here
  useEffect(() => {
    if (Results !== null) return palette.send({ type: 'arrived' });
    let gone = false;
    (open ? load(true) : calm(() => gone).then(() => load(false))).then(
      (module) => {
        if (gone) return;
        setResults(() => module.default);
      },
      () => gone || setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [load, open, Results]);

  // once, when there is nothing else to do; whoever is quicker has it for real
  useEffect(() => {
    if (Results === null || Rehearsal === 'over') return;
    if (open) endRehearsal();
    if (Rehearsal !== null || open) return;
    let gone = false;
    calm(() => gone).then(() => fetchUnasked(() => import(/* webpackChunkName: "palette" */ './rehearsal.tsx'))).then(
      (module) => void (gone || startTransition(() => setRehearsal(() => module.default))),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [Results, open, Rehearsal, endRehearsal]);
  useEffect(() => () => palette.send({ type: 'gone' }), []);
  // another person, or other rights: other records
  const latest = useRef(viewer);
  useEffect(() => void (latest.current = viewer));
  useEffect(() => (index === null ? undefined : startFeed({ areas, viewer: latest.current, index })), [areas, index, viewer.userId, viewer.allowed]);
  // what stands there before typing is known before it is opened
  useEffect(() => {
    if (index === null || Results === null) return;
    let leave: (() => void) | null = null;
    let gone = false;
    fetchUnasked(() => import(/* webpackChunkName: "palette" */ './recent.ts')).then(
      ({ followRecents }) => void (gone || (leave = followRecents({ areas, viewer: latest.current, index }))),
      () => {},
    );
    return () => {
      gone = true;
      leave?.();
    };
  }, [areas, index, Results, viewer.userId, viewer.allowed]);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      // what records keys (key.dialog.tsx) hears this one too
      if (!opensPalette(event) || document.activeElement?.hasAttribute('data-records')) return;
      event.preventDefault();
      event.stopPropagation();
      if (!palette.getSnapshot().matches('closed')) return;
      // what one is filling in stands above it
      if (!dialogOpen()) return openPalette();
      const title = currentI18n()._(OWN_KEYS.palette.words);
      announce(currentI18n()._(msg`${title}：先关闭打开的窗口`));
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);

  if (open) return <Shell areas={areas} viewer={viewer} Results={Results} index={index} failed={failed && Results === null} />;
  return Rehearsal !== null && Rehearsal !== 'over' && Results !== null ? <Rehearsal areas={areas} viewer={viewer} Results={Results} index={index} onEnd={endRehearsal} /> : null;
}
