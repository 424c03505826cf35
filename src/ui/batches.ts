import { useEffect, useState } from 'react';
import type { Endpoint } from '../kernel/endpoint.ts';
import { CallFailure } from './call.ts';
import { gathering, type Gathering } from './gather.ts';
import { useLive } from './live.ts';

/** Milliseconds: changes that come together are asked for together; while they do not stop, seldomer, for 500 consoles that ask twice a second leave a server no time for people. */
const WAIT: Gathering = { first: 250, most: 8_000 };
/** The same for what lies around what one looks at, such as counts. */
export const AROUND: Gathering = { first: 250, most: 20_000 };

/** That a record has changed, and its version where that moved; null: some changes may have been missed. */
export type Change = { no: string; version: number | null } | null;
/** Records that have changed and their versions, null where that is not known; `all`: some changes may have been missed. */
export interface Heard {
  changes: Map<string, number | null>;
  all: boolean;
}
/** Gathers what is heard and, while the page is shown, hands it on, one batch after the other. A batch that fails is let go: what is missed then is heard of when the stream is back. */
export class Batches {
  take: (heard: Heard) => Promise<void> = async () => {};
  private heard: Heard = { changes: new Map(), all: false };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown = false;
  private busy = false;
  private readonly wait: () => number;
  /** Whoever looks is shown what is, however busy the house. */
  private soon = false;

  constructor(pace = WAIT) {
    this.wait = gathering(pace);
  }
  /** `mine`: one looks at this very record. */
  hear(change: Change, mine: boolean): void {
    if (change === null) this.heard.all = true;
    else this.heard.changes.set(change.no, change.version);
    if (mine) this.hurry();
    this.plan();
  }
  /** The page is shown; what is returned hides it. */
  show(): () => void {
    this.shown = true;
    this.hurry();
    this.plan();
    return () => {
      this.shown = false;
      this.halt();
    };
  }
  private halt(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
  private hurry(): void {
    if (!this.soon) this.halt();
    this.soon = true;
  }
  private plan(): void {
    const { changes, all } = this.heard;
    if (!this.shown || this.busy || this.timer !== undefined || (changes.size === 0 && !all)) return;
    this.timer = setTimeout(() => void this.work(), this.soon ? WAIT.first * (1 + Math.random() / 2) : this.wait());
  }
  private async work(): Promise<void> {
    const { heard } = this;
    this.soon = false;
    this.heard = { changes: new Map(), all: false };
    this.timer = undefined;
    this.busy = true;
    try {
      await this.take(heard);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
    } finally {
      this.busy = false;
      this.plan();
    }
  }
}
/** Hears of the records of a stream in batches while the page is shown; of the one that one looks at, `mine`, at once. */
export function useBatches<E extends Endpoint>(stream: E, take: (heard: Heard) => Promise<void>, { mine = null, pace }: { mine?: string | null; pace?: Gathering } = {}): void {
  const [batches] = useState(() => new Batches(pace));
  useEffect(() => void (batches.take = take));
  useEffect(() => batches.show(), [batches]);
  useLive(stream, (change) => batches.hear(change as Change, mine !== null && (change as Change)?.no === mine));
}
