/** Chromium's switches for tests. */
export const launchArgs: string[];
/** Path of the browser, or null. */
export function findBrowser(): string | null;
/** Path of the browser, installed if need be. @throws when there is none */
export function ensureBrowser(): string;
