import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { Line, type Column } from '../../ui/list/column.tsx';
import { fieldsOf, type Field } from '../../ui/list/condition.ts';
import listStyle from '../../ui/list/list.module.css';
import { Status } from '../../ui/status.tsx';
import { HOSPITAL_FIELDS, type HospitalRow } from './contract.ts';

function Active({ row }: { row: HospitalRow }) {
  const { t } = useLingui();
  return <Status tone={row.status === 1 ? 'ok' : 'neutral'} words={row.status === 1 ? t`合作中` : t`已停用`} />;
}
/** What the hospitals can be asked and sorted by, in words of both languages. */
export function useHospitalFields(): readonly Field[] {
  const { t } = useLingui();
  const { options: levels } = useDictionary('hospital_level');
  const { options: kinds } = useDictionary('hospital_kind');
  return useMemo(() => fieldsOf(HOSPITAL_FIELDS, {
    name: { label: t`医院`, also: ['医院', 'hospital', 'name', 'yi yuan'] },
    code: { label: t`编码`, also: ['编码', 'code', 'bian ma'] },
    status: { label: t`状态`, also: ['状态', 'status', 'zhuang tai'], options: [{ value: '1', label: t`合作中`, also: ['active', 'he zuo zhong'] }, { value: '0', label: t`已停用`, also: ['inactive', 'yi ting yong'] }] },
    level: { label: t`等级`, also: ['等级', 'level', 'deng ji'], options: levels },
    kind: { label: t`类型`, also: ['类型', 'kind', 'lei xing'], options: kinds },
    city: { label: t`城市`, also: ['城市', 'city', 'cheng shi'] },
    contractEnd: { label: t`合同到期`, also: ['合同到期', 'contract ends', 'he tong dao qi'] },
    departments: { label: t({ context: '数量', message: '科室' }), also: ['科室', 'departments', 'ke shi'] },
    beds: { label: t`床位`, also: ['床位', 'beds', 'chuang wei'] },
    liveOrders: { label: t`进行中订单`, also: ['进行中订单', 'live orders', 'jin xing zhong ding dan'] },
  }), [t, levels, kinds]);
}
/** The columns of the hospitals; their ids are those of an export. */
export function useHospitalColumns(): Column<HospitalRow>[] {
  const { t } = useLingui();
  const format = useFormat();
  const { label: levelOf } = useDictionary('hospital_level');
  const { label: kindOf } = useDictionary('hospital_kind');
  return useMemo((): Column<HospitalRow>[] => [
    { id: 'code', header: t`编码`, width: 6, sort: 'code', cell: (row) => row.code },
    { id: 'name', header: t`医院`, width: 11, grow: 3, sort: 'name', cell: (row) => <Line text={row.name} also={row.city} strong /> },
    { id: 'level', header: t`等级`, width: 6, sort: 'level', cell: (row) => row.level === null ? '—' : levelOf(row.level) },
    { id: 'kind', header: t`类型`, width: 7, grow: 2, sort: 'kind', cell: (row) => <Line text={row.kind === null ? '—' : kindOf(row.kind)} /> },
    { id: 'status', header: t`状态`, width: 5.5, sort: 'status', cell: (row) => <Active row={row} /> },
    { id: 'contractEnd', header: t`合同到期`, width: 7.5, sort: 'contractEnd', cell: (row) => (row.contractEnd === null ? '—' : format.day(row.contractEnd)) },
    { id: 'departments', header: t({ context: '数量', message: '科室' }), width: 4.5, number: true, sort: 'departments', cell: (row) => format.number(row.departments) },
    { id: 'beds', header: t`床位`, width: 4.5, number: true, sort: 'beds', cell: (row) => format.number(row.beds) },
    { id: 'liveOrders', header: t`进行中订单`, width: 7, number: true, sort: 'liveOrders', cell: (row) => format.number(row.liveOrders) },
  ], [t, format, levelOf, kindOf]);
}
/** A hospital on a narrow screen: three lines. */
export function ShortHospital({ row }: { row: HospitalRow }) {
  const { t } = useLingui();
  const format = useFormat();
  const { label: levelOf } = useDictionary('hospital_level');
  const { label: kindOf } = useDictionary('hospital_kind');
  return (
    <>
      <span className={listStyle.pair}><b>{row.name}</b><Active row={row} /></span>
      <span className={`${listStyle.pair} ${listStyle.second}`}><span>{[row.code, row.level && levelOf(row.level), row.kind && kindOf(row.kind)].filter(Boolean).join(' · ')}</span><span>{row.contractEnd === null ? null : t`合同至 ${format.day(row.contractEnd)}`}</span></span>
      <span className={`${listStyle.pair} ${listStyle.second}`}><span>{[row.city, t`${format.number(row.departments)} 科室 · ${format.number(row.beds)} 床位`].filter(Boolean).join(' · ')}</span><span>{t`进行中 ${format.number(row.liveOrders)}`}</span></span>
    </>
  );
}
