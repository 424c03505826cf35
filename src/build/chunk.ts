// Which modules stand together in one file. By itself the bundler gives every module that two pages share to each of them, or makes a
// file of its own for every set of pages: the first is a third more code, the second fifty requests for one list.
import type { Rspack } from '@rsbuild/core';

interface Graph {
  getModuleChunks: (module: Rspack.Module) => Iterable<{ name?: string | undefined }>;
}
type Test = (module: Rspack.Module, context: { chunkGraph: Graph }) => boolean;
/** What is loaded before anyone is signed in: what it uses is not drawn into the files below. */
const APART = ['view-login', 'login-more', 'session-contract'];
/** A worker has copies of its own: what it shares may stand in the files below, which it never fetches. */
const WORKER = 'palette-index';

/** What these chunks share with others. */
const sharedBy = (...owners: readonly string[]): Test => (module, { chunkGraph }) => {
  const names = Array.from(chunkGraph.getModuleChunks(module), (chunk) => chunk.name ?? '');
  return names.length > 1 && names.some((name) => owners.includes(name)) && !names.some((name) => APART.includes(name));
};

/** What only pages share, the first excepted, and the day's part of the home page. */
const sharedByPages: Test = (module, { chunkGraph }) => {
  const names = Array.from(chunkGraph.getModuleChunks(module), (chunk) => chunk.name ?? '');
  return names.length > 1 && names.every((name) => (name.startsWith('view-') || name === 'day') && !APART.includes(name));
};

/** What the login page shares with anything. */
const sharedByLogin: Test = (module, { chunkGraph }) => {
  const names = Array.from(chunkGraph.getModuleChunks(module), (chunk) => chunk.name ?? '');
  return names.length > 1 && names.includes('view-login');
};
/** What the login page fetches later shares with what everyone signed in fetches first (`first`), or with pages alone. */
const sharedByMore = (first: boolean): Test => (module, { chunkGraph }) => {
  const names = Array.from(chunkGraph.getModuleChunks(module), (chunk) => chunk.name ?? '');
  return names.length > 1 && names.includes('login-more') && !names.includes('session-contract') && names.some((name) => ['frame', 'view-order-index'].includes(name)) === first;
};

const shared = { type: /^javascript/, chunks: (chunk: Rspack.Chunk): boolean => !chunk.canBeInitial() && chunk.name !== WORKER, enforce: true } as const;
/** The files that hold what is shared, first come first served. */
export const chunkGroups = {
  // one style sheet: a prerendered shell is dressed before any script has run
  style: { type: 'css/mini-extract', name: 'style', chunks: 'all', enforce: true },
  login: { ...shared, name: 'login-base', test: sharedByLogin, priority: 50 },
  more: { ...shared, name: 'more-base', test: sharedByMore(true), priority: 40 },
  form: { ...shared, name: 'form-base', test: sharedByMore(false), priority: 39 },
  // what forms stand in, a field of them, and what saves files: files of half a kilobyte otherwise
  drawer: { ...shared, name: 'form-base', test: /[\\/]ui[\\/](?:(?:drawer|select-field|download)\.tsx?|drawer\.module\.css)$/, priority: 38 },
  // of every area the same few words: the list of all keys asks for all of them
  key: { ...shared, name: 'key-base', test: /[\\/]areas[\\/]\w+[\\/]key\.ts$/, priority: 35 },
  // a kilobyte each otherwise: beside the first of the few that use them
  menu: { ...shared, name: 'tags', test: /[\\/]frame[\\/](?:popup-menu|top-menu)\.tsx$/, priority: 34 },
  reading: { ...shared, name: 'notice', test: /[\\/]help[\\/]readable\.ts$/, priority: 34 },
  bed: { ...shared, name: 'palette', test: /[\\/]kernel[\\/](?:bed|numeral)\.ts$/, priority: 34 },
  frame: { ...shared, name: 'frame-base', test: sharedBy('frame'), priority: 30 },
  // what the palette shares with what opens beside a list
  rested: { ...shared, name: 'list-base', test: /[\\/]ui[\\/]rested\.ts$/, priority: 37 },
  list: { ...shared, name: 'list-base', test: sharedBy('view-order-index'), priority: 20 },
  // small pieces, of which every page would fetch another dozen
  page: { ...shared, name: 'page-base', test: sharedByPages, priority: 10 },
  // packages stand with what asks for them: beside their own code they pack better, and name no file
  defaultVendors: false,
} as const;
