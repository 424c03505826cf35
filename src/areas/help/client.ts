import type { Viewer } from '../../kernel/area.ts';
import { splitHref } from '../../kernel/href.ts';
import { call, newKey } from '../../ui/call.ts';
import { fetchPart } from '../../ui/fetch-part.ts';
import type { HelpSource } from '../../ui/help-source.ts';
import { currentLanguage } from '../../ui/language.tsx';
import { topicAt } from './topic.ts';

/** Id of the newest entry of what is new: that of the first in zh-cn.md and en.md. */
export const NEWEST = 'keep';
/** The schemas come with the first question. */
const contract = () => fetchPart(() => import(/* webpackChunkName: "frame" */ './contract.ts'));
let kept: Promise<unknown> = Promise.resolve();
/** Help as the console asks for it. */
export const helpClient: HelpSource = {
  newest: NEWEST,
  pageFor: (href) => `/help/${topicAt(splitHref(href)[0])?.id ?? 'index'}`,
  topics: async (viewer: Viewer) => {
    const { readable } = await fetchPart(() => import(/* webpackChunkName: "notice" */ './readable.ts'));
    const pages = await readable(viewer, currentLanguage());
    return pages.flatMap(({ id, title, sections }) => [
      { id, title, keywords: [id], to: `/help/${id}`, whole: true },
      ...sections.filter(({ day }) => day === null).map((one) => ({ id: `${id}.${one.id}`, title: `${title} · ${one.title}`, keywords: one.keywords, to: `/help/${id}?part=${one.id}`, whole: false })),
    ]);
  },
  load: async () => call((await contract()).help.mark, { background: true }),
  // one after the other: the last word is the last choice
  keep: (change) => (kept = kept.catch(() => {}).then(async () => call((await contract()).help.keep, { body: { ...(change.tour ? { tour: change.tour } : {}), ...(change.news ? { news: change.news } : {}) }, idempotencyKey: newKey() }))),
};
