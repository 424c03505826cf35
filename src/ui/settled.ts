import { useEffect } from 'react';
import type { Area, Viewer } from '../kernel/area.ts';
import { fetchAhead } from './ahead.ts';
import { useLanding } from './landing.ts';
import type { Page } from './page.ts';
import type { Shown } from './stack.ts';

/** What goes on around a page once someone is there: how a navigation ends, and what is fetched ahead. It draws nothing, and comes with the frame: the login page has no room for it. */
export function Settled({ top, areas, pages, viewer, onWarm }: { top: Shown | undefined; areas: readonly Area[]; pages: readonly Page[]; /** Null while a page is still on its way. */ viewer: Viewer | null; onWarm: (page: Page | null) => void }): null {
  useEffect(() => {
    if (viewer === null) return;
    const end = fetchAhead(pages, areas, viewer, onWarm);
    return () => {
      end();
      onWarm(null);
    };
  }, [pages, areas, viewer, onWarm]);
  useLanding({ top, areas });
  return null;
}
