// Settings follow the person: what was chosen here goes to the account, what the account has is shown here. Of each value the server's
// version decides what is newer, so an answer that comes late, also in another tab, undoes nothing; a choice on its way stands above all answers.
import { FOLLOWING, readSetting, type SettingName } from '../kernel/setting.ts';
import { CallFailure } from './call.ts';
import { network, onNetwork } from './network.ts';
import { onParting } from './session.ts';
import { adoptSetting, DEFAULTS, onChosen } from './setting.ts';
import { slot } from './setting-slot.ts';
import { settingMemory, type AccountSettings } from './setting-source.ts';
import { choosesAs, forgetChoices, unsentChoices } from './setting-unsent.ts';

/** Whose settings this browser shows, and the newest version of each that it has seen. */
interface Seen {
  of: string;
  versions: Partial<Record<string, number>>;
}
const seenHere = slot('settings_seen');
/** Milliseconds after which what could not be sent is tried again, and answers that another computer may have come between. */
const AGAIN = 30_000;
const TRIES = 4;
const BAD_INPUT = 400;

/** Null until an account has answered here. */
export function readSeen(): Seen | null {
  try {
    const { of, versions } = JSON.parse(seenHere.read() ?? '') as Seen;
    return typeof of === 'string' && typeof versions === 'object' && versions !== null ? { of, versions } : null;
  } catch {
    return null;
  }
}
/** Shows what the account has, where it is newer than what was seen and nothing chosen here is on its way. */
function take(person: string, told: AccountSettings): void {
  const before = readSeen();
  const unsent = unsentChoices();
  const versions = before?.of === person ? { ...before.versions } : {};
  const adopt = (name: SettingName, value: string | null): void => {
    if (unsent[name] === undefined) adoptSetting(name, readSetting(name, value));
  };
  for (const name of FOLLOWING) {
    const { value, version } = told[name] ?? {};
    if (value === undefined || version === undefined) {
      // who was here before leaves nothing to who comes
      if (before !== null && before.of !== person) adopt(name, String(DEFAULTS[name]));
    } else if (version > (versions[name] ?? 0)) {
      versions[name] = version;
      adopt(name, value);
    }
  }
  seenHere.write(JSON.stringify({ of: person, versions } satisfies Seen));
}
/** Sends what waits. Of a value that another computer has changed since, what was chosen here is sent over it. */
async function sendAll(person: string, lives: () => boolean): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const unsent = Object.entries(unsentChoices());
    if (unsent.length === 0) return;
    const seen = readSeen();
    const versions = seen?.of === person ? seen.versions : {};
    const told = await settingMemory()!.save(Object.fromEntries(unsent.map(([name, { value }]) => [name, { value, after: versions[name] ?? 0 }]))).catch((error: unknown) => {
      // what the server cannot take it will never take
      if (error instanceof CallFailure && error.status === BAD_INPUT) forgetChoices(unsent.map(([, { id }]) => id));
      throw error;
    });
    if (!lives()) return;
    forgetChoices(unsent.flatMap(([name, { id, value }]) => (told[name]?.value === value ? [id] : [])));
    take(person, told);
  }
}

let parting: () => Promise<void> = async () => {};
onParting(() => parting());
/** Keeps the settings of this computer and those of the account of `person` the same, until what is returned is called. */
export function followAccount(person: string): () => void {
  const memory = settingMemory();
  if (memory === null) return () => {};
  choosesAs(person);
  let ended = false;
  let loaded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | null = null;
  let wanted = false;
  const meet = async (): Promise<void> => {
    if (!loaded) {
      const told = await memory.load();
      if (ended) return;
      take(person, told);
      loaded = true;
    }
    await sendAll(person, () => !ended);
  };
  const run = (): Promise<void> => {
    clearTimeout(timer);
    wanted = underWay !== null;
    underWay ??= meet().catch(() => {
      if (!ended) timer = setTimeout(() => void run(), AGAIN);
    }).finally(() => {
      underWay = null;
      if (wanted && !ended) void run();
    });
    return underWay;
  };
  const stops = [onChosen(() => void run()), onNetwork(() => network().since === null && void run())];
  // the second time what was chosen while the first was under way
  parting = async () => {
    await run();
    await run();
  };
  void run();
  return () => {
    ended = true;
    clearTimeout(timer);
    parting = async () => {};
    choosesAs('');
    for (const stop of stops) stop();
  };
}
