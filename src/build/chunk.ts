// Which modules stand together in one file. By itself the bundler gives every module that two pages share to each of them, or makes a
// file of its own for every set of pages: the first is a third more code, the second fifty requests for one list.
import type { Rspack } from '@rsbuild/core';

interface Graph {
  getModuleChunks: (module: Rspack.Module) => Iterable<{ name?: string | undefined }>;
}
type Test = (module: Rspack.Module, context: { chunkGraph: Graph }) => boolean;
/** What is loaded before anyone is signed in, and what runs in a worker: what they use is not drawn into the files below. */
const APART = ['view-login', 'login-more', 'session-contract', 'palette-index'];

/** What these chunks share with others. */
const sharedBy = (...owners: readonly string[]): Test => (module, { chunkGraph }) => {
  const names = Array.from(chunkGraph.getModuleChunks(module), (chunk) => chunk.name ?? '');
  return names.length > 1 && names.some((name) => owners.includes(name)) && !names.some((name) => APART.includes(name));
};

/** What only pages share, the first excepted. */
const sharedByPages: Test = (module, { chunkGraph }) => {
  const names = Array.from(chunkGraph.getModuleChunks(module), (chunk) => chunk.name ?? '');
  return names.length > 1 && names.every((name) => name.startsWith('view-') && !APART.includes(name));
};

const shared = { type: /^javascript/, chunks: 'async', enforce: true } as const;
/** The files that hold what is shared, first come first served. */
export const chunkGroups = {
  // one style sheet: a prerendered shell is dressed before any script has run
  style: { type: 'css/mini-extract', name: 'style', chunks: 'all', enforce: true },
  frame: { ...shared, name: 'frame-base', test: sharedBy('frame', 'inside'), priority: 30 },
  list: { ...shared, name: 'list-base', test: sharedBy('view-order-index'), priority: 20 },
  // small pieces, of which every page would fetch another dozen
  page: { ...shared, name: 'page-base', test: sharedByPages, priority: 10 },
} as const;
