import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const page = { scope: 'page', on: 'statistics', beside: ['rows'] } as const;
const step = { fixed: true, shares: true } as const;
/** The keys of the statistics. */
export const STATISTICS_KEYS = {
  figure: { ...page, ...step, moves: true, id: 'statistics.figure', keys: 'ArrowDown|ArrowUp', words: msg`统计：下一个、上一个指标` },
  cursor: { ...page, ...step, id: 'statistics.cursor', keys: 'ArrowLeft|ArrowRight|PageUp|PageDown|Home|End', words: msg`统计：在图上移动` },
  open: { ...page, ...step, id: 'statistics.rows', keys: 'Enter', words: msg`统计：打开这个数的明细` },
  before: { ...page, ...step, id: 'statistics.before', keys: 'Shift+Enter', words: msg`统计：打开上期那个数的明细` },
  how: { ...page, id: 'statistics.how', keys: 'i', words: msg`统计：这个数怎么算`, keywords: ['怎么算', 'zen me suan', 'how a figure is computed'] },
  range: { ...page, id: 'statistics.range', keys: 'r', words: msg`统计：选时段`, keywords: ['选时段', 'xuan shi duan', 'choose a period'] },
  previous: { ...page, moves: true, id: 'statistics.previous', keys: '[', words: msg`统计：前一段时间`, keywords: ['前一段时间', 'qian yi duan shi jian', 'period before'] },
  next: { ...page, moves: true, id: 'statistics.next', keys: ']', words: msg`统计：后一段时间`, keywords: ['后一段时间', 'hou yi duan shi jian', 'period after'] },
  by: { ...page, id: 'statistics.by', keys: 'b', words: msg`统计：按天、按周、按月`, keywords: ['按天', 'an tian', 'by day'] },
  view: { ...page, fixed: true, id: 'statistics.view', keys: '1|2|3|4', words: msg`统计：折线、柱、热力图、排名` },
  group: { ...page, id: 'statistics.group', keys: 'o', words: msg`统计：换一种排名`, keywords: ['换一种排名', 'huan yi zhong pai ming', 'rank by something else'] },
  picture: { ...page, id: 'statistics.picture', keys: 'p', words: msg`统计：到图上`, keywords: ['到图上', 'dao tu shang', 'go to the chart'] },
  table: { ...page, id: 'statistics.table', keys: 't', words: msg`统计：图和表互换`, keywords: ['图和表互换', 'tu he biao hu huan', 'switch chart and table'] },
  image: { ...page, acts: true, id: 'statistics.image', keys: 'Shift+I', words: msg`统计：存成图片`, keywords: ['存成图片', 'cun cheng tu pian', 'save as image'] },
  export: { ...page, acts: true, id: 'statistics.export', keys: 'Shift+E', words: msg`统计：导出 Excel`, keywords: ['导出', 'dao chu', 'export'] },
  print: { ...page, instead: true, typing: true, acts: true, id: 'statistics.print', keys: '$mod+p', words: msg`统计：打印`, keywords: ['打印', 'da yin', 'print'] },
} as const satisfies Record<string, KeyEntry>;
