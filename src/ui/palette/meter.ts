/** Of so many keys the latest are kept: what was long ago says nothing of now. */
export const MOST = 1_000;
/** The name under which the browser's own tools, and the bench, hear of each key. */
const NAME = 'palette:key';

let samples: number[] = [];
/** When the latest key went down, and was heard, until it is known whether it changed the text. */
let pressed: { start: number; heard: number } | null = null;
/** ms after which a text that changes was not changed by that key: keys that write nothing come before what a mouse pastes. */
const AGE = 500;
/** Keys whose results are not painted yet. */
let waiting: number[] = [];

function note(end: number): void {
  for (const start of waiting) {
    samples.push(end - start);
    performance.measure(NAME, { start, end });
  }
  performance.clearMeasures(NAME);
  samples = samples.slice(-MOST);
  waiting = [];
}
/** A key went down, at the time that its event says; whether it changes the text, `typed` tells. */
export function mark({ timeStamp }: Pick<Event, 'timeStamp'>): void {
  pressed = { start: timeStamp, heard: performance.now() };
}
/**
 * The text has changed. From now on every frame is asked whether it shows the results of the text as it is by then, and the time is taken
 * from the key up to the message that follows that frame's paint. `shown`: null when it never will. The bench measures peers by this too.
 */
export function typed(shown: () => boolean | null): void {
  const by = pressed;
  pressed = null;
  if (by === null || performance.now() - by.heard > AGE) return;
  waiting.push(by.start);
  // an earlier key is looking already, and takes this one with it
  if (waiting.length > 1) return;
  const look = (): void => {
    const is = shown();
    if (is === null) waiting = [];
    else if (!is) requestAnimationFrame(look);
    else {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        note(performance.now());
      };
      port2.postMessage(null);
    }
  };
  requestAnimationFrame(look);
}
/** Keys measured since the page was loaded, the latest of them, and ms that half of them, and 95 in a hundred, stayed within. */
export interface Figures {
  n: number;
  p50: number;
  p95: number;
}
/** Of all keys that are kept; zeros without any. */
export function figures(): Figures {
  const sorted = samples.toSorted((a, b) => a - b);
  const within = (part: number): number => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
  return { n: sorted.length, p50: within(0.5), p95: within(0.95) };
}
/** Another person's keys are not counted with these. */
export function forgetFigures(): void {
  samples = [];
}
