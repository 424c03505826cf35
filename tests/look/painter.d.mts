/** Where it is kept who drew the baselines. */
export const KEPT: string;
/** The browser's major version, and the files of its fonts. */
export function painter(): { chromium: string; fonts: string[] };
/** Whether the baselines were drawn by what is here. */
export function isSamePainter(): boolean;
