import { fileURLToPath } from 'node:url';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Chinese is the source text. `rootDir` is absolute because Lingui resolves a relative one against the working folder. */
export default defineConfig({
  rootDir: fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, ''),
  sourceLocale: 'zh-cn',
  locales: ['zh-cn', 'en'],
  fallbackLocales: { default: 'zh-cn' },
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'] }],
  format: formatter({ lineNumbers: false, origins: true }),
  orderBy: 'origin',
});
