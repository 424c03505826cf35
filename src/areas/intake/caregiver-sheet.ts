import { dayText } from '../../host/calendar.ts';
import type { SheetLine } from '../../host/sheet/bound.ts';
import { SHEET } from '../../host/sheet/bound.ts';
import type { Headings } from '../../host/sheet/heading.ts';
import { trim } from '../../host/sheet/text.ts';
import { CAREGIVER_COLUMNS, idNumber, readersOf, type CalledIn } from './caregiver.ts';
import { code, day, folded, hospital, mobile, optional, type Read } from './cell.ts';
import type { Good } from './check.ts';
import type { Faults } from './report.ts';
import type { SheetRow } from './sheet.ts';

type Readers = ReturnType<typeof readersOf>;
type Column = keyof Readers;
/** The columns as providers keep them, in both languages, and as an export of this console heads them. */
export const HEADINGS: Headings<Column> = {
  labels: {
    工号: ['工号', 'Staff number', '护工工号'], 姓名: ['姓名', 'Name', '护工姓名'], 性别: ['性别', 'Gender'], 身份证号: ['身份证号', 'ID number', '身份证', '身份证号码'], 手机: ['手机', 'Mobile', '手机号', '手机号码', '联系电话', 'Phone'], 籍贯: ['籍贯', 'Origin'], 语言: ['语言', 'Languages'], 等级: ['等级', 'Level', '护工等级'],
    性质: ['性质', 'Employment', '用工性质', '用工'], 健康证到期: ['健康证到期', 'Health certificate expires', '健康证到期日', 'Health certificate ends'], 服务医院: ['服务医院', 'Hospital', '驻点医院', 'Posted at', 'Hospital now'], 入职日期: ['入职日期', 'Hired on', '入职'], 状态: ['状态', 'Status'],
  },
  fields: CAREGIVER_COLUMNS as Column[],
  needed: ['姓名', '性别', '身份证号', '手机'],
  thing: ['护工', 'caregivers'],
};

const SERIAL = /^\d{5}(?:\.\d+)?$/;
// the day that spreadsheets count theirs from is so many days before 1970
const FROM_1900 = 25_569;
const FROM_1904 = FROM_1900 - 1_462;
/** A day in words, or as a spreadsheet counts it. */
const sheetDay = (before1970: number) => (cell: string): Read<number> => day(SERIAL.test(folded(cell)) ? dayText(Math.floor(Number(folded(cell))) - before1970) : cell);
/** Several hospitals of one person, also one below the other; each a name or a code. */
function hospitals(cell: string): Read<string[]> {
  const names = trim(cell).split(/[、;；\r\n]/).map(trim).filter((name) => name !== '');
  for (const name of names) {
    const read = hospital(name);
    if ('fault' in read) return read;
  }
  return { value: [...new Set(names)] };
}
const cells = (date: (cell: string) => Read<number>, readers: Readers) => ({
  ...readers, 工号: optional(code, null), 等级: optional(readers.等级, null), 性质: optional(readers.性质, null), 健康证到期: optional(date, null), 服务医院: hospitals, 入职日期: optional(date, null), 状态: optional(readers.状态, null),
});
type Cells = ReturnType<typeof cells>;
/** How a cell of each column is read: what the system can do without may be empty. `since1904`: as of the lines. `called`: rows of `CALLED`. */
export const cellsOf = (since1904: boolean | undefined, called: readonly CalledIn[]): Cells => cells(sheetDay(since1904 === true ? FROM_1904 : FROM_1900), readersOf(called));
/** Columns that name one person. */
export const KEYS = { 工号: code, 身份证号: idNumber, 手机: mobile };
/** A line of which every cell could be read. */
export type Line = Good<Cells>;

/** The lines as rows of the columns; what stands under no heading, or is too long, is a fault. */
export function rowsOf(lines: readonly SheetLine[], fields: readonly (Column | undefined)[], faults: Faults): SheetRow[] {
  return lines.map(({ row, cells }) => {
    const said: SheetRow = { line: row, row, torn: [], cells: Object.fromEntries(fields.flatMap((field, i) => (field === undefined ? [] : [[field, cells[i] ?? '']]))) };
    cells.forEach((cell, i) => {
      const field = fields[i];
      if (field === undefined && trim(cell) !== '') faults.add({ ...said, cells: { ...said.cells, [i + 1]: cell } }, String(i + 1), ['这一列没有标题', 'This column has no heading.']);
      if (field !== undefined && cell.length > SHEET.cell) faults.add(said, field, [`超过 ${SHEET.cell} 个字`, `Must have no more than ${SHEET.cell} characters.`]);
    });
    return said;
  });
}
