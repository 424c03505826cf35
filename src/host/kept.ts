import { Fault, type Language } from '../kernel/error.ts';

/** What openapi.json says of a call that takes its form back whole. */
export const KEPT_RULE = '表单里只读的字段可以原样带回，不能改 what is read-only in the form may come back as it was, not otherwise';
/**
 * A form may be sent back as it was read, with what its call does not change: that says nothing where it is as it is kept, and is never
 * dropped in silence where it is not. `names`: of those fields, each with the call that does change it, or null. @throws Fault bad_input
 */
export function asKept(sent: object, kept: object, names: Readonly<Record<string, string | null>>, language: Language): void {
  for (const [name, call] of Object.entries(names)) {
    const [given, own] = [sent, kept].map((of) => JSON.stringify((of as Record<string, unknown>)[name]));
    if (given === undefined || given === own) continue;
    const words = call === null ? { 'zh-cn': `${name} 不能改`, en: `${name} cannot be changed` } : { 'zh-cn': `${name} 不在这里改，用 ${call}`, en: `${name} is not changed here but by ${call}` };
    throw new Fault('bad_input', { detail: words[language] });
  }
}
