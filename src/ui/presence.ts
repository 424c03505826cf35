/** Milliseconds after the last sign of a person during which a call counts as theirs. */
const WHILE = 60_000;
let last = Date.now();
if (typeof document !== 'undefined') for (const sign of ['keydown', 'pointerdown', 'wheel', 'click', 'popstate'] as const) addEventListener(sign, () => void (last = Date.now()), { passive: true, capture: true });

/** Milliseconds since the last sign of a person; none where the clock was put back since. */
export const idleFor = (): number => Math.max(0, Date.now() - last);
/** Whether someone is there, or gave a sign within so many milliseconds. What a page asks for when nobody is keeps no session alive. */
export const attended = (within = WHILE): boolean => idleFor() < within;
let told = Date.now();
/** Milliseconds since what was done in this tab was last told to the server; another tab's telling says nothing of it. */
export const untoldFor = (): number => Date.now() - told;
/** It has been told what was done until then. */
export const noteTold = (at: number): void => void (told = at);
/** What was done until now is done: as if nobody were there, until the next sign. */
export const unattend = (): void => void (last = 0);
