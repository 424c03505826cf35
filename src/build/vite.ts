// The build's macro pass and catalog compiler as a Vite plugin, for vitest only.
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rspack } from '@rsbuild/core';
import { build } from 'esbuild';
import type { Plugin } from 'vitest/config';
import { serverBundle } from './bundle.mjs';
import { compileCatalog, linguiSwcPlugin, root } from './lingui.ts';

const own = ['src', 'machines', 'tests'].map((folder) => path.join(root, folder) + path.sep);
const { swc } = rspack.experiments;

// a worker thread runs outside Vite, and the Node of today reads no TypeScript: it is bundled as the build does, and its address points there
const WORKER = /new URL\('\.\/([\w-]+-worker)\.mjs', import\.meta\.url\)/g;
const workers = path.join(root, 'node_modules/.cache/worker');
async function bundledWorker(name: string): Promise<string> {
  const { plugins: _plugins, entryPoints, ...options } = serverBundle(workers);
  const { outputFiles } = await build({ ...options, entryPoints: { [name]: entryPoints[name]! }, sourcemap: false, write: false });
  const { contents } = outputFiles[0]!;
  const file = path.join(workers, `${name}.${createHash('sha256').update(contents).digest('hex').slice(0, 16)}.mjs`);
  mkdirSync(workers, { recursive: true });
  // whole or not at all, for another run may read it now
  writeFileSync(`${file}.${process.pid}`, contents);
  renameSync(`${file}.${process.pid}`, file);
  return `new URL(${JSON.stringify(pathToFileURL(file).href)})`;
}
async function withWorkers(code: string): Promise<string> {
  let whole = code;
  for (const [address, name] of code.matchAll(WORKER)) whole = whole.replace(address, await bundledWorker(name!));
  return whole;
}

/** Transforms our own sources with the same SWC and the same macro plugin as the build. */
export const appTransform = (): Plugin => ({
  name: 'app:transform',
  enforce: 'pre',
  async load(id) {
    const file = id.split('?')[0]!;
    if (!file.endsWith('.po')) return null;
    const { code, files } = await compileCatalog(file, { strict: false, part: null });
    for (const dependency of files) this.addWatchFile(path.normalize(dependency));
    return { code, map: null };
  },
  async transform(code, id) {
    const file = id.split('?')[0]!;
    if (!/\.tsx?$/.test(file) || !own.some((folder) => file.startsWith(folder))) return null;
    const out = await swc.transform(await withWorkers(code), {
      filename: file,
      sourceMaps: true,
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', tsx: file.endsWith('x') },
        transform: { react: { runtime: 'automatic', development: true } },
        experimental: { keepImportAttributes: true, plugins: /\/macro['"]/.test(code) ? [linguiSwcPlugin(false)] : [] },
      },
    });
    return { code: out.code, map: out.map ?? null };
  },
});
