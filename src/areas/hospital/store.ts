import { sql } from 'drizzle-orm';
import type { Viewer } from '../../host/answer.ts';
import type { Reach } from '../../host/reach.ts';
import { may } from '../../kernel/access.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import type { hospital, HospitalRow } from './contract.ts';
import { HOSPITALS, LIVING_HOSPITAL } from './tables.ts';

type Can = HospitalRow['can'][number];

const ACTS = [['edit', 'biz:hospital:edit'], ['status', 'biz:hospital:status'], ['price', 'biz:hospital:price']] as const;
/** What the viewer may do to a hospital. */
export const canOf = (viewer: Viewer): Can[] => ACTS.filter(([, right]) => may(viewer, right)).map(([act]) => act);

/** The hospitals the reader works for, in the order in which they joined. */
export const hospitalOptions = (reach: Reach): Promise<Reply<typeof hospital.options>> =>
  reach.rows(HOSPITALS, { columns: sql`h.id::text, h.name, array_remove(array[split_part(h.name_pinyin, ' ', 1), split_part(h.name_initials, ' ', 1)], null) as keywords`, where: [LIVING_HOSPITAL], order: sql`h.id` });
