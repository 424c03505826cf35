// Where labels come from. Apart from the cache (dictionary.ts), which loads with the pages that show labels: the login page has no room for it.
import type { Dictionary } from './dictionary.ts';

/** Asks the server for a dictionary. */
export type LoadDictionary = (code: string) => Promise<Dictionary>;

let source: LoadDictionary = () => Promise.reject(new Error('no source of dictionaries'));

/** The entry hands it over, because ui/ knows no area. */
export const setDictionarySource = (load: LoadDictionary): void => void (source = load);
export const loadDictionary: LoadDictionary = (code) => source(code);
