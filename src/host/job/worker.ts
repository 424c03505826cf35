import { randomUUID } from 'node:crypto';
import { Fault } from '../../kernel/error.ts';
import { faultOf, traceOf } from '../envelope.ts';
import type { Database } from '../db/open.ts';
import type { Meter } from '../metric.ts';
import type { Runner } from '../reach.ts';
import type { Teller } from '../teller.ts';
import { beat, fail, finish, handBack, JobLost, later, look, put, putEvery, take, type Far, type Given, type Taken } from './store.ts';

/** How a process works off jobs; times in ms. `poll`: how often it looks for those of others; `beat` and `lease`: how often it says that it lives, and how long it is believed; `grace`: what jobs have to end in when it stops, and embedded once more to give up in; `retry`: after what the first that broke is tried again; `most`: how many at once. */
export const JOB_PACE = { poll: 2_000, alone: 60_000, beat: 3_000, lease: 12_000, look: 250, grace: 4_000, retry: 1_000, most: 3 } as const;
export type JobPace = Readonly<Record<keyof typeof JOB_PACE, number>>;
/** Takings before a job that breaks is given up; of one whose process ended meanwhile the next is the last. */
const TRIES = 4;
const LONGEST = 3_600;
/** SQLSTATEs of two at once of whom one gave way: it is tried again, as what breaks is. */
const GAVE_WAY = new Set(['40001', '40P01', '55P03']);
function isPassing(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return faultOf(error).status >= 500 || GAVE_WAY.has(cause?.code ?? code ?? '');
}

/** What a kind of job does. `end` is called in the transaction of its effect; what is never called so is ended after. `far`: how far one is here. `every`: seconds until it comes back. */
export interface Kind {
  work: (job: Taken, end: (tx: Runner) => Promise<void>) => Promise<void>;
  far?: (job: Taken) => Far | null;
  /** Lets what it does stop at its next step. */
  drop?: (job: Taken) => void;
  every?: number;
  /** Told, in the transaction of its end, that it has ended with a refusal. */
  refused?: (tx: Runner, job: Taken, fault: Fault) => Promise<void>;
}
/** The jobs of one process. */
export interface Jobs {
  add: (name: string, kind: Kind) => void;
  /** Puts a job in and waits for its end, wherever it is done. @throws Fault of the job; stopping when this process stops first: the job goes on */
  through: (given: Given) => Promise<void>;
  begin: () => void;
  stop: () => void;
  /** Once nothing is held any more. */
  stopped: () => Promise<void>;
}
interface Held {
  job: Taken;
  lost: boolean;
  ended: Promise<void>;
}

