import { addressOf, encoded, fileField, form, FORM, wireOf, type Wire } from './ask.ts';
import { wrong, type Document, type Operation, type Schema } from './document.ts';
import { fine, type Said } from './good.ts';

/** A call that the document forbids. `expects`: the statuses that say so. */
export interface Bad {
  kind: string;
  wire: Wire;
  expects: readonly number[];
}
/** Bytes that a call's body and address may have: what is longer is refused for that alone (BOUNDS of host/input.ts; the head of a request as Node reads it). */
export const LONGEST = { body: 256 * 1024, address: 15_000 };
type Random = (below: number) => number;
const nested = (levels: number, open = '['): string => open.repeat(levels);
const OTHERS: readonly unknown[] = [null, true, 'x', '', '1', 0, 1.5, -1, 2 ** 53 + 2, 1e308, [], {}, [null], [[1]], { a: 1 }, { length: 1 }, { length: 'x' }, ['x', 'x'], 'true', 'null', '2026-02-30', '2026-13-01', '0000-00-00', '\ud800', 'x\udc00', 'a\0b', '\0', 'x'.repeat(5_000), '99999999999999999999', '１２', '-1', '1e3', '0x10', ' ', '\u200b'];
const NAMES = ['extra', '__proto__', 'constructor', 'toString', '', 'a.b', 'ID', '\u200b', 'admin', 'role', 'deletedAt'];

/** Every place in a value, as ways to it. */
function places(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  return [way, ...(typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, inside]) => places(inside, [...way, name])) : [])];
}
/** The value with what `change` makes of the one at a place; undefined takes it away. */
function changed(value: unknown, way: readonly string[], change: (inside: unknown) => unknown): unknown {
  if (way.length === 0) return change(value);
  const [first, ...rest] = way as [string, ...string[]];
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  const inside = changed(copy[first], rest, change);
  if (inside === undefined) delete copy[first];
  else copy[first] = inside;
  return copy;
}
/** A value by itself with one thing wrong by its schema. */
function spoilt(schema: Schema, value: unknown, random: Random): { kind: string; value: unknown } | null {
  for (let tries = 0; tries < 12; tries++) {
    const ways = places(value);
    const way = ways[random(ways.length)]!;
    const one = [
      () => ({ kind: 'another value', value: changed(value, way, () => OTHERS[random(OTHERS.length)]) }),
      () => (way.length === 0 ? null : { kind: 'missing', value: changed(value, way, () => undefined) }),
      () => ({ kind: 'a field more', value: changed(value, way, (inside) => (typeof inside === 'object' && inside !== null && !Array.isArray(inside) ? Object.defineProperty({ ...inside }, NAMES[random(NAMES.length)]!, { value: 1, enumerable: true }) : inside)) }),
      () => ({ kind: 'beyond its bounds', value: changed(value, way, (inside) => (typeof inside === 'number' ? [2 ** 53 + 2, -(2 ** 53) - 2, 1e308, inside + 0.5, -1e9, 1e15][random(6)] : typeof inside === 'string' ? inside.repeat(inside === '' ? 1 : Math.ceil(5_000 / inside.length)) : Array.isArray(inside) && inside.length > 0 ? Array.from({ length: 12_000 }, (_, i) => inside[i % inside.length]) : inside)) }),
      () => ({ kind: 'not text', value: changed(value, way, (inside) => (typeof inside === 'string' ? inside.slice(0, 5) + ['\0', '\ud800', '\udfff', '\ud83d'][random(4)]! + inside.slice(6) : inside)) }),
      () => ({ kind: 'deep', value: changed(value, way, () => JSON.parse(`${nested(40)}${']'.repeat(40)}`) as unknown) }),
    ][random(6)]!();
    if (one !== null && wrong(schema, one.value) !== null) return one;
  }
  return null;
}
const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)]!;

