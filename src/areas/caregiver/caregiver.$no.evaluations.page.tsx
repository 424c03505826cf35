import { useCallback, useMemo } from 'react';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { call } from '../../ui/call.ts';
import { Facts } from '../../ui/detail/fact.tsx';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { Line, type Column } from '../../ui/list/column.tsx';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { useVersion, useWindows } from '../../ui/list/source.ts';
import { navigate } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { tagsOf } from '../../ui/evaluation-tag.ts';
import control from '../../ui/style/control.module.css';
import { caregiver, type EvaluationRow } from './contract.ts';
import { PartHead, useRecordPart } from './record-part.tsx';
import style from './record.module.css';
import { SOURCE_WORDS } from './words.ts';

/** A mark of 1 to 5 as stars, said as a number. */
function Stars({ mark }: { mark: number }) {
  const { t } = useLingui();
  return <span className={style.stars}><span aria-hidden="true">{'★'.repeat(mark)}<span className={style.rest}>{'★'.repeat(5 - mark)}</span></span><span className={control.hidden}>{t`${mark} 星`}</span></span>;
}
/** The rating, and how many gave which mark. */
function Summary({ no }: { no: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const { data } = useRead(caregiver.rating, { params: { no } });
  if (data === undefined || data.count === 0) return null;
  return (
    <section className={listStyle.bar} aria-label={t`评分`}>
      <b className={style.average}>{data.average === null ? '—' : format.number(data.average)}</b>
      <span>{t`${plural(data.count, { other: '# 次' })}评价的平均`}</span>
      <ul className={style.marks}>{data.marks.map((each, i) => <li key={i}>{t`${i + 1} 星`} <b>{format.number(each)}</b></li>).toReversed()}</ul>
    </section>
  );
}
/** An evaluation whole. */
function Whole({ row }: { row: EvaluationRow }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const mark = (value: number | null) => value && <Stars mark={value} />;
  return (
    <article>
      <h2><Stars mark={row.overall} /></h2>
      <p className={style.words}>{row.content ?? t`没有留言`}</p>
      <Facts
        facts={[
          { name: t`技能`, value: mark(row.skill) }, { name: t`态度`, value: mark(row.attitude) }, { name: t`纪律`, value: mark(row.discipline) }, { name: t`标签`, value: tagsOf(row.tags, (words) => i18n._(words)).join(' · ') }, { name: t`来源`, value: [i18n._(SOURCE_WORDS[row.source]), row.by].filter(Boolean).join(' · ') },
          { name: t`患者`, value: row.patientName }, { name: t`医院`, value: row.hospital }, { name: t`订单号`, value: row.orderNo }, { name: t`评价时间`, value: format.instant(row.at) },
        ]}
      />
    </article>
  );
}

/** `/caregiver/:no/evaluations`: what was said of them, newest first, under the rating that follows from it; Space shows one whole, Enter opens its order. */
export default function CaregiverEvaluationsPage({ params: { no = '' } }: { params: Record<string, string> }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const english = useLanguage() === 'en';
  const store = useWindows<EvaluationRow>('caregiver-evaluations', { no }, (window, signal) => call(caregiver.evaluations, { params: { no }, query: window, signal }));
  useVersion(store);
  const { name, row: of } = useRecordPart(no, () => store.refresh());
  const said = useCallback(({ tags }: EvaluationRow): string => tagsOf(tags, (words) => i18n._(words)).join(' · '), [i18n]);
  const columns = useMemo((): Column<EvaluationRow>[] => [
    { id: 'overall', header: t`评分`, width: 5.6, cell: (row) => <Stars mark={row.overall} /> },
    { id: 'words', header: t`评语`, width: 12, grow: 4, cell: (row) => <Line text={row.content ?? (said(row) || '—')} also={row.content === null ? null : said(row)} /> },
    { id: 'source', header: t`来源`, width: english ? 8 : 6, cell: (row) => i18n._(SOURCE_WORDS[row.source]) },
    { id: 'patient', header: t`患者`, width: 5, cell: (row) => <Line text={row.patientName} /> },
    { id: 'order', header: t`订单号`, width: 8.4, cell: (row) => <a href={`#${href('/order/:no', { no: row.orderNo })}`} tabIndex={-1}>{row.orderNo}</a> },
    { id: 'hospital', header: t`医院`, width: 8, grow: 1, cell: (row) => <Line text={row.hospital} /> },
    { id: 'at', header: t`评价时间`, width: english ? 10 : 9.4, cell: (row) => format.instant(row.at) },
  ], [t, i18n, format, english, said]);
  const label = t`${name} · 评价`;
  return (
    <List
      path={href('/caregiver/:no/evaluations', { no })} label={label} hint={t`服务完成后的评价会出现在这里。`} store={store} columns={columns} keyOf={(row) => row.id} top={<PartHead no={no} part="evaluations" row={of} title={label} />} bar={<Summary no={no} />}
      onOpen={(row) => navigate(href('/order/:no', { no: row.orderNo }))} peek={(row) => <Whole row={row} />}
      lines={3}
      short={(row) => (
        <>
          <span className={listStyle.pair}><Stars mark={row.overall} /><span>{format.instant(row.at)}</span></span>
          <span className={listStyle.pair}><span>{row.content ?? (said(row) || '—')}</span><span /></span>
          <span className={`${listStyle.pair} ${listStyle.second}`}><span>{row.patientName} · {row.hospital}</span><span>{i18n._(SOURCE_WORDS[row.source])}</span></span>
        </>
      )}
    />
  );
}
