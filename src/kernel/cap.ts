// What a key has on its caps: apart from key.ts, because the login page shows keys and knows no more of them.
/** What is pressed, one after the other. */
export const pressesOf = (keys: string): string[] => keys.split(' ');
/** What one press is made of: modifiers, then the key. */
export const partsOf = (press: string): string[] => press.replace('[Shift]+', '').split(/(?<=\w)\+/);

/** What stands on caps whose names are longer. */
const CAPS: Record<string, string> = { Control: 'Ctrl', Escape: 'Esc', Delete: 'Del', Backspace: '⌫', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', PageUp: 'PgUp', PageDown: 'PgDn', ContextMenu: 'Menu' };
// a key that is called delete there is Backspace; this one is Fn and that
const APPLE: Record<string, string> = { $mod: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧', Delete: '⌦' };
/** The caps to press, in order: `g o` → `G`, `O`; `$mod+k` → `Ctrl`, `K`, or `⌘`, `K` on Apple keyboards. */
export const capsOf = (keys: string, apple: boolean): string[] =>
  pressesOf(keys).flatMap((press) => partsOf(press).map((part) => (apple ? APPLE[part] : undefined) ?? (part === '$mod' ? 'Ctrl' : part.length === 1 ? part.toUpperCase() : (CAPS[part] ?? part))));
