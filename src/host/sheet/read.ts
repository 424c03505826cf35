import { Worker } from 'node:worker_threads';
import { Fault, type Language } from '../../kernel/error.ts';
import { SHEET, type BadSheet, type SheetFault, type SheetLine } from './bound.ts';

const WORDS: Record<SheetFault, Record<Language, string>> = {
  form: { 'zh-cn': '不是有效的 .xlsx 或 .csv 表格，或者已损坏。用 Excel 打开它，另存为 .xlsx 再导入', en: 'it is no .xlsx or .csv sheet, or it is damaged. Open it in Excel, save it as .xlsx, and import that' },
  quote: { 'zh-cn': '第 {row} 行有一个引号没有成对，改好再导入', en: 'a quote in row {row} has no second one. Correct it and import again' },
  locked: { 'zh-cn': '不支持 .xls 或加密的表格，另存为 .xlsx 再试', en: '.xls and encrypted sheets are not supported, save it as .xlsx' },
  size: { 'zh-cn': '解压后过大', en: 'it is too large when unpacked' },
  rows: { 'zh-cn': '超过 {most} 行', en: 'it has more than {most} rows' },
  columns: { 'zh-cn': `超过 ${SHEET.columns} 列`, en: `it has more than ${SHEET.columns} columns` },
  time: { 'zh-cn': '读取超时或占用内存过多', en: 'reading it takes too much time or memory' },
};
let running = 0;
/** Who waits for a place: the first is given the next that is free. */
const queue: (() => void)[] = [];
async function enter(queues: boolean): Promise<void> {
  if (running < SHEET.atOnce) running++;
  else if (queues) await new Promise<void>((go) => queue.push(go));
  else throw new Fault('too_many', { seconds: 5 });
}
function leave(): void {
  const next = queue.shift();
  if (next === undefined) running--;
  else next();
}

/**
 * The lines of an .xlsx (the first sheet that is shown) or .csv, heading included, told apart by their bytes, not by name. Read in a thread of
 * its own with bounds for size, time and memory. `most`: lines below the heading. `queues`: where too many are read it waits,
 * as a job must, which was taken in and may not be refused for that. @throws Fault bad_file, too_large, too_many
 */
export async function readSheet(bytes: Uint8Array, language: Language, { most = SHEET.rows, queues = false }: { most?: number; queues?: boolean } = {}): Promise<SheetLine[]> {
  if (bytes.length > SHEET.bytes) throw new Fault('too_large');
  await enter(queues);
  try {
    const read = await inWorker(bytes, most);
    if ('fault' in read) throw new Fault('bad_file', { detail: WORDS[read.fault][language].replace('{most}', String(most)).replace('{row}', String(read.row)) });
    return read;
  } finally {
    leave();
  }
}
type Bad = Pick<BadSheet, 'fault' | 'row'>;
function inWorker(sheet: Uint8Array, most: number): Promise<SheetLine[] | Bad> {
  const worker = new Worker(new URL('./sheet-worker.mjs', import.meta.url), { workerData: { sheet, most }, resourceLimits: { maxOldGenerationSizeMb: SHEET.memoryMb, maxYoungGenerationSizeMb: 32 } });
  return new Promise<SheetLine[] | Bad>((done, failed) => {
    const late = setTimeout(() => {
      done({ fault: 'time' });
      void worker.terminate();
    }, SHEET.seconds * 1000);
    worker.once('message', done);
    worker.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? done({ fault: 'time' }) : failed(error)));
    worker.once('exit', () => {
      clearTimeout(late);
      failed(new Error('the sheet worker ended without an answer'));
    });
  });
}
