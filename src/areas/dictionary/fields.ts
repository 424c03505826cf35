import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import { fieldsOf, type Field } from '../../ui/list/condition.ts';
import { DICT_FIELDS } from './contract.ts';

/** What the dictionaries can be asked and sorted by, in words of both languages. */
export function useDictFields(): readonly Field[] {
  const { t } = useLingui();
  return useMemo(() => fieldsOf(DICT_FIELDS, {
    code: { label: t`编码`, also: ['编码', 'code', 'bian ma'] },
    name: { label: t`名称`, also: ['名称', 'name', 'ming cheng'] },
    status: { label: t`状态`, also: ['状态', 'status', 'zhuang tai'], options: [{ value: '1', label: t`启用`, also: ['on', 'enabled'] }, { value: '0', label: t`停用`, also: ['off', 'disabled'] }], param: 'status' },
    remark: { label: t`备注`, also: ['备注', 'note', 'remark', 'bei zhu'] },
  }), [t]);
}
