// The build's macro pass and catalog compiler as a Vite plugin, for vitest only.
import path from 'node:path';
import { rspack } from '@rsbuild/core';
import type { Plugin } from 'vitest/config';
import { compileCatalog, linguiSwcPlugin, root } from './lingui.ts';

const own = ['src', 'machines', 'tests'].map((folder) => path.join(root, folder) + path.sep);
const { swc } = rspack.experiments;

/** Transforms our own sources with the same SWC and the same macro plugin as the build. */
export const appTransform = (): Plugin => ({
  name: 'app:transform',
  enforce: 'pre',
  async load(id) {
    const file = id.split('?')[0]!;
    if (!file.endsWith('.po')) return null;
    const { code, files } = await compileCatalog(file, { strict: false, first: false });
    for (const dependency of files) this.addWatchFile(path.normalize(dependency));
    return { code, map: null };
  },
  async transform(code, id) {
    const file = id.split('?')[0]!;
    if (!/\.tsx?$/.test(file) || !own.some((folder) => file.startsWith(folder))) return null;
    const out = await swc.transform(code, {
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
