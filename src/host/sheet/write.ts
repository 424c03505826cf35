import { Readable } from 'node:stream';
import type { Download } from '../download.ts';
import type { Column, Rows } from './cell.ts';
import { writeCsv } from './csv-write.ts';
import { writeXlsx } from './xlsx-write.ts';

const MEDIA = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv; charset=utf-8' } as const;

/** A sheet on its way out, written as its rows come: constant memory, however many. `title`: file name without extension, and the sheet's; `plain`: where that is said in ASCII alone, if it is not what is left of the title. */
export function sheetFile({ title, plain, type, columns, rows }: { title: string; plain?: string; type: 'xlsx' | 'csv'; columns: readonly Column[]; rows: Rows }): Download {
  const parts = type === 'xlsx' ? writeXlsx(title, columns, rows) : writeCsv(columns, rows);
  return { name: `${title}.${type}`, ...(plain !== undefined && { plain: `${plain}.${type}` }), type: MEDIA[type], body: Readable.from(parts, { objectMode: false }) };
}
