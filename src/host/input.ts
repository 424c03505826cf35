import { parse } from 'qs';
import * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import { Fault } from '../kernel/error.ts';
import { beginning } from './json.ts';

/** Bounds of what comes in, in one place (reliability.md, decision 11). Bytes, counts, levels. */
export const BOUNDS = { bodyBytes: 256 * 1024, queryParts: 200, queryDepth: 4, depth: 32, paramLength: 200 } as const;

/** One name or value of a query. What is no UTF-8 says nothing; names that the reader would drop in silence are refused like any it does not know. @throws URIError */
function decoded(text: string, _usual: unknown, _charset: string, type: 'key' | 'value'): string {
  const value = decodeURIComponent(text.replaceAll('+', ' '));
  if (type === 'key' && (value === '' || value.includes('__proto__'))) throw new URIError(value);
  return value;
}
/**
 * Reads a query string in bracket notation (spec section 7). Beyond its bounds it yields a key that no schema knows.
 * Plain objects: else `constructor` and its like would be dropped in silence instead of refused as unknown.
 */
export function parseQuery(text: string): Record<string, unknown> {
  try {
    // `a=1&` is written by many programs, and says nothing more than `a=1`
    return parse(text.split('&').filter((part) => part !== '').join('&'), { depth: BOUNDS.queryDepth, strictDepth: true, parameterLimit: BOUNDS.queryParts, throwOnLimitExceeded: true, arrayLimit: 100, allowDots: false, plainObjects: true, decoder: decoded }) as Record<string, unknown>;
  } catch {
    return { '…': '' };
  }
}

/** The address of a request as a path. One that cannot be decoded, such as `/orders/%zz`, is taken as it stands: it names nothing, in the usual words. */
export function readable(address: string): string {
  const local = address.replace(/^https?:\/\/[^/?#]*/i, '');
  const url = local.startsWith('/') ? local : `/${local}`;
  const path = url.split('?', 1)[0]!;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** A path as its parts are read: `1%2C2` is `1,2`. A part that has a slash, or cannot be decoded, stays as it stands. */
export const spelledOut = (path: string): string => path.split('/').map((part) => {
  try {
    const spelled = decodeURIComponent(part);
    return spelled.includes('/') ? part : spelled;
  } catch {
    return part;
  }
}).join('/');

// NUL cannot be stored by PostgreSQL, half a surrogate pair is not text
const UNCLEAN = /\0|[\ud800-\udfff]/u;
/** Is every text in here storable, and nothing too deep? Walks without recursion, so depth cannot hurt it. */
export function clean(value: unknown): boolean {
  const left: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [here, depth] = next;
    if (typeof here === 'string' && UNCLEAN.test(here)) return false;
    if (typeof here !== 'object' || here === null) continue;
    if (depth >= BOUNDS.depth) return false;
    for (const [name, inner] of Object.entries(here)) {
      if (UNCLEAN.test(name)) return false;
      left.push([inner, depth + 1]);
    }
  }
  return true;
}

const nothing = z.strictObject({});
/** Is it a list, or one that may be left out? */
const isList = (schema: unknown): boolean => {
  const { type, innerType } = (schema as z.ZodMiniType | undefined)?._zod.def as { type?: string; innerType?: unknown } ?? {};
  return type === 'array' || (innerType !== undefined && isList(innerType));
};
const shapeOf = (schema: z.core.$ZodType | undefined): z.core.$ZodShape => (schema as z.ZodMiniObject | undefined)?.shape ?? {};
/** Does it say nothing where it stands empty in a query that reads, as in a form of filters that nobody has filled in? Not a condition, an order or what has a value of its own; nor `ids`: who chose nothing did not choose all. */
export function emptyIsNone({ method, query }: Pick<Endpoint, 'method' | 'query'>, name: string): boolean {
  const shape = shapeOf(query);
  return method === 'GET' && !['ids', 'sort', 'where'].includes(name) && Object.hasOwn(shape, name) && shape[name]!._zod.def.type === 'optional';
}
const isEmpty = (value: unknown): boolean => [value].flat().every((one) => one === '');
/** A list of one is written like a single value (OpenAPI, style `form`); it is the list that the schema knows. */
function listed(endpoint: Endpoint, query: unknown): unknown {
  const shape = shapeOf(endpoint.query);
  return Object.fromEntries(Object.entries((query ?? {}) as object).filter(([name, value]) => !isEmpty(value) || !emptyIsNone(endpoint, name)).map(([name, value]: [string, unknown]) => [name, typeof value === 'string' && Object.hasOwn(shape, name) && isList(shape[name]) ? [value] : value]));
}
function parsed(schema: z.core.$ZodType | undefined, given: unknown): unknown {
  const input = given ?? {};
  const result = clean(input) ? z.safeParse(schema ?? nothing, input) : null;
  if (result === null) throw new Fault('bad_input', { detail: '…' });
  if (result.success) return schema === undefined ? undefined : result.data;
  const names = result.error.issues.slice(0, 3).map((issue) => [...issue.path.map(String), ...(issue.code === 'unrecognized_keys' ? [issue.keys.slice(0, 3).join(', ')] : [])].join('.'));
  throw new Fault('bad_input', { detail: beginning([...new Set(names)].filter((name) => name !== '').join(', '), 120) || '…' });
}

// ids are digits only (domain.md), so `PUT /sys/password` is never a dictionary; the plural names one to a hundred of them
const ID = /^(id|itemId)s?$/;
const IDS = /^\d{1,18}(,\d{1,18})*$/;
const MOST_IDS = 100;
/** Parses what came in by the endpoint's own schemas: unknown fields refused, nothing coerced. @throws Fault bad_input, not_found */
export function parseInput(endpoint: Endpoint, given: { params: unknown; query: unknown; body: unknown }): { params: Record<string, string>; query: unknown; body: unknown } {
  const params = (given.params ?? {}) as Record<string, string>;
  // a name no row can have is a row that does not exist
  if (!Object.entries(params).every(([name, value]) => clean(value) && (ID.test(name) ? IDS.test(value) && (name.endsWith('s') || !value.includes(',')) : [...value].length <= BOUNDS.paramLength))) throw new Fault('not_found');
  for (const [name, value] of Object.entries(params)) if (ID.test(name) && value.split(',').length > MOST_IDS) throw new Fault('bad_input', { detail: `${name} ≤ ${MOST_IDS}` });
  return { params, query: parsed(endpoint.query, listed(endpoint, given.query)), body: parsed(endpoint.body, given.body) };
}
