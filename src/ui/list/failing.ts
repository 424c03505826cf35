/** Milliseconds before what failed is asked for again: doubled with each try in a row, up to the most. */
const PAUSE = { first: 1_000, most: 20_000 } as const;

/** What of a list's view did not come, and why: one of its windows by number, or the count of its rows. After a pause `again` is called. */
export class Failing {
  /** Why the last of it did not come; null when all is well. */
  error: Error | null = null;
  private readonly parts = new Set<number | 'count'>();
  private tries = 0;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly again: () => void) {}

  /** Whether the last count did not come. */
  get count(): boolean {
    return this.parts.has('count');
  }
  /** Whether this window has failed and waits for its next try. */
  rests(window: number): boolean {
    return this.pause !== undefined && this.parts.has(window);
  }
  /** It did not come. */
  add(part: number | 'count', error: unknown): void {
    this.parts.add(part);
    this.error = error instanceof Error ? error : new Error(String(error));
    if (this.pause !== undefined) return;
    this.pause = setTimeout(this.again, Math.min(PAUSE.most, PAUSE.first * 2 ** this.tries));
    this.tries += 1;
  }
  /** It came. */
  came(part: number | 'count'): void {
    this.parts.delete(part);
    if (this.parts.size === 0) this.clear();
  }
  /** These windows are in view; others are tried when they are looked at. Returns whether there is nothing left to say. */
  see(windows: readonly number[]): boolean {
    if (this.error === null) return false;
    for (const part of this.parts) if (part !== 'count' && !windows.includes(part)) this.came(part);
    return this.parts.size === 0;
  }
  /** Everything may be tried at once; the next pause is longer all the same. */
  cut(): void {
    clearTimeout(this.pause);
    this.pause = undefined;
  }
  /** As if nothing had failed. */
  clear(): void {
    this.cut();
    this.parts.clear();
    this.tries = 0;
    this.error = null;
  }
}
