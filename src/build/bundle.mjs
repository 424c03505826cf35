// The server's bundle: our own sources in three files, packages left in node_modules.
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** esbuild's options for the server and its workers, written to `outdir` with the migrations beside. */
export const serverBundle = (outdir) => ({
  absWorkingDir: root,
  entryPoints: { server: 'src/server.ts', 'pglite-worker': 'src/host/db/pglite-worker.ts', 'picture-worker': 'src/areas/account/picture-worker.ts', 'sheet-worker': 'src/host/sheet/sheet-worker.ts' },
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [
    {
      name: 'migrations',
      setup: ({ onEnd }) =>
        onEnd(() => {
          rmSync(path.join(outdir, 'migrations'), { recursive: true, force: true });
          cpSync(path.join(root, 'src/host/migrations'), path.join(outdir, 'migrations'), { recursive: true });
        }),
    },
  ],
});
