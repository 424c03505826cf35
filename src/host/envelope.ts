import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Envelope } from '../kernel/endpoint.ts';
import { Fault, type Language } from '../kernel/error.ts';

type Headers = Record<string, string | string[] | undefined>;

/** The wrapper of an answer that went well (spec section 3). */
export const success = <T>(result: T): Envelope<T> => ({ success: true, code: 0, message: '', result });
/** The wrapper of a refusal, in the reader's language. */
export const failure = (fault: Fault, language: Language): Envelope<null> => ({ success: false, code: fault.code, message: fault.words(language), result: null });

/** Its words in both languages, for a reader of whom nothing is known. */
const bothOf = (fault: Fault): string => `${fault.words('zh-cn')} ${fault.words('en')}`;

/** How much a language is wanted of which nothing is said: more than one that is declined, less than any other. */
const UNSAID = 0.000_1;
/** The better of both languages for a reader who accepts these (RFC 9110, 12.5.4); null where nothing is said of either. */
function acceptedIn(header: string): Language | null {
  const ranges = header.split(',').flatMap((range) => {
    // in pieces: one pattern for all of it would take long over many blanks
    const [tag = '', weight = 'q=1'] = range.split(';').map((part) => part.trim());
    const [name, q] = [/^(zh|en|\*)(-|$)/i.exec(tag)?.[1], /^q\s*=\s*([01](?:\.\d*)?)$/i.exec(weight)?.[1]];
    return name === undefined || q === undefined ? [] : [{ name: name.toLowerCase(), q: Math.min(1, Number(q)) }];
  });
  const wanted = (name: string): { name: string; q: number; at: number } => {
    const own = ranges.some((range) => range.name === name) ? name : '*';
    const q = Math.max(...ranges.filter((range) => range.name === own).map((range) => range.q));
    return { name, q: Number.isFinite(q) ? q : UNSAID, at: ranges.findIndex((range) => range.name === own) };
  };
  const [zh, en] = [wanted('zh'), wanted('en')];
  if (ranges.length === 0) return null;
  return en.q > zh.q || (en.q === zh.q && en.at < zh.at) ? 'en' : 'zh-cn';
}
/** The language that a reader has said they want: the console in `X-Language`, a browser in `Accept-Language`; null where none of ours is said. */
function saidIn(headers: Headers): Language | null {
  const [own] = [headers['x-language']].flat();
  const said = /^\s*(zh|en)\b/i.exec(own ?? '')?.[1];
  return said === undefined ? acceptedIn(String(headers['accept-language'] ?? '')) : said.toLowerCase() === 'en' ? 'en' : 'zh-cn';
}
/** The reader's language; Chinese by default. */
export const languageOf = (headers: Headers): Language => saidIn(headers) ?? 'zh-cn';

/** What an answer says that is no page and that no hook of the app ever sees. */
export const BARE_HEADERS = {
  'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'x-frame-options': 'SAMEORIGIN', 'strict-transport-security': 'max-age=31536000; includeSubDomains', 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1', 'permissions-policy': 'camera=(), microphone=(), geolocation=()', 'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types 'none'", connection: 'close',
} as const;

/** What the log says of such an answer. */
export interface Unread {
  id: string;
  method: string | null;
  status: number;
}
/**
 * Answers what HTTP itself could not read (no request, or one that Node would refuse by itself), in the wrapper too, and ends the connection.
 * `id` and `request` where they are known by then: whose language is not known is told in both. Null where nobody is there to be answered.
 */
export function unreadable(error: { code?: string }, socket: Socket, id: string = randomUUID(), request?: IncomingMessage): Unread | null {
  if (error.code === 'ECONNRESET' || socket.destroyed) return null;
  const [status, fault] = error.code === 'HPE_HEADER_OVERFLOW' ? [431, new Fault('too_large')] : [error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400, new Fault('bad_input', { detail: 'HTTP' })];
  const language = saidIn(request?.headers ?? {});
  const body = JSON.stringify({ ...failure(fault, 'zh-cn'), message: language === null ? bothOf(fault) : fault.words(language) });
  const said = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body), ...BARE_HEADERS, 'x-request-id': id };
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...Object.entries(said).map(([name, value]) => `${name}: ${value}`)];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
  return { id, method: request?.method ?? null, status };
}

