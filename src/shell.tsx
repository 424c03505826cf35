// Prerenders the shells at build time (src/build/prerender.ts runs this bundle in node).
import { prerender } from 'react-dom/static';
import { areas } from './areas.gen.ts';
import { PATHS } from './kernel/paths.gen.ts';
import type { Language } from './kernel/error.ts';
import { App, loadFrame } from './ui/app.tsx';
import { keyFaults } from './kernel/key-clash.ts';
import { keyEntries } from './ui/key-registry.ts';
import { activate } from './ui/language.tsx';
import { loadPage } from './ui/page.ts';
import { pages } from './pages.gen.ts';
import { LOGIN } from './ui/route.ts';
import { entryTitle } from './ui/title.ts';

/** The shells there are: one per static path, and `*` for every other address. */
export const shellPaths: readonly string[] = [...PATHS.filter((path) => !path.includes(':')), '*'];
/** Chunk of each page by its path. */
export const chunks: Readonly<Record<string, string>> = Object.fromEntries(pages.map((page) => [page.path, page.chunk]));

/** Words as they stand in HTML. */
const plain = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** One shell and its title. @throws when anything in it fails to render, or when keys are in each other's way. */
export async function render(path: string, language: Language): Promise<{ html: string; title: string }> {
  const faults = keyFaults(await keyEntries(areas));
  if (faults.length > 0) throw new Error(`keys: ${faults.join('; ')}`);
  await Promise.all([activate(language), loadFrame(), ...pages.filter((page) => page.path === LOGIN).map(loadPage)]);
  const errors: unknown[] = [];
  const { prelude } = await prerender(<App areas={areas} pages={pages} shellPath={path} />, {
    onError: (error) => {
      errors.push(error);
    },
  });
  if (errors.length > 0) throw errors[0];
  return { html: await new Response(prelude).text(), title: plain(entryTitle(path, areas)) };
}
