import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { appTransform } from '../src/build/vite.ts';
import { root } from '../src/build/lingui.ts';

/** Does a file of the tests, or one that it imports, ask which PostgreSQL there is? */
function asks(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const next = [...text.matchAll(/from '(\.{1,2}\/[^']+)'/g)].map(([, to]) => path.resolve(path.dirname(file), to!)).filter((to) => to.startsWith(path.join(root, 'tests/')) && existsSync(to));
  return text.includes('TEST_DATABASE_URL') || next.some((to) => asks(to, seen));
}
/** What asks for no PostgreSQL runs with the embedded database alone. */
const ONCE = process.env['TEST_DATABASE_URL'] === undefined ? [] : readdirSync(path.join(root, 'tests'), { recursive: true, encoding: 'utf8' }).filter((file) => /^(host\/.*|[^/]*)\.test\.ts$/.test(file)).map((file) => `tests/${file}`).filter((file) => !asks(path.join(root, file)));
const fileOf = (name: string): string => {
  const file = `tests/${name}.test.ts`;
  if (!existsSync(path.join(root, file))) throw new Error(`${file} is named in vitest.config.ts and is not there`);
  return file;
};
/** What bounds the memory of its process: beside others in one it would count theirs. */
const ALONE = ['sheet', 'sheet-hostile', 'caregiver-sheet'].map(fileOf);
/** What takes a minute and more: begun last, it would end alone. */
const LONG = ['order-model', 'host/backup', 'order-kill', 'hostile', 'host/embedded', 'host/operating', 'host/command-refused', 'list-export', 'host/move', 'host/engine', 'host/backup-load', 'host/command-word', 'host/lock', 'order-race', 'foreign', 'statistics-carer', 'host/log', 'host/job-kill'].map(fileOf);
/** Long ones first, and a project after the other: the next file goes on with the loaded modules of the one before, if it is of the same project. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = LONG.flatMap((name) => files.filter(({ moduleId }) => moduleId === path.join(root, name)));
    const projects = [...new Set(files.map(({ project }) => project.name))];
    const rest = (await super.sort(files)).filter((file) => !long.includes(file));
    return [...long, ...projects.flatMap((name) => rest.filter(({ project }) => project.name === name))];
  }
}
const shared = { root, plugins: [appTransform()] };

export default defineConfig({
  root,
  cacheDir: path.join(root, 'node_modules/.cache/vitest'),
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    testTimeout: 90_000,
    hookTimeout: 240_000,
    // a busy machine may take long over what comes in the end
    expect: { poll: { timeout: 20_000 } },
    projects: [
      // threads of one process share what the embedded database is compiled to; loading the server anew for each file is a third of all work
      { ...shared, extends: true, test: { name: 'unit', root, pool: 'threads', isolate: false, include: ['tests/*.test.ts', 'tests/host/**/*.test.ts'], environment: 'node', setupFiles: ['tests/kit/thread.ts'], exclude: [...configDefaults.exclude, ...ONCE, ...ALONE] } },
      { ...shared, extends: true, test: { name: 'alone', root, include: ALONE, environment: 'node', exclude: [...configDefaults.exclude, ...ONCE] } },
      { ...shared, extends: true, test: { name: 'dom', root, include: ['tests/console/**/*.test.{ts,tsx}'], environment: 'happy-dom', setupFiles: ['tests/kit/dom.ts'] } },
    ],
  },
});