interface Thrown {
  code?: string;
  syscall?: string;
  severity?: string;
  statusCode?: number;
  message?: string;
  cause?: Thrown;
}
// what PostgreSQL says of a value it cannot hold: text with NUL, a number or date out of range or misspelt
const BAD_VALUE = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);
// two people at once: unique and exclusion constraints, what is pointed at has just gone, a month has just been closed
const CLASH = new Set(['23505', '23P01', '23503', '23C01']);
/** PostgreSQL takes nothing: a standby, or one that was locked. */
const READ_ONLY = '25006';
// not reached, lets nobody in, stopped, takes nothing, out of connections, memory, disk or time, held by somebody for longer than one waits, or given up for somebody who waited in turn (a migration)
const DOWN = /^(ECONN|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EAI_|ENOTFOUND|28|3D000|40001|40P01|55P03|57P0|57014|25P0[34]|25006|53[123]00|58030|08)/;
// no way to it, such as a socket file that is gone; and whatever ends the session that it is said in
const isCutOff = ({ syscall = '', severity }: Thrown): boolean => syscall === 'connect' || syscall === 'getaddrinfo' || severity === 'FATAL';
const DOWN_WORDS = /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Cannot use a pool after calling end|database/;

/** Any thrown thing as a refusal from the catalogue; what nobody foresaw is `broken`. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const thrown = (error ?? {}) as Thrown;
  const root = thrown.cause ?? thrown;
  const code = root.code ?? '';
  if (BAD_VALUE.has(code)) return new Fault('bad_input', { detail: '…' });
  if (CLASH.has(code)) return new Fault('conflict');
  if (DOWN.test(code) || isCutOff(root) || (code === '' && thrown.statusCode === undefined && DOWN_WORDS.test(root.message ?? ''))) return new Fault('unavailable');
  if (thrown.statusCode === 413) return new Fault('too_large');
  if (thrown.statusCode === 415) return new Fault('not_json');
  if (thrown.statusCode === 404) return new Fault('not_found');
  if (thrown.statusCode !== undefined && thrown.statusCode < 500) return new Fault('bad_input', { detail: 'JSON' });
  return new Fault('broken');
}

/** What the log may say of an unforeseen error: names and places, never values. */
export function traceOf(error: unknown): Record<string, unknown> {
  const thrown = error as Error & { code?: string; constraint?: string; cause?: Error & { code?: string; constraint?: string } };
  const root = thrown?.cause ?? thrown;
  return { error: root?.name, code: root?.code, constraint: root?.constraint, stack: thrown?.stack?.split('\n').filter((line) => line.startsWith('    at ')).slice(0, 6).map((line) => line.trim()) };
}
const READ_ONLY_WORDS = '数据库现在只能读：它是备用节点，或者被锁定了（例如磁盘将满）。The database can only be read right now: it is a standby, or was locked, as one whose disk fills up may be.';
/** What a command says of its failure: a sentence that was written for the person as it stands, of anything else as much as the log says. */
export function saidOf(error: unknown): string {
  if (error instanceof Error && error.constructor === Error && (!('code' in error) || 'syscall' in error)) return error.message;
  const { code, cause } = (error ?? {}) as Thrown;
  if ((cause?.code ?? code) === READ_ONLY) return READ_ONLY_WORDS;
  const fault = error instanceof Fault ? error : new Fault(faultOf(error).fault === 'unavailable' ? 'unavailable' : 'broken');
  const words = bothOf(fault);
  return error instanceof Fault ? words : `${words}\n${JSON.stringify(traceOf(error))}`;
}
