// Where labels come from. Apart from the cache (dictionary.ts), which loads with the pages that show labels: the login page has no room for it.

/** One item. `status` 0: switched off; old rows keep its label, forms do not offer it. */
export interface DictionaryItem {
  value: string;
  label: string;
  labelEn: string | null;
  tag: string | null;
  status: number;
}
/** Asks the server for the items of a dictionary. `background`: nobody used it just now. */
export type LoadDictionary = (code: string, background?: true) => Promise<readonly DictionaryItem[]>;

let source: LoadDictionary = () => Promise.reject(new Error());

/** The entry hands it over, because ui/ knows no area. */
export const setDictionarySource = (load: LoadDictionary): void => void (source = load);
export const loadDictionary: LoadDictionary = (...asked) => source(...asked);
