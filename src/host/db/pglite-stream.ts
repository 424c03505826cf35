import { Duplex } from 'node:stream';

/** A database engine that answers batches of PostgreSQL's wire protocol, one at a time. */
export interface Engine {
  run(batch: Uint8Array): Promise<Uint8Array>;
  /** Copies the database's files as they stand between two batches: what was acknowledged is in them. */
  copy(to: string): Promise<void>;
  close(): Promise<void>;
  /** Resolves when the engine has ended without being asked to. */
  died: Promise<Error>;
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
const text = (type: string, words: string): Buffer => message(type, Buffer.from(words));
const PARAMETERS = { server_version: '18.0', client_encoding: 'UTF8', integer_datetimes: 'on', standard_conforming_strings: 'on', DateStyle: 'ISO, MDY', TimeZone: 'UTC' };
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), ...Object.entries(PARAMETERS).map(([name, value]) => text('S', `${name}\0${value}\0`)), text('Z', 'I')]);
// every client shares the one session: nothing of the client before may stay (open transaction, named statements, settings)
const CLEAN = ['ROLLBACK', 'DEALLOCATE ALL', 'RESET ALL'].map((words) => new Uint8Array(text('Q', `${words}\0`)));
// messages that end a batch: Query, Sync, CopyDone, CopyFail, FunctionCall
const ENDS_BATCH = new Set('QScfF'.split('').map((c) => c.charCodeAt(0)));
const TERMINATE = 'X'.charCodeAt(0);

/** What node-postgres takes for its socket; the other end is an engine. */
export class PgliteStream extends Duplex {
  private pending: Buffer = Buffer.alloc(0);
  private started = false;
  constructor(private readonly engine: Engine) {
    super();
  }
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  override _read(): void {}
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.accept(chunk).then(() => done(), done);
  }
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.accept(Buffer.concat(chunks.map((c) => c.chunk))).then(() => done(), done);
  }
  override _final(done: () => void): void {
    this.push(null);
    done();
  }
  private async accept(chunk: Buffer): Promise<void> {
    this.pending = this.pending.length > 0 ? Buffer.concat([this.pending, chunk]) : chunk;
    if (!this.started) {
      // the start-up packet is answered here: the engine has one session and no passwords
      if (this.pending.length < 4 || this.pending.length < this.pending.readInt32BE(0)) return;
      this.pending = this.pending.subarray(this.pending.readInt32BE(0));
      this.started = true;
      for (const batch of CLEAN) await this.engine.run(batch);
      this.push(WELCOME);
    }
    let at = 0;
    let end = 0;
    while (this.pending.length >= at + 5) {
      const length = this.pending.readInt32BE(at + 1) + 1;
      if (this.pending.length < at + length) break;
      const type = this.pending[at]!;
      at += length;
      if (type === TERMINATE) {
        this.pending = Buffer.alloc(0);
        this.push(null);
        return;
      }
      if (ENDS_BATCH.has(type)) end = at;
    }
    if (end === 0) return;
    const batch = new Uint8Array(this.pending.subarray(0, end));
    this.pending = this.pending.subarray(end);
    this.push(Buffer.from(await this.engine.run(batch)));
  }
}
