const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** The 18th character of a Chinese ID number (GB 11643-1999) for its first 17 digits. */
export const checkCharacter = (first17: string): string => '10X98765432'[WEIGHTS.reduce((sum, w, i) => sum + w * Number(first17[i]), 0) % 11]!;
