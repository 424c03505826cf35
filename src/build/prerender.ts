// After both environments are built: renders every shell in both languages and writes the HTML entries, the hash of the boot
// script for the content security policy, and compressed twins of every file.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RsbuildPlugin } from '@rsbuild/core';
import { transformSync } from 'esbuild';
import type { Language } from '../kernel/error.ts';
import { root } from './lingui.ts';

/** Where the prerender bundle is built. */
export const shellFolder = path.join(root, 'node_modules/.cache/shell');
/** Name of the Trusted Types policy by which the bundler's code gives workers their address. */
export const WORKER_POLICY = 'worker';
const LANGUAGES: readonly Language[] = ['zh-cn', 'en'];

interface Shell {
  shellPaths: readonly string[];
  chunks: Readonly<Record<string, string>>;
  render: (path: string, language: Language) => Promise<string>;
}
type Assets = Record<string, string[]>;

function bootScript(preload: object): string {
  const source = readFileSync(path.join(root, 'src/build/boot.js'), 'utf8');
  return transformSync(source, { minify: true, format: 'iife', target: 'es2022', define: { PRELOAD: JSON.stringify(preload) } }).code.trim();
}
function compress(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const whole = path.join(folder, file);
    if (!/\.(js|css|html|svg|json)$/.test(file) || file === 'csp.json' || statSync(whole).size < 1024) continue;
    const bytes = readFileSync(whole);
    writeFileSync(`${whole}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${whole}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
  }
}

/** Prerenders the shells of a production build. */
export const pluginPrerender = (): RsbuildPlugin => ({
  name: 'app:prerender',
  setup(api) {
    let assets: Assets = {};
    api.onAfterEnvironmentCompile(({ stats, environment }) => {
      if (environment.name !== 'web' || !stats) return;
      const { namedChunkGroups = {} } = stats.toJson({ all: false, chunkGroups: true });
      assets = Object.fromEntries(Object.entries(namedChunkGroups).map(([name, group]) => [name, (group.assets ?? []).map((asset) => `/${asset.name}`).filter((file) => file.endsWith('.js'))]));
    });
    api.onAfterBuild(async ({ environments }) => {
      const shell = (await import(`${pathToFileURL(path.join(shellFolder, 'shell.js')).href}?t=${Date.now()}`)) as Shell;
      const dist = environments.web!.distPath;
      const blank = readFileSync(path.join(dist, 'index.html'), 'utf8');
      const filesOf = (chunk: string): string[] => assets[chunk] ?? [];
      const boot = bootScript({
        first: Object.fromEntries(LANGUAGES.map((language) => [language, filesOf(`first-${language}`)])),
        whole: Object.fromEntries(LANGUAGES.map((language) => [language, filesOf(`locale-${language}`)])),
        frame: [...new Set([...filesOf('frame'), ...filesOf('session-contract')])],
        page: Object.fromEntries(shell.shellPaths.filter((p) => p !== '*').map((p) => [p, filesOf(shell.chunks[p]!)])),
      });
      const html = new Map<string, string>();
      for (const language of LANGUAGES) for (const p of shell.shellPaths) html.set(`${p} ${language}`, await shell.render(p, language));
      const template = (p: string, language: Language): string => `<template data-path="${p}" data-lang="${language}">${html.get(`${p} ${language}`)!}</template>`;
      const write = (folder: string, own: string, language: Language, shells: readonly string[]): void => {
        const templates = shells.flatMap((p) => LANGUAGES.map((l) => (p === own && l === language ? '' : template(p, l)))).join('');
        const body = `${templates}<div id="root" data-path="${own}" data-lang="${language}">${html.get(`${own} ${language}`)!}</div><script>${boot}</script>`;
        const page = blank.replace('<div id="root"></div>', () => body).replace('<html', () => `<html lang="${language === 'en' ? 'en' : 'zh-CN'}"`);
        if (page === blank) throw new Error('index.html has no <div id="root"></div>');
        const file = path.join(dist, language === 'en' ? 'en' : '', folder, 'index.html');
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, page);
      };
      for (const language of LANGUAGES) {
        // every hash address begins at the root, so that entry carries every shell
        write('', '/dashboard', language, shell.shellPaths);
        for (const p of shell.shellPaths) if (p !== '*') write(p, p, language, [p, '/login', '*']);
      }
      writeFileSync(path.join(dist, 'csp.json'), JSON.stringify({ scriptHashes: [`sha256-${createHash('sha256').update(boot).digest('base64')}`], trustedTypes: [WORKER_POLICY] }));
      compress(dist);
      api.logger.ready(`${shell.shellPaths.length} shells × ${LANGUAGES.length} languages`);
    });
  },
});
