import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { KeyEntry } from '../kernel/area.ts';
import { pressesOf } from '../kernel/cap.ts';
import { capText, eitherOf, spokenKeys } from '../kernel/key.ts';
import { listen, type Bound } from './key-stack.ts';
import { keysOf, useKeyboard, type Keyed } from './keyboard.ts';
import { Keys, useApple } from './shown-keys.tsx';
import control from './style/control.module.css';

/** One key of a part of the page, and what it does; false instead of a pair: not now. */
type KeyBinding = readonly [entry: KeyEntry, run?: Bound['run']] | false;
/** Listens for these keys while the part is shown. What it does returns false when there was nothing to do: the next one outside is asked. Without it, what has the focus answers by itself and the help sheet lists it. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const group = useRef<readonly Bound[]>([]);
  useEffect(() => void (group.current = bindings.flatMap((binding) => (binding === false ? [] : [{ entry: binding[0], run: binding[1] }]))));
  useEffect(() => listen(group), []);
}
/** Listens for one key. */
export const useKey = (entry: KeyEntry, run?: Bound['run']): void => useKeys([[entry, run]]);

/** What a control carries that has a key: read by screen readers, by the help sheet and by what teaches keys (hint.tsx). */
interface KeyProps {
  'data-key'?: string;
  /** The keys as they are now, in the notation of kernel/key.ts. */
  'data-keys'?: string;
  'aria-keyshortcuts'?: string | undefined;
  'aria-description'?: string | undefined;
}
/** Gives controls what they carry of their keys. `nth`: the one of several that is this control's, such as a digit. */
export function useKeyProps(): (entry: Keyed, nth?: number) => KeyProps {
  const { t } = useLingui();
  const keyboard = useKeyboard();
  const apple = useApple();
  return (entry, nth) => {
    const keys = nthOf(keysOf(entry, keyboard), nth);
    if (keys === undefined) return {};
    const spoken = spokenKeys(keys);
    const [first, ...rest] = pressesOf(keys).map((press) => capText(press, apple));
    return { 'data-key': entry.id, 'data-keys': keys, ...(spoken === undefined ? { 'aria-description': t`快捷键 ${first}，再按 ${rest.join(' ')}` } : { 'aria-keyshortcuts': spoken }) };
  };
}
const nthOf = (keys: string | undefined, nth: number | undefined): string | undefined => (keys === undefined || nth === undefined ? keys : eitherOf(keys)[nth]);
/** What stands on the keys, for sentences; undefined where it has none. */
export function useKeyText(): (entry: Keyed) => string | undefined {
  const keyboard = useKeyboard();
  const apple = useApple();
  return (entry) => {
    const keys = keysOf(entry, keyboard);
    return keys === undefined ? undefined : capText(eitherOf(keys)[0]!, apple);
  };
}

/** What an empty list says, and the key that makes its first row. */
export function useNewHint(): (words: string, entry: Keyed) => string {
  const { t } = useLingui();
  const text = useKeyText();
  return (words, entry) => {
    const key = text(entry);
    return key === undefined ? words : words === '' ? t`按 ${key} 新建。` : t`${words}按 ${key} 新建。`;
  };
}

/** The key on a button, as one has chosen it; nothing where it has none. Screen readers are told by `useKeyProps`. */
export function KeyCap({ of, nth, className = control.key }: { of: Keyed; nth?: number; className?: string | undefined }) {
  const keyboard = useKeyboard();
  const apple = useApple();
  const keys = nthOf(keysOf(of, keyboard), nth);
  return keys === undefined ? null : <kbd className={className} aria-hidden="true">{capText(eitherOf(keys)[0]!, apple)}</kbd>;
}
/** The keys of an entry as one has chosen them, one cap each, inside a sentence. */
export function OwnKeys({ of }: { of: Keyed }) {
  const keys = keysOf(of, useKeyboard());
  return keys === undefined ? null : <Keys of={eitherOf(keys)[0]!} />;
}
/** Keys of which each does it, with `or` between; of many digits the first and the last. */
export function Either({ of, or }: { of: string; or: ReactNode }) {
  const all = eitherOf(of);
  const digits = all.length > 2 && all.every((one) => /^\d$/.test(one));
  return (digits ? [all[0]!, all.at(-1)!] : all).map((one, i) => (
    <Fragment key={one}>
      {i === 0 ? null : digits ? '–' : or}
      <Keys of={one} />
    </Fragment>
  ));
}
