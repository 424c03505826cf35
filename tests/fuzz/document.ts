import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** A JSON Schema as openapi.json holds it. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  maxProperties?: number;
  minProperties?: number;
  uniqueItems?: boolean;
  'x-rule'?: string;
}
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  /** Empty it says nothing, and is no value that its schema would have to know. */
  allowEmptyValue?: boolean;
  schema: Schema;
}
type Content = Record<string, { schema: Schema }>;
/** One operation of the document with all that it says of itself. */
export interface Operation {
  name: string;
  method: string;
  path: string;
  /** Nobody need be signed in. */
  open: boolean;
  rights: readonly string[];
  parameters: readonly Parameter[];
  body?: Content;
  responses: Record<string, { content: Content }>;
  /** Names of fields with a rule beyond their schema; `*`: one of the whole call. */
  ruled: ReadonlySet<string>;
}
type Raw = { operationId: string; 'x-may': string | string[]; 'x-rule'?: string; security?: unknown[]; parameters: Parameter[]; requestBody?: { content: Content }; responses: Record<string, { $ref?: string; content: Content }> };
interface Told {
  paths: Record<string, Record<string, Raw>>;
  components: { responses?: Record<string, { content: Content }> };
}

const ajv = new Ajv2020({ strict: false, unicodeRegExp: true, allErrors: false, validateFormats: true });
(formats as unknown as (to: Ajv2020) => void)(ajv);
const compiled = new WeakMap<object, ValidateFunction>();
/** What is wrong with a value by a schema of the document; null where nothing is. */
export function wrong(schema: Schema, value: unknown): string | null {
  let check = compiled.get(schema);
  if (check === undefined) compiled.set(schema, (check = ajv.compile(schema)));
  return check(value) ? null : ajv.errorsText(check.errors);
}

/** The names in a schema that say they have a rule of their own. */
const ruledIn = (schema: Schema, name: string): string[] => [
  ...(schema['x-rule'] === undefined ? [] : [name]), ...(schema.anyOf ?? []).flatMap((one) => ruledIn(one, name)), ...(schema.items === undefined ? [] : ruledIn(schema.items, name)),
  ...Object.entries(schema.properties ?? {}).flatMap(([field, inside]) => ruledIn(inside, field)),
];
/** Reads the document as somebody outside would. @throws Error for an operation that declares no answers */
export function readDocument(text: string) {
  const told = JSON.parse(text) as Told;
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries(told.paths))
    for (const [method, raw] of Object.entries(methods)) {
      const responses = Object.fromEntries(Object.entries(raw.responses).map(([status, one]) => [status, one.$ref === undefined ? one : told.components.responses![one.$ref.replace('#/components/responses/', '')]!]));
      operations.push({
        name: raw.operationId, method: method.toUpperCase(), path, open: raw.security?.length === 0, rights: [raw['x-may']].flat(), parameters: raw.parameters, responses, ruled: new Set([...(raw['x-rule'] === undefined ? [] : ['*']), ...raw.parameters.flatMap(({ name, schema }) => ruledIn(schema, name)), ...Object.values(raw.requestBody?.content ?? {}).flatMap(({ schema }) => ruledIn(schema, '*'))]),
        ...(raw.requestBody === undefined ? {} : { body: raw.requestBody.content }),
      });
    }
  const roads = operations.map(({ method, path }) => ({ method, road: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]*')}$`), path }));
  return {
    operations,
    /** Operations of the document whose path this address could also be. */
    others: (method: string, address: string, own: string): boolean => roads.some((one) => one.method === method && one.path !== own && one.road.test(address)),
    /** Methods that an address has. */
    methods: (address: string): Set<string> => new Set(roads.filter(({ road }) => road.test(address)).map(({ method }) => method)),
  };
}
export type Document = ReturnType<typeof readDocument>;
