import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPlace } from '../settings.ts';
import { migrateDatabase, schemaOf } from './migrate.ts';
import { openDatabase, type Database } from './open.ts';

/** Opening a folder would make the database that it lacks. @throws Error in both languages when it lacks one */
export function checkThere(dataDir: string): void {
  if (!existsSync(join(dataDir, 'pg/PG_VERSION'))) throw new Error(`${dataDir}/pg 中没有数据库。There is no database in ${dataDir}/pg.`);
}
/** What is said of a database without a schema of ours. */
export const NOTHING_YET = '这个数据库里还没有数据。This database holds nothing yet.';

/**
 * Opens and migrates the database that the environment names, does a command's work and closes it. `there`: what looks at something, or takes
 * something away, makes no database: a wrong folder or address would be called sound. @throws Error in both languages when there is none
 */
async function withDatabase(work: (database: Database) => Promise<unknown>, { there = false } = {}): Promise<void> {
  const settings = readPlace(process.env);
  if (there && settings.databaseUrl === undefined) checkThere(settings.dataDir);
  const database = await openDatabase(settings, 'batch');
  try {
    if (there && (await schemaOf(database.pool)) === null) throw new Error(NOTHING_YET);
    await migrateDatabase(database);
    // a database in a folder has its secret beside it from the beginning
    if (settings.databaseUrl === undefined) void settings.secret;
    await work(database);
  } finally {
    await database.close();
  }
}
/** What looks at a database, or takes something away. */
export const THERE = { there: true } as const;
/** A command over the database. `check`: its words, before anything is opened, so that who mistypes leaves nothing behind. */
export const over = (check: (args: string[]) => unknown, work: (database: Database, args: string[]) => Promise<unknown>, place: { there?: boolean } = {}) => async (args: string[]): Promise<void> => {
  check(args);
  await withDatabase((database) => work(database, args), place);
};
/** The one word that a command takes. @throws Error with the usage */
export function only<T extends string>(args: readonly string[], words: readonly T[], usage: string): T {
  const word = words.find((one) => args.length === 1 && args[0] === one);
  if (word === undefined) throw new Error(`用法 usage: ${usage}`);
  return word;
}
