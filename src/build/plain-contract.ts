// What the built console knows of a contract without its schemas: where each call goes, who may make it, and the lists of values. The server
// has parsed what it sends (host/mount.ts), so the schemas of its answers, and the library behind them, need not be fetched to read them: an
// outline stays, for answers that are not our server's. The tests run with whole contracts, and so hold every answer to its shape. Who names a schema (a form) is given the whole contract.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';
import { buildSync } from 'esbuild';
import { root } from './lingui.ts';

type Values = Readonly<Record<string, unknown>>;
/** Fields of an endpoint that the console asks for. */
const KEPT = ['method', 'path', 'may', 'file', 'upload', 'within', 'reply'];
const isEndpoint = (value: object): boolean => 'method' in value && 'path' in value && 'reply' in value;

/** As much of a schema of zod as its outline takes. */
interface Schema {
  _zod: { def: { type: string; innerType?: Schema; element?: Schema; shape?: Readonly<Record<string, Schema>> } };
}
const kindOf = ({ _zod: { def } }: Schema): string | undefined => {
  if (def.type === 'nullable') return kindOf(def.innerType!) === undefined ? undefined : `?${kindOf(def.innerType!)}`;
  if (def.type === 'array') return kindOf(def.element!) === 'o' ? 'l' : 'a';
  return def.type === 'object' || def.type === 'record' ? 'o' : undefined;
};
const shapeOf = ({ _zod: { def } }: Schema): [string, Schema][] => (def.type === 'nullable' ? shapeOf(def.innerType!) : Object.entries(def.shape ?? {}));
/** What of an answer a page cannot do without, in the words of src/ui/outline.ts: its lists and objects, and the lists in those; undefined where it is but a word or a number. */
function outlineOf(schema: Schema): string | undefined {
  const whole = kindOf(schema);
  const fields = shapeOf(schema).flatMap(([name, part]) => {
    const kind = kindOf(part);
    return kind === undefined ? [] : [`${name}:${kind}`, ...shapeOf(part).flatMap(([inner, last]) => (/[al]$/.test(kindOf(last) ?? '') ? [`${name}.${inner}:${kindOf(last)}`] : []))];
  });
  return whole === undefined ? undefined : [whole, ...fields].join(' ');
}

/** A value as source; undefined for what only its module can make, such as a schema or a function. */
function written(value: unknown): string | undefined {
  if (value === undefined) return 'void 0';
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return JSON.stringify(value);
  if (value instanceof RegExp) return String(value);
  if (typeof value !== 'object' || '_zod' in value || value instanceof Map || value instanceof Set || value instanceof Date) return undefined;
  const parts = Array.isArray(value) ? value.map(written) : Object.entries(value).filter(([name]) => !isEndpoint(value) || KEPT.includes(name)).map(([name, part]) => {
    const said = written(name === 'reply' && isEndpoint(value) ? outlineOf(part as Schema) : part);
    return said === undefined ? undefined : `${JSON.stringify(name)}:${said}`;
  });
  if (parts.includes(undefined)) return undefined;
  return Array.isArray(value) ? `[${parts.join()}]` : `{${parts.join()}}`;
}
/** The exports of each contract that can be written down, as source, by its file and their names. */
export async function readContracts(): Promise<Map<string, ReadonlyMap<string, string>>> {
  const files = readdirSync(path.join(root, 'src/areas')).map((area) => path.join(root, 'src/areas', area, 'contract.ts')).filter((file) => existsSync(file));
  const { outputFiles } = buildSync({
    stdin: { contents: files.map((file, i) => `export * as c${i} from ${JSON.stringify(file)};`).join('\n'), resolveDir: root },
    bundle: true, write: false, format: 'esm', platform: 'node', target: 'node20', logLevel: 'silent',
  });
  const whole = (await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]!.text).toString('base64')}`)) as Record<string, Values>;
  return new Map(files.map((file, i) => [file, new Map(Object.entries(whole[`c${i}`]!).flatMap(([name, value]) => {
    const said = written(value);
    return said === undefined ? [] : [[name, said] as const];
  }))]));
}
/** Names among these whose schemas the code asks for itself: `order.create.body`. */
const asksSchema = (code: string, name: string): boolean => new RegExp(`\\b${name}(\\.\\w+|\\[[^\\]]+\\])\\.(body|query|reply)\\b`).test(code);

/** Source of the console whose imports take from contracts without schemas what they can. */
export function withPlainImports(code: string, file: string, contracts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  return code
    .replace(/^import \{([^}]*)\} from '(\.[^']*contract\.ts)';/gm, (whole, names: string, from: string) => {
      const plain = contracts.get(path.resolve(path.dirname(file), from));
      if (plain === undefined) return whole;
      const values = names.split(',').map((name) => name.trim()).filter((name) => name !== '' && !name.startsWith('type '));
      const isPlain = (name: string): boolean => plain.has(name.split(' as ')[0]!) && !asksSchema(code, name.split(' as ').at(-1)!);
      return ([['?plain', values.filter(isPlain)], ['', values.filter((name) => !isPlain(name))]] as const).map(([query, some]) => (some.length === 0 ? '' : `import { ${some.join(', ')} } from '${from}${query}';`)).join(' ');
    })
    .replace(/(import\(\/\* webpackChunkName: "[\w-]+" \*\/ '\.[^']*contract\.ts)'\)/g, "$1?plain')");
}
/** Tells the minifier that nothing happens when these modules are read, so that schemas which nobody names are left out: each call of what they import or declare is marked. */
function withoutEffects(code: string): string {
  const names = [...code.matchAll(/^import (?:\{([^}]*)\}|\* as (\w+))/gm)].flatMap(([, some, all]) => all ?? some!.split(',').map((name) => name.trim().split(' as ').at(-1)!)).concat([...code.matchAll(/^(?:export )?(?:const|function) (\w+)/gm)].map(([, name]) => name!));
  const calls = new RegExp(`(?<![\\w.$'"\`]|function )((?:${names.filter((name) => /^\w+$/.test(name)).join('|')})(?:\\.\\w+)?(?:<[^()\\n]*?>)?\\()`, 'g');
  return code.replace(calls, '/*#__PURE__*/ $1');
}

/** In a production build of the console, what can be had without schemas is imported without them. */
export const pluginPlainContract = (): RsbuildPlugin => ({
  name: 'app:plain-contract',
  setup(api) {
    let contracts: Promise<Map<string, ReadonlyMap<string, string>>> = Promise.resolve(new Map());
    api.onBeforeEnvironmentCompile(() => {
      contracts = readContracts();
    });
    api.transform({ test: /contract\.ts$/, resourceQuery: /^\?plain$/, environments: ['web'], order: 'pre' }, async ({ resourcePath }) => [...(await contracts).get(resourcePath)!].map(([name, said]) => `export const ${name} = ${said};`).join('\n'));
    api.transform({ test: /([\\/]contract|[\\/]kernel[\\/](shape|list-shape|sheet|indexed))\.ts$/, resourceQuery: /^$/, environments: ['web'], order: 'pre' }, ({ code }) => withoutEffects(code));
    api.transform({ test: /[\\/]src[\\/].*(?<!contract)\.tsx?$/, environments: ['web'], order: 'pre' }, async ({ code, resourcePath }) => withPlainImports(code, resourcePath, await contracts));
  },
});
