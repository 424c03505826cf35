import { faultOf, traceOf } from './envelope.ts';

/** Tells the log of errors. */
export interface Teller {
  /** One more. Of a database that is away, or takes nothing, each kind is told once: every call, and all that works by itself, meets it again and again. */
  tell: (error: unknown, more?: Record<string, unknown>) => void;
  /** The database does what it is asked: what comes now is new. */
  well: () => void;
}

/** What tells `log` of errors. */
export function startTeller(log: (line: Record<string, unknown>) => void): Teller {
  const told = new Set<string>();
  return {
    tell(error, more = {}) {
      const trace = traceOf(error);
      if (faultOf(error).fault === 'unavailable') {
        const kind = `${String(trace['error'])} ${String(trace['code'])}`;
        if (told.has(kind)) return;
        told.add(kind);
      }
      log({ at: new Date().toISOString(), level: 'error', ...more, ...trace });
    },
    well: () => told.clear(),
  };
}
