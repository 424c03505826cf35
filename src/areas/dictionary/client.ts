import { call, fetchContract } from '../../ui/call.ts';
import type { LoadDictionary } from '../../ui/dictionary-source.ts';

/** Asks for a dictionary's items. The schemas come with the first question: the login page has no room for them. */
export const loadDictionary: LoadDictionary = async (code) => {
  const { dictionary } = await fetchContract(() => import(/* webpackChunkName: "frame" */ './contract.ts'));
  return (await call(dictionary.items, { params: { dictCode: code } })).items;
};
