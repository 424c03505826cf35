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
  failure: Error | null;
  again: () => void;
  /** There is no figure at all. */
  none: boolean;
  picture: ReactNode;
  twin: { heads: readonly string[]; rows: readonly { key: string; cells: readonly string[] }[] };
  /** null: it has not come. */
  image: Shown | null;
  sheet: Sheet;
  /** What one should know of it. */
  note: string | null;
}
