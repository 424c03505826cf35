import { msg } from '@lingui/core/macro';
import type { Words } from '../../kernel/area.ts';
import { textKey, usedAs } from '../../kernel/favour.ts';
import { formatOf } from '../format.ts';
import { currentLanguage } from '../language.tsx';
import { favour } from './memory.ts';

/** Uses, or what is left of them, as one counts them. */
const counted = (score: number): string => formatOf(currentLanguage()).number(Math.max(1, Math.round(score)));

/** Why a row stands where it stands among those that answer equally well, in the order in which it counts. `value` goes behind its words. Empty: nothing of it was ever used. */
export function whyFirst(row: string, text = ''): { words: Words; value?: string }[] {
  const id = usedAs(row);
  const { pinned, learned, score } = favour();
  const key = textKey(text);
  return [
    ...(pinned.includes(id) ? [{ words: msg`已固定` }] : []),
    ...(key !== '' && Object.hasOwn(learned, key) && learned[key] === id ? [{ words: msg`输入这些时选的是它`, value: text.trim() }] : []),
    ...(Object.hasOwn(score, id) ? [{ words: msg`近来用过的次数`, value: counted(score[id]!) }] : []),
  ];
}
