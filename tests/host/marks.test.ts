import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { marksOf, totalOf, type Ordered } from '../../src/host/list/anchor.ts';
import type { Reach } from '../../src/host/reach.ts';

// Marks of a long list over a database that is told what to say: that of a real one takes twenty thousand rows.
const list: Ordered = { keys: [{ sql: sql`o.id`, type: 'bigint', desc: false }] as never, select: (columns) => sql`select ${columns} from x`, count: sql`select count(*)`, tables: ['x'] };

test('what was marked before the last change is not taken for the list because the clock of the machine was put back', async () => {
  vi.useFakeTimers();
  try {
    let version = '1';
    const kept = new Map();
    const reach = { beside: () => kept, atHome: async () => [{ version, calm: true }], caughtUp: async () => true, run: async () => [{ n: 30_001, k0: 'marked', is_last: true }] } as unknown as Reach;
    expect(await totalOf(reach, list)).toBe(30_001);
    await vi.advanceTimersByTimeAsync(10);
    expect(await marksOf(reach, list)).toEqual([['marked']]);
    version = '2';
    vi.setSystemTime(Date.now() - 3_600_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await marksOf(reach, list)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
