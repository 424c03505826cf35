import pg from 'pg';
import { KeepingClient } from './keeping.ts';
import { ALIVE, beat, type LOST_PACE } from './lost.ts';

/** How soon a lost connection is made again, ms. */
const AGAIN = 1_000;

/** Whom a listening connection tells. `channels`: those that somebody hears now; `missed`: some of what was said may not have been heard. */
interface Hearers {
  channels: () => string[];
  said: (message: pg.Notification) => void;
  missed: () => void;
}

/** The one connection of an instance that listens, outside the pool: made for the first who listens, and again when it was lost and somebody hears still. */
export function openListener(config: pg.ClientConfig, pace: typeof LOST_PACE, { channels, said, missed }: Hearers): { ask: <T extends pg.QueryResultRow>(text: string) => Promise<pg.QueryResult<T>>; close: () => Promise<void> } {
  let there: Promise<pg.Client> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lost = false;
  let closing = false;

  async function connect(): Promise<pg.Client> {
    const client = new KeepingClient({ ...config, ...ALIVE });
    client.on('notification', said);
    client.on('error', () => undefined); // its end says that it is lost
    try {
      await client.connect();
      beat(client, pace);
      for (const channel of channels()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      return client;
    } catch (error) {
      // one that hears only some, or nothing, is not to stay
      void client.end().catch(() => undefined);
      throw error;
    }
  }
  /** The one that there is or that is being made: never a second. */
  function own(): Promise<pg.Client> {
    if (there !== undefined) return there;
    const made = (there = connect());
    const gone = (): void => {
      there = undefined;
      if (closing) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        if (channels().length > 0) own().catch(() => undefined); // and again
      }, AGAIN).unref();
    };
    made.then((client) => {
      client.once('end', () => {
        lost = true;
        gone();
      });
      if (lost) missed();
      lost = false;
    }, gone);
    return made;
  }
  return {
    ask: async (text) => (await own()).query(text),
    async close() {
      closing = true;
      clearTimeout(timer);
      await (await there?.catch(() => undefined))?.end();
    },
  };
}
