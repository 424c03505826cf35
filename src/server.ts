// node dist/server.mjs <command> …arguments
import { fileURLToPath } from 'node:url';
import { adminArgs, createAdmin } from './areas/account/create-admin.ts';
import { runVerify } from './areas/audit/verify.ts';
import { DEMO_PASSWORD, DEMO_USERNAMES } from './areas/demo/account.ts';
import { prepareDemonstration, runSeed, seedArgs } from './areas/demo/seed.ts';
import { eraseArgs, retentionArgs, runErase, runRetention } from './areas/erasure/command.ts';
import { importArgs, runImport } from './areas/intake/import.ts';
import { rotateArgs, runRotate } from './areas/session/rotate.ts';
import { unreadable } from './areas/session/sealed.ts';
import { runRebuild, runVerify as runStatisticsVerify } from './areas/statistics/verify.ts';
import { runBackup, runMove, runRestore } from './host/backup/command.ts';
import { only, over, THERE } from './host/db/batch.ts';
import { schemaOf } from './host/db/migrate.ts';
import type { Database } from './host/db/open.ts';
import { saidOf } from './host/envelope.ts';
import { loseLines } from './host/output.ts';
import { serve } from './host/serve.ts';
import { readPlace, readSettings } from './host/settings.ts';
import { served } from './served.gen.ts';

const USAGE = '用法 usage: node dist/server.mjs serve | db migrate | db move | backup | restore | rotate secret | erase | retention | audit verify | stats verify | stats rebuild | seed | import | create-admin';
const log = (line: string): void => console.log(line);

const verify = (database: Database): Promise<void> => runVerify(database, log);
const stats = (args: readonly string[]): 'verify' | 'rebuild' => only(args, ['verify', 'rebuild'], 'npm run stats:verify, npm run stats:rebuild');
const schema = (args: readonly string[]): 'migrate' | 'move' => only(args, ['migrate', 'move'], 'npm run db -- migrate, npm run db -- move');
const migrate = over(schema, async ({ pool }) => log((await schemaOf(pool)) === 'unknown' ? '数据库的结构比此程序新，没有改动 The schema is newer than this program, and was left as it is' : '数据库结构已是最新 The schema is up to date'));
const commands: Record<string, (args: string[]) => Promise<void>> = {
  serve: async (args) => {
    if (args.length > 0) throw new Error('用法 usage: npm start');
    await serve({ settings: readSettings(process.env), served, demonstration: { prepare: prepareDemonstration, usernames: DEMO_USERNAMES, password: DEMO_PASSWORD }, webRoot: fileURLToPath(new URL('./web', import.meta.url)) });
  },
  db: async (args) => (schema(args) === 'move' ? runMove(readPlace(process.env), verify, unreadable, log) : migrate(args)),
  backup: async (args) => runBackup(readPlace(process.env), args, log),
  restore: async (args) => runRestore(readPlace(process.env), args, verify, log),
  // what looks at a database, or takes something away, makes none
  rotate: over(rotateArgs, (database, args) => runRotate(database, readPlace(process.env), args, log), THERE),
  erase: over(eraseArgs, (database, args) => runErase(database, args, log), { ...THERE, looks: (args) => eraseArgs(args).trial }),
  retention: over(retentionArgs, (database, args) => runRetention(database, args, log), { ...THERE, looks: retentionArgs }),
  audit: over((args) => only(args, ['verify'], 'npm run audit:verify'), verify, { ...THERE, looks: () => true }),
  stats: over(stats, (database, args) => (stats(args) === 'verify' ? runStatisticsVerify(database, log) : runRebuild(database, log)), { ...THERE, looks: (args) => stats(args) === 'verify' }),
  seed: over(seedArgs, (database, args) => runSeed(database, args, log)),
  import: over(importArgs, (database, args) => runImport(database, args, log)),
  'create-admin': over(adminArgs, createAdmin),
};

loseLines();
const [name = '', ...args] = process.argv.slice(2);
try {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new Error(USAGE);
  await command(args);
} catch (error) {
  console.error(saidOf(error));
  process.exit(1);
}
