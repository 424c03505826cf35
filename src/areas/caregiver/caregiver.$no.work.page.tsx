import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { call } from '../../ui/call.ts';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { Line, type Column } from '../../ui/list/column.tsx';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { useVersion, useWindows } from '../../ui/list/source.ts';
import { navigate } from '../../ui/location.ts';
import { Status } from '../../ui/status.tsx';
import { caregiver, type WorkRow } from './contract.ts';
import { PartHead, useRecordPart } from './record-part.tsx';
import { WORK_TONE, WORK_WORDS } from './words.ts';

/** `/caregiver/:no/work`: everything they served and are to serve, newest first; Enter opens the order. */
export default function CaregiverWorkPage({ params: { no = '' } }: { params: Record<string, string> }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const english = useLanguage() === 'en';
  const store = useWindows<WorkRow>('caregiver-work', { no }, (window, signal) => call(caregiver.work, { params: { no }, query: window, signal }));
  useVersion(store);
  const { name, row: of } = useRecordPart(no, () => store.refresh());
  const stay = (row: WorkRow): string => format.stay(row.from, row.to, { AM: t`上午`, PM: t`下午` });
  const status = (row: WorkRow) => <Status tone={WORK_TONE[row.status]} words={i18n._(WORK_WORDS[row.status])} />;
  const columns = useMemo((): Column<WorkRow>[] => [
    { id: 'stay', header: t`服务时间`, width: english ? 19 : 16, cell: (row) => <Line text={format.stay(row.from, row.to, { AM: t`上午`, PM: t`下午` })} /> },
    { id: 'status', header: t`状态`, width: english ? 6 : 5, cell: (row) => <Status tone={WORK_TONE[row.status]} words={i18n._(WORK_WORDS[row.status])} /> },
    { id: 'days', header: t`天数`, width: 4, number: true, cell: (row) => format.number(row.days) },
    { id: 'order', header: t`订单号`, width: 8.4, cell: (row) => <a href={`#${href('/order/:no', { no: row.orderNo })}`} tabIndex={-1}>{row.orderNo}</a> },
    { id: 'patient', header: t`患者`, width: 5, grow: 1, cell: (row) => <Line text={row.patientName} strong /> },
    { id: 'hospital', header: t`医院`, width: 9, grow: 2, cell: (row) => <Line text={row.hospital} also={row.department} /> },
    { id: 'service', header: t`服务项目`, width: 8, grow: 1, cell: (row) => <Line text={row.service} /> },
  ], [t, i18n, format, english]);
  const label = t`${name} · 服务记录`;
  return (
    <List
      path={href('/caregiver/:no/work', { no })} label={label} hint={t`派给这名护工的订单会出现在这里。`} store={store} columns={columns} keyOf={(row) => row.id} top={<PartHead no={no} part="work" row={of} title={label} />}
      onOpen={(row) => navigate(href('/order/:no', { no: row.orderNo }))}
      lines={3}
      short={(row) => (
        <>
          <span className={listStyle.pair}><b>{row.patientName}</b>{status(row)}</span>
          <span className={`${listStyle.pair} ${listStyle.second}`}><span>{stay(row)}</span><span>{t`${format.number(row.days)} 天`}</span></span>
          <span className={`${listStyle.pair} ${listStyle.second}`}><span>{row.hospital} · {row.department}</span><span>{row.orderNo}</span></span>
        </>
      )}
    />
  );
}
