import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../kernel/endpoint.ts';
import type { Ask, Served } from '../answer.ts';
import type { Database } from '../db/open.ts';
import { allow, findOwner, type Seen } from '../guard.ts';
import type { House } from '../house.ts';
import { jobProgress } from '../progress.ts';
import { Reach } from '../reach.ts';
import { NO_FILE, type Upload } from '../upload.ts';
import { earlier, hashOf, type Call } from '../write.ts';
import type { Jobs } from './worker.ts';

type Asked = Pick<Ask, 'params' | 'query' | 'body' | 'from'>;
/** What of a call is kept: JSON, word for word, for a repeat is known by its hash. */
interface Kept extends Asked {
  name: string;
  request: unknown;
}
/** Makes what a handler is given. */
export type MakeAsk = (call: Call, seen: Seen, asked: Asked & { file: Upload }, within?: (tx: Parameters<Parameters<Ask['write']>[0]>[0]) => Promise<void>) => Ask;

export const kindOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
/** Makes an endpoint's calls jobs of this process too, whoever took them in: as the person who asked is today, with today's rights. */
export function workOff(jobs: Jobs, { endpoint, run }: Served, { database, house, makeAsk }: { database: Database; house: House; makeAsk: MakeAsk }): void {
  const reach = new Reach(house.db, 'all');
  jobs.add(kindOf(endpoint), {
    far: ({ userId, key }) => jobProgress(reach, userId, key).far,
    drop: ({ userId, key }) => jobProgress(reach, userId, key).drop(),
    async work({ sessionId, key, ask, file }, end) {
      const seen = await findOwner(database.pool, sessionId);
      allow(endpoint, seen);
      const { name, request, ...asked } = JSON.parse(ask!) as Kept;
      const call: Call = { action: endpoint.audit ?? kindOf(endpoint), viewer: seen.viewer, key, request, secret: house.secret, from: asked.from, marked: database.replica !== undefined };
      await run(makeAsk(call, seen, { ...asked, file: file === null ? NO_FILE : { name, bytes: file } }, end), house);
    },
  });
}
/** Puts a call in as a job, waits for its end, and gives its answer. @throws Fault its refusal; unavailable when this process stops first */
export async function putCall(jobs: Jobs, house: House, endpoint: Endpoint, asked: Call, { file, ...rest }: Asked & { file: Upload }): Promise<unknown> {
  const call = { ...asked, key: asked.key ?? `job-${randomUUID()}` };
  const kept: Kept = { ...rest, name: file.name, request: call.request };
  await jobs.through({ kind: kindOf(endpoint), userId: call.viewer.userId, sessionId: call.viewer.sessionId, key: call.key, hash: hashOf(call), ask: JSON.stringify(kept), file: file === NO_FILE ? null : file.bytes });
  return (await earlier(house.db, call))?.response;
}
