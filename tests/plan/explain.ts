import type pg from 'pg';
import { KEPT } from '../../src/host/db/keeping.ts';

/** A statement that the server sent, with its values. */
export interface Sent {
  text: string;
  values: unknown[];
}
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows': number;
  'Total Cost': number;
  'Parent Relationship'?: string;
  Plans?: Node[];
}
/** What a statement does to large tables, as the planner sees it. `whole`: tables that are read row by row from end to end. `rows`: how many rows of large tables it reads. */
export interface Plan {
  whole: string[];
  rows: number;
  cost: number;
}
type Query = (...args: unknown[]) => unknown;

/** Has every statement of the pool's connections told to `heard`. One that `heard` answers is not run: those are its rows. */
export function overhear(pool: pg.Pool, heard: (sent: Sent) => Record<string, unknown>[] | Error | undefined): void {
  const known = new WeakSet<object>();
  // also a connection that was there before
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const ask = client.query.bind(client) as unknown as Query;
    const hook: Query = (...args) => {
      const [first, second] = args;
      const text = typeof first === 'string' ? first : (first as { text?: string }).text;
      if (typeof text !== 'string') return ask(...args);
      const values = (Array.isArray(second) ? second : (first as { values?: unknown[] }).values) ?? [];
      const instead = heard({ text, values });
      if (instead === undefined) return ask(...args);
      const done = args.at(-1);
      const result = { rows: instead, rowCount: 0, command: 'SELECT', fields: [] };
      if (typeof done === 'function') return void setImmediate(() => (instead instanceof Error ? (done as Query)(instead) : (done as Query)(null, result)));
      return instead instanceof Error ? Promise.reject(instead) : Promise.resolve(result);
    };
    client.query = hook as typeof client.query;
  });
}

/** Nodes that read all below them before they give a first row: what stands above stops none of it. */
const GATHERS = /^(Sort|Hash|Aggregate|WindowAgg|Materialize|Memoize|SetOp|Unique|CTE Scan|Bitmap Heap Scan|Bitmap Index Scan)$/;
/** What a part of a table may cost to be read from end to end: an index of a few thousand lines gains nothing. */
const SMALL_PART = 5_000;
/** A part of a table by years counts as the table (0028_audit_year.sql). */
const tableOf = (name: string): string => name.replace(/^(audit_event)_(before_)?(\d+|default)$/, '$1');
/** What a plan reads of these tables. A limit stops what streams to it after its share. */
export function read(top: Node, large: readonly string[]): Plan {
  const whole: string[] = [];
  let rows = 0;
  const walk = (node: Node, share: number, loops: number): void => {
    const { 'Node Type': type, 'Relation Name': part, 'Plan Rows': gives, Plans: below = [] } = node;
    const table = part === undefined ? undefined : tableOf(part);
    if (table !== undefined && large.includes(table)) {
      if (type === 'Seq Scan' && (part === table || node['Total Cost'] > SMALL_PART)) whole.push(table);
      rows += Math.ceil(gives * share * loops);
    }
    const inner = GATHERS.test(type) ? 1 : share;
    below.forEach((child, i) => {
      if (type === 'Limit') return walk(child, Math.min(1, (gives / Math.max(1, child['Plan Rows'])) * share), loops);
      // the inner side of a nested loop runs for each row of the outer one
      if (type === 'Nested Loop' && i === 1) return walk(child, 1, loops * Math.max(1, below[0]!['Plan Rows'] * share));
      walk(child, inner, loops);
    });
  };
  walk(top, 1, 1);
  return { whole: [...new Set(whole)], rows, cost: Math.round(top['Total Cost']) };
}
type Explained = { 'QUERY PLAN': { Plan: Node }[] };
/** The plan that is kept of a statement: the one for all values. */
async function keptPlan(pool: pg.Pool, { text, values }: Sent): Promise<Explained | undefined> {
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare kept as ${text}`);
    return (await client.query<Explained>(`explain (format json) execute kept${values.length === 0 ? '' : `(${values.map(() => 'null').join(', ')})`}`)).rows[0];
  } finally {
    await client.query('deallocate all; reset plan_cache_mode').catch(() => undefined);
    client.release();
  }
}
/** The plan of a statement as it was sent. */
export async function explain(pool: pg.Pool, sent: Sent, large: readonly string[]): Promise<Plan & { node: Node }> {
  const row = sent.text.startsWith(KEPT) ? await keptPlan(pool, sent) : (await pool.query<Explained>(`explain (format json) ${sent.text}`, sent.values)).rows[0];
  const node = row!['QUERY PLAN'][0]!.Plan;
  return { ...read(node, large), node };
}
