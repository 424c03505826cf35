import type { Ward } from './patient.ts';
import type { Hospital } from './place.ts';
import type { Random } from './random.ts';
import type { Roster } from './roster.ts';

/** An account that did something: id and role. */
export interface Actor {
  id: string;
  role: number;
}
/** What orders are made from. */
export interface World {
  random: Random;
  today: number;
  hospitals: readonly Hospital[];
  ward: Ward;
  roster: Roster;
  /** Who made orders; and who approves a refund, if there is someone else. */
  actors: readonly Actor[];
  approver: Actor | null;
}
