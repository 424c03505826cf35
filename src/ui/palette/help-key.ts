import { useEffect, useMemo, useState } from 'react';
import type { Area, Command, KeyEntry } from '../../kernel/area.ts';
import { keyEntries } from '../key-registry.ts';
import { keysOf, useKeyboard } from '../keyboard.ts';
import type { SignedIn } from '../session.ts';

const NONE: readonly KeyEntry[] = [];
/** Every key of this person that none of `commands` has, as they have chosen it; none until they are `wanted`, and as long as they are on their way. */
export function useHelpKeys({ areas, viewer, commands, wanted }: { areas: readonly Area[]; viewer: SignedIn; commands: readonly Command[]; wanted: boolean }): readonly KeyEntry[] {
  const keyboard = useKeyboard();
  const [entries, setEntries] = useState(NONE);
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    keyEntries(areas, viewer).then((all) => gone || setEntries(all), () => {});
    return () => void (gone = true);
  }, [areas, viewer, wanted]);
  return useMemo(() => {
    if (!wanted) return NONE;
    const shown = new Set(commands.filter(({ keys }) => keys !== undefined).map(({ id }) => id));
    return entries.flatMap((entry) => {
      const keys = shown.has(entry.id) ? undefined : keysOf(entry, keyboard);
      return keys === undefined || keys === '' ? [] : [{ ...entry, keys }];
    });
  }, [entries, commands, keyboard, wanted]);
}
