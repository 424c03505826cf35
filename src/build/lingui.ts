// One catalog compiler and one macro plugin, shared by Rsbuild and by Vite (vitest), so that both see the same message ids.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { createCompiledCatalog, getCatalogForFile, getCatalogs, getCatalogDependentFiles } from '@lingui/cli/api';
import type { RsbuildPlugin } from '@rsbuild/core';
import type { Language } from '../kernel/error.ts';
import { REFUSAL_NAMES, refusalWords } from '../kernel/refusal.ts';
import { EARLY, pagesOf } from './static-routes.mjs';

/** The repository's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const config = getConfig({ configPath: path.join(root, 'locales/lingui.config.ts'), cwd: root });

/** `@lingui/swc-plugin` 6.x with `@lingui/*` 5.x needs the v5 id alphabet. */
export const linguiSwcPlugin = (production: boolean): [string, Record<string, unknown>] => [
  createRequire(import.meta.url).resolve('@lingui/swc-plugin'),
  { useLinguiV5IdGeneration: true, descriptorFields: production ? 'id-only' : 'all' },
];

/** Parts of the words, in the order in which the console fetches them; `rest`: all that the others leave. */
const PARTS = ['first', 'list', 'rest'] as const;
type Part = (typeof PARTS)[number];
/** What the words of a part stand in, together with all that is imported from there without waiting. */
const ROOTS = { first: ['src/index.tsx'], list: ['src/inside.ts', 'src/ui/frame.tsx'] };

function filesFrom(entries: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file) || !existsSync(file)) return;
    found.add(file);
    for (const [, to] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s+)?['"](\.[^'"]+\.tsx?)['"]/gm)) visit(path.resolve(path.dirname(file), to!));
  };
  for (const entry of entries) visit(path.join(root, entry));
  return found;
}
/** The part that a message belongs to: the first that needs it. */
function partOf(): (origins: readonly string[]) => Part {
  const pages = pagesOf(readdirSync(path.join(root, 'src/areas'), { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).join('/')));
  const files = Object.entries(ROOTS).map(([part, entries]) => [part, filesFrom([...entries, ...pages.filter((page) => EARLY[part as keyof typeof EARLY].includes(page.path)).map((page) => `src/areas/${page.file}`)])] as const);
  return (origins) => (files.find(([, early]) => origins.some((origin) => early.has(path.resolve(root, origin))))?.[0] ?? 'rest') as Part;
}

/** The ids of every part's messages, file by file, in the order of the source's catalog: a build numbers them so. */
export async function messageOrder(): Promise<Record<Part, string[]>> {
  const { catalog } = getCatalogForFile(`locales/${config.sourceLocale}.po`, await getCatalogs(config))!;
  const known = Object.entries((await catalog.read(config.sourceLocale!)) ?? {}).map(([id, { origin = [] }]) => ({ id, from: origin.map(([file]) => file) }));
  const of = partOf();
  // messages of one file stand together, which packs better
  known.sort((a, b) => ((a.from[0] ?? '') < (b.from[0] ?? '') ? -1 : (a.from[0] ?? '') > (b.from[0] ?? '') ? 1 : 0));
  const order = Object.fromEntries(PARTS.map((part) => [part, known.filter(({ from }) => of(from) === part).map(({ id }) => id)])) as Record<Part, string[]>;
  return { ...order, list: [...order.list, ...REFUSALS] };
}
/** Why something is refused is said in one language at a time too: those words are the last of the list's. */
const REFUSALS = REFUSAL_NAMES.map((name) => `refusal.${name}`);
/** src/kernel/refusal.ts as a build of the console has it, where alone it knows of the catalog: the words are those of the language in use. */
const refusalModule = (first: number): string => `import { currentI18n } from ${JSON.stringify(path.join(root, 'src/ui/language.tsx'))};
export const REFUSAL_NAMES = ${JSON.stringify(REFUSAL_NAMES.join(' '))}.split(' ');
export const refusalWords = (name) => currentI18n()._(String(REFUSAL_NAMES.indexOf(name) + ${first}));`;
/** A message whose places are but filled, with them in braces; null: it is told otherwise. */
function plain(message: readonly unknown[]): string | null {
  const parts = message.map((token) => (typeof token === 'string' ? (/[{}\n]/.test(token) ? null : token) : Array.isArray(token) && token.length === 1 ? `{${token[0]}}` : null));
  return parts.includes(null) || parts[0]?.startsWith('[') === true ? null : parts.join('');
}
/** A part of a catalog whose messages are known by number: one text a line, JSON where a message chooses its words. */
function numbered(tokens: Record<string, unknown>, ids: readonly string[], first: number): string {
  const lines = ids.map((id) => {
    const message = (tokens[id] as unknown[] | undefined) ?? [''];
    return plain(message) ?? JSON.stringify(message);
  });
  return `export const messages=Object.fromEntries(${JSON.stringify(lines.join('\n'))}.split('\\n').map((line,i)=>[i+${first},line[0]==='['?JSON.parse(line):line.split(/[{}]/).map((part,i)=>i%2?[part]:part)]));`;
}

