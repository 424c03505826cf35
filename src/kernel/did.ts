/** What happened to orders and when, as the filter `did` of their list says it. `key`: a way of paying, or the staff number of whose it was; `reason`: its words, empty where none was given. */
export interface Did<D extends string = string> {
  deed: D;
  from: string;
  to: string;
  key?: string | undefined;
  reason?: string | undefined;
}
/** Reads the filter, which is of this shape; null: it is not. */
export function readDid<D extends string>(text: string, shape: RegExp): Did<D> | null {
  if (!shape.test(text)) return null;
  const [deed, from, to, key = '', ...words] = text.split(':') as [D, string, string, string?, ...string[]];
  return { deed, from, to, ...(key === '' ? {} : { key }), ...(words.length === 0 ? {} : { reason: words.join(':') }) };
}
/** The filter as it stands in an address. */
export const writeDid = ({ deed, from, to, key, reason }: Did): string => [deed, from, to, ...(key === undefined && reason === undefined ? [] : [key ?? '']), ...(reason === undefined ? [] : [reason])].join(':');
