import { createServer } from 'node:http';
import { createHash } from 'node:crypto';
import { BARE_HEADERS } from './envelope.ts';
import type { Settings } from './settings.ts';
import { same } from './token.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
/** Tells `/metrics` on an address of its own, apart from the console's; returns its port and what closes it. @throws Error when it cannot be had */
export async function serveMetrics({ host, port, token }: NonNullable<Settings['metrics']>, text: () => Promise<string>): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, reply) => {
    const answer = (status: number, body: string): void => void reply.writeHead(status, { ...BARE_HEADERS, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
    request.resume();
    if (request.url !== '/metrics') return answer(404, '');
    if (request.method !== 'GET') return answer(405, '');
    if (token !== undefined && !same(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))) return answer(401, '');
    text().then((body) => answer(200, body), () => answer(500, ''));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => failed(new Error(code === 'EADDRINUSE'
      ? `指标端口 ${port}（${host}）已被占用：同一台机器上的每个服务需要各自的 METRICS_PORT。Port ${port} on ${host} for metrics is taken: each server on a machine needs a METRICS_PORT of its own.`
      : `无法在 ${host}:${port} 上提供指标，请检查 METRICS_HOST 与 METRICS_PORT。Metrics cannot be told on ${host}:${port}, check METRICS_HOST and METRICS_PORT: ${message}`)));
    server.listen(port, host, done);
  });
  return {
    port: (server.address() as { port: number }).port,
    close: () => new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    }),
  };
}
