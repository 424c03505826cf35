import { FOLLOWING, isValue, readSetting, SETTING_NAMES, VALUES, type SettingName, type Settings } from '../../kernel/setting.ts';

/** Characters of a text of settings at most. */
export const LONGEST_TEXT = 2_000;
/** What is wrong with a line: the whole text is too long; it is not `name=value`; no setting is called so; it belongs to the computer; it was there before; the setting has no such value, and which it has. */
export type LineFault = { line: number; why: 'long' } | { line: number; why: 'form' } | { line: number; why: 'unknown' | 'here' | 'twice'; name: string } | { line: number; why: 'value'; name: SettingName; value: string; values: readonly string[] };
/** What a text says. `values`: by name. */
interface ReadText {
  values: Partial<Settings>;
  faults: readonly LineFault[];
}
/** Those settings that follow the person, one `name=value` a line. */
export const toText = (valueOf: (name: SettingName) => unknown): string => FOLLOWING.map((name) => `${name}=${String(valueOf(name))}`).join('\n');

/** Reads what `toText` writes, or part of it; blank lines and those that begin with `#` say nothing. */
export function fromText(text: string): ReadText {
  const values: Partial<Record<SettingName, unknown>> = {};
  const faults: LineFault[] = [];
  if (text.length > LONGEST_TEXT) return { values: {}, faults: [{ line: 1, why: 'long' }] };
  for (const [at, raw] of text.split(/\r\n?|\n/).entries()) {
    const [line, said] = [at + 1, raw.trim()];
    if (said === '' || said.startsWith('#')) continue;
    const [, name, value] = /^(\w+)\s*[=＝]\s*(.*)$/.exec(said) ?? [];
    const known = SETTING_NAMES.find((one) => one === name);
    if (name === undefined || value === undefined) faults.push({ line, why: 'form' });
    else if (known === undefined) faults.push({ line, why: 'unknown', name });
    else if (!FOLLOWING.includes(known)) faults.push({ line, why: 'here', name });
    else if (known in values) faults.push({ line, why: 'twice', name });
    else if (!isValue(known, value)) {
      const allowed: RegExp | readonly string[] = VALUES[known];
      faults.push({ line, why: 'value', name: known, value, values: allowed instanceof RegExp ? [] : allowed });
    } else values[known] = readSetting(known, value);
  }
  return { values: values as Partial<Settings>, faults };
}
