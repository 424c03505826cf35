import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { Reply } from '../../kernel/endpoint.ts';
import { call } from '../../ui/call.ts';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { Line, type Column } from '../../ui/list/column.tsx';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { useWindows } from '../../ui/list/source.ts';
import { Status } from '../../ui/status.tsx';
import { hospital } from './contract.ts';

type HospitalRow = Reply<typeof hospital.list>['list'][number];

function Active({ row }: { row: HospitalRow }) {
  const { t } = useLingui();
  return <Status tone={row.status === 1 ? 'ok' : 'neutral'} words={row.status === 1 ? t`合作中` : t`已停用`} />;
}

/** The hospitals, to read. */
export default function HospitalPage() {
  const { t } = useLingui();
  const format = useFormat();
  const { label: levelOf } = useDictionary('hospital_level');
  const { label: kindOf } = useDictionary('hospital_kind');
  const store = useWindows<HospitalRow>('hospital', {}, (window, signal) => call(hospital.list, { query: window, signal }));
  const columns = useMemo((): Column<HospitalRow>[] => [
    { id: 'code', header: t`编号`, width: 6, cell: (row) => row.code },
    { id: 'name', header: t`医院`, width: 11, grow: 3, cell: (row) => <Line text={row.name} also={row.city} strong /> },
    { id: 'level', header: t`等级`, width: 6, cell: (row) => row.level === null ? '—' : levelOf(row.level) },
    { id: 'kind', header: t`类型`, width: 7, cell: (row) => <Line text={row.kind === null ? '—' : kindOf(row.kind)} /> },
    { id: 'status', header: t`状态`, width: 5.5, cell: (row) => <Active row={row} /> },
    { id: 'contract', header: t`合同到期`, width: 7.5, cell: (row) => (row.contractEnd === null ? '—' : format.day(row.contractEnd)) },
    { id: 'departments', header: t`科室`, width: 4.5, number: true, cell: (row) => format.number(row.departments) },
    { id: 'beds', header: t`床位`, width: 4.5, number: true, cell: (row) => format.number(row.beds) },
    { id: 'live', header: t`在途订单`, width: 6, number: true, cell: (row) => format.number(row.liveOrders) },
  ], [t, format, levelOf, kindOf]);
  return (
    <List
      path="/system/hospital" label={t`医院管理`} hint={t`合作医院会出现在这里。`} store={store} columns={columns} keyOf={(row) => row.id}
      lines={3} short={(row) => (
        <>
          <span className={listStyle.pair}><b>{row.name}</b><Active row={row} /></span>
          <span className={`${listStyle.pair} ${listStyle.second}`}><span>{[row.code, row.level && levelOf(row.level), row.kind && kindOf(row.kind)].filter(Boolean).join(' · ')}</span><span>{row.contractEnd === null ? null : t`合同至 ${format.day(row.contractEnd)}`}</span></span>
          <span className={`${listStyle.pair} ${listStyle.second}`}><span>{[row.city, t`${format.number(row.departments)} 科室 · ${format.number(row.beds)} 床位`].filter(Boolean).join(' · ')}</span><span>{t`在途 ${format.number(row.liveOrders)}`}</span></span>
        </>
      )}
    />
  );
}
