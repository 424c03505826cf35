/** Copies a demonstration set of a hundredth until there are `rows` orders, with all that hangs on them. Takes minutes. */
export function fill(query: (text: string) => Promise<unknown[]>, rows: number): Promise<void>;
