// After both environments are built: renders every shell in both languages and writes the HTML entries, the hashes of the boot
// scripts for the content security policy, and compressed twins of every file.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RsbuildPlugin } from '@rsbuild/core';
import { buildSync } from 'esbuild';
import type { Language } from '../kernel/error.ts';
import { root } from './lingui.ts';
import { EARLY } from './static-routes.mjs';

/** Where the prerender bundle is built. */
export const shellFolder = path.join(root, 'node_modules/.cache/shell');
/** Name of the Trusted Types policy by which the bundler's code gives workers their address. */
export const WORKER_POLICY = 'worker';
/** What is asked for ahead of the code, if somebody is signed in: by the session always, by it where it is not known who that is, and by a page without conditions of its own. A test in the browser holds that the console asks for just these. */
const CALLS = { session: ['/sys/routes', '/sys/users/profile'], person: ['/sys/me'], page: Object.fromEntries([['/order/index', '/orders'], ['/caregiver/index', '/caregivers']].map(([page, list]) => [page, [`${list}?pageNum=1&pageSize=100&count=0`]])) };
const LANGUAGES: readonly Language[] = ['zh-cn', 'en'];

interface Shell {
  shellPaths: readonly string[];
  chunks: Readonly<Record<string, string>>;
  render: (path: string, language: Language) => Promise<{ html: string; title: string }>;
}
type Assets = Record<string, string[]>;

const each = <T>(of: (language: Language) => T): Record<string, T> => Object.fromEntries(LANGUAGES.map((language) => [language, of(language)]));
const distinct = (files: readonly string[]): string[] => [...new Set(files)];

/** What is fetched ahead for each shell, as the boot script is told. */
function preloadsOf(filesOf: (chunk: string) => string[], { shellPaths, chunks }: Shell) {
  const first = [...filesOf('index'), ...filesOf('lib-react')];
  const frame = each((language) => distinct([...filesOf(`first-${language}`), ...filesOf(`list-${language}`), ...['frame', 'session-contract'].flatMap(filesOf)]));
  const pages = shellPaths.filter((p) => p !== '*' && p !== '/login').map((p) => [p, filesOf(chunks[p]!).filter((file) => !frame['en']!.includes(file))] as const);
  const preload = { login: each((language) => [...filesOf(`first-${language}`), ...filesOf('view-login')]), frame, rest: each((language) => filesOf(`rest-${language}`)), page: Object.fromEntries(pages), early: EARLY.list };
  const of = (p: string, language: Language): string[] => (p === '/login' ? preload.login[language]! : [...frame[language]!, ...(preload.page[p] ?? []), ...(EARLY.list.includes(p) ? [] : preload.rest[language]!)]);
  return { preload, of: (p: string, language: Language) => of(p, language).filter((file) => !first.includes(file)) };
}
function inlined(file: string, known: Record<string, object>): string {
  const define = Object.fromEntries(Object.entries(known).map(([name, value]) => [name, JSON.stringify(value)]));
  const { outputFiles } = buildSync({ entryPoints: [path.join(root, 'src/build', file)], bundle: true, write: false, minify: true, format: 'iife', target: 'es2022', define });
  return outputFiles[0]!.text.trim();
}
function compress(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const whole = path.join(folder, file);
    if (!/\.(js|css|html|svg|json|md)$/.test(file) || file === 'csp.json' || statSync(whole).size < 1024) continue;
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
      const preloads = preloadsOf(filesOf, shell);
      const head = inlined('boot-head.js', { CALLS });
      const boot = inlined('boot.js', { PRELOAD: preloads.preload });
      const made = new Map<string, { html: string; title: string }>();
      for (const language of LANGUAGES) for (const p of shell.shellPaths) made.set(`${p} ${language}`, await shell.render(p, language));
      const template = (p: string, language: Language): string => `<template data-path="${p}" data-lang="${language}" data-title="${made.get(`${p} ${language}`)!.title}">${made.get(`${p} ${language}`)!.html}</template>`;
      /** One entry: the shell of `own` in its place, the others as templates. The root is every hash address, so nothing is known to be needed there but what all need. */
      const write = (folder: string, own: string, language: Language, shells: readonly string[]): void => {
        const { html, title } = made.get(`${own} ${language}`)!;
        const templates = shells.flatMap((p) => LANGUAGES.map((l) => (p === own && l === language ? '' : template(p, l)))).join('');
        const body = `${templates}<div id="root" data-path="${own}" data-lang="${language}">${html}</div><script>${boot}</script>`;
        const links = folder === '' ? '' : preloads.of(own, language).map((href) => `<link rel="modulepreload" href="${href}">`).join('');
        const page = blank
          .replace('<div id="root"></div>', () => body)
          .replace('<html', () => `<html lang="${language === 'en' ? 'en' : 'zh-CN'}"`)
          .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>${links}`)
          .replace(/<meta name="api-prefix"[^>]*>/, (meta) => `${meta}<script>${head}</script>`);
        if (![body, title, head].every((part) => page.includes(part))) throw new Error('index.html has no <div id="root"></div>, no title or no api-prefix');
        const file = path.join(dist, language === 'en' ? 'en' : '', folder, 'index.html');
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, page);
      };
      for (const language of LANGUAGES) {
        // every hash address begins at the root, so that entry carries every shell
        write('', '/dashboard', language, shell.shellPaths);
        for (const p of shell.shellPaths) if (p !== '*') write(p, p, language, [p, '/login', '*']);
      }
      writeFileSync(path.join(dist, 'csp.json'), JSON.stringify({ scriptHashes: [head, boot].map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`), trustedTypes: [WORKER_POLICY] }));
      compress(dist);
      api.logger.ready(`${shell.shellPaths.length} shells × ${LANGUAGES.length} languages`);
    });
  },
});
