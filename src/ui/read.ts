import { QueryClient, useQuery } from '@tanstack/react-query';
import type { Endpoint, Input, Reply } from '../kernel/endpoint.ts';
import { call } from './call.ts';
import { onSignedOut } from './session.ts';

/** What the server has told this tab; emptied when the session ends. One try: a failure is shown with its own "again". */
const known = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000, gcTime: 300_000 } } });
onSignedOut(() => known.clear());

/** What a page reads: the answer, or why there is none. `again` asks once more. */
export interface Read<T> {
  data: T | undefined;
  failure: Error | null;
  again: () => void;
}

/** Reads an endpoint and keeps the answer while the session lasts; asked for again when a page is opened more than five seconds later. `when`: not asked for before. */
export function useRead<E extends Endpoint>(endpoint: E, input: Input<E> = {}, when = true): Read<Reply<E>> {
  const { data, error, refetch } = useQuery<Reply<E>>(
    { queryKey: [endpoint.path, input.params ?? null, input.query ?? null], queryFn: ({ signal }) => call(endpoint, { ...input, signal }), enabled: when },
    known,
  );
  return { data, failure: error, again: () => void refetch() };
}
