import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Messenger } from './messenger.ts';
import type { PasswordCost } from './password.ts';

/** What the sign-in side needs beyond a viewer's reach: it works before there is a viewer. */
export interface House {
  db: NodePgDatabase;
  /** Keys the hashes of short answers and derives successor tokens; the same on every instance. */
  secret: Buffer;
  messenger: Messenger;
  cost: PasswordCost;
  checkPassword: (stored: string | undefined, password: string) => Promise<boolean>;
}
