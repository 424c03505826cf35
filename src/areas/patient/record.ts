import { msg } from '@lingui/core/macro';
import type { Finder, FoundRow } from '../../kernel/area.ts';
import { href } from '../../kernel/href.ts';
import { call } from '../../ui/call.ts';
import { labelWhenKnown } from '../../ui/dictionary.ts';
import { currentI18n } from '../../ui/language.tsx';
import { patient, type FoundPatient } from './contract.ts';

const say = (words: { id: string }): string => currentI18n()._(words);
const ageWords = (age: number): string => say(msg`${age} 岁`);
/** Where the row leads: to the only order there is, or to the list of all there are. */
function leadOf({ id, several, lastOrderNo }: FoundPatient): { to: string; trailing: string } {
  if (!several && lastOrderNo !== null) return { to: href('/order/:no', { no: lastOrderNo }), trailing: lastOrderNo };
  return { to: href('/order/index', {}, { patientId: id }), trailing: several ? say(msg`全部订单`) : say(msg`没有订单`) };
}
/** Each a row of their own however many have the name. The sex is left out where its word is not known. */
async function rowsOf(found: readonly FoundPatient[]): Promise<FoundRow[]> {
  const genders = new Map(await Promise.all([...new Set(found.map(({ gender }) => gender))].map(async (gender) => [gender, gender > 0 ? await labelWhenKnown('gender', String(gender)) : null] as const)));
  return found.map((one) => ({
    id: `patient:${one.id}`,
    title: one.name,
    detail: [genders.get(one.gender), one.age !== null && ageWords(one.age), one.mobile, one.lastHospital].filter(Boolean).join(' · '),
    ...leadOf(one),
  }));
}
/** Patients for the palette. */
export const find: Finder = async (q, signal, spelled = q) => {
  const found = await call(patient.find, { query: { q: spelled }, signal });
  return (await rowsOf(found)).map((row, i) => ({ ...row, why: found[i]!.why, marks: found[i]!.marks }));
};
/** As they are now. */
export const read = async (ids: readonly string[]): Promise<FoundRow[]> => rowsOf(await call(patient.rows, { query: { ids: ids.join() }, background: true }));
