import type * as z from 'zod/mini';
import { isBirthday } from '../../ui/parse-day.ts';
import { orderEdit, type OrderDetail } from './contract.ts';
import { factsBody, FIELDS, NO_FACTS, personBody, type Facts, type FieldName, type Person, type Place } from './new-order.ts';

/** What stands in the fields of an order's patient. `idNo`, `mobile`, `contactMobile`: another number; empty keeps the one there is, which is never shown whole. */
export type EditTyped = Place & Facts & Person;
export type Body = Omit<z.output<typeof orderEdit>, 'version'>;

/** The order as the fields show it. `bed`: its number as it is said aloud. */
export function typedOf(detail: OrderDetail, bed: string | null): EditTyped {
  const text = (name: 'inpatientNo' | 'diagnosis' | 'careLevel' | 'note' | 'prefLevel' | 'prefLanguage' | 'requirements' | 'contactName' | 'contactRelation'): string => detail[name] ?? '';
  return {
    department: { value: detail.departmentId, label: detail.departmentName }, ward: detail.wardId === null ? null : { value: detail.wardId, label: detail.wardName ?? '' },
    // a bed that came as mere text with an import has no id
    bed: bed === null ? null : { value: detail.bedId ?? '', label: bed },
    ...NO_FACTS, inpatientNo: text('inpatientNo'), diagnosis: text('diagnosis'), careLevel: text('careLevel'), infectious: detail.infectious, note: text('note'),
    prefGender: detail.prefGender === null ? '' : String(detail.prefGender), prefLevel: text('prefLevel'), prefLanguage: text('prefLanguage'), requirements: text('requirements'),
    name: detail.patientName, gender: String(detail.patientGender), birthday: detail.patientBirthday, idNo: '', mobile: '', contactName: text('contactName'), contactRelation: text('contactRelation'), contactMobile: '',
  };
}
const idOf = (chosen: { value: string } | null): string | null => chosen?.value || null;
/** As the contract wants it, all of it. */
function bodyOf(typed: EditTyped): Required<Body> {
  const { name, gender, birthday, idNo, mobile, contactName, contactRelation, contactMobile } = personBody(typed);
  return {
    departmentId: typed.department?.value ?? '', wardId: idOf(typed.ward), bedId: idOf(typed.bed), ...factsBody(typed),
    patientName: name, patientIdNo: idNo, patientMobile: mobile, patientGender: gender, patientBirthday: birthday, contactName, contactRelation, contactMobile,
  };
}
/** What the fields would change of the order, and nothing else: whatever others change meanwhile stays theirs. */
export function changesOf(was: EditTyped, now: EditTyped): Body {
  const [before, after] = [bodyOf(was), bodyOf(now)];
  const body = Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof Body]));
  // a bed is gone with its text
  if (was.bed?.value === '' && now.bed === null) body['bedId'] = null;
  // a contact is gone with their phone, and with what they were
  if (body['contactName'] === null) {
    body['contactMobile'] = after.contactMobile;
    if (before.contactRelation !== null) body['contactRelation'] ??= null;
  }
  return body as Body;
}
/** What the contract calls some of them. */
const CALLED: Partial<Record<string, FieldName>> = { departmentId: 'department', wardId: 'ward', bedId: 'bed', patientName: 'name', patientIdNo: 'idNo', patientMobile: 'mobile', patientGender: 'gender', patientBirthday: 'birthday' };
/** The fields that the contract would refuse, first one first. */
export function wrongEdits(body: Body): FieldName[] {
  const wrong = new Set((orderEdit.safeParse({ version: 1, ...body }).error?.issues ?? []).map(({ path }) => CALLED[String(path[0])] ?? String(path[0])));
  if (!isBirthday(body.patientBirthday ?? null)) wrong.add('birthday');
  return FIELDS.filter((name) => wrong.has(name));
}
