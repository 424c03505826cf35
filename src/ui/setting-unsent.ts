// Choices that the account has not got yet, in local storage: what was chosen on the login page or without a network is sent later, by whichever tab is there.
import { FOLLOWING, isValue, type SettingName } from '../kernel/setting.ts';
import { slot } from './setting-slot.ts';

/** A choice on its way. `by`: the account, or empty for whoever signs in next. `id`: another choice of the same setting is not this one. */
interface Unsent {
  value: string;
  by: string;
  id: string;
}
type Waiting = Partial<Record<SettingName, Unsent>>;
const waitingHere = slot('settings_unsent');
let chooser = '';

const isUnsent = (name: SettingName, given: unknown): given is Unsent => {
  const { value, by, id } = (given ?? {}) as Partial<Unsent>;
  return typeof value === 'string' && typeof by === 'string' && typeof id === 'string' && isValue(name, value);
};
const write = (waiting: Waiting): void => waitingHere.write(JSON.stringify(waiting));
/** What waits, by name, as far as it is sound. */
export function unsentChoices(): Waiting {
  try {
    const found = JSON.parse(waitingHere.read() ?? '{}') as Record<string, unknown> | null;
    return Object.fromEntries(FOLLOWING.flatMap((name) => (isUnsent(name, found?.[name]) ? [[name, found[name]]] : [])));
  } catch {
    return {};
  }
}
/** Notes what was chosen here just now. */
export function noteChoice(name: SettingName, value: string): void {
  if (FOLLOWING.includes(name)) write({ ...unsentChoices(), [name]: { value, by: chooser, id: `${Date.now()}.${Math.random()}` } });
}
/** These have been sent, or cannot be. */
export function forgetChoices(ids: readonly string[]): void {
  write(Object.fromEntries(Object.entries(unsentChoices()).filter(([, { id }]) => !ids.includes(id))));
}
/** Whose choices these are from now on: an account's id, or empty. What waits for whoever signs in is theirs; another's, never sent, is gone. */
export function choosesAs(person: string): void {
  chooser = person;
  if (person === '') return;
  write(Object.fromEntries(Object.entries(unsentChoices()).flatMap(([name, one]) => (one.by === '' || one.by === person ? [[name, { ...one, by: person }]] : []))));
}
