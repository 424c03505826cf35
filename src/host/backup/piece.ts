import { createHash } from 'node:crypto';

/** A row as PostgreSQL writes it: the text of each column, or null. */
export type TextRow = readonly (string | null)[];
/** What a backup says of itself. */
export interface Head {
  backup: 'nursing-console';
  /** Of this format. */
  format: 1;
  /** Version of the program that made it. */
  app: string;
  /** Version of the schema (`schemaVersions`). */
  schema: string;
  /** Moment of the snapshot, ISO 8601. */
  at: string;
  engine: 'embedded' | 'server';
  /** Fingerprint of the secret that its sealed values need; the secret itself is in no backup. */
  secret: string;
}
/** What a table had. */
export interface TableEnd {
  end: string;
  rows: number;
  /** Of its rows, each as a line of JSON, in the order of the file. */
  sha256: string;
}
/** One piece of a backup on its way: the head; for each table its name, its rows, its end; the sequences (last value, was it given out). */
export type Piece = Head | { table: string; columns: readonly string[] } | { rows: readonly TextRow[] } | TableEnd | { sequences: Record<string, readonly [string, boolean]> };

/** A row as one line. */
export const lineOf = (row: TextRow): string => `${JSON.stringify(row)}\n`;

/** Counts rows and sums them up: in their order, as a file holds them, or whatever their order, as a table does. */
export class Tally {
  rows = 0;
  private sum = 0n;
  private readonly hash = createHash('sha256');
  constructor(private readonly of: 'file' | 'table') {}
  /** Also tells how long its line is. */
  add(row: TextRow): number {
    const line = lineOf(row);
    this.rows += 1;
    if (this.of === 'file') this.hash.update(line);
    else this.sum = BigInt.asUintN(256, this.sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`));
    return line.length;
  }
  /** Sum of the rows of a file in their order; call once. */
  sha256(): string {
    return this.hash.digest('hex');
  }
  /** The same for the same rows of a table in any order. */
  get anyOrder(): string {
    return `${this.rows} ${this.sum.toString(16)}`;
  }
}
