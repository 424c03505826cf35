import type { ReactNode } from 'react';
import type { Shown } from '../../ui/chart/image.ts';
import type { statistics } from './contract.ts';
import type { Input } from '../../kernel/endpoint.ts';

type Body = NonNullable<Input<typeof statistics.export>['body']>;
/** The sheet of what is shown, without the kind of file. */
export type Sheet = Body extends infer B ? (B extends unknown ? Omit<B, 'type'> : never) : never;
/** What is shown of a measure, whatever the way. */
export interface Seen {
  title: string;
  busy: boolean;
  /** Why there is nothing to show; and why what is shown is not new. */
  failure: Error | null;
  stale: Error | null;
  again: () => void;
  /** There is no figure at all. */
  none: boolean;
  picture: ReactNode;
  /** Its table, and the line of the place that is read in the picture. */
  twin: { heads: readonly string[]; rows: readonly { key: string; cells: readonly string[] }[]; at: number; onMove: (to: number) => void; onOpen: (at: number, before: boolean) => void; to: (row: number, column: number) => string | null };
  /** null: it has not come. */
  image: Shown | null;
  sheet: Sheet;
  /** No step of the range has this figure, months have. */
  byMonth?: boolean;
  /** What it leaves out: said wherever it goes. */
  lacks: string | null;
  /** What one should know of it who has asked for it, on the screen. */
  note: string | null;
}
/** What a failure says of a picture whose figures are there, or not. */
export const failed = (failure: Error | null, there: boolean): Pick<Seen, 'failure' | 'stale'> => (there ? { failure: null, stale: failure } : { failure, stale: null });
