import { useLingui } from '@lingui/react/macro';
import { useChosen, type Filter } from '../../ui/list/filter.tsx';
import { useQuery } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { dictionary } from './contract.ts';
import { DictionaryList } from './dict-list.tsx';
import { useDictFields } from './fields.ts';
import { ItemList } from './item-list.tsx';

/** `/system/dict`: the dictionaries; `?code=…` shows the items of one. */
export default function DictPage() {
  const { t } = useLingui();
  const { data, again } = useRead(dictionary.page, { query: { pageSize: '200' } });
  const filters: Filter[] = [
    { name: 'code', label: t`字典`, options: (data?.list ?? []).map(({ code, name }) => ({ value: code, label: name })), accepts: /^[a-z][a-z0-9_]{1,49}$/, place: true },
    { name: 'status', label: t`状态`, options: [{ value: '1', label: t`启用` }, { value: '0', label: t`停用` }] },
    { name: 'keywords', label: t`查找`, options: [], accepts: /\S/, typed: 'search' },
  ];
  const fields = useDictFields();
  const inside = useQuery().has('code');
  const { code, ...chosen } = useChosen(filters, inside ? undefined : fields);
  if (code === undefined) return <DictionaryList filters={filters} chosen={chosen} onChanged={again} />;
  const row = data?.list.find((d) => d.code === code);
  return <ItemList key={code} code={code} dictionary={row} filters={filters} chosen={chosen} onChanged={again} />;
}
