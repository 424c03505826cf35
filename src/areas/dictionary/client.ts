import { call, fetchContract } from '../../ui/call.ts';
import type { LoadDictionary } from '../../ui/dictionary-source.ts';
import { dictionaryTold } from '../../ui/dictionary.ts';
import { hear } from '../../ui/live.ts';
import { onSignedOut } from '../../ui/session.ts';

let heard = false;
onSignedOut(() => void (heard = false));
/** Asks for a dictionary's items, and hears from then on that one has changed. The schemas come with the first question: the login page has no room for them. */
export const loadDictionary: LoadDictionary = async (code, background) => {
  const [{ dictionary }, { live }] = await Promise.all([fetchContract(() => import(/* webpackChunkName: "frame" */ './contract.ts')), fetchContract(() => import(/* webpackChunkName: "frame" */ '../live/contract.ts'))]);
  const { items } = await call(dictionary.items, { params: { dictCode: code }, ...(background === undefined ? {} : { background }) });
  if (!heard) hear(live.dictionaries, (said) => dictionaryTold(said?.no ?? null));
  heard = true;
  return items;
};
