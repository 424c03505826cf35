import { Worker } from 'node:worker_threads';
import { Fault } from '../../kernel/error.ts';

/** Milliseconds a picture may take: a file can be small and still mean endless work. */
const PATIENCE = 8_000;
/** Pictures in hand; only one is worked on, for a large one takes a few hundred MB. */
const QUEUE = 4;
let waiting = 0;
let tail: Promise<unknown> = Promise.resolve();

function remakeApart(bytes: Buffer): Promise<Buffer | null> {
  const worker = new Worker(new URL('./picture-worker.mjs', import.meta.url), { workerData: bytes, resourceLimits: { maxOldGenerationSizeMb: 512 } });
  const late = setTimeout(() => void worker.terminate(), PATIENCE);
  return new Promise<Buffer | null>((done) => {
    worker.once('message', (made: Uint8Array | null) => done(made === null ? null : Buffer.from(made)));
    worker.once('error', () => done(null));
    worker.once('exit', () => done(null));
  }).finally(() => {
    clearTimeout(late);
    void worker.terminate();
  });
}

/** A picture given as a data address, checked by decoding it and made anew; a data address of a small JPEG. @throws Fault bad_file, too_many */
export async function remadePicture(address: string): Promise<string> {
  if (waiting >= QUEUE) throw new Fault('too_many', { seconds: 5 });
  const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
  waiting++;
  const turn = tail.then(() => remakeApart(bytes)).finally(() => waiting--);
  tail = turn.catch(() => undefined);
  const made = await turn;
  if (made === null) throw new Fault('bad_file', { detail: 'PNG, JPEG ≤ 1 MB, ≤ 4096 × 4096' });
  return `data:image/jpeg;base64,${made.toString('base64')}`;
}
