// Reads one sheet off the main thread and ends: what is wrong or too much in it can hurt nothing but this thread. Speaks through read.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { BadSheet, type SheetLine } from './bound.ts';
import { readCsv } from './csv-read.ts';
import { readXlsx } from './xlsx-read.ts';

const { sheet, most } = workerData as { sheet: Uint8Array; most: number };
const bytes = Buffer.from(sheet);
// an .xls of old, and what is locked by a password, begin with this
const OLD = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

function read(): SheetLine[] | Pick<BadSheet, 'fault' | 'row'> {
  try {
    if (bytes.subarray(0, 4).equals(OLD)) throw new BadSheet('locked');
    return bytes.subarray(0, 2).toString('latin1') === 'PK' ? readXlsx(bytes, most) : readCsv(bytes, most);
  } catch (error) {
    if (error instanceof BadSheet) return { fault: error.fault, row: error.row };
    throw error;
  }
}
parentPort!.postMessage(read());
