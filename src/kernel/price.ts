/** A share of an amount in basis points, rounded half up to the fen (domain.md, "Price"). */
export const share = (fen: number, basisPoints: number): number => Math.floor((fen * basisPoints) / 10_000 + 0.5);
