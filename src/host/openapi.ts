import * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';

type Json = Record<string, unknown>;
const shapeOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return shape;
};
const envelope = (result: Json): Json => ({
  type: 'object',
  properties: { success: { type: 'boolean' }, code: { type: 'integer' }, message: { type: 'string' }, result },
  required: ['success', 'code', 'message', 'result'],
  additionalProperties: false,
});
const content = (schema: Json): Json => ({ 'application/json': { schema } });

function parameters(endpoint: Endpoint): Json[] {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((m) => ({ name: m[1], in: 'path', required: true, schema: { type: 'string' } }));
  const query = endpoint.query === undefined ? {} : shapeOf(endpoint.query, 'input');
  const required = (query['required'] ?? []) as string[];
  const inQuery = Object.entries((query['properties'] ?? {}) as Record<string, Json>).map(([name, schema]) => ({
    name, in: 'query', required: required.includes(name), schema, ...(schema['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
  }));
  return [...inPath, ...inQuery];
}

const binary: Json = { type: 'string', format: 'binary' };
/** What goes in: a JSON body, or a form with one file. */
function requestBody({ body, upload }: Endpoint): Json {
  if (upload !== undefined) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties: { [upload.field]: { ...binary, maxLength: upload.bytes } }, required: [upload.field], additionalProperties: false } } } } };
  return body === undefined ? {} : { requestBody: { required: true, content: content(shapeOf(body, 'input')) } };
}
/** What comes back when all goes well: the envelope, a file as it is, or events one after the other. */
const done = ({ file, stream, reply }: Endpoint): Json => (stream === true ? { description: 'events, each a line of data in this shape', content: { 'text/event-stream': { schema: shapeOf(reply, 'output') } } } : file === undefined ? { description: 'done', content: content(envelope(shapeOf(reply, 'output'))) } : { description: 'the file', content: { '*/*': { schema: binary } } });

/** The OpenAPI 3.1 document of every call, made from the endpoint table. */
export function openapi(endpoints: readonly Endpoint[], prefix: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = prefix + endpoint.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = {
      operationId: `${endpoint.method} ${endpoint.path}`,
      summary: endpoint.summary,
      'x-may': endpoint.may,
      parameters: parameters(endpoint),
      ...requestBody(endpoint),
      responses: { 200: done(endpoint), default: { description: 'refused', content: content(envelope({ type: 'null' })) } },
      ...(endpoint.may === 'open' ? { security: [] } : {}),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: '护理管理系统', version: '1' },
    paths,
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } } },
    security: [{ token: [] }],
  };
}
