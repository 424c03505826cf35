import { msg } from '@lingui/core/macro';
import type { Tone, Words } from '../../kernel/area.ts';
import type { TAGS } from './contract.ts';

type Tag = (typeof TAGS)[number];
/** Colours of an item's label. */
export const TAG_WORDS: Record<Tag, Words> = { primary: msg`蓝`, success: msg`绿`, warning: msg`黄`, danger: msg`红`, info: msg`灰` };
/** Their dots. */
export const TAG_TONE: Record<Tag, Tone> = { primary: 'accent', success: 'ok', warning: 'warn', danger: 'danger', info: 'neutral' };