/** Works off jobs of the database, beside however many other processes do. */
export function startJobs({ db, kind: engine }: Pick<Database, 'db' | 'kind'>, meter: () => Pick<Meter, 'job'>, log: (line: Record<string, unknown>) => void, errors: Teller, pace: JobPace = JOB_PACE): Jobs {
  const holder = randomUUID();
  // the embedded database has one process: what runs in it is held here or by one that is dead
  const alone = engine === 'embedded';
  const most = alone ? 1 : pace.most;
  const kinds = new Map<string, Kind>();
  const held = new Map<string, Held>();
  const timers = new Set<NodeJS.Timeout>();
  const lease = pace.lease / 1_000;
  let stopping = false;
  let out = false;
  let over: () => void = () => undefined;
  const end = new Promise<void>((done) => (over = () => (out = true, wake(), done())));
  const sleepers = new Map<() => void, string>();
  /** Wakes who waits for a job, or everybody. */
  function wake(id?: string): void {
    for (const [rise, of] of sleepers) if (id === undefined || id === of) rise();
  }
  /** Until something is known of a job: at once of one that is done here, of others by looking every so often. Nothing is hung on `end`, which outlives every wait. */
  const doze = (id: string): Promise<void> => new Promise((done) => {
    const one = held.get(id);
    const rise = (): void => {
      clearTimeout(timer);
      sleepers.delete(rise);
      done();
    };
    const timer = one === undefined || one.lost ? setTimeout(rise, pace.look) : undefined;
    sleepers.set(rise, id);
    if (out) rise();
  });
  const tell = (job: Taken, state: string, more: Record<string, unknown> = {}): void => log({ at: new Date().toISOString(), level: more['error'] === undefined ? 'info' : 'error', job: job.kind, id: job.id, attempt: job.attempt, state, ...more });

  /** Looks again in so many ms. */
  function soon(ms: number): NodeJS.Timeout | undefined {
    if (stopping) return undefined;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void fill();
    }, ms).unref();
    timers.add(timer);
    return timer;
  }
  let retry: NodeJS.Timeout | undefined;
  const tellTaking = (error: unknown): void => errors.tell(error, { job: 'take' });
  let looking: Promise<void> | null = null;
  let again = false;
  /** Takes what there is room for. */
  async function fill(): Promise<void> {
    again = true;
    looking ??= (async () => {
      while (again) {
        again = false;
        while (!stopping && held.size < most) {
          const job = await take(db, { holder, held: [...held.keys()], alone, kinds: [...kinds.keys()], lease, last: TRIES });
          errors.well();
          if (job === null) break;
          // the stop came while it was asked for
          if (stopping) return void (await handBack(db, job));
          const one: Held = { job, lost: false, ended: Promise.resolve() };
          held.set(job.id, one);
          one.ended = run(one).then(() => {
            held.delete(job.id);
            wake(job.id);
            void fill();
          });
        }
      }
    })().catch((error: unknown) => {
      tellTaking(error);
      // one at a time: whoever looks every so often would begin another each time
      if (retry === undefined || !timers.has(retry)) retry = soon(pace.retry);
    }).finally(() => (looking = null));
    await looking;
  }
  async function run(one: Held): Promise<void> {
    const { job } = one;
    const { work, far, every } = kinds.get(job.kind)!;
    const began = performance.now();
    tell(job, 'taken');
    let ok = false;
    try {
      // what has ended its process each time would end every other too
      if (every === undefined && job.tries > TRIES) throw new Fault(job.cut ? 'ended_twice' : 'broken');
      let ended = false;
      await work(job, async (tx) => {
        await finish(tx, job, far?.(job) ?? null);
        ended = true;
      });
      ok = true;
      if (every !== undefined) await later(db, job, every, true);
      // its effect was there already
      else if (!ended) await finish(db, job, far?.(job) ?? null);
      tell(job, 'done', { ms: Math.round(performance.now() - began) });
    } catch (error) {
      // a refusal is an end as good as any
      ok = !isPassing(error);
      await giveUp(one, error, every !== undefined).catch(async (why: unknown) => {
        if (why instanceof JobLost) return tell(job, 'lost');
        // not at once: embedded it could be taken again this moment, and for ever. Without a database its lease ends
        await later(db, job, pauseOf(job) / 1_000, false).then(() => soon(pauseOf(job) + 50), () => undefined);
      });
    }
    if (ok || !(stopping || one.lost)) meter().job(job.kind, ok, (performance.now() - began) / 1_000);
  }
  /** ms until it is tried again. */
  const pauseOf = ({ tries }: Taken): number => Math.min(LONGEST * 1_000, pace.retry * 4 ** Math.min(tries - 1, 8));
  async function giveUp(one: Held, error: unknown, comesBack: boolean): Promise<void> {
    const { job } = one;
    one.lost ||= error instanceof JobLost;
    if (one.lost) return tell(job, 'lost');
    const broke = isPassing(error);
    // unavailable is a server that stops: whoever hears it asks again, and a job that is given up must not begin anew
    const fault = faultOf(error).fault === 'unavailable' ? new Fault('broken') : faultOf(error);
    if (broke) tell(job, 'broke', traceOf(error));
    if (comesBack) return void (await later(db, job, Math.min(LONGEST, 60 * 2 ** Math.min(job.tries - 1, 6)), false));
    if (!broke || job.tries >= TRIES) {
      // who refused, and the line of it, are there both or neither: nobody refuses it a second time
      await db.transaction(async (tx) => {
        await fail(tx, job, fault);
        await kinds.get(job.kind)!.refused?.(tx, job, fault);
      });
      return tell(job, 'failed', { fault: fault.fault });
    }
    await later(db, job, pauseOf(job) / 1_000, false);
    soon(pauseOf(job) + 50);
  }
  function lose(one: Held): void {
    one.lost = true;
    kinds.get(one.job.kind)?.drop?.(one.job);
    wake(one.job.id);
  }
  const said = new Set<string>();
  /** Each by itself: one whose row is held, or whose connection hangs, costs the others nothing. */
  async function say(one: Held): Promise<void> {
    const { id, kind } = one.job;
    // a database that is slow is not asked again meanwhile
    if (said.has(id)) return;
    said.add(id);
    const alive = await beat(db, one.job, lease, kinds.get(kind)?.far?.(one.job) ?? null).catch(() => true);
    said.delete(id);
    if (!alive && held.get(id) === one) lose(one);
  }
  async function wait(id: string): Promise<void> {
    for (;;) {
      await doze(id);
      if (out && held.has(id)) throw new Fault('stopping');
      const state = await look(db, id);
      if (state === 'done' || state === null) return;
      if (out) throw new Fault('stopping');
    }
  }
  let handed: NodeJS.Timeout | undefined;
  async function handAllBack(): Promise<void> {
    const back = [...held.values()].map(async (one) => {
      lose(one);
      tell(one.job, 'handed back');
      // embedded once the transaction is over that it may be in, for there is one connection
      await handBack(db, one.job).catch(() => undefined);
    });
    // written before the database is let go, if that answers; embedded that waits for the transaction anyhow
    let late: NodeJS.Timeout | undefined;
    await Promise.race([Promise.all(back), new Promise((done) => (late = setTimeout(done, alone ? pace.grace : pace.retry)))]);
    clearTimeout(late);
    over();
  }
  return {
    add: (name, kind) => void kinds.set(name, kind),
    async through(given) {
      const id = await put(db, given);
      await fill();
      await wait(id);
    },
    begin() {
      const coming = [...kinds].flatMap(([kind, { every }]) => (every === undefined ? [] : [{ kind, seconds: every }]));
      let there = false;
      let underWay = false;
      // not at once: a start has no time for it. Where the database is away just then, they are put in when it is back
      const lookRound = (): void => {
        if (underWay) return;
        underWay = true;
        void (there ? Promise.resolve() : putEvery(db, coming).then(() => void (there = true))).then(fill, tellTaking).finally(() => (underWay = false));
      };
      void fill();
      timers.add(setInterval(lookRound, alone ? pace.alone : pace.poll).unref());
      if (!alone) timers.add(setInterval(() => held.forEach((one) => void say(one)), pace.beat).unref());
    },
    stop() {
      if (stopping) return;
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      timers.clear();
      handed = setTimeout(() => void handAllBack(), pace.grace);
    },
    async stopped() {
      await looking;
      await Promise.race([Promise.all([...held.values()].map(({ ended }) => ended)), end]);
      clearTimeout(handed);
      over();
    },
  };
}
