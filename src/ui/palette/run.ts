import { flushSync } from 'react-dom';
import { msg } from '@lingui/core/macro';
import type { Here } from '../../kernel/area.ts';
import { mayPass, refusal, refusalOfAll } from '../../kernel/offered.ts';
import { announce } from '../announce.tsx';
import { runCommand } from '../effect.ts';
import { noteReading } from '../help-mark.ts';
import { toggleHelp } from '../help-state.ts';
import { isStill } from '../here.ts';
import { navigate } from '../location.ts';
import { palette } from './actor.ts';
import { leadsTo } from './jump.ts';
import { used } from './memory.ts';
import { begun, type Mode } from './mode.ts';
import type { Row } from './rank.ts';
import { addRecent } from './recent.ts';
import type { Found } from './results.ts';
import { RESUME } from './step-begin.ts';
import { say as sayNow } from './step-mode.tsx';

/** Why a command is not done: it would act on something else than what its row names. Null where it would not. */
function whyMoved({ command: { on, asks }, title, several = false }: Extract<Row, { kind: 'command' }>, place: Here | null): string | null {
  // what asks for something is done to what was here at the beginning
  if (on === undefined || asks !== undefined || place === null) return null;
  const named = several ? place.selection : place.row === null ? [] : [place.row];
  if (isStill({ on, rows: named, several, whole: place.whole })) return null;
  const name = place.row?.name ?? '';
  return sayNow(several ? msg`选中的记录刚变了，关闭后再做“${title}”` : msg`这里不再是 ${name}，关闭后再做“${title}”`);
}

/** Whether time may have ended by now why it cannot be done. */
const isEarly = ({ command, several }: Extract<Row, { kind: 'command' }>, place: Here | null): boolean =>
  place !== null && several !== undefined && mayPass(several ? refusalOfAll(command, place) : refusal(command, place.row!));
/** Does what a row says. `text`: what was typed for it; `found`: what the servers said, who know more of a record than the index does. */
export function run(row: Row, { text, mode, found, place }: { text: string; mode: Mode | null; found: readonly Found[]; place: Here | null }): void {
  if (palette.getSnapshot().matches('closed')) return;
  if (row.kind === 'scope') return palette.send({ type: 'scope', scope: row.scope });
  if (row.kind === 'choice') return row.choice.refused === undefined ? mode?.choose(row.choice) : announce(row.choice.refused);
  if (row.kind === 'gone') return announce(row.title);
  const refused = row.kind === 'command' ? (isEarly(row, place) ? null : row.why) || whyMoved(row, place) : null;
  if (refused) return announce(refused);
  if (row.id !== RESUME.id && row.kind !== 'key') used(row.id, text);
  if (row.kind === 'command' && begun(row.command, row.several === true, place)) return;
  // closed first, so that focus is back in the page before the page changes
  flushSync(() => palette.send({ type: 'close' }));
  if (row.kind === 'command') return runCommand(row.command, row.several);
  // it is pressed where it is heard: here all of them are told
  if (row.kind === 'key') return toggleHelp();
  if (row.kind === 'jump') {
    const to = leadsTo(row.jump);
    noteReading(to);
    return navigate(to);
  }
  const told = found.flatMap((source) => source.rows).find(({ id }) => id === row.id) ?? row.record;
  told.remember?.();
  addRecent(row.record);
  navigate(row.record.to);
}