/**
 * A `.po` file as a module; with `part`, only the words of that part (the whole catalog grows with every area and would
 * not fit on the login page), by their numbers. @throws when `strict` and a message has no translation.
 */
export async function compileCatalog(file: string, { strict, part }: { strict: boolean; part: Part | null }): Promise<{ code: string; files: string[] }> {
  const relative = path.relative(root, file);
  const found = getCatalogForFile(relative, await getCatalogs(config));
  if (!found) throw new Error(`${relative} matches no catalog in locales/lingui.config.ts`);
  const { messages, missing } = await found.catalog.getTranslations(found.locale, {
    // a fallback locale would hide the gap from `missing`
    fallbackLocales: strict ? {} : config.fallbackLocales || {},
    sourceLocale: config.sourceLocale ?? 'zh-cn',
  });
  if (strict && missing.length > 0) throw new Error(`${relative}: ${missing.length} untranslated: ${missing.map((m) => m.source || m.id).slice(0, 5).join(' | ')}`);
  if (part !== null) {
    const own = new Set((await messageOrder())[part]);
    for (const id of Object.keys(messages)) if (!own.has(id)) delete messages[id];
  }
  const { source, errors } = createCompiledCatalog(found.locale, messages, { strict: true, namespace: part === null ? 'es' : 'json', pseudoLocale: config.pseudoLocale ?? '' });
  if (errors.length > 0) throw new Error(errors.map((e) => `${e.id}: ${e.error.message}`).join('\n'));
  const files = await getCatalogDependentFiles(found.catalog, found.locale);
  if (part === null) return { code: source, files };
  const order = await messageOrder();
  const first = PARTS.slice(0, PARTS.indexOf(part)).reduce((sum, before) => sum + order[before].length, 0);
  const said = REFUSAL_NAMES.map((name) => [`refusal.${name}`, [refusalWords(name, found.locale as Language)]]);
  return { code: numbered({ ...(JSON.parse(source) as { messages: Record<string, unknown> }).messages, ...Object.fromEntries(said) }, order[part], first), files };
}

/** Lets Rsbuild import `.po` files; a gap in a catalog fails a production build unless ALLOW_GAPS=1. In catalogs and code the hashes of messages become numbers: a hash packs badly. */
export const pluginCatalog = (): RsbuildPlugin => ({
  name: 'app:catalog',
  setup(api) {
    let numbers: Promise<Map<string, number>> | null = null;
    api.onBeforeEnvironmentCompile(() => {
      numbers = messageOrder().then((order) => new Map(PARTS.flatMap((part) => order[part]).map((id, i) => [id, i])));
    });
    // after the macros have made the ids
    api.transform({ test: /\.tsx?$/, order: 'post' }, async ({ code }) => {
      const of = await numbers!;
      return code.replace(/\bid: "([\w+/]{6})"/g, (whole, id: string) => (of.has(id) ? `id: "${of.get(id)}"` : whole));
    });
    api.transform({ test: /[\\/]kernel[\\/]refusal\.ts$/, environments: ['web'], order: 'pre' }, async () => refusalModule((await numbers!).get(REFUSALS[0]!)!));
    api.transform({ test: /\.po$/ }, async ({ resourcePath, resourceQuery, addDependency }) => {
      const { code, files } = await compileCatalog(resourcePath, { strict: process.env.NODE_ENV === 'production' && process.env.ALLOW_GAPS !== '1', part: PARTS.find((name) => resourceQuery === `?${name}`) ?? null });
      for (const file of files) addDependency(path.normalize(file));
      return code;
    });
  },
});
