export const LOOK_ENV: { LOOK_NOW: string; NODE_OPTIONS: string };
