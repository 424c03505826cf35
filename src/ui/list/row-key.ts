import { LIST_KEYS } from '../key-entry.ts';
import { pressed, type Press } from '../key.ts';

/** What a press says to a grid: the keys that one has chosen for the next row and the one before count as its arrows. */
export const rowKey = (event: Press): string => (pressed(event, LIST_KEYS.down) ? 'ArrowDown' : pressed(event, LIST_KEYS.up) ? 'ArrowUp' : event.key);
