// Keeps the made lists current for every Rsbuild command, and while `npm run dev` watches.
import { watch } from 'node:fs';
import path from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';
import { root } from './lingui.ts';
import { write } from './static-routes.mjs';

/** The static route generator as a build plugin. */
export const pluginStaticRoutes = (): RsbuildPlugin => ({
  name: 'app:static-routes',
  setup(api) {
    // modifyRsbuildConfig rather than onBeforeBuild: it runs before any environment starts
    api.modifyRsbuildConfig(() => write());
    if (api.context.action !== 'dev') return;
    const watcher = watch(path.join(root, 'src/areas'), { recursive: true }, (_event, file) => {
      if (!file || !/(^|[\\/])(area\.ts|server\.ts|[^\\/]+\.page\.tsx)$/.test(file)) return;
      try {
        write();
      } catch (error) {
        api.logger.warn(String(error));
      }
    });
    api.onCloseDevServer(() => watcher.close());
  },
});
