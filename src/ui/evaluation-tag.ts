import { msg } from '@lingui/core/macro';
import type { Words } from '../kernel/area.ts';

/** What an evaluation may be tagged with: kept as it is written, read by each language in its own words. */
export const TAG_WORDS: Readonly<Record<string, Words>> = { 耐心细致: msg`耐心细致`, 专业: msg`专业`, 勤快: msg`勤快`, 沟通好: msg`沟通好`, 准时: msg`准时`, 经验丰富: msg`经验丰富`, 态度差: msg`态度差`, 不守时: msg`不守时` };
/** Tags in the reader's language; one that came from elsewhere is said as it is. */
export const tagsOf = (tags: readonly string[], say: (words: Words) => string): string[] => tags.map((tag) => (Object.hasOwn(TAG_WORDS, tag) ? say(TAG_WORDS[tag]!) : tag));
