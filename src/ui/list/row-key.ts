import { LIST_KEYS } from '../key-entry.ts';
import { pressed, type Press } from '../key.ts';

/** A press as a grid reads it. */
type RowPress = Pick<Press, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;
const FREE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

/** What a press says to a grid: the keys that one has chosen for the next row and the one before count as its arrows, and what is held with them is theirs: it selects nothing. */
export function rowKey(event: Press): RowPress {
  const key = pressed(event, LIST_KEYS.down) ? 'ArrowDown' : pressed(event, LIST_KEYS.up) ? 'ArrowUp' : null;
  return key === null ? event : { ...FREE, key };
}
