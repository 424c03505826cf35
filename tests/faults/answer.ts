// Answers that are not what the contract says, and answers that are but hold the worst that people can type.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '../../src/kernel/endpoint.ts';

/** Each leaf as another type, each list as an object, each object as it is: an answer of the right outline with nothing right in it. */
export function twisted(value: unknown): unknown {
  if (value === null) return 7;
  if (Array.isArray(value)) return { 0: value.map(twisted) };
  if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, twisted(part)]));
  if (typeof value === 'string') return value.length;
  return typeof value === 'number' ? String(value) : null;
}
/** The same with each list kept as one, so that what reads its items meets them: `null` and texts by turns. */
export function hollow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((_, i) => (i % 2 === 0 ? null : 'x'));
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hollow(part)])) : value;
}

const LONG = '长'.repeat(10_000);
/** What a name may hold: markup, text that turns its line around, NUL, signs of several units, a lone surrogate, nothing but spaces, ten thousand signs without a break. */
const TEXTS = ['<img src=x onerror="window.hit=1">', '\u202E\u2066倒着写的名字\u2069\u202C', 'NUL\u0000在中间', '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(20), '\uD83D', '   ', LONG, '"><script>window.hit=1</script>', '{{constructor.constructor("hit=1")()}}', `${'é'.repeat(50)}\r\n\t${'a'.repeat(3000)}`];
const BEYOND = '9007199254740993007';

/** As much of a schema of zod as is asked for here. */
interface Schema {
  _zod: { def: { type: string; shape?: Record<string, Schema>; element?: Schema; innerType?: Schema; options?: readonly Schema[]; valueType?: Schema; in?: Schema; items?: readonly Schema[]; checks?: readonly unknown[]; format?: string; getter?: () => Schema } };
  safeParse?: (value: unknown) => { success: boolean };
}
/** How bad it is made: the worst texts, or nothing wherever nothing is allowed. */
export type Kind = 'text' | 'null';
/** The answer with all that its contract leaves free made hostile; it still holds to it. */
export function hostile(schema: Schema | undefined, value: unknown, kind: Kind, turn = { at: 0 }): unknown {
  if (schema === undefined) return value;
  const { def } = schema._zod;
  if (def.type === 'nullable') return kind === 'null' ? null : value === null ? null : hostile(def.innerType, value, kind, turn);
  if (def.innerType !== undefined) return value === undefined ? value : hostile(def.innerType, value, kind, turn);
  if (def.type === 'lazy') return hostile(def.getter!(), value, kind, turn);
  if (def.type === 'pipe') return hostile(def.in, value, kind, turn);
  if (def.type === 'union') return hostile(def.options!.find((option) => option.safeParse?.(value).success === true), value, kind, turn);
  if (def.type === 'object' && typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hostile(def.shape?.[name], part, kind, turn)]));
  if (def.type === 'array' && Array.isArray(value)) return value.map((part) => hostile(def.element, part, kind, turn));
  if (def.type === 'record' && typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hostile(def.valueType, part, kind, turn)]));
  if (def.type !== 'string' || typeof value !== 'string' || kind === 'null') return value;
  const fits = (text: string): boolean => schema.safeParse?.(text).success === true;
  turn.at += 1;
  const text = TEXTS[turn.at % TEXTS.length]!;
  if (fits(text)) return text;
  return /^\d+$/.test(value) && fits(BEYOND) ? BEYOND : value;
}

const areas = new URL('../../src/areas/', import.meta.url);
let all: Promise<readonly Endpoint[]> | undefined;
const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;
async function readEndpoints(): Promise<readonly Endpoint[]> {
  const found: Endpoint[] = [];
  for (const area of readdirSync(fileURLToPath(areas))) {
    const contract = (await import(new URL(`${area}/contract.ts`, areas).href).catch(() => ({}))) as Record<string, unknown>;
    for (const one of Object.values(contract)) found.push(...[one, ...(typeof one === 'object' && one !== null ? Object.values(one) : [])].filter(isEndpoint));
  }
  if (found.length < 50) throw new Error(`only ${found.length} endpoints were read`);
  return found;
}
/** The endpoint that a path below the API prefix leads to: fixed segments before parameters. */
export async function endpointAt(method: string, path: string): Promise<Endpoint | undefined> {
  const parts = path.split('/');
  const fits = (await (all ??= readEndpoints())).filter((one) => one.method === method && one.path.split('/').length === parts.length && one.path.split('/').every((part, i) => part.startsWith(':') || part === parts[i]));
  return fits.toSorted((one, other) => one.path.split(':').length - other.path.split(':').length)[0];
}
