import { msg } from '@lingui/core/macro';
import type { Words } from '../../kernel/area.ts';
import type { DEPENDENCIES } from './contract.ts';

/** How much care someone needs: no dictionary has it, for prices hang on it. */
export const DEPENDENCY_WORDS: Record<(typeof DEPENDENCIES)[number], Words> = { independent: msg`自理`, partial: msg`半自理`, full: msg`不能自理`, special: msg`特殊` };
