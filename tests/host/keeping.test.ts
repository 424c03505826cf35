import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEPT } from '../../src/host/db/keeping.ts';
import type { Database } from '../../src/host/db/open.ts';
import { testDatabase } from '../kit/database.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const PLANS = `select count(*)::int as statements, coalesce(sum(generic_plans), 0)::int as once from pg_prepared_statements where statement like '${KEPT}%'`;

test('a statement that says so is planned once on a connection and answers for every value; others are planned each time', async () => {
  const client = await database.pool.connect();
  try {
    for (let n = 0; n < 9; n += 1) {
      expect((await client.query<{ n: number }>({ text: `${KEPT}select $1::int + 1 as n`, values: [n] })).rows).toEqual([{ n: n + 1 }]);
      expect((await client.query<{ n: number }>({ text: 'select $1::int + 2 as n', values: [n] })).rows).toEqual([{ n: n + 2 }]);
    }
    expect((await client.query(PLANS)).rows).toEqual([{ statements: 1, once: 4 }]);
    expect((await client.query(`select 1 from pg_prepared_statements where statement like 'select $1::int + 2%'`)).rows).toEqual([]);
  } finally {
    client.release(true);
  }
});
test('a statement that fails fails each time, and the next one is answered', async () => {
  const client = await database.pool.connect();
  try {
    const divide = (by: number) => client.query<{ n: number }>({ text: `${KEPT}select 6 / $1::int as n`, values: [by] });
    for (let times = 0; times < 3; times += 1) {
      await expect(divide(0)).rejects.toThrow('division by zero');
      expect((await divide(2)).rows).toEqual([{ n: 3 }]);
    }
    await expect(client.query({ text: `${KEPT}select nothing from nowhere where 1 = $1`, values: [1] })).rejects.toThrow('nowhere');
    await expect(client.query({ text: `${KEPT}select nothing from nowhere where 1 = $1`, values: [1] })).rejects.toThrow('nowhere');
  } finally {
    client.release(true);
  }
});
test('one connection keeps so many and no more: the rest are answered all the same', async () => {
  const client = await database.pool.connect();
  try {
    for (let n = 0; n < 230; n += 1) expect((await client.query<{ n: number }>({ text: `${KEPT}select $1::int + ${n} as n`, values: [1] })).rows).toEqual([{ n: n + 1 }]);
    expect((await client.query<{ statements: number }>(PLANS)).rows[0]!.statements).toBe(200);
  } finally {
    client.release(true);
  }
});
