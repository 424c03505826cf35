import type { ClientBase } from 'pg';
import { insertRows } from '../../host/bulk.ts';
import { dayText } from '../../host/calendar.ts';
import { readings } from '../../host/pinyin.ts';
import { joined } from '../../kernel/shape.ts';
import { nextIds } from './batch.ts';
import { key } from './place.ts';
import type { OrderRow } from './order-sheet.ts';

// the sheet knows an age, not a birthday: the first of January of that year gives the age back
const birthday = (v: OrderRow['values']): string => `${Number(dayText(v.开始日期).slice(0, 4)) - v.年龄}-01-01`;

/** The patients of these orders, by id: the same name, gender, year of birth and contact phone are one person; without a phone nobody is anyone else. */
export async function admitPatients(client: ClientBase, orders: readonly OrderRow['values'][]): Promise<string[]> {
  const { rows } = await client.query<{ id: string; name: string; gender: number; birthday: string | null; phone: string }>(
    `SELECT id::text, name, gender, birthday::text, contact_mobile AS phone FROM patient WHERE contact_mobile = ANY($1) ORDER BY id DESC`,
    [orders.flatMap((v) => v.联系电话 ?? [])],
  );
  const known = new Map(rows.map((row) => [key(joined(row.name), String(row.gender), row.birthday, row.phone), row.id]));
  const identity = (v: OrderRow['values'], i: number): string => key(v.客户姓名, String(v.性别), birthday(v), v.联系电话 ?? `#${i}`);
  const fresh = new Map<string, OrderRow['values']>();
  for (const [i, v] of orders.entries()) if (!known.has(identity(v, i)) && !fresh.has(identity(v, i))) fresh.set(identity(v, i), v);
  const ids = await nextIds(client, 'patient', fresh.size);
  const columns = { id: 'bigint', name: 'text', name_pinyin: 'text', name_initials: 'text', gender: 'smallint', birthday: 'date', contact_name: 'text', contact_relation: 'text', contact_mobile: 'text' };
  await insertRows(client, 'patient', columns, [...fresh.values()].map((v, i) => ({
    id: ids[i]!, name: v.客户姓名, name_pinyin: readings(v.客户姓名).pinyin, name_initials: readings(v.客户姓名).initials, gender: v.性别, birthday: birthday(v), contact_name: v.联系人 || null, contact_relation: v.关系 || null, contact_mobile: v.联系电话,
  })));
  for (const [i, name] of [...fresh.keys()].entries()) known.set(name, ids[i]!);
  return orders.map((v, i) => known.get(identity(v, i))!);
}
