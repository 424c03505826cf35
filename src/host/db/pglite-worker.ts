// The embedded engine off the main thread, so that a slow query does not freeze HTTP. Speaks through pglite-host.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { openDurable } from './durable-fs.ts';

const port = parentPort!;
const engine = await openDurable((workerData as { dir: string }).dir);
port.on('message', async (batch: Uint8Array | 'close') => {
  if (batch === 'close') {
    await engine.close();
    port.postMessage('closed');
    port.close();
    return;
  }
  try {
    // nobody else uses this session: no mutex and no second parse
    const answer = engine.execProtocolRawSync(batch);
    port.postMessage(answer, [answer.buffer as ArrayBuffer]);
  } catch (error) {
    port.postMessage(error instanceof Error ? error : new Error(String(error)));
  }
});
port.postMessage('ready');
