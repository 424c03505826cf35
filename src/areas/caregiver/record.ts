import type { Feed, Finder, FoundRow } from '../../kernel/area.ts';
import type { Told } from '../../kernel/found.ts';
import { href } from '../../kernel/href.ts';
import { call } from '../../ui/call.ts';
import { labelWhenKnown } from '../../ui/dictionary.ts';
import { recall, remember } from '../../ui/known.ts';
import { live } from '../live/contract.ts';
import { caregiver, type CaregiverRow, type FoundCaregiver } from './contract.ts';
import { CAREGIVER_STATUS_TONE, CAREGIVER_STATUS_WORDS } from './words.ts';

/** Caregivers of the server; each leaves what it knows for their page. */
async function rowsOf(found: readonly FoundCaregiver['row'][]): Promise<FoundRow[]> {
  const levels = new Map(await Promise.all([...new Set(found.map(({ level }) => level))].map(async (level) => [level, await labelWhenKnown('caregiver_level', level)] as const)));
  return found.map((one) => ({
    id: `caregiver:${one.staffNo}`,
    title: `${one.name} ${one.staffNo}`,
    detail: one.hospitals.join(' · '),
    trailing: levels.get(one.level) ?? '',
    status: { words: CAREGIVER_STATUS_WORDS[one.status], tone: CAREGIVER_STATUS_TONE[one.status] },
    to: href('/caregiver/:no', { no: one.staffNo }),
    remember: () => remember('caregiver', one.staffNo, one),
  }));
}
/** Caregivers for the palette. */
export const find: Finder = async (q, signal, spelled = q) => {
  const found = await call(caregiver.find, { query: { q: spelled }, signal });
  const rows = await rowsOf(found.map(({ row: one }) => one));
  return rows.map((one, i) => ({ ...one, why: found[i]!.why, marks: found[i]!.marks }));
};
/** Those who have left too. */
export const read = async (nos: readonly string[]): Promise<FoundRow[]> => rowsOf(await call(caregiver.rows, { query: { nos: nos.join(',') }, background: true }));

/** What every row of the palette knows of a caregiver; one of the server knows more. */
export type KnownCaregiver = Pick<FoundCaregiver['row'], 'staffNo' | 'name' | 'status' | 'hospitals'> & Partial<FoundCaregiver['row']>;
/** A caregiver of the index; it leaves what it knows for their page, where that does not know more. */
export const row = ({ id, code, name, place, status, why }: Told): FoundRow => ({
  id,
  title: `${name} ${code}`,
  detail: place,
  status: { words: CAREGIVER_STATUS_WORDS[status as CaregiverRow['status']], tone: CAREGIVER_STATUS_TONE[status as CaregiverRow['status']] },
  why,
  to: href('/caregiver/:no', { no: code }),
  remember: () => {
    const known: KnownCaregiver = { staffNo: code, name, status: status as CaregiverRow['status'], hospitals: place === '' ? [] : place.split(' · ') };
    if (recall('caregiver', code) === undefined) remember('caregiver', code, known);
  },
});
/** What the index of caregivers is read by. */
export const feed: Feed = {
  page: ({ nos, stamp, ...asked }, signal) =>
    nos === undefined ? call(caregiver.index, { query: { ...asked, stamp }, signal, background: true }) : call(caregiver.lines, { query: { nos: nos.join(','), stamp }, signal, background: true }),
  live: live.caregivers,
  // without a version it is an order of theirs that changed
  heeds: ({ version }) => version !== null,
};
