import type { Input, Reply } from '../../kernel/endpoint.ts';
import { FOLLOWING, isValue } from '../../kernel/setting.ts';
import type { own } from './contract.ts';
import { kept, rewrite, type Own } from './store.ts';

type Settings = Reply<typeof own.settings>;
type Changes = NonNullable<Input<typeof own.keepSettings>['body']>['values'];
const SETTING = 'setting';

/** What is kept, as far as it has the shape of today: a value of another day counts for nothing, alone. */
function sound(value: unknown): Settings {
  const given = (value ?? {}) as Record<string, { value?: unknown; version?: unknown } | null>;
  return Object.fromEntries(FOLLOWING.flatMap((name) => {
    const { value: text, version } = given[name] ?? {};
    return typeof text === 'string' && isValue(name, text) && typeof version === 'number' && Number.isSafeInteger(version) && version >= 0 ? [[name, { value: text, version }]] : [];
  })) as Settings;
}
/** The settings that the reader has chosen on whatever computer. */
export const readSettings = async (ask: Own): Promise<Settings> => sound((await kept(ask, SETTING)).value);
/** Takes those that nobody has changed since what the writer has seen. @throws Fault conflict when others write without end */
export const keepSettings = (ask: Own, changes: Changes): Promise<Settings> =>
  rewrite(ask, SETTING, (value) => {
    const before = sound(value);
    // later than all before, also where the clock was put back or two write in one millisecond
    const version = Math.max(Date.now(), 1 + Math.max(0, ...Object.values(before).map((one) => one.version)));
    const free = Object.entries(changes).filter(([name, { after }]) => (before[name as keyof Settings]?.version ?? 0) <= after);
    return { ...before, ...Object.fromEntries(free.map(([name, one]) => [name, { value: one.value, version }])) };
  });
