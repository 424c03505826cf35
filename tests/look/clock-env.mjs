/** What a process is given that shall begin on the morning of the pictures: a Friday in Shanghai (clock.mjs). */
export const LOOK_ENV = { LOOK_NOW: '2026-11-20T02:00:00Z', NODE_OPTIONS: `--import=${new URL('clock.mjs', import.meta.url).href}` };
