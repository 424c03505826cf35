import { Worker } from 'node:worker_threads';
import type { Engine } from './pglite-stream.ts';

/** Starts the worker that holds the embedded database in `dir`. Rejects with the engine's own error when it cannot be opened. */
export async function startWorker(file: URL, dir: string): Promise<Engine> {
  const worker = new Worker(file, { workerData: { dir } });
  let waiting: { done: (value: Uint8Array) => void; failed: (error: Error) => void } | undefined;
  let tail: Promise<unknown> = Promise.resolve();
  let dead: Error | undefined;
  let closed: (() => void) | undefined;
  let end: (error: Error) => void;
  const died = new Promise<Error>((resolve) => {
    end = (error) => {
      dead ??= error;
      waiting?.failed(dead);
      if (closed) closed();
      else resolve(dead);
    };
    worker.on('error', end);
    worker.on('exit', (code) => end(new Error(`the database worker ended with code ${code}`)));
  });
  const ready = new Promise<void>((resolve) => {
    worker.on('message', (said: Uint8Array | Error | 'ready' | 'closed' | 'lost') => {
      if (said === 'ready') return resolve();
      if (said === 'closed') return closed?.();
      if (said === 'lost') return end(new Error('the log of the database cannot be written: is the disk full?'));
      if (waiting === undefined) return;
      const { done, failed } = waiting;
      waiting = undefined;
      if (said instanceof Error) failed(said);
      else done(said);
    });
  });
  await Promise.race([ready, died.then((error) => Promise.reject(error))]);
  const ask = (what: Uint8Array | { copy: string }): Promise<Uint8Array> => {
    const answer = tail.then(
      () =>
        new Promise<Uint8Array>((done, failed) => {
          if (dead) return failed(dead);
          waiting = { done, failed };
          worker.postMessage(what);
        }),
    );
    tail = answer.catch(() => undefined);
    return answer;
  };
  return {
    died,
    run: ask,
    copy: async (to) => void (await ask({ copy: to })),
    async close() {
      await tail;
      if (!dead) await new Promise<void>((resolve) => ((closed = resolve), worker.postMessage('close')));
      await worker.terminate();
    },
  };
}
