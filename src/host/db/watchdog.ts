import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from './pglite-stream.ts';

/** What a copy may take before whoever waits for it is late, ms. */
const COPY_MS = 600_000;

/**
 * An engine behind a deadline: PGlite knows no statement_timeout, and on a full disk it hangs for ever (reliability.md).
 * When a batch has not answered after `most` ms, as it is when the batch begins, it and everything later fails and `died` resolves; the process is then to end.
 */
export function watch(engine: Engine, most: () => number): Engine {
  let stuck: Error | undefined;
  let bark: (error: Error) => void;
  let copying: Promise<unknown> = Promise.resolve();
  const barked = new Promise<Error>((resolve) => (bark = resolve));
  /** Ends the wait of every batch that is not answered yet. */
  const waiting = new Set<(error: Error) => void>();
  return {
    died: Promise.race([engine.died, barked]),
    async run(batch) {
      const ms = most();
      // a copy takes what it takes: whoever comes meanwhile waits, and is not late for it
      await copying;
      if (stuck) throw stuck;
      return new Promise((done, failed) => {
        const timer = setTimeout(() => {
          stuck ??= new Error(`the database has not answered for ${Math.round(ms / 1000)} s`);
          bark(stuck);
          for (const end of waiting) end(stuck);
        }, ms);
        // nothing of a batch stays once it is answered
        const answered = (): void => {
          clearTimeout(timer);
          waiting.delete(failed);
        };
        waiting.add(failed);
        engine.run(batch).finally(answered).then(done, failed);
      });
    },
    copy(to) {
      const copy = engine.copy(to);
      copying = Promise.race([copy.catch(() => undefined), sleep(COPY_MS, undefined, { ref: false })]);
      return copy;
    },
    close: async () => (stuck ? undefined : engine.close()),
  };
}
