import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Database } from './db/open.ts';
import type { Figures } from './db/replica.ts';
import { depth } from './job/store.ts';
import { lostLines } from './output.ts';

/** Upper bounds of the durations that are told apart, seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10] as const;
/** How long the size of the database is taken as known, ms: on a large one asking reads many files. */
const SIZE_MS = 60_000;
type Labels = Readonly<Record<string, string>>;
type Kind = 'counter' | 'gauge' | 'histogram';

/** Counts what one process does, in the words of Prometheus. A label is an endpoint, a status or the name of a job: never a name, a number or an id of anybody. */
export interface Meter {
  /** A call that was answered. `seconds`: none of a stream, which lasts as long as someone listens. */
  call: (labels: { method: string; route: string; status: string }, seconds: number | null) => void;
  /** A job that ended. */
  job: (name: string, ok: boolean, seconds: number) => void;
  /** Everything as it is now, in the text format 0.0.4. */
  text: () => Promise<string>;
  close: () => void;
}
const escaped = (value: string): string => value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));
const named = (name: string, labels: Labels): string => {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
};
class Family {
  readonly values = new Map<string, number>();
  constructor(readonly name: string, readonly kind: Kind, readonly help: string) {}
  add(labels: Labels, by = 1, suffix = ''): void {
    const key = named(this.name + suffix, labels);
    this.values.set(key, (this.values.get(key) ?? 0) + by);
  }
  set(labels: Labels, value: number): void {
    this.values.set(named(this.name, labels), value);
  }
  text(): string {
    const lines = [...this.values].map(([key, value]) => `${key} ${value}`);
    return lines.length === 0 ? '' : `# HELP ${this.name} ${this.help}\n# TYPE ${this.name} ${this.kind}\n${lines.join('\n')}\n`;
  }
}
function observe(family: Family, labels: Labels, seconds: number): void {
  // every bound from the first on, so that the lines of one series stand in their order
  for (const bound of BOUNDS) family.add({ ...labels, le: String(bound) }, Number(seconds <= bound), '_bucket');
  family.add({ ...labels, le: '+Inf' }, 1, '_bucket');
  family.add(labels, seconds, '_sum');
  family.add(labels, 1, '_count');
}

/** Figures that are read elsewhere, as they are now. */
const figure = (kind: Kind) => (name: string, help: string, values: readonly [Labels, number][]): string => {
  const family = new Family(name, kind, help);
  for (const [labels, value] of values) family.set(labels, value);
  return family.text();
};
const gauge = figure('gauge');
const counter = figure('counter');
/** What is told of a replica. */
const replicaLines = ({ up, lag, reads }: Figures): string[] => [
  gauge('db_replica_up', 'Whether lists and statistics are read from the replica.', [[{}, Number(up)]]),
  gauge('db_replica_lag_seconds', 'How long ago the primary wrote what the replica does not show yet, at the last look.', [[{}, lag]]),
  counter('db_replica_reads_total', 'Calls that might read the replica, by where they began to read, and statements that the replica failed.', Object.entries(reads).map(([to, n]) => [{ to }, n])),
];

/** The meter of one process over its database. `streams`: how many live connections there are. */
export function startMeter({ pool, db, kind, replica, ready, look }: Pick<Database, 'pool' | 'db' | 'kind' | 'replica' | 'ready' | 'look'>, streams: () => number): Meter {
  const calls = new Family('http_requests_total', 'counter', 'Answered requests by endpoint and status.');
  const durations = new Family('http_request_duration_seconds', 'histogram', 'Time to the end of the answer, by endpoint.');
  const jobs = new Family('job_runs_total', 'counter', 'Runs of jobs by result.');
  const jobSeconds = new Family('job_seconds_total', 'counter', 'Time spent in jobs.');
  const jobLast = new Family('job_last_success_timestamp_seconds', 'gauge', 'When a job last ended well.');
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  const started = Date.now() / 1_000 - process.uptime();
  let size: { bytes: number; at: number } | null = null;

  /** What the database says, or null when it takes too long over it. */
  const soon = <T>(asked: Promise<T>): Promise<T | null> => Promise.race([asked.catch(() => null), new Promise<null>((done) => setTimeout(done, 2_000, null).unref())]);
  /** Bytes of the database, or null when it does not answer. */
  async function databaseBytes(): Promise<number | null> {
    if (size !== null && Date.now() - size.at < SIZE_MS) return size.bytes;
    const bytes = await soon(look<{ bytes: string }>('select pg_database_size(current_database())::text as bytes').then(({ rows }) => Number(rows[0]!.bytes)));
    if (bytes !== null) size = { bytes, at: Date.now() };
    return bytes;
  }
  return {
    call(labels, seconds) {
      calls.add(labels);
      if (seconds !== null) observe(durations, { method: labels.method, route: labels.route }, seconds);
    },
    job(name, ok, seconds) {
      jobs.add({ job: name, result: ok ? 'ok' : 'failed' });
      jobSeconds.add({ job: name }, seconds);
      if (ok) jobLast.set({ job: name }, Date.now() / 1_000);
    },
    async text() {
      // as readyz asks, and anew each time: a busy pool has lost nothing, and a size that was known says nothing of now
      const up = (await soon(ready())) === true;
      const [bytes, jobDepth] = up ? await Promise.all([databaseBytes(), soon(depth(db))]) : [null, null];
      const { rss, heapUsed } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      const lags = ([['0.5', lag.percentile(50)], ['0.99', lag.percentile(99)], ['1', lag.max]] as const).map(([quantile, ns]): [Labels, number] => [{ quantile }, Number.isFinite(ns) ? ns / 1e9 : 0]);
      // since the last look
      lag.reset();
      return [
        calls.text(), durations.text(), jobs.text(), jobSeconds.text(), jobLast.text(),
        ...(jobDepth === null ? [] : [gauge('jobs', 'Jobs of all servers that are due and wait, and that a server has taken; exports are none.', Object.entries(jobDepth).map(([state, n]) => [{ state }, n]))]),
        gauge('live_streams', 'Open streams of live events.', [[{}, streams()]]),
        gauge('db_up', 'Whether the database answers just now, and takes what is written.', [[{ engine: kind }, Number(up)]]),
        ...(bytes === null ? [] : [gauge('db_size_bytes', 'Size of the database.', [[{}, bytes]])]),
        gauge('db_pool_connections', 'Connections of this process to the database.', [[{ state: 'busy' }, pool.totalCount - pool.idleCount], [{ state: 'idle' }, pool.idleCount]]),
        gauge('db_pool_waiting', 'Calls that wait for a connection.', [[{}, pool.waitingCount]]),
        ...(replica === undefined ? [] : replicaLines(replica.figures())),
        counter('log_lines_lost_total', 'Lines of the log that could not be written.', [[{}, lostLines()]]),
        gauge('nodejs_eventloop_lag_seconds', 'Delay of the event loop since the last look.', lags),
        gauge('process_resident_memory_bytes', 'Resident memory.', [[{}, rss]]),
        gauge('nodejs_heap_used_bytes', 'Used heap of the main thread.', [[{}, heapUsed]]),
        counter('process_cpu_seconds_total', 'Processor time.', [[{}, (user + system) / 1e6]]),
        gauge('process_start_time_seconds', 'When the process started.', [[{}, started]]),
      ].join('');
    },
    close: () => lag.disable(),
  };
}
