import { useEffect } from 'react';
import type { Command, KeyEntry } from '../kernel/area.ts';
import { Fetched } from './fetched.tsx';
import { fetchPart } from './fetch-part.ts';
import { loadHelpMark, useHelpMark } from './help-mark.ts';
import { toggleHelp, useHelp } from './help-state.ts';
import type { SignedIn } from './session.ts';
import { useSetting } from './setting.ts';

/** Milliseconds after which it is asked how much of help this person has seen: the page comes first. */
const LATER = 600;
const nothing = (): void => {};

/** What of help is over or below the page: the sheet of keys, and the tour; both are fetched when they are wanted. */
export function HelpHost({ viewer, commands, load }: { viewer: SignedIn; commands: readonly Command[]; load: () => Promise<readonly KeyEntry[]> }) {
  const shown = useHelp();
  const mark = useHelpMark();
  // without a keyboard there is nothing to learn of it
  const narrow = useSetting('device') === 'mobile';
  const person = viewer.allowed.mustChange === true ? undefined : viewer.userId;
  useEffect(() => {
    if (person === undefined) return;
    const timer = setTimeout(() => void loadHelpMark(), LATER);
    return () => clearTimeout(timer);
  }, [person]);
  const touring = mark !== null && !narrow && (mark.tour === null || mark.tour.state === 'on');
  return (
    <>
      {touring && <Fetched load={() => fetchPart(() => import(/* webpackChunkName: "notice" */ './tour/tour.tsx'))} onLost={nothing}>{(Tour) => <Tour viewer={viewer} mark={mark.tour} />}</Fetched>}
      {shown && <Fetched load={() => fetchPart(() => import(/* webpackChunkName: "notice" */ './help.tsx'))} onLost={toggleHelp}>{(Help) => <Help commands={commands} load={load} />}</Fetched>}
    </>
  );
}
