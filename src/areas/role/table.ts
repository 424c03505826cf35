import type { Right } from '../../kernel/access.ts';
import type { Endpoint, Envelope } from '../../kernel/endpoint.ts';
import { broken, prefix, send } from '../../ui/call.ts';
import { useAsked, type Read } from '../../ui/read.ts';

/** What the matrix shows of a call. */
export type Listed = Pick<Endpoint, 'method' | 'path' | 'may' | 'summary'>;
/** The calls that a right opens, alone or as one of several. */
export const openedBy = (table: readonly Listed[], right: Right): Listed[] => table.filter(({ may }) => [may].flat().includes(right));

const CALL = { method: 'GET', path: '/endpoints', reply: undefined } as const;
const isListed = (one: Partial<Listed> | null): one is Listed => typeof one?.path === 'string' && typeof one.method === 'string' && typeof one.summary === 'string' && one.may !== undefined;
/** Every call that the server has, as it says itself. @throws CallFailure */
async function ask(signal: AbortSignal): Promise<readonly Listed[]> {
  const { ok, status, body } = await send(CALL, { signal }, 'text');
  let found: unknown = null;
  try {
    if (ok) found = (JSON.parse(body) as Partial<Envelope<unknown>> | null)?.result;
  } catch {}
  if (!Array.isArray(found) || !found.every(isListed)) throw broken(status);
  return found.map((one) => ({ ...one, path: one.path.slice(prefix().length) }));
}
/** The table of calls: neither in the console's code nor in its answers' outlines. */
export const useTable = (): Read<readonly Listed[]> => useAsked([CALL.path], ask);
