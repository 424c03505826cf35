import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { dryRun, importReport, SHEET_UPLOAD, sheetType } from '../../kernel/sheet.ts';

/** Lines of a sheet of caregivers, without its heading. */
export const CAREGIVER_ROWS = 10_000;
/** Faults that a report has; `faultCount` says how many there are. */
export const REPORTED = 1_000;

/** Sheets that come in through the console; the command `import` takes the same columns (areas/intake/import.ts). */
export const intake = {
  caregiverTemplate: endpoint('GET /caregivers/template', { may: 'biz:caregiver:import', summary: '护工导入模板', query: z.strictObject({ type: sheetType }), file: 'caregiver-template', reply: z.null() }),
  /** All of a sheet, or with a single fault none. `unchanged`: lines of who is known already, by staff number or ID number, and is as the sheet says. */
  caregivers: endpoint('POST /caregivers/import', { may: 'biz:caregiver:import', audit: 'caregiver.import', summary: '导入护工', query: z.strictObject({ dryRun }), upload: SHEET_UPLOAD, reply: z.strictObject({ ...importReport.shape, unchanged: z.int(), faultCount: z.int() }) }),
};
