import type { Pool } from 'pg';
import { Fault } from '../kernel/error.ts';
import { findViewer, type Seen } from './guard.ts';
import { callerOf, type Limit } from './limit.ts';
import { hashToken } from './token.ts';

/** Tokens that this process remembers to have let somebody in; and how many others of one address are looked up at a time. */
const KNOWN = 20_000;
const ABREAST = 8;
/** Resolves with who shows this token from this address. `attended`: someone is there. @throws Fault expired, too_many */
export type Gate = (address: string, token: unknown, attended: boolean) => Promise<Seen>;

/** So many at a time of each caller, the others in turn. */
function inTurn(): <T>(caller: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, { busy: number; waiting: { go: () => void; fail: (error: unknown) => void }[] }>();
  return async (caller, work) => {
    const turn = turns.get(caller) ?? { busy: 0, waiting: [] };
    turns.set(caller, turn);
    if (turn.busy >= ABREAST) await new Promise<void>((go, fail) => turn.waiting.push({ go, fail }));
    else turn.busy += 1;
    try {
      return await work();
    } catch (error) {
      // a database that is away is not waited for by one after the other
      if (!(error instanceof Fault)) for (const { fail } of turn.waiting.splice(0)) fail(error);
      throw error;
    } finally {
      const next = turn.waiting.shift();
      if (next !== undefined) next.go();
      else if ((turn.busy -= 1) === 0) turns.delete(caller);
    }
  };
}

/**
 * Lets in who shows the token of a living session. Looking one up costs a query, so an address that comes with too many that let nobody in
 * is told to wait before any is looked up; who was let in just now goes on from there.
 */
export function openGate(pool: Pool, limit: Limit): Gate {
  const strangers = inTurn();
  let known = new Set<string>();
  let before = new Set<string>();
  return async (address, token, attended) => {
    const name = typeof token === 'string' ? hashToken(token).toString('base64') : '';
    if (known.has(name) || before.has(name)) {
      try {
        return await findViewer(pool, token, attended);
      } catch (error) {
        // its session has ended: from here on it is a stranger's
        if (error instanceof Fault) for (const names of [known, before]) names.delete(name);
        throw error;
      }
    }
    const caller = callerOf(address);
    return strangers(caller, async () => {
      const takeBack = await limit('stranger', caller);
      try {
        const seen = await findViewer(pool, token, attended);
        if (known.size >= KNOWN) [before, known] = [known, new Set()];
        known.add(name);
        takeBack();
        return seen;
      } catch (error) {
        if (!(error instanceof Fault)) takeBack();
        throw error;
      }
    });
  };
}
