// Between what is fetched late and its words: apart from language.tsx, so that fetching knows no catalog.
let gate: (asked: boolean) => Promise<unknown> = async () => {};
/** language.tsx says how all words are got. */
export const setWordsGate = (load: typeof gate): void => void (gate = load);
/** Resolves when all words of the language in use are here, not only those of the first pages. `asked`: someone waits for them. @throws PartLost where someone does */
export const wordsHere = (asked: boolean): Promise<unknown> => gate(asked);
