// node dist/server.mjs <command> …arguments
import { fileURLToPath } from 'node:url';
import { createAdmin } from './areas/account/create-admin.ts';
import { runVerify } from './areas/audit/verify.ts';
import { DEMO_PASSWORD, DEMO_USERNAMES } from './areas/demo/account.ts';
import { prepareDemonstration, runSeed } from './areas/demo/seed.ts';
import { runErase, runRetention } from './areas/erasure/command.ts';
import { runImport } from './areas/intake/import.ts';
import { runRotate } from './areas/session/rotate.ts';
import { unreadable } from './areas/session/sealed.ts';
import { runRebuild, runVerify as runStatisticsVerify } from './areas/statistics/verify.ts';
import { runBackup, runMove, runRestore } from './host/backup/command.ts';
import { withDatabase } from './host/db/batch.ts';
import type { Database } from './host/db/open.ts';
import { saidOf } from './host/envelope.ts';
import { serve } from './host/serve.ts';
import { readSettings } from './host/settings.ts';
import { served } from './served.gen.ts';

const USAGE = '用法 usage: node dist/server.mjs serve | db migrate | db move | backup | restore | rotate secret | erase | retention | audit verify | stats verify | stats rebuild | seed | import | create-admin';
const log = (line: string): void => console.log(line);

const verify = (database: Database): Promise<void> => runVerify(database, log);
const commands: Record<string, (args: string[]) => Promise<void>> = {
  serve: () =>
    serve({ settings: readSettings(process.env), served, demonstration: { prepare: prepareDemonstration, usernames: DEMO_USERNAMES, password: DEMO_PASSWORD }, webRoot: fileURLToPath(new URL('./web', import.meta.url)) }),
  db: async ([action]) => {
    if (action === 'move') return runMove(readSettings(process.env), verify, unreadable, log);
    if (action !== 'migrate') throw new Error('用法 usage: npm run db -- migrate, npm run db -- move');
    await withDatabase(async () => log('数据库结构已是最新 The schema is up to date'));
  },
  backup: (args) => runBackup(readSettings(process.env), args, log),
  restore: (args) => runRestore(readSettings(process.env), args, verify, log),
  rotate: (args) => withDatabase((database) => runRotate(database, readSettings(process.env), args, log)),
  erase: (args) => withDatabase((database) => runErase(database, args, log)),
  retention: (args) => withDatabase((database) => runRetention(database, args, log)),
  audit: async ([action]) => {
    if (action !== 'verify') throw new Error('用法 usage: npm run audit:verify');
    await withDatabase((database) => runVerify(database, log));
  },
  stats: async ([action]) => {
    if (action !== 'verify' && action !== 'rebuild') throw new Error('用法 usage: npm run stats:verify, npm run stats:rebuild');
    await withDatabase((database) => (action === 'verify' ? runStatisticsVerify(database, log) : runRebuild(database, log)));
  },
  seed: (args) => withDatabase((database) => runSeed(database, args, log)),
  import: (args) => withDatabase((database) => runImport(database, args, log)),
  'create-admin': (args) => withDatabase((database) => createAdmin(database, args)),
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new Error(USAGE);
  await command(args);
} catch (error) {
  console.error(saidOf(error));
  process.exit(1);
}
