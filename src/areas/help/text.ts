// The words of help are files beside this one and no part of any script: they are fetched when someone reads, in the language in use.
import type { Language } from '../../kernel/error.ts';
import { PartLost, reloadOnce } from '../../ui/fetch-part.ts';
import { connectionDoubted } from '../../ui/network.ts';
import { waitFor } from '../../ui/slow.ts';

/** One thing told. */
export interface Section {
  id: string;
  title: string;
  /** Only who holds this right is told. */
  may: string | null;
  /** `2026-11-22`, of what is new. */
  day: string | null;
  keywords: readonly string[];
  lines: readonly Line[];
}
/** A line, and whether it is a step of several. `{order.assign}` in it stands for the keys of that. */
export interface Line {
  step: boolean;
  text: string;
}
/** A page of help. */
export interface Page {
  id: string;
  title: string;
  lead: readonly Line[];
  sections: readonly Section[];
}
const cells = (line: string): string[] => line.replace(/^#+\s*/, '').split('|').map((cell) => cell.trim());
/** `# id | title` begins a page, `## id | title | right or day | keywords` a section (of what is new: `day right`), `- ` a step; anything else is a line. */
export function parseHelp(text: string): readonly Page[] {
  const pages: (Page & { lead: Line[]; sections: (Section & { lines: Line[] })[] })[] = [];
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    const page = pages.at(-1);
    if (line.startsWith('## ')) {
      const [id = '', title = '', who = '', keywords = ''] = cells(line);
      page?.sections.push({ id, title, may: /\S+:\S+/.exec(who)?.[0] ?? null, day: /^\d\S+/.exec(who)?.[0] ?? null, keywords: keywords.split(',').map((word) => word.trim()).filter(Boolean), lines: [] });
    } else if (line.startsWith('# ')) {
      const [id = '', title = ''] = cells(line);
      pages.push({ id, title, lead: [], sections: [] });
    } else if (line !== '') ((page?.sections.at(-1)?.lines ?? page?.lead) as Line[] | undefined)?.push({ step: line.startsWith('- '), text: line.replace(/^- /, '') });
  }
  return pages;
}

const FILES: Record<Language, () => URL> = { 'zh-cn': () => new URL('./zh-cn.md', import.meta.url), en: () => new URL('./en.md', import.meta.url) };
/** Milliseconds that are waited for them. */
const PATIENCE = 20_000;
const known = new Map<Language, readonly Page[]>();
/** What was fetched already. */
export const knownHelp = (language: Language): readonly Page[] | undefined => known.get(language);
/** One try. The person may ask anew or give it up. @throws PartLost */
async function fetchText(url: URL, asked: boolean): Promise<string> {
  const own = new AbortController();
  let anew = false;
  const end = (again: boolean) => (): void => {
    anew = again;
    own.abort();
  };
  const over = asked ? waitFor({ again: end(true), stop: end(false) }) : () => {};
  let text: string | null = null;
  try {
    const reply = await fetch(url, { signal: AbortSignal.any([own.signal, AbortSignal.timeout(PATIENCE)]) });
    // what answers in its place, such as the console's own page, is not help
    text = reply.ok && !(reply.headers.get('content-type') ?? '').includes('html') ? await reply.text() : '';
    // what the browser had kept is no sign that the server is there: that is looked for by itself
    if (reply.status >= 500) return Promise.reject(new PartLost(false, new TypeError(`help: ${reply.status}`)));
  } catch (error) {
    if (!own.signal.aborted) connectionDoubted();
    if (!anew) throw new PartLost(false, error);
  } finally {
    over();
  }
  return text ?? fetchText(url, asked);
}
/** The pages of help in this language; what did not come is asked for again the next time, and after a deploy the console is loaded anew. `asked`: someone waits for them. @throws PartLost when it does not come */
export async function loadHelp(language: Language, asked = true): Promise<readonly Page[]> {
  const here = known.get(language);
  if (here !== undefined) return here;
  const pages = parseHelp(await fetchText(FILES[language](), asked));
  if (pages.length === 0) {
    if (asked) reloadOnce();
    throw new PartLost(true, new TypeError('help: gone'));
  }
  known.set(language, pages);
  return pages;
}