/** One call that the document forbids, made of one that it allows; null where this try made none. */
export function spoil(operation: Operation, said: Said, document: Document, random: Random): Bad | null {
  const wire = wireOf(operation, said);
  const { address, asked } = addressOf(operation, said);
  const json = operation.body?.['application/json']?.schema;
  const field = fileField(operation);
  const named = operation.parameters.filter((one) => one.in === 'query');
  const withQuery = (kind: string, more: string): Bad => {
    const target = `${address}?${[asked, more].filter((part) => part !== '').join('&')}`;
    return { kind, wire: { ...wire, target }, expects: target.length > LONGEST.address ? [400, 431] : [400] };
  };
  const withBody = (kind: string, body: string | Buffer, expects = [400]): Bad => ({ kind, wire: { ...wire, body: Buffer.from(body as string) }, expects });
  const ways: (() => Bad | null)[] = [
    () => withQuery('a query it does not know', `${encoded(pick(NAMES.slice(0, -2), random) || 'x')}=1`),
    () => withQuery('ten thousand keys', pick([Array.from({ length: 700 }, (_, i) => `k${i}=1`).join('&'), 'q=1&'.repeat(1_500), '&'.repeat(500) + 'zz=1'], random)),
    () => withQuery('not a text in the query', `${named.length > 0 && random(2) === 0 ? pick(named, random).name : 'zz'}=${pick(['%ff', '%c0%80', '%ed%a0%80', '%zz', '%', '%00', 'a%00b', '%e4%b8'], random)}`),
    () => {
      const method = pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'], random);
      return document.methods(address).has(method) ? null : { kind: `method ${method}`, wire: { method, target: wire.target, headers: { accept: '*/*' } }, expects: [405] };
    },
  ];
  if (operation.parameters.some((one) => one.in === 'header' && one.name === 'Idempotency-Key')) ways.push(() => ({ kind: 'a key that is none', wire: { ...wire, headers: { ...wire.headers, 'idempotency-key': pick(['x', 'a b c d e f g', 'x'.repeat(101), 'é'.repeat(9), '"12345678"', '12345678,12345678'], random) } }, expects: [400] }));
  if (named.length > 0)
    ways.push(
      () => {
        const one = pick(named, random);
        return wrong(one.schema, ['1', '2']) === null ? null : withQuery('a key twice', `${encoded(one.name)}=1&${encoded(one.name)}=${pick(['1', '2', ''], random)}`);
      },
      () => withQuery('a key that is nested', `${encoded(pick(named, random).name)}[${pick(['a', '__proto__', 'a][b', 'constructor', 'length'], random)}]=1`),
      () => {
        const one = pick(named, random);
        const rest = { ...said, query: Object.fromEntries(Object.entries(said.query).filter(([name]) => name !== one.name)) };
        if (one.required && random(3) === 0) return { kind: 'a key left out', wire: wireOf(operation, rest), expects: [400] };
        const value = pick(OTHERS.filter((other) => typeof other === 'string' && Buffer.from(other).toString() === other) as string[], random);
        const query = { ...rest.query, [one.name]: one.schema.type === 'array' ? [value] : value };
        return fine(operation, { ...said, query }) || wrong(one.schema, query[one.name]) === null ? null : { kind: `a bad value of ${one.name}`, wire: wireOf(operation, { ...said, query }), expects: [400] };
      },
    );
  for (const { name, schema } of operation.parameters.filter((one) => one.in === 'path'))
    ways.push(() => {
      const value = pick(['x', '-1', '1.5', '0x1', '1e3', '1'.repeat(19), 'x'.repeat(201), '１', 'null', 'a,b', '1,', ',', '1'.repeat(5_000), ' ', '1 ', '%', '张'], random);
      const raw = random(4) === 0 ? pick(['%00', '%ff', '1%00', '%c0%af', '%ed%a0%80', '%zz'], random) : null;
      if (raw === null && wrong(schema, value) === null) return null;
      const target = operation.path.replace(/\{(\w+)\}/g, (_, own: string) => (own === name ? (raw ?? encoded(value)) : encoded(said.params[own]!)));
      // what another operation takes is not wrong; one that has other methods alone says so
      if (document.others(operation.method, target, operation.path)) return null;
      // what is asked of it may break a rule of its own, and be refused first; so may a file that is none of those it takes
      return { kind: `a bad ${name}`, wire: { ...wire, target: asked === '' ? target : `${target}?${asked}` }, expects: [...(asked === '' && operation.ruled.size === 0 ? [] : [400]), 404, 405, ...(field === undefined ? [] : [409])] };
    });
  if (json !== undefined) {
    const text = JSON.stringify(said.body);
    const spoiling = (): Bad | null => {
      const one = spoilt(json, said.body, random);
      if (one === null) return null;
      const body = JSON.stringify(one.value);
      return withBody(one.kind, body, Buffer.byteLength(body) > LONGEST.body ? [413] : [400]);
    };
    ways.push(
      spoiling, spoiling, spoiling, spoiling, spoiling,
      () => ({ ...withBody('another kind of content', text, [415]), wire: { ...wire, body: Buffer.from(text), headers: Object.fromEntries([['accept', '*/*'], ...pick([[], ['text/plain'], ['application/xml'], ['application/x-www-form-urlencoded'], ['multipart/form-data; boundary=x'], ['json'], ['application/json2']], random).map((type) => ['content-type', type])]) as Record<string, string> } }),
      () => withBody('no JSON', pick([text.slice(0, -1), `${text}x`, `\ufeff${text}x`, `[${text}`, text.replace(/[}\]]$/, ',}'), 'NaN', 'undefined', `'x'`, '{a:1}', '"\u0001"', '\0', `${text}${text}`], random)),
      () => (text === '{}' || (!text.startsWith('{')) ? null : withBody('a key ten thousand times', `{${`${text.slice(1).split(/(?<=[^\\]"):/, 1)[0]}:1,`.repeat(10_000)}${text.slice(1)}`)),
      () => (text === '{}' || (!text.startsWith('{')) ? null : withBody('a key twice', `{${text.slice(1, -1)},${text.slice(1)}`)),
      () => withBody('ten thousand keys', `{${Array.from({ length: 10_000 }, (_, i) => `"k${i}":1`).join(',')}}`),
      () => withBody('very deep', pick([nested(100_000), nested(50_000) + ']'.repeat(50_000), `${nested(20_000, '{"a":')}1${'}'.repeat(20_000)}`], random)),
      () => {
        const at = /"[^"\\]{2,}"(?!:)/.exec(text);
        if (at === null) return null;
        const bytes = pick([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe4, 0xb8], [0xf5, 0x80, 0x80, 0x80]], random);
        return withBody('bytes that are no text', Buffer.concat([Buffer.from(text.slice(0, at.index + 2)), Buffer.from(bytes), Buffer.from(text.slice(at.index + 2))]));
      },
      () => {
        const other = pick([[], 'x', 1, null, true, [said.body]], random);
        return wrong(json, other) === null ? null : withBody('no object', JSON.stringify(other));
      },
      () => (wrong(json, {}) === null ? null : withBody('nothing', '')),
      () => withBody('too large', `{"x":"${'x'.repeat(2_000_000)}"}`, [413]),
    );
  } else if (field !== undefined) {
    const other = (kind: string, body: Buffer | string, type = FORM, expects = [400]): Bad => ({ ...withBody(kind, body, expects), wire: { ...wire, body: Buffer.from(body as string), headers: { ...wire.headers, 'content-type': type } } });
    ways.push(
      () => other('another field', form(pick(['other', '', 'files', '__proto__'], random), 'x')),
      () => other('a second file', form(field, 'x', `--edge\r\nContent-Disposition: form-data; name="${field}"; filename="b.csv"\r\n\r\nx\r\n`)),
      () => other('a field beside it', form(field, 'x', '--edge\r\nContent-Disposition: form-data; name="more"\r\n\r\n1\r\n')),
      () => other('half a form', form(field, 'x').subarray(0, -8)),
      () => other('no form', pick(['{}', 'x', ''], random), pick(['application/json', 'text/csv', 'application/octet-stream'], random), [415]),
      () => other('no boundary', form(field, 'x'), 'multipart/form-data', [400, 415]),
      () => other('nothing in it', '--edge--\r\n'),
    );
  } else if (operation.method !== 'GET')
    ways.push(() => ({ kind: 'a body it does not take', wire: { ...wire, headers: { ...wire.headers, 'content-type': 'application/json' }, body: Buffer.from(pick(['{"x":1}', '[1]', '"x"', '1', '{', '{"__proto__":1}', nested(50_000)], random)) }, expects: [400] }));
  return pick(ways, random)();
}
/** A source of numbers below a bound, the same for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
