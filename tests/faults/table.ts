// After a run: the matrix with a line per fault and a count per verdict, each cell that failed by name, and the machine's size.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';

/** What one cell showed: empty when all is well. */
export interface Cell {
  fault: string;
  page: string;
  found: readonly string[];
}
const folder = (): string | undefined => process.env.FAULTS_FOUND;
/** Keeps a cell for the table; nothing where no table is made. */
export function note(cell: Cell): void {
  const at = folder();
  if (at !== undefined) appendFileSync(path.join(at, `${process.pid}.jsonl`), `${JSON.stringify(cell)}\n`);
}
/** Prints the table. */
export default function printTable(): void {
  const at = folder()!;
  const cells = readdirSync(at).filter((file) => file.endsWith('.jsonl')).flatMap((file) => readFileSync(path.join(at, file), 'utf8').trim().split('\n')).map((line) => JSON.parse(line) as Cell);
  const rows = new Map<string, Cell[]>();
  for (const cell of cells) rows.set(cell.fault, [...(rows.get(cell.fault) ?? []), cell]);
  console.log(`\nfaults × pages\n${'fault'.padEnd(34)} pages    ok  failed`);
  for (const [fault, of] of rows) {
    const failed = of.filter(({ found }) => found.length > 0).length;
    console.log(`${fault.padEnd(34)} ${String(of.length).padStart(5)} ${String(of.length - failed).padStart(5)} ${String(failed).padStart(7)}`);
  }
  const failed = cells.filter(({ found }) => found.length > 0);
  for (const { fault, page, found } of failed) console.log(`failed: ${fault} × ${page}: ${found.join('; ')}`);
  console.log(`${cells.length} cells, ${cells.length - failed.length} ok, ${failed.length} failed; ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB`);
}
