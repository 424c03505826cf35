import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const page = { scope: 'page', on: 'help' } as const;
/** The keys of the pages of help. */
export const HELP_KEYS = {
  previous: { ...page, id: 'help.previous', keys: '[', words: msg`帮助：上一篇` },
  next: { ...page, id: 'help.next', keys: ']', words: msg`帮助：下一篇` },
} as const satisfies Record<string, KeyEntry>;
