import type { BuildOptions } from 'esbuild';

export declare const root: string;
export declare function serverBundle(outdir: string): BuildOptions & { entryPoints: Record<string, string> };
