/** Pages whose words come early: with the login page's, or with the frame's. The words of all others come last. */
export declare const EARLY: { first: readonly string[]; list: readonly string[] };
/** `order.$no.page.tsx` → `/order/:no` */
export function pathOf(file: string): string;
/** Pages by path, fixed ones before parameters. @throws when two files have one path. */
export function pagesOf(files: string[]): { path: string; file: string }[];
/** The text of each made file by its path below src/. */
export function generate(files: string[]): Record<string, string>;
/** The made files as they should be now. */
export function current(): Record<string, string>;
/** Writes what has changed. */
export function write(): void;
