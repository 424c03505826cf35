import { msg } from '@lingui/core/macro';
import * as z from 'zod/mini';
import type { Words } from '../../kernel/area.ts';
import type { Input } from '../../kernel/endpoint.ts';
import { checkCharacter } from '../../kernel/id-number.ts';
import { refusalWords, type RefusalName } from '../../kernel/refusal.ts';
import { identityOf } from '../../kernel/shape.ts';
import { isBirthday, knownDay } from '../../ui/parse-day.ts';
import { half, orderForm, newPatient, type order } from './contract.ts';

const chosen = z.object({ value: z.string(), label: z.string(), detail: z.optional(z.string()) });
const typed = z.string().check(z.maxLength(500));
/** Where the patient lies, as chosen so far. */
const place = { department: z.nullable(chosen), ward: z.nullable(chosen), bed: z.nullable(chosen) };
const facts = { inpatientNo: typed, diagnosis: typed, careLevel: typed, infectious: z.boolean(), note: typed, prefGender: typed, prefLevel: typed, prefLanguage: typed, requirements: typed };
const stay = { plannedStart: z.nullable(z.string()), startHalf: half, plannedEnd: z.nullable(z.string()), endHalf: half };
const person = z.object({ name: typed, gender: typed, birthday: z.nullable(z.string()), idNo: typed, mobile: typed, contactName: typed, contactRelation: typed, contactMobile: typed });
/** What stands in the fields of a new order; it is kept as a draft. `person`: who is new here; `patient` then names them too. `key`: under which it is sent, as it stands now, however often and after whatever reload. */
export const newOrder = z.object({ key: z.optional(z.string().check(z.maxLength(64))), patient: z.nullable(chosen), person: z.nullable(person), hospital: z.nullable(chosen), ...place, ...stay, service: z.nullable(chosen), ...facts });
export type NewOrder = z.output<typeof newOrder>;
export type Chosen = z.output<typeof chosen>;
export type Person = z.output<typeof person>;
export type Place = Pick<NewOrder, keyof typeof place>;
export type Facts = Pick<NewOrder, keyof typeof facts>;
export type Stay = Pick<NewOrder, keyof typeof stay>;

/** `value` of the patient field when the person is new here. */
export const NEW = 'new';
export const NO_FACTS: Facts = { inpatientNo: '', diagnosis: '', careLevel: '', infectious: false, note: '', prefGender: '', prefLevel: '', prefLanguage: '', requirements: '' };
export const BLANK: NewOrder = { patient: null, person: null, hospital: null, department: null, ward: null, bed: null, plannedStart: null, startHalf: 'AM', plannedEnd: null, endHalf: 'PM', service: null, ...NO_FACTS };
export const blankPerson = (name: string): Person => ({ name, gender: '0', birthday: null, idNo: '', mobile: '', contactName: '', contactRelation: '', contactMobile: '' });

