import { ROW_ID, type Memory } from '../../kernel/favour.ts';

/** A command that was run, on these records (their numbers, or the first of `count`). */
export interface Ran {
  id: string;
  on: readonly string[];
  count: number;
}
/** Where what the palette learns of a person is kept. */
export interface OwnMemory {
  load: () => Promise<Memory>;
  /** Takes changes into what is kept and gives all of it. `leaving`: the page is going, and the call outlives it. */
  keep: (changes: Memory, leaving: boolean) => Promise<Memory>;
  /** Tells the audit. */
  ran: (command: Ran) => Promise<unknown>;
}
let memory: OwnMemory | null = null;
/** The entry hands it over, because ui/ knows no area. */
export const setOwnMemory = (given: OwnMemory | null): void => void (memory = given);
/** Null where nothing is kept. */
export const ownMemory = (): OwnMemory | null => memory;

/** Numbers in one line of the audit. */
const MOST = 200;
/** Tells the audit that a command was run, which nobody waits for: what it wrote is in the audit by itself. `on`: numbers of records, never names. */
export function tellRan(id: string, on: readonly string[] = [], count = on.length): void {
  memory?.ran({ id, on: on.filter((no) => ROW_ID.test(no)).slice(0, MOST), count }).catch(() => {});
}
