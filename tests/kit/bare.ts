import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { booked, carer, CARER_HEAD, importSheet, ORDER_HEAD } from './intake.ts';
import type { Life } from './life.ts';

/** Orders of a sheet whose caregiver was refused: under service, and served by nobody that is known. */
export async function bareKit(life: Life) {
  const load = async (what: 'caregivers' | 'orders', ...lines: string[][]): Promise<string> => {
    const folder = mkdtempSync(join(tmpdir(), 'bare-'));
    const file = join(folder, 'sheet.csv');
    writeFileSync(file, lines.map((cells) => cells.join(',')).join('\n'));
    const { said } = await importSheet(life.api.database, what, file, '--create-places');
    rmSync(folder, { recursive: true });
    return said;
  };
  let n = 200;
  expect(await load('caregivers', CARER_HEAD, carer(100, { 身份证号: '1' }))).toContain('1 refused');
  return {
    /** One of these days, each of ¥260; its number. */
    async bare(from: string, to: string, where: { 医院: string; 科室: string } = { 医院: '第一医院', 科室: '骨科' }): Promise<string> {
      const due = `${260 * ((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1)}.00`;
      const one = booked(++n, { ...where, 客户姓名: `李${n}`, 病区: `${where.科室}一病区`, 床号: '', 护工工号: 'TS10100', 开始日期: from, 结束日期: to, 应收款: due, 实收款: due, 订单状态: '服务中' });
      expect(await load('orders', ORDER_HEAD, one)).toContain('1 loaded');
      return one[0]!;
    },
  };
}
