/** Milliseconds after the last sign of a person during which a call counts as theirs. */
const WHILE = 60_000;
let last = Date.now();
if (typeof document !== 'undefined') for (const sign of ['keydown', 'pointerdown', 'wheel'] as const) addEventListener(sign, () => void (last = Date.now()), { passive: true, capture: true });

/** Whether someone is there. What a page asks for when nobody is keeps no session alive. */
export const attended = (): boolean => Date.now() - last < WHILE;
