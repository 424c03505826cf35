import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPlace } from '../settings.ts';
import { migrateDatabase, schemaOf, schemaVersions } from './migrate.ts';
import { openDatabase, type Database } from './open.ts';

/** Opening a folder would make the database that it lacks. @throws Error in both languages when it lacks one */
export function checkThere(dataDir: string): void {
  if (!existsSync(join(dataDir, 'pg/PG_VERSION'))) throw new Error(`${dataDir}/pg 中没有数据库。There is no database in ${dataDir}/pg.`);
}
/** What is said of a database without a schema of ours. */
export const NOTHING_YET = '这个数据库里还没有数据。This database holds nothing yet.';

/** What looks at everything, or takes something away, does not know what else a newer schema holds. @throws Error in both languages */
function refuseNewer(schema: string | null): void {
  if (schema === 'unknown') throw new Error('数据库的结构比此程序新，没有读取或改动，请用新版本。The schema of the database is newer than this program: use the newer one; nothing was read or changed.');
}
/** What only looks reads the schema of its own version, and brings no other up to it: servers of the old one may run, and there is no way down. @throws Error in both languages */
async function checkSchema({ pool }: Database): Promise<void> {
  const schema = await schemaOf(pool);
  if (schema === null) throw new Error(`${NOTHING_YET}如果地址没有错，请先运行 npm run db -- migrate。If it is the right one, run npm run db -- migrate first.`);
  refuseNewer(schema);
  if (schema !== schemaVersions().at(-1)) throw new Error(`数据库的结构是旧版本（${schema}），没有读取或改动；请用旧版本查看，或先备份再运行 npm run db -- migrate。The schema of the database is an older one (${schema}); nothing was read or changed. Look with that version, or back up and run npm run db -- migrate first.`);
}

/**
 * Opens and migrates the database that the environment names, does a command's work and closes it. `there`: what looks at something, or takes
 * something away, makes no database: a wrong folder or address would be called sound. `looks`: what only looks migrates none either.
 * @throws Error in both languages when there is none, one that is not to be migrated has another schema, or what takes something away meets a newer one
 */
async function withDatabase(work: (database: Database) => Promise<unknown>, { there, looks }: { there: boolean; looks: boolean }): Promise<void> {
  const settings = readPlace(process.env);
  if (there && settings.databaseUrl === undefined) checkThere(settings.dataDir);
  const database = await openDatabase(settings, 'batch');
  try {
    if (looks) await checkSchema(database);
    else {
      const schema = there ? await schemaOf(database.pool) : '';
      if (schema === null) throw new Error(NOTHING_YET);
      refuseNewer(schema);
      await migrateDatabase(database);
      // a database in a folder has its secret beside it from the beginning
      if (settings.databaseUrl === undefined) void settings.secret;
    }
    await work(database);
  } finally {
    await database.close();
  }
}
/** What looks at a database, or takes something away. */
export const THERE = { there: true } as const;
/** Of two values one would be dropped without a word. @throws Error in both languages */
function refuseTwice(args: readonly string[]): void {
  const names = args.filter((word) => /^--./.test(word)).map((word) => word.split('=', 1)[0]!);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new Error(`选项 ${twice} 写了两次。The option ${twice} is given twice.`);
}
/** A command over the database. `check`: its words, before anything is opened, so that who mistypes leaves nothing behind. `looks`: whether it only looks, so asked. */
export const over = (check: (args: string[]) => unknown, work: (database: Database, args: string[]) => Promise<unknown>, { there = false, looks = () => false }: { there?: boolean; looks?: (args: string[]) => boolean } = {}) => async (args: string[]): Promise<void> => {
  refuseTwice(args);
  check(args);
  await withDatabase((database) => work(database, args), { there, looks: looks(args) });
};
/** A file that a command is given, from where its person stands: npm runs it in the program's own folder. */
export const fileAt = (file: string): string => resolve((process.env['npm_lifecycle_event'] && process.env['INIT_CWD']) || '', file);
/** The one word that a command takes. @throws Error with the usage */
export function only<T extends string>(args: readonly string[], words: readonly T[], usage: string): T {
  const word = words.find((one) => args.length === 1 && args[0] === one);
  if (word === undefined) throw new Error(`用法 usage: ${usage}`);
  return word;
}
