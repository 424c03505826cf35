import { msg } from '@lingui/core/macro';
import type { FoundRow, Words } from '../../kernel/area.ts';
import type { ListName } from '../../kernel/list.ts';
import { fitting } from '../choice.ts';
import { currentI18n } from '../language.tsx';
import type { Chosen } from './filter.tsx';
import type { View } from './memory-source.ts';
import { askViews, knownViews } from './memory.ts';

/** Where each list is. */
export const LIST_PATHS: Readonly<Record<ListName, string>> = { order: '/order/index', caregiver: '/caregiver/index', hospital: '/system/hospital', account: '/system/user', audit: '/system/audit', dictionary: '/system/dict' };
const LIST_WORDS: Readonly<Record<ListName, Words>> = { order: msg`订单管理`, caregiver: msg`护工管理`, hospital: msg`医院管理`, account: msg`账号管理`, audit: msg`审计日志`, dictionary: msg`字典管理` };
/** The search part of an address, whatever the order of its parts. */
const normal = (query: string): string => {
  const parts = new URLSearchParams(query);
  parts.sort();
  return parts.toString();
};
/** The search part that asks this. */
export const queryFor = (chosen: Chosen): string => new URLSearchParams(chosen).toString();
/** The address of a view. One without an order of rows says so: one's own is not for it. */
export const addressOf = ({ list, query }: Pick<View, 'list' | 'query'>): string => `${LIST_PATHS[list]}?${query}${/(^|&)sort=/.test(query) ? '' : '&sort='}`.replace('?&', '?');
/** The views of a list in the order of their number keys: one's own, then those one was given. */
export const viewsOf = (views: readonly View[], list: ListName): readonly View[] =>
  views.filter((view) => view.list === list).sort((a, b) => Number(b.own) - Number(a.own) || a.place - b.place || a.name.localeCompare(b.name) || Number(a.id) - Number(b.id));
/** The view that is shown now: the one that asks just this. */
export const viewShown = (views: readonly View[], list: ListName, chosen: Chosen): View | undefined => viewsOf(views, list).find(({ query }) => normal(query) === normal(queryFor(chosen)));

/** The views in the palette, by name or its sound. */
export async function findViews(text: string): Promise<FoundRow[]> {
  await askViews();
  const words = (list: ListName): string => currentI18n()._(LIST_WORDS[list]);
  const known = knownViews().map((view) => ({ value: view.id, label: view.name, keywords: view.keywords, detail: view.own ? words(view.list) : `${words(view.list)} · ${view.owner}`, view }));
  return fitting(known, text).slice(0, 9).map(({ view, detail }) => ({ id: `view:${view.id}`, title: view.name, detail, to: addressOf(view) }));
}