/** Birthday and gender as an identity number says them; null while it is none. */
export function fromIdentity(idNo: string): { birthday: string; gender: '1' | '2' } | null {
  const found = /^\d{6}(\d{4})(\d\d)(\d\d)\d\d(\d)[\dX]$/.exec(identityOf(idNo));
  if (found === null) return null;
  const birthday = `${found[1]}-${found[2]}-${found[3]}`;
  const at = new Date(`${birthday}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== birthday || at.getTime() > Date.now()) return null;
  return { birthday, gender: Number(found[4]) % 2 === 1 ? '1' : '2' };
}
/** Whether a whole identity number cannot be one: the calendar has or has had no such birthday, or its last character does not follow from the others. */
export const isMistyped = (idNo: string): boolean => {
  const text = identityOf(idNo);
  return /^\d{17}[\dX]$/.test(text) && (fromIdentity(text) === null || checkCharacter(text) !== text[17]);
};
const nothingIfBlank = (text: string): string | null => text.trim() || null;
const plain = (phone: string): string => phone.replace(/[\s-]/g, '');
/** The wishes and facts as the contract wants them. */
export const factsBody = ({ inpatientNo, diagnosis, careLevel, infectious, note, prefGender, prefLevel, prefLanguage, requirements }: Facts) => ({
  inpatientNo: nothingIfBlank(inpatientNo), diagnosis: nothingIfBlank(diagnosis), careLevel: nothingIfBlank(careLevel), infectious, note: nothingIfBlank(note),
  prefGender: prefGender === '' ? null : Number(prefGender), prefLevel: nothingIfBlank(prefLevel), prefLanguage: nothingIfBlank(prefLanguage), requirements: nothingIfBlank(requirements),
});
/** Who is new here, as the contract wants them. */
export const personBody = ({ name, gender, birthday, idNo, mobile, contactName, contactRelation, contactMobile }: Person) => ({
  name: name.trim(), gender: Number(gender), birthday, idNo: nothingIfBlank(identityOf(idNo)), mobile: nothingIfBlank(plain(mobile)), contactName: nothingIfBlank(contactName), contactRelation: nothingIfBlank(contactRelation), contactMobile: nothingIfBlank(plain(contactMobile)),
});
type Body = NonNullable<Input<typeof order.create>['body']>;
/** The body as the contract wants it. `expectFen`: the total that was shown, if one was. */
export function bodyOf(given: NewOrder, expectFen: number | undefined): Body {
  const { patient, person: fresh, hospital, department, ward, bed, plannedStart, startHalf, plannedEnd, endHalf, service } = given;
  return {
    patient: fresh === null ? { id: patient?.value ?? '' } : personBody(fresh), hospitalId: hospital?.value ?? '', departmentId: department?.value ?? '', wardId: ward?.value ?? null, bedId: bed?.value ?? null,
    ...factsBody(given), serviceItemId: service?.value ?? '', plannedStart: plannedStart ?? '', startHalf, plannedEnd: plannedEnd ?? '', endHalf, ...(expectFen === undefined ? {} : { expectFen }),
  };
}

/** In the order of the form. */
export const FIELDS = ['patient', 'name', 'gender', 'birthday', 'idNo', 'mobile', 'contactName', 'contactRelation', 'contactMobile', 'hospital', 'department', 'ward', 'bed', 'plannedStart', 'plannedEnd', 'service', 'inpatientNo', 'diagnosis', 'careLevel', 'prefGender', 'prefLevel', 'prefLanguage', 'requirements', 'note'] as const;
export type FieldName = (typeof FIELDS)[number];
/** What the contract calls some of them. */
const CALLED: Partial<Record<string, FieldName>> = { hospitalId: 'hospital', departmentId: 'department', wardId: 'ward', bedId: 'bed', serviceItemId: 'service' };
/** A stay by its days alone: what was typed and is none is no day. */
export const dated = (stay: Stay): Stay => ({ ...stay, plannedStart: knownDay(stay.plannedStart), plannedEnd: knownDay(stay.plannedEnd) });
/** Whether a stay ends before it begins. */
export function endsBefore(stay: Stay): boolean {
  const { plannedStart, startHalf, plannedEnd, endHalf } = dated(stay);
  return plannedStart !== null && plannedEnd !== null && (plannedEnd < plannedStart || (plannedEnd === plannedStart && startHalf === 'PM' && endHalf === 'AM'));
}
/** The fields that the contract would refuse, first one first. */
export function wrongFields(given: NewOrder): FieldName[] {
  const read = z.safeParse(orderForm, bodyOf(given, undefined));
  // who was written down as new and is nobody by now stands in no field (patient-field.tsx)
  const fresh = given.patient === null ? null : given.person;
  const ofPerson = fresh === null ? undefined : z.safeParse(newPatient, personBody(fresh));
  const paths = [...(read.error?.issues ?? []), ...(ofPerson?.error?.issues ?? [])].map(({ path }) => String(path[0]));
  const wrong = new Set<string>(paths.map((name) => CALLED[name] ?? name));
  if (!isBirthday(fresh?.birthday ?? null)) wrong.add('birthday');
  // a new person's own fields say it
  if (fresh !== null) wrong.delete('patient');
  for (const name of ['patient', 'plannedStart', 'plannedEnd'] as const) if (given[name] === null) wrong.add(name);
  if (endsBefore(given)) wrong.add('plannedEnd');
  return FIELDS.filter((name) => wrong.has(name));
}
/** How a field is mended. */
export const FAULT_WORDS: Record<FieldName, Words> = {
  patient: msg`选择患者，或新建一位`, name: msg`填写姓名，最多 64 个字`, gender: msg`选择性别`, birthday: msg`日期写成 1950-03-21，不晚于今天`, idNo: msg`身份证号是 18 位`, mobile: msg`填写 11 位手机号`,
  contactName: msg`最多 64 个字`, contactRelation: msg`最多 32 个字`, contactMobile: msg`填写 11 位手机号`,
  hospital: msg`选择医院`, department: msg`选择科室`, ward: msg`选择病区`, bed: msg`选择床位`, plannedStart: msg`填写开始日期`, plannedEnd: msg`填写结束日期，不早于开始`, service: msg`选择服务项目`,
  inpatientNo: msg`最多 64 个字`, diagnosis: msg`最多 200 个字`, careLevel: msg`最多 64 个字`, prefGender: msg`选择性别`, prefLevel: msg`最多 32 个字`, prefLanguage: msg`最多 32 个字`, requirements: msg`最多 500 个字`, note: msg`最多 500 个字`,
};
/** The field that each refusal is about. */
const BLAMED: Partial<Record<RefusalName, FieldName>> = { duplicate: 'patient', id_number: 'idNo', hospital_off: 'hospital', bed_elsewhere: 'bed', bed_off: 'bed', no_price: 'service', service_off: 'service', ends_before: 'plannedEnd', too_long: 'plannedEnd' };
/** The field that the words of a refusal are about, if they are about one. */
export function blamedField(message: string): FieldName | null {
  // it may have been said before the language was switched
  const found = Object.entries(BLAMED).find(([name]) => (['zh-cn', 'en'] as const).some((language) => message.includes(refusalWords(name as RefusalName, language))));
  return found?.[1] ?? null;
}
