import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from './pglite-stream.ts';

/** What a copy may take before whoever waits for it is late, ms. */
export const COPY_MS = 600_000;

/**
 * An engine behind a deadline: PGlite knows no statement_timeout, and on a full disk it hangs for ever (reliability.md).
 * When a batch has not answered after `most` ms, as it is when the batch begins, it and everything later fails and `died` resolves; the process is then to end.
 * So it is when the folder is no longer `mine`: two engines in one lose each other's rows, and closing one writes too.
 */
export function watch(engine: Engine, most: () => number, mine: () => boolean = () => true): Engine {
  let stuck: Error | undefined;
  let bark: (error: Error) => void;
  let copying: Promise<unknown> = Promise.resolve();
  const barked = new Promise<Error>((resolve) => (bark = resolve));
  /** Ends the wait of every batch that is not answered yet. */
  const waiting = new Set<(error: Error) => void>();
  const giveUp = (why: string): void => {
    stuck ??= new Error(why);
    bark(stuck);
    for (const end of waiting) end(stuck);
  };
  const check = (): void => {
    if (!mine()) giveUp('another process has taken the folder of the database');
    if (stuck) throw stuck;
  };
  return {
    died: Promise.race([engine.died, barked]),
    async run(batch) {
      const ms = most();
      // a copy takes what it takes: whoever comes meanwhile waits, and is not late for it
      await copying;
      check();
      return new Promise((done, failed) => {
        const timer = setTimeout(() => giveUp(`the database has not answered for ${Math.round(ms / 1000)} s`), ms);
        // nothing of a batch stays once it is answered
        const answered = (): void => {
          clearTimeout(timer);
          waiting.delete(failed);
        };
        waiting.add(failed);
        engine.run(batch).finally(answered).then(done, failed);
      });
    },
    async copy(to) {
      check();
      const copy = engine.copy(to);
      copying = Promise.race([copy.catch(() => undefined), sleep(COPY_MS, undefined, { ref: false })]);
      return copy;
    },
    close: async () => (stuck || !mine() ? undefined : engine.close()),
  };
}
