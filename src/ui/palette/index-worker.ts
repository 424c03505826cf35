import { serveIndex } from './find-index.ts';

const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port2.addEventListener('message', () => waiting.shift()?.());
port2.start();
const take = serveIndex(
  (reply) => postMessage(reply),
  (work) => {
    waiting.push(work);
    port1.postMessage(null);
  },
);
addEventListener('message', ({ data }) => take(data));
