import { useEffect } from 'react';
import type { Command, KeyEntry } from '../kernel/area.ts';
import { Fetched } from './fetched.tsx';
import { fetchPart, fetchUnasked } from './fetch-part.ts';
import { loadHelpMark, useHelpMark } from './help-mark.ts';
import { toggleHelp, useHelp } from './help-state.ts';
import type { SignedIn } from './session.ts';
import { useSetting } from './setting.ts';
import { useLeft } from './use-left.ts';

/** Milliseconds after which it is asked how much of help this person has seen: the page comes first. */
const LATER = 600;

/** What of help is over or below the page: the sheet of keys, and the tour; both are fetched when they are wanted. */
export function HelpHost({ viewer, commands, load }: { viewer: SignedIn; commands: readonly Command[]; load: () => Promise<readonly KeyEntry[]> }) {
  const shown = useHelp();
  const mark = useHelpMark();
  useLeft(shown, toggleHelp);
  // who has no keyboard has nothing to learn of it, unless they ask
  const narrow = useSetting('device') === 'mobile';
  const person = viewer.allowed.mustChange === true ? undefined : viewer.userId;
  useEffect(() => {
    if (person === undefined) return;
    const timer = setTimeout(() => void loadHelpMark(), LATER);
    return () => clearTimeout(timer);
  }, [person]);
  const touring = mark !== null && (mark.tour === null ? !narrow : mark.tour?.state === 'on');
  return (
    <>
      {touring && <Fetched load={() => fetchUnasked(() => import(/* webpackChunkName: "notice" */ './tour/tour.tsx'))}>{(Tour) => <Tour viewer={viewer} mark={mark.tour} />}</Fetched>}
      {shown && <Fetched load={() => fetchPart(() => import(/* webpackChunkName: "notice" */ './help.tsx'))} onLost={toggleHelp}>{(Help) => <Help commands={commands} load={load} />}</Fetched>}
    </>
  );
}
