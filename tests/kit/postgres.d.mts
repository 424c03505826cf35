/** A private PostgreSQL server. */
export interface PrivatePostgres {
  url: string;
  pid: () => number;
  stop: () => Promise<void>;
  /** SIGKILL to the postmaster. */
  kill: () => Promise<void>;
  /** Brings it back on the same port; resolves when it takes connections. */
  start: () => Promise<void>;
}
/** Null where there are no binaries. `durable`: what is committed outlives the server. */
export function startPostgres(how?: { durable?: boolean }): Promise<PrivatePostgres | null>;
/** A port of 127.0.0.1 that nobody has. */
export function freePort(): Promise<number>;
/** Folder with initdb and postgres; null where there is none. */
export function findBinaries(): string | null;
