import { capsOf, partsOf, pressesOf } from './cap.ts';

// Keys are written as tinykeys writes them: `g o` one after the other, `$mod+k` Ctrl or ⌘. Several of which each does it stand with `|` between.

/** Keys of which each does it. */
export const eitherOf = (keys: string): string[] => keys.split('|');
/** Whether these keys are characters alone (WCAG 2.1.4): letters, digits and signs, with or without Shift. What has a name, or Ctrl, Alt or ⌘ beside it, is none. */
export const isCharacter = (keys: string): boolean =>
  pressesOf(keys).some((press) => {
    const parts = partsOf(press);
    const key = parts.pop()!;
    return key.length === 1 && parts.every((part) => part === 'Shift');
  });

/** The caps as one text, as it stands on a button: `G O`, `Ctrl Enter`, `⇧V`. */
export const capText = (keys: string, apple: boolean): string =>
  pressesOf(keys).map((press) => (/^Shift\+.$/.test(press) ? `⇧${press.slice(6).toUpperCase()}` : capsOf(press, apple).join(' '))).join(' ');
/** Keys as `aria-keyshortcuts` writes them; undefined for those that have no way to be written there: what is pressed one after the other. */
export function spokenKeys(keys: string): string | undefined {
  const said = eitherOf(keys).filter((one) => pressesOf(one).length === 1).flatMap((one) => {
    const parts = partsOf(one);
    if (parts[0] !== '$mod') return [parts.join('+')];
    const rest = parts.slice(1).map((part) => (part.length === 1 ? part.toUpperCase() : part)).join('+');
    return [`Control+${rest}`, `Meta+${rest}`];
  });
  return said.length === 0 ? undefined : said.join(' ');
}
