import { msg } from '@lingui/core/macro';
import * as z from 'zod/mini';
import type { Words } from '../../kernel/area.ts';
import type { Language } from '../../kernel/error.ts';
import type { CallFailure } from '../../ui/call.ts';
import { account, type AccountForm } from './contract.ts';
import { FIELD_LABELS, inWords } from './label.ts';

/** Departments of a hospital that an account sees; none is the whole hospital. */
export type Places = AccountForm['hospitals'];
/** What stands in the fields. */
export interface Typed {
  username: string;
  nickname: string;
  gender: string;
  role: string;
  mobile: string;
  email: string;
  status: string;
  hospitals: Places;
}
export type FieldName = keyof Typed;
/** In the order of the form. */
export const FIELDS: readonly FieldName[] = ['username', 'nickname', 'gender', 'role', 'hospitals', 'mobile', 'email', 'status'];
/** What was typed, what it was typed over, and the version of that; a new account has none. */
export interface Draft {
  typed: Typed;
  base: Typed;
  version: number | null;
}

const BLANK: Typed = { username: '', nickname: '', gender: '0', role: '', mobile: '', email: '', status: '1', hospitals: [] };
/** The form as it is before anything is typed. */
export function draftOf(form: AccountForm | null): Draft {
  if (form === null) return { typed: BLANK, base: BLANK, version: null };
  const { username, nickname, gender, role, mobile, email, status, hospitals, version } = form;
  const typed: Typed = { username, nickname, gender: String(gender), role: String(role), mobile: mobile ?? '', email: email ?? '', status: String(status), hospitals };
  return { typed, base: typed, version };
}
const same = (a: Typed, b: Typed, name: FieldName): boolean => JSON.stringify(a[name]) === JSON.stringify(b[name]);
/** The fields in which two differ. */
export const changedFields = (a: Typed, b: Typed): FieldName[] => FIELDS.filter((name) => !same(a, b, name));
/** Whether a newer record is the same in all that its form changes: enabling, disabling or a new password moves the version only. */
export const sameFields = ({ base }: Draft, newest: AccountForm): boolean => changedFields(base, draftOf(newest).typed).every((name) => name === 'status');
/** What was typed, over a newer record: fields that were left alone follow it. */
export function rebased({ typed, base }: Draft, newest: AccountForm): Draft {
  const { typed: now, version } = draftOf(newest);
  const kept = Object.fromEntries(changedFields(typed, base).map((name) => [name, typed[name]]));
  return { typed: { ...now, ...kept }, base: now, version };
}

/** Whether a role sees its own hospitals only (spec section 3: resident manager, hospital side). */
export const boundRole = (role: string): boolean => role === '3' || role === '4';
const noneIfBlank = (text: string): string | null => text.trim() || null;
/** The body as the contract wants it. */
export function bodyOf(id: string | null, { typed, version }: Draft): Record<string, unknown> {
  const { username, nickname, gender, role, mobile, email, status, hospitals } = typed;
  const edited = { nickname, gender: Number(gender), role: Number(role), mobile: noneIfBlank(mobile), email: noneIfBlank(email), hospitals: boundRole(role) ? hospitals : [] };
  return id === null ? { username, ...edited, status: Number(status) } : { id, ...edited, version };
}
/** The fields that the contract refuses, first one first. */
export function wrongFields(id: string | null, body: unknown): FieldName[] {
  const read = z.safeParse(id === null ? account.create.body! : account.update.body!, body);
  return read.success ? [] : FIELDS.filter((name) => read.error.issues.some(({ path }) => path[0] === name));
}

const CODE = { forbidden: 40300, taken: 40903, lastAdmin: 40904, yourself: 40905 };
/** The field that a refusal of the server is about, if it is about one. */
export function blamedField({ code, message }: Pick<CallFailure, 'code' | 'message'>, language: Language): FieldName | null {
  if (code === CODE.taken) return (['username', 'mobile', 'email'] as const).find((name) => message.endsWith(inWords(FIELD_LABELS[name], language))) ?? null;
  return code === CODE.forbidden || code === CODE.lastAdmin || code === CODE.yourself ? 'role' : null;
}

/** What a field is called. */
export const FIELD_WORDS: Record<FieldName, Words> = { username: msg`账号`, nickname: msg`姓名`, gender: msg`性别`, role: msg`角色`, hospitals: msg`数据范围`, mobile: msg`手机`, email: msg`邮箱`, status: msg`状态` };
/** How a field is mended. */
export const FAULT_WORDS: Record<FieldName, Words> = {
  username: msg`以字母开头，3 至 32 个字母、数字或 . _ -`,
  nickname: msg`填写姓名，最多 32 个字`,
  gender: msg`选择性别`,
  role: msg`选择角色`,
  hospitals: msg`一个账号最多 500 家医院，每家最多 200 个科室`,
  mobile: msg`填写 11 位手机号，或者空着`,
  email: msg`填写完整的邮箱，例如 name@example.com，或者空着`,
  status: msg`选择状态`,
};
/** The words of the codes that are chosen from. */
export const GENDER_WORDS: Record<string, Words> = { 0: msg`未填写`, 1: msg`男`, 2: msg`女` };
export const STATUS_WORDS: Record<string, Words> = { 1: msg`启用`, 0: msg`停用` };
