// Between what is fetched late and its words: apart from language.tsx, so that fetching knows no catalog.
let gate: () => Promise<unknown> = async () => {};
/** language.tsx says how all words are got. */
export const setWordsGate = (load: () => Promise<unknown>): void => void (gate = load);
/** Resolves when all words of the language in use are here, not only those of the first pages. @throws PartLost */
export const wordsHere = (): Promise<unknown> => gate();
