import { Fault, type Language } from '../kernel/error.ts';

/** What openapi.json says of a call that takes its form back, whole or in part. */
export const KEPT_RULE = '可不填的字段没有写出的保持不变，写 null 才是清空；表单里只读的字段可以原样带回，不能改 an optional field that is left out stays as it is, and null clears it; what is read-only in the form may come back as it was, not otherwise';
/**
 * A form may be sent back as it was read, with what its call does not change: that says nothing where it is as it is kept, and is never
 * dropped in silence where it is not. `names`: of those fields, each with the call that does change it, or null; none that moves by itself, as a count does. @throws Fault bad_input
 */
export function asKept(sent: object, kept: object, names: Readonly<Record<string, string | null>>, language: Language): void {
  for (const [name, call] of Object.entries(names)) {
    const [given, own] = [sent, kept].map((of) => JSON.stringify((of as Record<string, unknown>)[name]));
    if (given === undefined || given === own) continue;
    const words = call === null ? { 'zh-cn': `${name} 不能改`, en: `${name} cannot be changed` } : { 'zh-cn': `${name} 不在这里改，用 ${call}`, en: `${name} is not changed here but by ${call}` };
    throw new Fault('bad_input', { detail: words[language] });
  }
}
