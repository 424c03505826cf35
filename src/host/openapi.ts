import * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import { FAULTS } from '../kernel/error.ts';
import type { Served } from './answer.ts';
import { emptyIsNone } from './input.ts';

type Json = Record<string, unknown>;
const CLEAN = '^[^\\u0000\\ud800-\\udfff]*$';
const RULE = '模式之外另有规则，见说明或拒绝时的话 a rule beyond its schema: the refusal says which';
type Check = { _zod: { def: { check: string } } };
/** What a schema of what comes in demands beyond its type, as host/input.ts does: no NUL and no half of a surrogate pair in a text, spaces around some do not count, days are days. */
function demands({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  const { type, checks = [], out } = zodSchema._zod.def as { type: string; checks?: Check[]; out?: z.core.$ZodType };
  const has = (name: string): boolean => checks.some(({ _zod: { def } }) => def.check === name);
  const { pattern } = jsonSchema as { pattern?: string };
  if (pattern?.endsWith('\\d{4}-\\d{2}-\\d{2}$')) jsonSchema['format'] = 'date';
  else if (pattern?.includes('T\\d{2}')) jsonSchema['format'] = 'date-time';
  else if (has('custom') || (type === 'pipe' && (out?._zod.def.type === 'pipe' || pattern === CLEAN))) jsonSchema['x-rule'] = RULE;
  if (type !== 'string') return;
  const whole = pattern !== undefined && /^\^.*\$$/.test(pattern);
  if (whole && has('overwrite')) jsonSchema['pattern'] = `^\\s*(?=\\S)(?:${pattern.slice(1, -1)})(?<=\\S)\\s*$`;
  if (!whole) Object.assign(jsonSchema, pattern === undefined ? { pattern: CLEAN } : { allOf: [{ pattern: CLEAN }] });
}
const shapeOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any', ...(io === 'input' ? { override: demands as never } : {}) }) as Json;
  return shape;
};
const envelope = (result: Json, success: Json, code: Json): Json => ({
  type: 'object',
  properties: { success, code, message: { type: 'string' }, result },
  required: ['success', 'code', 'message', 'result'],
  additionalProperties: false,
});
const content = (schema: Json): Json => ({ 'application/json': { schema } });

const ID = '\\d{1,18}';
/** What the names in a path stand for, as host/input.ts takes them. */
const named = (name: string): Json => (/^(id|itemId)s$/.test(name) ? { type: 'string', pattern: `^${ID}(,${ID}){0,99}$` } : /^(id|itemId)$/.test(name) ? { type: 'string', pattern: `^${ID}$` } : { type: 'string', maxLength: 200, pattern: CLEAN });
const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((m) => m[1]!);

/** `names`: what the names in its path are called in the document. */
function parameters(endpoint: Endpoint, names: readonly string[]): Json[] {
  const inPath = namesIn(endpoint.path).map((own, i) => ({ name: names[i], in: 'path', required: true, schema: named(own) }));
  const query = endpoint.query === undefined ? {} : shapeOf(endpoint.query, 'input');
  const required = (query['required'] ?? []) as string[];
  const inQuery = Object.entries((query['properties'] ?? {}) as Record<string, Json>).map(([name, schema]) => ({
    name, in: 'query', required: required.includes(name), ...(emptyIsNone(endpoint, name) ? { allowEmptyValue: true } : {}), schema, ...(schema['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
  }));
  const keyed = endpoint.method !== 'GET' && endpoint.may !== 'open';
  const inHead = keyed ? [{ name: 'Idempotency-Key', in: 'header', required: false, description: '一次操作一个；重复的调用得到第一次的结果 one for each intention: a repeat gets the answer of the first call', schema: { type: 'string', pattern: '^[\\w-]{8,100}$' } }] : [];
  return [...inPath, ...inQuery, ...inHead];
}

const binary: Json = { type: 'string', format: 'binary' };
/** What goes in: a JSON body, or a form with one file. */
function requestBody({ body, upload }: Endpoint): Json {
  if (upload !== undefined) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties: { [upload.field]: { ...binary, maxLength: upload.bytes } }, required: [upload.field], additionalProperties: false } } } } };
  return body === undefined ? {} : { requestBody: { required: true, content: content(shapeOf(body, 'input')) } };
}
/** What comes back when all goes well: the envelope, a file as it is, or events one after the other. */
const done = ({ file, stream, reply }: Endpoint): Json => (stream === true ? { description: 'events, each a line of data in this shape; asked for with Accept: text/event-stream alone, everything else is 400', content: { 'text/event-stream': { schema: shapeOf(reply, 'output') } } } : file === undefined ? { description: 'done', content: content(envelope(shapeOf(reply, 'output'), { const: true }, { const: 0 })) } : { description: 'the file', content: { '*/*': { schema: binary } } });
/** The rule of a whole call: its own, or one between the parts of its query. */
function ruleOf({ query }: Endpoint, own: string | undefined): Json {
  const rule = own ?? (query === undefined ? undefined : shapeOf(query, 'input')['x-rule']);
  return rule === undefined ? {} : { 'x-rule': rule };
}
/** The refusals of the catalogue by status, each with its codes and what they mean. */
const REFUSALS = Object.fromEntries([...new Set(Object.values(FAULTS).map(([status]) => status))].map((status) => {
  const all = Object.values(FAULTS).filter((fault) => fault[0] === status);
  return [status, { description: all.map(([, code, , en]) => `${code}: ${en}`).join('\n'), content: content(envelope({ type: 'null' }, { const: false }, { enum: all.map(([, code]) => code) })) }];
}));
/** The refusals that a call may meet; `default` is for those of the road to it: another method, a fault of ours, no database. */
function refusals({ method, may }: Endpoint): Json {
  const statuses = [400, 401, ...(may === 'open' ? [] : [403]), 404, 409, ...(method === 'GET' ? [] : [413, 415]), 429];
  return { ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])), default: { $ref: '#/components/responses/refused' } };
}

/** The OpenAPI 3.1 document of every call, made from the endpoint table. */
export function openapi(served: readonly Served[], prefix: string): Json {
  const paths: Record<string, Json> = {};
  // paths that differ in nothing but a name are one path of the document, under the name that came first
  const first = new Map<string, string>();
  for (const { endpoint, rule } of served) {
    const nameless = endpoint.path.replace(/:\w+/g, ':');
    const common = first.get(nameless) ?? endpoint.path;
    first.set(nameless, common);
    const path = prefix + common.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = {
      operationId: `${endpoint.method} ${endpoint.path}`,
      summary: endpoint.summary,
      'x-may': endpoint.may,
      ...ruleOf(endpoint, rule),
      parameters: parameters(endpoint, namesIn(common)),
      ...requestBody(endpoint),
      responses: { 200: done(endpoint), ...refusals(endpoint) },
      ...(endpoint.may === 'open' ? { security: [] } : {}),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: '护理管理系统', version: '1' },
    paths,
    components: { responses: { ...REFUSALS, refused: { description: 'refused', content: content(envelope({ type: 'null' }, { const: false }, { type: 'integer' })) } }, securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } } },
    security: [{ token: [] }],
  };
}
