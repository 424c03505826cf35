// The embedded database of a first start, kept to be copied. Apart from database.ts, since who needs this alone is tried with one database (vitest.config.ts).
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const migrations = path('../../src/host/migrations');
/** Where what was made once is kept. */
export const cache = path('../../node_modules/.cache/database');
/** The embedded engine. */
export const wasm = path('../../node_modules/@electric-sql/pglite/dist/pglite.wasm');

/** Names what these migrations make, on this engine. */
export function madeBy(...engine: Buffer[]): string {
  const hash = createHash('sha256');
  for (const part of engine) hash.update(part);
  for (const file of [...readdirSync(migrations).filter((name) => name.endsWith('.sql')).sort(), 'meta/_journal.json']) hash.update(readFileSync(`${migrations}/${file}`));
  return hash.digest('hex').slice(0, 16);
}
/** The folder of an embedded, migrated, empty database, to be copied: made by the first of all tests that asks. `make`: makes one in the `pg` of a folder for data. */
export async function templateFolder(make: (dataDir: string) => Promise<void>): Promise<string> {
  const folder = `${cache}/${madeBy(readFileSync(wasm), ...['durable-fs', 'migrate', 'open'].map((name) => readFileSync(path(`../../src/host/db/${name}.ts`))))}.pg`;
  if (!existsSync(folder)) {
    const draft = `${folder}.${randomBytes(6).toString('hex')}`;
    mkdirSync(draft, { recursive: true });
    try {
      await make(draft);
      renameSync(`${draft}/pg`, folder);
    } catch (error) {
      // another test was first
      if (!existsSync(folder)) throw error;
    } finally {
      rmSync(draft, { recursive: true });
    }
  }
  return folder;
}
