import { createActor } from 'xstate';
import { stepMachine } from '../../../machines/step.ts';
import { onSignedOut } from '../session.ts';

/** Milliseconds that a command which was left can be gone on with. */
const WAITS = 30_000;
/** The one command under way of this page. */
export const steps = createActor(stepMachine).start();

let waiting: ReturnType<typeof setTimeout> | undefined;
steps.subscribe((now) => {
  clearTimeout(waiting);
  if (now.matches('idle') && now.context.kept !== null) waiting = setTimeout(() => steps.send({ type: 'forget' }), WAITS);
});
onSignedOut(() => {
  steps.send({ type: 'leave' });
  steps.send({ type: 'forget' });
});
