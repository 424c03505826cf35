import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from './pglite-stream.ts';

/** What a copy may take before whoever waits for it is late, ms. */
const COPY_MS = 600_000;

/**
 * An engine behind a deadline: PGlite knows no statement_timeout, and on a full disk it hangs for ever (reliability.md).
 * When a batch has not answered after `ms`, it and everything later fails and `died` resolves; the process is then to end.
 */
export function watch(engine: Engine, ms: number): Engine {
  let stuck: Error | undefined;
  let bark: (error: Error) => void;
  let copying: Promise<unknown> = Promise.resolve();
  const barked = new Promise<Error>((resolve) => (bark = resolve));
  return {
    died: Promise.race([engine.died, barked]),
    async run(batch) {
      // a copy takes what it takes: whoever comes meanwhile waits, and is not late for it
      await copying;
      if (stuck) throw stuck;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          stuck ??= new Error(`the database has not answered for ${Math.round(ms / 1000)} s`);
          bark(stuck);
          reject(stuck);
        }, ms);
      });
      try {
        return await Promise.race([engine.run(batch), late, barked.then((error) => Promise.reject(error))]);
      } finally {
        clearTimeout(timer);
      }
    },
    copy(to) {
      const copy = engine.copy(to);
      copying = Promise.race([copy.catch(() => undefined), sleep(COPY_MS, undefined, { ref: false })]);
      return copy;
    },
    close: async () => (stuck ? undefined : engine.close()),
  };
}
