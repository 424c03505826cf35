import { may, type Right } from '../../kernel/access.ts';
import type { Viewer } from '../../kernel/area.ts';
import type { Language } from '../../kernel/error.ts';
import { loadHelp, type Page } from './text.ts';
import { TOPICS } from './topic.ts';

/** What is new has a page of its own. */
export const NEWS = 'news';
/** The pages of help about what this person may open, with what their role can do there; what is new is none of them. */
export const forReader = (pages: readonly Page[], viewer: Viewer): readonly Page[] =>
  TOPICS.flatMap(({ id, at }) => {
    const page = viewer.paths.includes(at[0]) ? pages.find((one) => one.id === id) : undefined;
    const sections = page?.sections.filter((section) => section.may === null || may(viewer, section.may as Right)) ?? [];
    return page === undefined || sections.length === 0 ? [] : [{ ...page, sections }];
  });
/** The same, fetched for who looks for something else. @throws PartLost when it does not come */
export const readable = async (viewer: Viewer, language: Language): Promise<readonly Page[]> => forReader(await loadHelp(language, false), viewer);
