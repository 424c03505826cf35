/** The scripts that an entry names, once each: paths below the origin. */
export function named(entry: string): string[];
/** kB of JavaScript, gzip level 9. */
export function sizes(): Record<'login' | 'list' | 'whole', number>;
