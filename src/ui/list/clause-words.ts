import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Words } from '../../kernel/area.ts';
import type { Clause, Operator } from '../../kernel/list.ts';
import { useFormat } from '../format.ts';
import { choiceOf, type Field } from './condition.ts';

/** What stands between a field and its value. */
export const OPERATOR_WORDS: Readonly<Record<Operator, Words>> = {
  is: msg`是`, not: msg`不是`, in: msg`是其中之一`, has: msg`含有`, starts: msg`开头是`, before: msg`早于`, after: msg`晚于`, from: msg({ context: '条件', message: '从' }), to: msg({ context: '条件', message: '到' }), above: msg`大于`, below: msg`小于`, empty: msg`为空`, filled: msg`不为空`,
};
/** The operators whose word a chip does without. */
const PLAIN: readonly Operator[] = ['is', 'in'];

/** Says a condition in the reader's language: `开始 晚于 2026年11月1日`. */
export function useClauseWords(fields: readonly Field[]): (clause: Clause) => string {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const dayOf = (value: string): string => {
    const away = /^today([+-]\d+)?$/.exec(value);
    if (away === null) return format.day(value);
    const days = Number(away[1] ?? 0);
    return days === 0 ? t`今天` : days > 0 ? t`${days} 天后` : t`${-days} 天前`;
  };
  return ({ field: name, operator, values }) => {
    const field = fields.find((one) => one.name === name);
    if (field === undefined) return '';
    const shown = (value: string): string => {
      const option = choiceOf(field, value, values);
      if (option !== undefined) return option.label;
      if (field.type === 'day' || field.type === 'instant') return dayOf(value);
      if (field.type === 'money') return format.money(Number(value));
      return field.type === 'number' ? format.number(Number(value)) : value;
    };
    const together = field.options?.find((one) => one.value === values.join('|'));
    return [field.label, PLAIN.includes(operator) ? '·' : i18n._(OPERATOR_WORDS[operator]), together?.label ?? [...new Set(values.map(shown))].join(t`、`)].filter((part) => part !== '').join(' ');
  };
}
