// The words of help are files beside this one and no part of any script: they are fetched when someone reads, in the language in use.
import type { Language } from '../../kernel/error.ts';

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
/** `# id | title` begins a page, `## id | title | right or day | keywords` a section, `- ` a step; anything else is a line. */
export function parseHelp(text: string): readonly Page[] {
  const pages: (Page & { lead: Line[]; sections: (Section & { lines: Line[] })[] })[] = [];
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    const page = pages.at(-1);
    if (line.startsWith('## ')) {
      const [id = '', title = '', who = '', keywords = ''] = cells(line);
      page?.sections.push({ id, title, may: who.includes(':') ? who : null, day: /^\d/.test(who) ? who : null, keywords: keywords.split(',').map((word) => word.trim()).filter(Boolean), lines: [] });
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
/** The pages of help in this language; what did not come is asked for again the next time. @throws TypeError or DOMException when it does not come */
export async function loadHelp(language: Language): Promise<readonly Page[]> {
  const here = known.get(language);
  if (here !== undefined) return here;
  const reply = await fetch(FILES[language](), { signal: AbortSignal.timeout(PATIENCE) });
  if (!reply.ok) throw new TypeError(`help: ${reply.status}`);
  const pages = parseHelp(await reply.text());
  known.set(language, pages);
  return pages;
}
