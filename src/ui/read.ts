import { QueryClient, useQuery } from '@tanstack/react-query';
import type { Endpoint, Input, Reply } from '../kernel/endpoint.ts';
import { call } from './call.ts';
import { addReadAge, onBack } from './network.ts';
import { onSignedOut } from './session.ts';

/** What the server has told this tab; emptied when the session ends. One try: a failure is shown with its own "again". */
const known = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000, gcTime: 300_000, networkMode: 'always' } } });
onSignedOut(() => known.clear());
// a hidden page observes nothing
addReadAge(() => known.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined }).reduce<number | null>((oldest, { state }) => Math.min(oldest ?? Infinity, state.dataUpdatedAt), null));
onBack(() => void known.refetchQueries({ type: 'active' }));

type Asked = readonly Pick<Endpoint, 'path'>[];
const isOf = (endpoints: Asked, path: unknown): boolean => endpoints.some((endpoint) => endpoint.path === path);
/** Whether an answer of these endpoints is on its way. */
export const isReading = (endpoints: Asked): boolean => known.isFetching({ predicate: ({ queryKey: [path] }) => isOf(endpoints, path) }) > 0;
/** What was read from these endpoints, of the record `key` or of all, is not what the server has any more: asked for again where it is shown. */
export function outdated(endpoints: Asked, key?: string): void {
  void known.invalidateQueries({ predicate: ({ queryKey: [path, params] }) => isOf(endpoints, path) && (key === undefined || Object.values((params ?? {}) as Record<string, string>).includes(key)) });
}

/** What a page reads: the answer, or why there is none. `again` asks once more. */
export interface Read<T> {
  data: T | undefined;
  failure: Error | null;
  again: () => void;
}

/** What `ask` gives, known as `key` while the session lasts; asked for again when a page is opened more than five seconds later. `asks` false: not yet. */
export function useAsked<T>(key: readonly unknown[], ask: (signal: AbortSignal) => Promise<T>, asks = true): Read<T> {
  const { data, error, refetch } = useQuery<T>({ queryKey: key, queryFn: ({ signal }) => ask(signal), enabled: asks }, known);
  return { data, failure: error, again: () => void refetch() };
}
/** The same of an endpoint. */
export const useRead = <E extends Endpoint>(endpoint: E, input: Input<E> = {}, { asks = true } = {}): Read<Reply<E>> => useAsked<Reply<E>>([endpoint.path, input.params ?? null, input.query ?? null], (signal) => call(endpoint, { ...input, signal }), asks);
