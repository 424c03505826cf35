import { useEffect, useRef, useState } from 'react';
import { CallFailure, DROPPED, newKey } from './call.ts';
import { isLost } from './lost-call.ts';

/** ms between two tries of a server that is gone, and how many there are. */
const PAUSE = 2_000;
const TRIES = 30;

/** What came of each, by its id: null is fine, else why not. */
export type Results = ReadonlyMap<string, string | null>;
/** How `doEach` does it: `work` to each row, `tell` after each; what came of them is in `done`, which a second run goes on with. */
export interface Each<Row> {
  idOf: (row: Row) => string;
  done: Map<string, string | null>;
  work: (row: Row) => Promise<unknown>;
  tell: () => void;
  stopped?: () => boolean;
}
/** Does it; once others have gone well a server that is gone is waited for, and asked the same again. */
async function goOn<Row>(row: Row, { done, work, stopped }: Each<Row>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return void (await work(row));
    } catch (error) {
      if (!isLost(error) || tries === TRIES || stopped?.() === true || ![...done.values()].includes(null)) throw error;
      await new Promise((over) => setTimeout(over, PAUSE));
      if (stopped?.() === true) throw error;
    }
  }
}
/** Does one thing to each of several rows that is not done yet, one after the other. `work` has one idempotency key a row, so that a server that dies meanwhile does nothing twice. False when the session ended under it. */
export async function doEach<Row>(rows: readonly Row[], each: Each<Row>): Promise<boolean> {
  const { idOf, done, tell, stopped } = each;
  for (const row of rows.filter((one) => done.get(idOf(one)) !== null)) {
    if (stopped?.() === true) break;
    try {
      await goOn(row, each);
      done.set(idOf(row), null);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code === DROPPED) return false;
      done.set(idOf(row), error.message);
    }
    tell();
  }
  return true;
}
/** A run over several rows, as `useRunEach` gives it. `failed`: ids of those that did not succeed; `over`: it has come to its end. */
export interface EachRun<Row> {
  results: Results | null;
  running: boolean;
  failed: readonly string[];
  over: boolean;
  run: (rows: readonly Row[], intention: string, work: (row: Row, key: string) => Promise<unknown>) => Promise<Results | null>;
}
/**
 * Does one thing to each of several rows, one after the other, and keeps what came of each. Run again, it tries those that are not done yet; each has one
 * idempotency key as long as `intention` is the same, however often it is tried. Stops with its component; null when the session ended under it.
 */
export function useRunEach<Row>(idOf: (row: Row) => string): EachRun<Row> {
  const [results, setResults] = useState<Results | null>(null);
  const [running, setRunning] = useState(false);
  const keys = useRef(new Map<string, string>());
  const stopped = useRef(false);
  useEffect(() => {
    stopped.current = false;
    return () => void (stopped.current = true);
  }, []);
  const keyOf = (intention: string): string => {
    if (!keys.current.has(intention)) keys.current.set(intention, newKey());
    return keys.current.get(intention)!;
  };
  async function run(rows: readonly Row[], intention: string, work: (row: Row, key: string) => Promise<unknown>): Promise<Results | null> {
    setRunning(true);
    const done = new Map(results);
    if (!(await doEach(rows, { idOf, done, work: (row) => work(row, keyOf(`${idOf(row)} ${intention}`)), tell: () => setResults(new Map(done)), stopped: () => stopped.current }))) return null;
    setRunning(false);
    return done;
  }
  return { results, running, failed: [...(results ?? [])].flatMap(([id, said]) => (said === null ? [] : [id])), over: results !== null && !running, run };
}
