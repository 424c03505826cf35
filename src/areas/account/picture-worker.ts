// Makes one picture anew off the main thread: decoding a large one takes seconds. Speaks with avatar.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { remake } from './picture.ts';

try {
  parentPort!.postMessage(remake(Buffer.from(workerData as Uint8Array)));
} catch {
  parentPort!.postMessage(null);
}
