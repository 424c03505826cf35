/** The caregiver's share of a day's amount where nothing else is agreed, in basis points. */
export const CAREGIVER_SHARE_BP = 7000;
/** A share of an amount in basis points, rounded half up to the fen (domain.md, "Price"). */
export const share = (fen: number, basisPoints: number): number => Math.floor((fen * basisPoints) / 10_000 + 0.5);
