import { useLayoutEffect, useMemo } from 'react';
import { msg } from '@lingui/core/macro';
import { useSelector } from '@xstate/react';
import type { Area, Command, Here } from '../../kernel/area.ts';
import { OWN_KEYS } from '../key-entry.ts';
import { lastDone } from './last.ts';
import { onBegin } from './mode.ts';
import { steps } from './step-actor.ts';
import { aboutNow, beginStep, type Begin } from './step-host.tsx';
import { say } from './step-mode.tsx';

/** Goes on with what was left; first among the rows before typing. */
export const RESUME: Command = { id: 'step.resume', title: msg`继续`, keywords: [], asks: [], group: 'here' };
/** Takes the commands that ask for something, while the palette's rows are shown; gives what was left half a minute ago or less, as a row. */
export function useSteps(areas: readonly Area[]): { command: Command; title: string; on: string } | null {
  useLayoutEffect(
    () =>
      onBegin((command, several, place) => {
        if (command.id === RESUME.id) return steps.send({ type: 'resume' }), true;
        const last = command.id === OWN_KEYS.repeat.id ? lastDone() : null;
        return beginAt(areas, last?.command ?? command, several, place, last?.values);
      }),
    [areas],
  );
  const left = useSelector(steps, (now) => (now.matches('idle') || now.matches({ sending: 'away' }) ? now.context.kept : null));
  const away = useSelector(steps, (now) => now.matches({ sending: 'away' }));
  return useMemo(() => {
    const about = aboutNow();
    if (left === null || about === null) return null;
    const title = say(about.command.title);
    return { command: { ...RESUME, ...(about.command.on === undefined ? {} : { on: about.command.on }) }, title: away ? say(msg`正在${title}：看进度`) : say(msg`继续${title}`), on: [about.on, ...left.values.map(({ label }) => label)].join(' · ') };
  }, [left, away]);
}
/** Begins a command on what has the focus, or on what is selected. False where there is nothing. */
export function beginAt(areas: readonly Area[], command: Command, several: boolean, place: Here | null, wanted: Begin['wanted'] = {}): boolean {
  const rows = place === null ? [] : several ? place.selection : place.row === null ? [] : [place.row];
  if (rows.length > 0) beginStep(areas, { command, rows, several, wanted, ...(several && place !== null ? { whole: place.whole, count: place.count ?? rows.length } : {}) });
  return rows.length > 0;
}
