import { fileURLToPath } from 'node:url';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { linguiSwcPlugin, pluginCatalog } from './src/build/lingui.ts';
import { chunkGroups } from './src/build/chunk.ts';
import { classNames } from './src/build/class-name.ts';
import { pluginBrief } from './src/build/brief.ts';
import { pluginIcon } from './src/build/icon.ts';
import { pluginKeyword } from './src/build/keyword.ts';
import { pluginPlainContract } from './src/build/plain-contract.ts';
import { pluginPrerender, shellFolder, WORKER_POLICY } from './src/build/prerender.ts';
import { pluginSpare } from './src/build/spare.ts';
import { pluginStaticRoutes } from './src/build/static-routes.ts';

const instead = (name: string): string => fileURLToPath(new URL(`./src/build/instead/${name}.js`, import.meta.url));

/** The oldest that know what the console uses anyway (`AbortSignal.any`, in Firefox popovers); README says so. */
const BROWSERS = ['chrome >= 116', 'edge >= 116', 'firefox >= 125', 'safari >= 17.4'];

/** Looked over eight times (a third of a kilobyte less than three), and as modules are: a name of one is nobody else's. */
const SMALL = { module: true, compress: { passes: 8, ecma: 2022, keep_fargs: false }, mangle: { toplevel: true }, format: { ecma: 2022, comments: false } } as const;

/** Of both environments: what is hydrated is called as what was prerendered. */
const nameOf = classNames();

export default defineConfig(({ command, envMode }) => ({
  plugins: [
    pluginStaticRoutes(),
    pluginReact(),
    pluginCatalog(),
    ...(command === 'build' ? [pluginIcon(), pluginBrief(), pluginSpare(), pluginKeyword(), pluginPlainContract(), pluginPrerender()] : []),
  ],
  html: { title: '护理管理系统', mountId: 'root', meta: { 'api-prefix': '/admin-api' }, tags: [{ tag: 'link', attrs: { rel: 'icon', href: 'data:,' }, append: false }] },
  tools: {
    swc: (config) => {
      config.jsc ??= {};
      config.jsc.experimental = { ...config.jsc.experimental, plugins: [linguiSwcPlugin(envMode === 'production' || command === 'build')] };
    },
    ...(command === 'build' ? { cssLoader: { modules: { getLocalIdent: ({ resourcePath }: { resourcePath: string }, _: string, name: string) => nameOf(resourcePath, name) } } } : {}),
  },
  environments: {
    web: {
      source: { entry: { index: './src/index.tsx' } },
      resolve: { alias: { 'use-sync-external-store/shim$': instead('store'), 'use-sync-external-store/shim/index.js$': instead('store'), ufo$: instead('url'), destr$: instead('url'), '@radix-ui/react-dialog$': instead('dialog'), '@radix-ui/react-slot$': instead('slot') } },
      // modules load their chunks by import(), which needs no Trusted Types policy
      output: { assetPrefix: '/', distPath: { root: 'dist/web' }, legalComments: 'none' as const, module: true, filenameHash: 'contenthash:8', minify: { jsOptions: { minimizerOptions: SMALL } }, overrideBrowserslist: BROWSERS },
      // workers start by a policy of that name, the only one there is; prerender.ts tells the server
      tools: {
        rspack: {
          output: { trustedTypes: WORKER_POLICY },
          optimization: { chunkIds: 'named' as const, mangleExports: 'size' as const, splitChunks: { minSize: 1000, cacheGroups: chunkGroups } },
        },
      },
    },
    ...(command === 'build'
      ? {
          shell: {
            source: { entry: { shell: './src/shell.tsx' } },
            output: { target: 'node' as const, distPath: { root: shellFolder }, sourceMap: false },
          },
        }
      : {}),
  },
}));
