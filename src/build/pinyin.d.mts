/** Every reading of a character, the commonest first, ü as v. */
export function readingsOf(character: string): string[];
/** The text of src/ui/palette/pinyin.gen.ts as it should be now. */
export function generate(): string;
