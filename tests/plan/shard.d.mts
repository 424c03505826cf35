type Query = (text: string) => Promise<Record<string, unknown>[]>;
export const SPREAD: { hospital_id: string[]; order_id: string[] };
/** The hospitals of each of `n` nodes, ids as text, and how many orders they have. */
export function deal(ask: Query, n: number): Promise<{ hospitals: string[]; orders: number }[]>;
/** Makes node `k` of `n` from the database `whole`, which nobody is connected to; its name. */
export function cutNode(server: Query, query: (database: string) => Promise<Query>, whole: string, node: { k: number; n: number; hospitals: readonly string[] }): Promise<string>;
