import { DID, type Deed } from './contract.ts';

/** What happened and when, as the filter `did` of the list says it. `key`: a way of paying, or the staff number of who served; `reason`: its words, empty where none was given. */
export interface Did {
  deed: Deed;
  from: string;
  to: string;
  key?: string | undefined;
  reason?: string | undefined;
}
/** Reads the filter; null: it says nothing. */
export function readDid(text: string): Did | null {
  if (!DID.test(text)) return null;
  const [deed, from, to, key = '', ...words] = text.split(':') as [Deed, string, string, string?, ...string[]];
  return { deed, from, to, ...(key === '' ? {} : { key }), ...(words.length === 0 ? {} : { reason: words.join(':') }) };
}
/** The filter as it stands in an address. */
export const writeDid = ({ deed, from, to, key, reason }: Did): string => [deed, from, to, ...(key === undefined && reason === undefined ? [] : [key ?? '']), ...(reason === undefined ? [] : [reason])].join(':');
