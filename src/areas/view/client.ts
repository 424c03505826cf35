import { call, fetchContract, newKey } from '../../ui/call.ts';
import type { ListMemory } from '../../ui/list/memory-source.ts';

/** The schemas come with the first question: the login page has no room for them. */
const contract = () => fetchContract(() => import(/* webpackChunkName: "frame" */ './contract.ts'));
/** What the server keeps of lists for the person at this page. */
export const serverMemory: ListMemory = {
  layout: async (list) => call((await contract()).preference.read, { params: { key: list } }),
  keepLayout: async (list, layout, keepalive = false) => {
    const { preference } = await contract();
    return layout === null ? call(preference.drop, { params: { key: list }, keepalive, idempotencyKey: newKey() }) : call(preference.keep, { params: { key: list }, body: layout, keepalive, idempotencyKey: newKey() });
  },
  views: async () => call((await contract()).views.list),
  addView: async (list, view) => call((await contract()).views.create, { body: { list, ...view }, idempotencyKey: newKey() }),
  changeView: async (id, view) => call((await contract()).views.update, { params: { id }, body: view, idempotencyKey: newKey() }),
  removeView: async (id) => call((await contract()).views.remove, { params: { id }, idempotencyKey: newKey() }),
  exported: async (key) => {
    const { exporting } = await fetchContract(() => import(/* webpackChunkName: "frame" */ '../export/contract.ts'));
    return call(exporting.progress, { params: { key } });
  },
};
