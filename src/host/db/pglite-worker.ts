// The embedded engine off the main thread, so that a slow query does not freeze HTTP. Speaks through pglite-host.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { copyFolder } from './copy-folder.ts';
import { openDurable } from './durable-fs.ts';

const port = parentPort!;
const { dir } = workerData as { dir: string };
// said in the middle of a statement that will not end
const engine = await openDurable(dir, () => port.postMessage('lost'));
port.on('message', async (batch: Uint8Array | { copy: string } | 'close') => {
  if (batch === 'close') {
    await engine.close();
    port.postMessage('closed');
    port.close();
    return;
  }
  try {
    if ('copy' in batch) {
      // nothing runs meanwhile, so the files are what a power cut would leave: whole once the log is replayed
      copyFolder(dir, batch.copy);
      port.postMessage(new Uint8Array());
      return;
    }
    // nobody else uses this session: no mutex and no second parse
    const answer = engine.execProtocolRawSync(batch);
    port.postMessage(answer, [answer.buffer as ArrayBuffer]);
  } catch (error) {
    port.postMessage(error instanceof Error ? error : new Error(String(error)));
  }
});
port.postMessage('ready');
