import { sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { keepPlan } from './db/keeping.ts';

/** What drizzle can run a statement on: the pool or a transaction. */
export type Runner = Pick<NodePgDatabase, 'execute'>;

/** A copy of the database that is read, and the database itself. `caughtUp`: whether the copy has, at the latest a moment from now, all that the database had when this was asked. */
export interface Copy extends Runner {
  home: Runner;
  caughtUp: () => Promise<boolean>;
}

/** A viewer's data scope (domain.md): every hospital, or these hospitals, each whole (`departments` empty) or in part. */
export type Scope = 'all' | readonly { hospitalId: string; departments: readonly string[] }[];

/** Makes the condition "this hospital (and department) is within the scope". */
export type Match = (hospital: SQL, department?: SQL) => SQL;

/** Rows that belong to hospitals: where they come from and how they are tied to one. */
export interface Source {
  from: SQL;
  scope: (match: Match) => SQL;
}
export interface Parts {
  columns: SQL;
  where?: readonly (SQL | undefined)[];
  order?: SQL;
  limit?: number;
  offset?: number;
  /** Scope and limit are written so that one plan serves every scope of the same form, and `rows` keeps it (db/keeping.ts). */
  kept?: true;
}

function matching(scope: Exclude<Scope, 'all'>, isKept?: true): Match {
  // a plan that is kept must be worth as much as one that knows how many hospitals there are, or the database plans anew
  const oneOf = (ids: readonly string[]): SQL => (isKept ? sql`array(select unnest(${sql.param(ids)}::bigint[]))` : sql`${sql.param(ids)}::bigint[]`);
  return (hospital, department) => {
    const whole = scope.filter((s) => s.departments.length === 0 || department === undefined).map((s) => s.hospitalId);
    const parts = scope.filter((s) => s.departments.length > 0 && department !== undefined);
    const either = [
      ...(whole.length > 0 ? [sql`${hospital} = any(${oneOf(whole)})`] : []),
      ...parts.map((s) => sql`(${hospital} = ${s.hospitalId}::bigint and ${department} = any(${oneOf(s.departments)}))`),
    ];
    return either.length === 0 ? sql`false` : sql`(${sql.join(either, sql` or `)})`;
  };
}
/** Whether a row of one of these hospitals, in any of these departments (null: whichever), is within the scope: `matching` for what is at hand and not in the database. */
export const reaches = (scope: Scope, places: readonly { hospitalId: string; departmentIds: readonly string[] | null }[]): boolean =>
  scope === 'all' || places.some(({ hospitalId, departmentIds }) => scope.some((s) => s.hospitalId === hospitalId && (s.departments.length === 0 || departmentIds === null || s.departments.some((id) => departmentIds.includes(id)))));

const BESIDE = new WeakMap<Runner, Map<() => object, object>>();
/**
 * The one query builder a handler can reach: every statement it makes carries the viewer's scope,
 * so what is out of scope does not exist (reliability.md, decision 1).
 */
export class Reach {
  constructor(
    private readonly runner: Runner | Copy,
    readonly scope: Scope,
  ) {}

  private get home(): Runner {
    return 'home' in this.runner ? this.runner.home : this.runner;
  }
  /** Runs on the database itself, whatever is read: for what a copy does not know, such as locks and sequences. */
  async atHome<T>(statement: SQL): Promise<T[]> {
    return (await this.home.execute(statement)).rows as T[];
  }
  /** Whether what is read from here on has all that the database itself has by now. */
  async caughtUp(): Promise<boolean> {
    return 'home' in this.runner ? this.runner.caughtUp() : true;
  }

  /** The same reach on the database itself. */
  atOrigin(): Reach {
    return new Reach(this.home, this.scope);
  }

  /** What is kept in memory beside this database, made once by `make`: for every viewer the same, so what is kept there is kept by scope. */
  beside<T extends object>(make: () => T): T {
    const kept = BESIDE.get(this.home) ?? new Map<() => object, object>();
    BESIDE.set(this.home, kept);
    const known = (kept.get(make) as T | undefined) ?? make();
    kept.set(make, known);
    return known;
  }
  /** The scope condition for a row tied to `hospital`, for parts of a statement that have sources of their own. */
  match: Match = (hospital, department) => (this.scope === 'all' ? sql`true` : matching(this.scope)(hospital, department));

  private where(source: Source, { where = [], kept }: Parts): SQL {
    const parts = [...(this.scope === 'all' ? [] : [source.scope(matching(this.scope, kept))]), ...where.filter((w) => w !== undefined)];
    return parts.length === 0 ? sql`` : sql` where ${sql.join(parts, sql` and `)}`;
  }
  /** The statement itself, for use as a subquery. */
  select(source: Source, parts: Parts): SQL {
    const { columns, order, limit, offset, kept } = parts;
    // a plan for any number of rows would be made for a tenth of all
    const most = limit === undefined ? sql`` : kept ? sql` limit ${sql.raw(String(Math.trunc(limit)))}` : sql` limit ${limit}`;
    return sql`select ${columns} from ${source.from}${this.where(source, parts)}${order ? sql` order by ${order}` : sql``}${most}${offset ? sql` offset ${offset}` : sql``}`;
  }
  async rows<T>(source: Source, parts: Parts): Promise<T[]> {
    const statement = this.select(source, parts);
    return this.run<T>(parts.kept ? keepPlan(statement) : statement);
  }
  async one<T>(source: Source, parts: Parts): Promise<T | undefined> {
    return (await this.rows<T>(source, { ...parts, limit: 1 }))[0];
  }
  async count(source: Source, where: Parts['where'] = [], isKept?: true): Promise<number> {
    const [row] = await this.rows<{ n: number }>(source, { columns: sql`count(*)::int as n`, where, ...(isKept ? { kept: isKept } : {}) });
    return row?.n ?? 0;
  }
  /** Runs a statement built from `select` and `match` (a union of scoped parts, a scoped subquery). */
  async run<T>(statement: SQL): Promise<T[]> {
    return (await this.runner.execute(statement)).rows as T[];
  }
}
