import { msg } from '@lingui/core/macro';
import type { Words } from '../kernel/area.ts';

/** Words that are whole already, in whatever language, as a message of the catalogue: a build complains of one that is in none. */
export const wholeWords = (words: string): Words => msg`${words}`;
