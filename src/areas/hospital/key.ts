import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

/** The keys of the hospitals' page, beside those of its rows (area.ts). */
export const HOSPITAL_KEYS = {
  add: { scope: 'page', on: 'system.hospital', beside: ['rows', 'list', 'hospital'], id: 'hospital.add', keys: 'n', words: msg`新建医院`, keywords: ['新建医院', 'xin jian yi yuan', 'new hospital'] },
} as const satisfies Record<string, KeyEntry>;
