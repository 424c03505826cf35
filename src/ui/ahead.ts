import type { Area, Viewer } from '../kernel/area.ts';
import { looksCalm } from './calm.ts';
import { cutOff } from './network.ts';
import { loadAhead, type Page } from './page.ts';

/** The page of one record. */
const RECORD = /^\/\w+\/:\w+$/;

/** The pages that one is likely to open next: what the menu leads to, then records, which paint at once from what a list or the palette knows of them. */
function likely(pages: readonly Page[], areas: readonly Area[], viewer: Viewer): Page[] {
  const open = areas.filter((area) => area.menu && viewer.paths.includes(area.path)).toSorted((a, b) => a.order - b.order);
  return [...open.flatMap((area) => pages.find((page) => page.path === area.path) ?? []), ...pages.filter((page) => RECORD.test(page.path) && viewer.paths.includes(page.path))];
}
/** Fetches their code while nothing else goes on, one after the other, so that no key waits for it. Answers what ends it. */
export function fetchAhead(pages: readonly Page[], areas: readonly Area[], viewer: Viewer, rehearse: (page: Page | null) => void): () => void {
  const left = likely(pages, areas, viewer);
  let ended = false;
  const fetchAll = async (): Promise<void> => {
    for (;;) {
      // what does not come is fetched, and told of, when someone goes there
      const now = await looksCalm(() => ended);
      if (ended) return;
      if (!now || cutOff()) continue;
      const page = left.shift();
      if (page !== undefined) await loadAhead(page);
      if (ended) return;
      rehearse(page !== undefined && !page.path.includes(':') ? page : null);
      if (page === undefined) return;
    }
  };
  if (left.length > 0) void fetchAll();
  return () => {
    ended = true;
  };
}
