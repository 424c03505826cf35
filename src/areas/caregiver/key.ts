import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const step = { fixed: true, shares: true } as const;
const cell = { scope: 'list', on: 'cell' } as const;
const roster = { scope: 'page', on: 'caregiver.roster', beside: ['rows', 'cell', 'caregiver'] } as const;
/** The keys of the roster, of the certificates' board and of the pay. */
export const CAREGIVER_KEYS = {
  move: { ...cell, ...step, moves: true, id: 'cell.move', keys: 'ArrowUp|ArrowDown|ArrowLeft|ArrowRight', words: msg`表格：到旁边的格子` },
  page: { ...cell, ...step, moves: true, id: 'cell.page', keys: 'PageDown|PageUp', words: msg`列表：下一屏、上一屏` },
  ends: { ...cell, ...step, moves: true, id: 'cell.ends', keys: 'Home|End', words: msg`表格：这一行的开头、末尾` },
  open: { ...cell, ...step, id: 'cell.open', keys: 'Enter', words: msg`表格：打开这一格` },
  previous: { ...roster, moves: true, id: 'roster.previous', keys: '[', words: msg`排班表：前一周`, keywords: ['前一周', 'qian yi zhou', 'earlier week'] },
  next: { ...roster, moves: true, id: 'roster.next', keys: ']', words: msg`排班表：后一周`, keywords: ['后一周', 'hou yi zhou', 'later week'] },
  today: { ...roster, id: 'roster.today', keys: 't', words: msg`排班表：回到今天`, keywords: ['回到今天', 'hui dao jin tian', 'back to today'] },
  stint: { ...roster, fixed: true, id: 'roster.stint', keys: '1|2|3|4|5|6|7|8|9', words: msg`排班表：打开这天的第几单` },
  pay: { scope: 'page', on: 'caregiver.pay', beside: ['caregiver'], acts: true, id: 'pay.export', keys: 'Shift+E', words: msg`护工工资：导出这个月`, keywords: ['导出', 'dao chu', 'export'] },
} as const satisfies Record<string, KeyEntry>;
