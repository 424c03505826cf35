import { may, type Right } from '../../kernel/access.ts';
import type { Viewer } from '../../kernel/area.ts';
import type { Language } from '../../kernel/error.ts';
import { loadHelp, type Page } from './text.ts';
import { TOPICS } from './topic.ts';

/** What is new has a page of its own. */
export const NEWS = 'news';
/** What of a page this person's role can do. */
const told = (page: Page, viewer: Viewer): Page => ({ ...page, sections: page.sections.filter(({ may: right }) => right === null || may(viewer, right as Right)) });
/** What is new for this person. */
export const newsFor = (pages: readonly Page[], viewer: Viewer): Page | undefined => pages.filter(({ id }) => id === NEWS).map((page) => told(page, viewer))[0];
/** The pages of help about what this person may open, with what their role can do there; what is new is none of them. */
export const forReader = (pages: readonly Page[], viewer: Viewer): readonly Page[] =>
  TOPICS.flatMap(({ id, at }) => {
    const page = viewer.paths.includes(at[0]) ? pages.find((one) => one.id === id) : undefined;
    return page === undefined ? [] : [told(page, viewer)].filter(({ sections }) => sections.length > 0);
  });
/** The same, fetched for who looks for something else. @throws PartLost when it does not come */
export const readable = async (viewer: Viewer, language: Language): Promise<readonly Page[]> => forReader(await loadHelp(language, false), viewer);
