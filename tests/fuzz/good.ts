import fc from 'fast-check';
import { wrong, type Operation, type Schema } from './document.ts';

/** What a call says, before it is written down. `query`: texts and lists of texts. */
export interface Said {
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  body?: unknown;
}
/** Values that mean something in this database, by the name of the field that holds them. */
export type Known = Record<string, readonly unknown[]>;

const DAY = 86_400_000;
// mostly around today, where things happen; at times the edges of the calendar
const day = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -40, max: 40 }).map((n) => new Date(Date.now() + n * DAY).toISOString().slice(0, 10)) },
  fc.constantFrom('2024-02-29', '1970-01-01', '1899-12-31', '0001-01-01', '0099-12-31', '9999-12-31', '2100-03-01'),
);
const TEXTS = ['张三', '欧阳', 'O\'Neil', '%', '_', '\\', '1', ' x ', '=1+1', '<b>', '😀👨‍👩‍👧', 'İıſK', '１２床', '\u202e\u200bx', 'a,b', 'null', '__proto__', '$1', '\t\n x', '𠮷'];

function text(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 300, pattern, format } = schema;
  if (format === 'date') return day;
  if (format === 'date-time') return fc.integer({ min: -2e9, max: 2e9 }).map((ms) => new Date(Date.now() + ms).toISOString());
  const size = { minLength, maxLength: Math.min(maxLength, 80) };
  const free = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...TEXTS) }, { weight: 3, arbitrary: fc.string({ ...size, unit: 'grapheme' }) }, fc.string({ ...size, unit: 'binary' }), fc.constantFrom('张', 'x', '𠮷').map((sign) => sign.repeat(Math.min(maxLength, 1_000))));
  // what a pattern looks ahead for cannot be generated; what does not fit is thrown away
  if (pattern === undefined) return free;
  const shaped = pattern.startsWith('^') ? fc.stringMatching(new RegExp(pattern.replace(/\(\?<?[=!][^()]*\)/g, ''), 'u')) : free;
  return pattern.startsWith('^[^') ? fc.oneof(free, shaped) : shaped;
}
/** Values that a schema allows, nearly all of them; `known` are tried often. */
export function good(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const made = plain(schema, known, name);
  const mine = (known[name] ?? []).filter((value) => wrong(schema, value) === null);
  return mine.length === 0 ? made : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...mine) }, made);
}
function plain(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => good(one, known, name)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const { minimum = -1e9, maximum = 1e9, minItems = 0, maxItems = 5, required = [], properties = {} } = schema;
  switch (schema.type) {
    case 'null': return fc.constant(null);
    case 'boolean': return fc.boolean();
    case 'integer': return fc.oneof(fc.maxSafeInteger().map((n) => minimum + (Math.abs(n) % Math.min(maximum - minimum + 1, 40))), fc.maxSafeInteger().map((n) => minimum + (Math.abs(n) % (maximum - minimum + 1))), fc.constantFrom(minimum, maximum));
    case 'number': return fc.oneof(fc.constantFrom(minimum, maximum), fc.double({ min: minimum, max: maximum, noNaN: true }));
    case 'string': return text(schema.pattern === undefined && schema.allOf?.[0]?.pattern !== undefined ? { ...schema, ...schema.allOf[0] } : schema);
    case 'array': {
      const size = { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, 4)) };
      return schema.uniqueItems ? fc.uniqueArray(good(schema.items ?? {}, known, name), size) : fc.array(good(schema.items ?? {}, known, name), size);
    }
    case 'object': {
      const fields = Object.fromEntries(Object.entries(properties).map(([field, inside]) => [field, good(inside, known, field)]));
      const record = fc.record(fields, { requiredKeys: required, noNullPrototype: true });
      const { additionalProperties: more } = schema;
      if (typeof more !== 'object') return record;
      return fc.dictionary(good(schema.propertyNames ?? { type: 'string', maxLength: 20 }, known) as fc.Arbitrary<string>, good(more, known), { maxKeys: 4, noNullPrototype: true });
    }
    // a key that would be an object's ancestor is refused wherever it stands, as fastify does
    default: return fc.jsonValue({ maxDepth: 3 }).filter((value) => !/"__proto__":|\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value)));
  }
}

/** Calls that an operation allows by all that the document says of it. */
export function calls(operation: Operation, known: Known): fc.Arbitrary<Said> {
  const { parameters, body } = operation;
  const part = (where: 'path' | 'query'): fc.Arbitrary<Record<string, unknown>> => {
    const own = parameters.filter((one) => one.in === where);
    return fc.record(Object.fromEntries(own.map(({ name, schema, allowEmptyValue }) => [name, allowEmptyValue ? fc.oneof({ weight: 9, arbitrary: good(schema, known, name) }, fc.constant('')) : good(schema, known, name)])), { requiredKeys: own.filter(({ required }) => required).map(({ name }) => name), noNullPrototype: true });
  };
  const json = body?.['application/json']?.schema;
  return fc.record({ params: part('path'), query: part('query'), ...(json === undefined ? {} : { body: good(json, known) }) }).filter((said) => fine(operation, said as Said)) as fc.Arbitrary<Said>;
}
/** Does the document allow this call? */
export function fine({ parameters, body }: Operation, said: Said): boolean {
  const json = body?.['application/json']?.schema;
  for (const { name, schema, in: where, required, allowEmptyValue } of parameters) {
    if (where === 'header') continue;
    const value = (where === 'path' ? said.params : said.query)[name];
    if (allowEmptyValue && String(value) === '') continue;
    if (value === undefined ? required : wrong(schema, value) !== null) return false;
    // an empty or dotted name is another path, an empty list is not said at all
    if (where === 'path' && /^\.{0,2}$/.test(value as string)) return false;
    if (Array.isArray(value) && value.length === 0) return false;
  }
  return json === undefined || wrong(json, said.body) === null;
}
