import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import pg from 'pg';

/** Begins the text of a statement whose plan is kept. */
export const KEPT = '/* kept */ ';
/** Statements of which one connection keeps plans: more are planned anew each time, as all others are. */
const MOST = 200;

/**
 * Has each connection plan a statement once for all its values: what reads rows by their ids or by a scope is sooner done than planned.
 * Never for what compares with LIKE, or whose best plan depends on a value: such a plan would read a table whole (server-stack.md, 3).
 */
export const keepPlan = (statement: SQL): SQL => sql`${sql.raw(KEPT)}${statement}`;

/** What kept a connection from being made, as one finds it (envelope.ts): a certificate, a server without TLS or a password say nothing by their codes. */
const unmade = (error: Error): Error => Object.assign(error, { syscall: 'connect' });

/** A connection that keeps the plans of such statements, each under a name that its own text makes. */
export class KeepingClient extends pg.Client {
  private readonly names = new Map<string, string>();

  private nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MOST) return known;
    const name = createHash('sha256').update(text).digest('base64url');
    this.names.set(text, name);
    return name;
  }
  override connect(tell?: (error: Error) => void): never {
    // called without an error once it is made
    if (tell !== undefined) return super.connect((error: Error | undefined) => tell((error && unmade(error)) as Error)) as never;
    return super.connect().catch((error: Error) => {
      throw unmade(error);
    }) as never;
  }
  // the driver's own signatures are many; what comes in goes on as it is
  override query(...args: unknown[]): never {
    const [config] = args;
    const text = typeof config === 'object' && config !== null ? (config as Partial<pg.QueryConfig>).text : undefined;
    const name = typeof text === 'string' && text.startsWith(KEPT) ? this.nameOf(text) : undefined;
    return Reflect.apply(super.query, this, name === undefined ? args : [{ ...(config as pg.QueryConfig), name }, ...args.slice(1)]) as never;
  }
}
