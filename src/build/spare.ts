// Modules of packages that are drawn in by what surrounds them, and whose work nobody here asks for.
import { readFileSync } from 'node:fs';
import type { RsbuildPlugin } from '@rsbuild/core';
import { inParts, UNHELD, UNQUERIED, withoutCommands, withoutDigits, withoutHints, withoutQueries, withoutUnasked, withoutUndrawn, withoutUnheld } from './unasked.ts';

/** Their names in src/build/instead, by how they are known inside their package. */
export const SPARE = { 'query-core/build/modern/mutationCache': 'mutation', 'query-core/build/modern/infiniteQueryBehavior': 'infinite', 'virtual-core/dist/esm/ios-gesture': 'gesture', 'virtual-core/dist/esm/scroll-classifier': 'scroll' } as const;

/** Puts the stand-ins of src/build/instead in their places. An alias cannot: inside their package they are known by relative names. */
export const pluginSpare = (): RsbuildPlugin => ({
  name: 'app:spare',
  setup(api) {
    for (const [module, name] of Object.entries(SPARE))
      api.transform({ test: new RegExp(`[\\\\/]${module.replaceAll('/', '[\\\\/]')}\\.js$`) }, () => readFileSync(new URL(`./instead/${name}.js`, import.meta.url), 'utf8'));
    api.transform({ test: /[\\/]react-dom-client\.production\.js$/, environments: ['web'] }, ({ code }) => withoutUnasked(code));
    api.transform({ test: /[\\/]react-dom\.production\.js$/, environments: ['web'] }, ({ code }) => withoutHints(code));
    api.transform({ test: /[\\/]uPlot\.esm\.js$/, environments: ['web'] }, ({ code }) => withoutUndrawn(code));
    api.transform({ test: /[\\/]virtual-core[\\/]dist[\\/]esm[\\/]index\.js$/, environments: ['web'] }, ({ code }) => withoutCommands(code));
    api.transform({ test: /[\\/]uqr[\\/]dist[\\/]index\.mjs$/, environments: ['web'] }, ({ code }) => withoutDigits(code));
    api.transform({ test: /[\\/]cmdk[\\/]dist[\\/]index\.mjs$/, environments: ['web'] }, ({ code }) => inParts(code));
    api.transform({ test: /[\\/]cmdk[\\/]dist[\\/]chunk-NZJY6EH4\.mjs$/, environments: ['web'] }, () => readFileSync(new URL('./instead/score.js', import.meta.url), 'utf8'));
    for (const file of Object.keys(UNQUERIED) as (keyof typeof UNQUERIED)[]) api.transform({ test: new RegExp(`[\\\\/]query-core[\\\\/]build[\\\\/]modern[\\\\/]${file}\\.js$`), environments: ['web'] }, ({ code }) => withoutQueries(file, code));
    for (const file of Object.keys(UNHELD) as (keyof typeof UNHELD)[]) api.transform({ test: new RegExp(`[\\\\/]xstate[\\\\/]dist[\\\\/]${file}-\\w+\\.esm\\.js$`), environments: ['web'] }, ({ code }) => withoutUnheld(file, code));
  },
});
