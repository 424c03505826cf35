import { readSettings } from '../settings.ts';
import { migrateDatabase } from './migrate.ts';
import { openDatabase, type Database } from './open.ts';

/** Opens and migrates the database that the environment names, does a command's work and closes it. */
export async function withDatabase(work: (database: Database) => Promise<unknown>): Promise<void> {
  const database = await openDatabase(readSettings(process.env), 'batch');
  try {
    await migrateDatabase(database);
    await work(database);
  } finally {
    await database.close();
  }
}
