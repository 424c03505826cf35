import * as z from 'zod/mini';
import { msg } from '@lingui/core/macro';
import type { Words } from '../../kernel/area.ts';
import { refusalWords } from '../../kernel/refusal.ts';
import { identityOf } from '../../kernel/shape.ts';
import { isBirthday } from '../../ui/parse-day.ts';
import { caregiverEdit, newCaregiver, type CaregiverEdit, type CaregiverForm, type NewCaregiver } from './contract.ts';

/** Fields of the form, in its order. */
export const FIELDS = ['name', 'idNo', 'gender', 'birthday', 'mobile', 'level', 'employment', 'hospitalId', 'staffNo', 'hiredOn', 'originProvince', 'originCity', 'languages', 'skills', 'yearsExperience', 'education', 'marital', 'heightCm', 'weightKg', 'emergencyName', 'emergencyPhone', 'bankName', 'bankAccount'] as const;
export type FieldName = (typeof FIELDS)[number];
/** What stands in the fields. */
export type Typed = Record<FieldName, string>;
const NUMBERS: ReadonlySet<FieldName> = new Set(['gender', 'yearsExperience', 'heightCm', 'weightKg']);
const LISTS: ReadonlySet<FieldName> = new Set(['languages', 'skills']);
/** Fields that an edit leaves out: only a new caregiver has them. */
const NEW_ONLY: ReadonlySet<FieldName> = new Set(['hospitalId', 'staffNo']);
/** Fields that are never shown whole: empty, they stay as they are; a dash empties them. */
const HIDDEN: ReadonlySet<FieldName> = new Set(['idNo', 'mobile', 'emergencyPhone', 'bankAccount']);

const blank = Object.fromEntries(FIELDS.map((name) => [name, ''])) as Typed;
export const BLANK: Typed = { ...blank, gender: '2', level: 'junior', employment: 'partner' };
/** The form as the fields show it. */
export const typedOf = (form: CaregiverForm): Typed =>
  Object.fromEntries(FIELDS.map((name) => {
    const value = NEW_ONLY.has(name) || HIDDEN.has(name) ? null : form[name as keyof CaregiverForm];
    return [name, Array.isArray(value) ? value.join('、') : value === null || value === undefined ? '' : String(value)];
  })) as Typed;

/** A field as it goes over the wire; undefined for one that says nothing. */
function valueOf(name: FieldName, text: string): unknown {
  const words = text.trim();
  if (LISTS.has(name)) return [...new Set(words.split(/\s*[、，,;；\n]\s*/).filter(Boolean))];
  if (words === '' || (HIDDEN.has(name) && words === '-')) return null;
  const digits = words.normalize('NFKC');
  return NUMBERS.has(name) ? (/^\d+$/.test(digits) ? Number(digits) : words) : name === 'idNo' ? identityOf(words) : words;
}
/** What the fields say of someone new; absent is what was left empty. */
export const newBody = (typed: Typed): NewCaregiver => Object.fromEntries(FIELDS.map((name) => [name, valueOf(name, typed[name])]).filter(([, value]) => value !== null)) as unknown as NewCaregiver;
/** What of the fields has changed. */
export const changesOf = (was: Typed, typed: Typed): Omit<CaregiverEdit, 'version'> =>
  Object.fromEntries(FIELDS.filter((name) => !NEW_ONLY.has(name) && typed[name] !== was[name] && !(HIDDEN.has(name) && typed[name].trim() === '')).map((name) => [name, valueOf(name, typed[name])]));
/** The fields that the contract would refuse, first one first. */
export function wrongFields(body: Pick<CaregiverEdit, 'birthday'>, fresh: boolean): FieldName[] {
  const read = fresh ? z.safeParse(newCaregiver, body) : z.safeParse(caregiverEdit, { version: 1, ...body });
  const wrong = new Set((read.error?.issues ?? []).map(({ path }) => String(path[0])));
  if (!isBirthday(body.birthday ?? null)) wrong.add('birthday');
  return FIELDS.filter((name) => wrong.has(name));
}
const FORTY = msg`最多 40 个字`;
/** How a field is mended. */
export const FAULT_WORDS: Partial<Record<FieldName, Words>> = {
  name: msg`填写姓名，最多 40 个字`, idNo: msg`身份证号是 18 位`, mobile: msg`填写 11 位手机号`, birthday: msg`日期写成 1950-03-21，不晚于今天`, hiredOn: msg`日期写成 1980-03-21`, staffNo: msg`3 至 32 位字母、数字或短横，短横不在最前`, yearsExperience: msg`填写 0 至 60`, heightCm: msg`填写 80 至 250`, weightKg: msg`填写 25 至 250`,
  emergencyPhone: msg`填写电话号码，5 至 20 位`, bankAccount: msg`填写 8 至 32 位数字`, languages: msg`用顿号隔开，最多 12 种，每种最多 20 个字`, skills: msg`用顿号隔开，最多 30 项，每项最多 20 个字`, emergencyName: FORTY, bankName: FORTY, originProvince: FORTY, originCity: FORTY, education: FORTY, marital: FORTY,
};
// what names a field in the words of a refusal; a birthday's name the ID number too
const NAMED: readonly (readonly [string, FieldName])[] = [['生日', 'birthday'], ['birthday', 'birthday'], ['身份证号', 'idNo'], ['ID number', 'idNo'], ['手机', 'mobile'], ['phone', 'mobile'], ['工号', 'staffNo'], ['staff number', 'staffNo']];
/** The field that the words of a refusal are about, if they are about one. */
export function blamedField(message: string): FieldName | null {
  for (const language of ['zh-cn', 'en'] as const) for (const name of ['id_number', 'blacklisted_person'] as const) if (message.includes(refusalWords(name, language))) return 'idNo';
  return NAMED.find(([words]) => message.includes(words))?.[1] ?? null;
}
