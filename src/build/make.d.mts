/** Runs `build` unless `product`, in dist, was made from these very sources and to its end; before it `prepare`, which may write sources. */
export function make(what: { root: string; sources: readonly string[]; name: string; product: string; build: () => unknown; prepare?: () => unknown; said?: (line: string) => void }): Promise<void>;
