import type { Finder } from '../../kernel/area.ts';
import { href } from '../../kernel/href.ts';
import { call } from '../../ui/call.ts';
import { labelOf } from '../../ui/dictionary.ts';
import { remember } from '../../ui/known.ts';
import { caregiver } from './contract.ts';
import { CAREGIVER_STATUS_TONE, CAREGIVER_STATUS_WORDS } from './words.ts';

/** Caregivers for the palette; each leaves what it knows for its page. */
export const find: Finder = async (q, signal) => {
  const found = await call(caregiver.find, { query: { q }, signal });
  return found.map(({ row, why }) => ({
    id: `caregiver:${row.staffNo}`,
    title: `${row.name} ${row.staffNo}`,
    detail: row.hospitals.join(' · '),
    trailing: labelOf('caregiver_level', row.level),
    status: { words: CAREGIVER_STATUS_WORDS[row.status], tone: CAREGIVER_STATUS_TONE[row.status] },
    why,
    to: href('/caregiver/:no', { no: row.staffNo }),
    remember: () => remember('caregiver', row.staffNo, row),
  }));
};
