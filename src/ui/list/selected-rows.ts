import type { Endpoint, Reply } from '../../kernel/endpoint.ts';
import { SELECTED_AT_ONCE, type Selected } from '../../kernel/list.ts';
import { call, type CallInput } from '../call.ts';

/** Every row of a selection, asked for piece by piece, at most so many. @throws CallFailure */
export async function selectedRows<E extends Endpoint>(endpoint: E, selection: Selected<Record<string, unknown>>, most: number, signal?: AbortSignal): Promise<Reply<E> & { id: string }[]> {
  const all: { id: string }[] = [];
  while (all.length < most) {
    const after = all.at(-1)?.id;
    const piece = (await call(endpoint as Endpoint, { body: { selection, ...(after === undefined ? {} : { after }) }, signal } as CallInput<Endpoint>)) as { id: string }[];
    all.push(...piece);
    if (piece.length < SELECTED_AT_ONCE) break;
  }
  return all.slice(0, most) as Reply<E> & { id: string }[];
}
