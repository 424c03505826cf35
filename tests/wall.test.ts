import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { serverBundle } from '../src/build/bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const files = ['src', 'machines'].flatMap((dir) =>
  readdirSync(path.join(root, dir), { recursive: true, encoding: 'utf8' }).filter((f) => /\.(tsx?|mjs)$/.test(f) && !f.endsWith('.d.ts')).map((f) => `${dir}/${f.split(path.sep).join('/')}`),
);
// `from '…'`, `import '…'` and `import('…')`, types included; comments are cut first so that an example in one is no arrow
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*(?:\/\*.*?\*\/\s*)?)(['"])([^'"\s]+)\1/g;
const bare = (code: string) => code.replace(/\/\*(?!\s*webpack)[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
const importsOf = (file: string) => [...bare(readFileSync(path.join(root, file), 'utf8')).matchAll(IMPORT)].map((m) => m[2]!);

const ENTRIES = ['src/index.tsx', 'src/inside.ts', 'src/shell.tsx', 'src/server.ts'];
const MADE = ['src/areas.gen.ts', 'src/pages.gen.ts', 'src/first-pages.gen.ts', 'src/served.gen.ts'];
const SERVER_FILE = /^(server|store|tables)\.ts$/;

type Room = { wing: 'machines' | 'kernel' | 'ui' | 'host' | 'build' | 'entry' | 'made' | 'contract' | 'server' | 'console' | 'other'; area?: string };
const graph = new Map(files.map((f) => [f, importsOf(f).filter((s) => s.startsWith('.')).map((s) => path.posix.join(path.posix.dirname(f), s))]));

/** Files of an area that are neither contract, page, form nor area.ts belong to the wing that uses host or React. */
function wingOf(file: string, seen = new Set<string>()): 'server' | 'console' | null {
  const name = path.posix.basename(file);
  if (SERVER_FILE.test(name)) return 'server';
  if (/\.(tsx)$/.test(name) || name === 'area.ts' || name === 'record.ts' || name === 'words.ts') return 'console';
  if (seen.has(file)) return null;
  seen.add(file);
  const own = importsOf(file);
  if (own.some((s) => /^node:|^pg$|^drizzle-orm|\/host\//.test(s))) return 'server';
  if (own.some((s) => /^react|^@lingui|^lucide|\/ui\//.test(s))) return 'console';
  for (const next of graph.get(file) ?? []) if (next.startsWith('src/areas/') && !next.endsWith('/contract.ts')) { const w = wingOf(next, seen); if (w) return w; }
  return null;
}
function roomOf(file: string): Room {
  if (ENTRIES.includes(file)) return { wing: 'entry' };
  if (MADE.includes(file)) return { wing: 'made' };
  const [top, second, area] = file.split('/');
  if (top === 'machines') return { wing: 'machines' };
  if (second === 'kernel' || second === 'ui' || second === 'host' || second === 'build') return { wing: second };
  if (second === 'areas' && area !== undefined) return file.endsWith('/contract.ts') ? { wing: 'contract', area } : { wing: wingOf(file) ?? 'other', area };
  return { wing: 'other' };
}
/** null when the arrow is allowed, else why not (architecture.md, "Who may import whom"). */
function wrong(from: string, to: string): string | null {
  const a = roomOf(from), b = roomOf(to);
  // what is fetched with the frame is the second half of one entry
  if (b.wing === 'entry') return from === 'src/index.tsx' && to === 'src/inside.ts' ? null : 'nobody imports an entry';
  const same = a.area !== undefined && a.area === b.area;
  const tables = to.endsWith('/tables.ts');
  const ok: Record<Room['wing'], boolean> = {
    entry: true,
    made: b.wing === 'server' || b.wing === 'console' || b.wing === 'kernel' || (b.wing === 'other' && b.area !== undefined),
    machines: b.wing === 'machines',
    kernel: b.wing === 'kernel',
    ui: b.wing === 'ui' || b.wing === 'kernel' || b.wing === 'machines',
    host: b.wing === 'host' || b.wing === 'kernel',
    build: b.wing === 'build' || b.wing === 'kernel',
    contract: b.wing === 'contract' || b.wing === 'kernel' || b.wing === 'machines',
    server: (same && b.wing !== 'console') || ['host', 'kernel', 'machines', 'contract'].includes(b.wing) || tables,
    console: (same && b.wing !== 'server') || ['ui', 'kernel', 'machines', 'contract'].includes(b.wing),
    other: same || ['kernel', 'machines', 'contract'].includes(b.wing),
  };
  return ok[a.wing] ? null : `${a.wing} may not import ${b.wing}`;
}

test('every arrow of the import graph is one that the architecture allows', () => {
  const broken = [...graph].flatMap(([from, tos]) => tos.flatMap((to) => {
    if (/\.(css|po|json)(\?\w+)?$/.test(to)) return [];
    if (!existsSync(path.join(root, to))) return [`${from} → ${to}: no such file`];
    const why = wrong(from, to);
    return why === null ? [] : [`${from} → ${to}: ${why}`];
  }));
  expect(broken).toEqual([]);
  expect(graph.size).toBeGreaterThan(100);
  expect([...graph.values()].flat().length).toBeGreaterThan(300);
});

test('packages stay where they belong: xstate alone in machines, zod alone in the kernel', () => {
  const foreign = files.flatMap((f) => {
    const allowed = f.startsWith('machines/') ? /^xstate/ : f.startsWith('src/kernel/') ? /^zod/ : f.endsWith('/contract.ts') ? /^zod/ : null;
    return allowed === null ? [] : importsOf(f).filter((s) => !s.startsWith('.') && !allowed.test(s)).map((s) => `${f} → ${s}`);
  });
  expect(foreign).toEqual([]);
});

test('there is no circle', () => {
  const done = new Set<string>(), way: string[] = [], circles: string[] = [];
  const visit = (f: string) => {
    if (way.includes(f)) { circles.push([...way.slice(way.indexOf(f)), f].join(' → ')); return; }
    if (done.has(f)) return;
    way.push(f);
    for (const next of graph.get(f) ?? []) if (graph.has(next)) visit(next);
    way.pop();
    done.add(f);
  };
  for (const f of graph.keys()) visit(f);
  expect(circles).toEqual([]);
});

test('files stay short: 250 lines, entries 60', () => {
  const tests = readdirSync(path.join(root, 'tests'), { recursive: true, encoding: 'utf8' }).filter((f) => /\.(tsx?|mjs)$/.test(f)).map((f) => `tests/${f}`);
  const long = [...files, ...tests].filter((f) => !f.includes('.gen.')).flatMap((f) => {
    const lines = readFileSync(path.join(root, f), 'utf8').split('\n').length - 1;
    return lines > (ENTRIES.includes(f) ? 60 : 250) ? [`${f}: ${lines}`] : [];
  });
  expect(long).toEqual([]);
});

test('no value stands inside a rich message: Lingui would read tags in a name as markup', () => {
  const rich = files.filter((f) => f.endsWith('.tsx')).flatMap((f) => [...readFileSync(path.join(root, f), 'utf8').matchAll(/<Trans>[^<]*\{(?!['"\s])[^<]*/g)].map((m) => `${f}: ${m[0]}`));
  expect(rich).toEqual([]);
});

test('what the server and its workers leave in node_modules is no package of development: a container has none', async () => {
  const { metafile } = await build({ ...serverBundle(path.join(root, 'dist')), plugins: [], write: false, metafile: true });
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  const needed = new Set(Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter(({ path: name, external }) => external && !isBuiltin(name)).map(({ path: name }) => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/'))));
  expect(needed.size).toBeGreaterThan(8);
  expect([...needed].filter((name) => !(name in dependencies))).toEqual([]);
});

test('README names the browsers that are built for, and none is older than what the console calls', () => {
  const [readme, config] = ['README.md', 'rsbuild.config.ts'].map((file) => readFileSync(path.join(root, file), 'utf8'));
  const built = /const BROWSERS = (.*);/.exec(config!)![1]!.match(/[\d.]+/g)!.map(Number);
  const [, chrome, firefox, safari] = /\*\*Browsers: Chrome and Edge from ([\d.]+), Firefox from ([\d.]+), Safari from ([\d.]+)\*\*/.exec(readme!)!.map(Number);
  expect([chrome, chrome, firefox, safari]).toEqual(built);
  // since when Chrome, Edge, Firefox and Safari have it (MDN); what a timeout's reason is called, right from Chrome 124, nobody asks
  const SINCE: Record<string, number[]> = { 'AbortSignal.any': [116, 116, 124, 17.4], 'AbortSignal.timeout': [103, 103, 100, 16], '.showPopover': [114, 114, 125, 17], '.toSorted': [110, 110, 115, 16] };
  const code = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('');
  expect(Object.entries(SINCE).filter(([name, since]) => code.includes(name) && since.some((version, i) => version > built[i]!))).toEqual([]);
});
