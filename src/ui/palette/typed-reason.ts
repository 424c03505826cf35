import { msg } from '@lingui/core/macro';
import type { Choice } from '../../kernel/area.ts';
import { formatOf } from '../format.ts';
import { currentI18n, currentLanguage } from '../language.tsx';

/** A reason as a step takes it; null: none was typed. Counted as servers count: in characters, without the blanks around, which are not sent. */
export function typedReason(text: string): Choice | null {
  const value = text.trim();
  const { length } = [...value];
  return value === '' ? null : { value, label: value, ...(length > 500 ? { refused: currentI18n()._(msg`最多 500 个字，现在有 ${formatOf(currentLanguage()).number(length)} 个`) } : {}) };
}
