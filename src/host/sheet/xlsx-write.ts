import type { Cell, Column, Rows } from './cell.ts';
import { zip, type ZipFile } from './zip.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPEN = 'http://schemas.openxmlformats.org';
const RELATION = `${OPEN}/officeDocument/2006/relationships`;
const PACKAGE = `${OPEN}/package/2006`;
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
// what XML 1.0 cannot hold, halves of surrogate pairs included
const UNWRITABLE = /(?![\t\n\r\x7f-\x9f])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
const MOST = 32_767;
/** Rows that a worksheet holds below its heading: with more, spreadsheets open none of the file. */
export const XLSX_ROWS = 1_048_575;
// what spreadsheets would take for such an escape stands as it was written
const written = (text: string): string => text.replace(UNWRITABLE, '').replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
/** What a spreadsheet takes for the name of a sheet: 31 characters at most, none that leads to another, no apostrophe at an end. */
const sheetName = (title: string): string => title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31).replace(/^'|'$/g, ' ');
const letters = (column: number): string => (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

// text stands inline: a spreadsheet never takes it for a formula
function cell(value: Cell, address: string, bold: boolean): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${address}"><v>${value}</v></c>` : '';
  // digits alone are of the format text, or who changes them in a spreadsheet makes a number of them
  return `<c r="${address}" t="inlineStr"${bold ? ' s="1"' : /^\d+$/.test(value) ? ' s="2"' : ''}><is><t xml:space="preserve">${written(value.slice(0, MOST))}</t></is></c>`;
}
const line = (cells: readonly Cell[], row: number, bold = false): string => `<row r="${row}">${cells.map((value, i) => cell(value, `${letters(i)}${row}`, bold)).join('')}</row>`;

async function* sheet(columns: readonly Column[], rows: Rows): AsyncGenerator<string> {
  const widths = columns.map(({ width = 16, text = false }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"${text ? ' style="2"' : ''}/>`).join('');
  let part = `${HEAD}<worksheet xmlns="${OPEN}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>${line(columns.map(({ heading }) => heading), 1, true)}`;
  let row = 1;
  for await (const cells of rows) {
    // they can have become more since they were counted
    if (row > XLSX_ROWS) throw new Error(`more than ${XLSX_ROWS} rows in a worksheet`);
    part += line(cells, ++row);
    if (part.length < 65_536) continue;
    yield part;
    part = '';
  }
  yield `${part}</sheetData></worksheet>`;
}

/** An .xlsx of one sheet with a frozen, bold heading, written as its rows come. */
export function writeXlsx(title: string, columns: readonly Column[], rows: Rows): AsyncIterable<Buffer> {
  const files: ZipFile[] = [
    ['[Content_Types].xml', [`${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`]],
    ['_rels/.rels', [`${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`]],
    ['xl/workbook.xml', [`${HEAD}<workbook xmlns="${OPEN}/spreadsheetml/2006/main" xmlns:r="${RELATION}"><sheets><sheet name="${written(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`]],
    ['xl/_rels/workbook.xml.rels', [`${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`]],
    ['xl/styles.xml', [`${HEAD}<styleSheet xmlns="${OPEN}/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf fontId="1" applyFont="1" xfId="0"/><xf numFmtId="49" applyNumberFormat="1" xfId="0"/></cellXfs></styleSheet>`]],
    ['xl/worksheets/sheet1.xml', sheet(columns, rows)],
  ];
  return zip(files);
}
