import { createActor } from 'xstate';
import { stepMachine } from '../../../machines/step.ts';
import { onSignedOut } from '../session.ts';
import { palette } from './actor.ts';

/** Milliseconds that a command which was left can be gone on with. */
const WAITS = 30_000;
/** The one command under way of this page. */
export const steps = createActor(stepMachine).start();

let waiting: ReturnType<typeof setTimeout> | undefined;
/** The clock stands while the palette is open: its rows do not leave under an Enter. */
function count(): void {
  clearTimeout(waiting);
  const now = steps.getSnapshot();
  if (now.matches('idle') && now.context.kept !== null && palette.getSnapshot().matches('closed')) waiting = setTimeout(() => steps.send({ type: 'forget' }), WAITS);
}
steps.subscribe(count);
palette.subscribe(count);
onSignedOut(() => {
  steps.send({ type: 'leave' });
  steps.send({ type: 'forget' });
});
