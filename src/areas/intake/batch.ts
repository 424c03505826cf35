import type { Client } from '../../host/bulk.ts';
import type { Reason } from './cell.ts';

/** Integrity violations (class 23) and values out of a type's range (class 22): the row's fault, not the database's. */
const isRefusal = (error: unknown): error is { code: string; constraint?: string } => /^2[23]/.test(String((error as { code?: string }).code));
const REASONS: Record<string, Reason> = {
  settlement_closed: ['这些日子已经月结，先重开那个月', 'these days are in a closed month: reopen it first'],
  settlement_busy: ['这家医院正在月结，稍后再导入', 'a month of this hospital is being closed: import again later'],
  care_order_no_dup: ['该患者同一服务在这些日期已有未结束的订单', 'this patient has a live order for the same service and days'],
  care_order_order_no_key: ['订单号已存在', 'the order number exists already'],
  caregiver_staff_no_key: ['工号已存在', 'the staff number exists already'],
  caregiver_mobile_uq: ['手机号已属于另一位护工', 'the mobile belongs to another caregiver'],
  caregiver_id_no_uq: ['身份证号已属于另一位护工', 'the ID number belongs to another caregiver'],
};

/**
 * Writes items, many at a time, and halves what the database refuses until the single items that it refuses are found;
 * answers how many were written.
 */
export async function writeBatches<T>(client: Client, items: readonly T[], write: (some: readonly T[]) => Promise<void>, refused: (item: T, reason: Reason) => void, size = 400): Promise<number> {
  let written = 0;
  for (let at = 0; at < items.length; at += size) {
    const some = items.slice(at, at + size);
    await client.query('SAVEPOINT batch');
    try {
      await write(some);
      await client.query('RELEASE SAVEPOINT batch');
      written += some.length;
    } catch (error) {
      await client.query('ROLLBACK TO SAVEPOINT batch');
      if (!isRefusal(error)) throw error;
      if (some.length > 1) written += await writeBatches(client, some, write, refused, Math.ceil(some.length / 2));
      else refused(some[0]!, REASONS[error.constraint ?? ''] ?? [`数据库拒绝：${error.constraint ?? error.code}`, `refused by the database: ${error.constraint ?? error.code}`]);
    }
  }
  return written;
}
/** Ids for rows about to be written, from the table's own sequence. */
export async function nextIds(client: Client, table: string, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`SELECT nextval(pg_get_serial_sequence($1, 'id'))::text AS id FROM generate_series(1, $2::int)`, [table, count]);
  return rows.map((row) => row.id);
}
