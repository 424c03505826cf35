import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { Part } from '../../ui/detail/fact.tsx';
import style from '../../ui/detail/detail.module.css';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { useRecorded } from '../../ui/recorded.ts';
import { roleWords } from '../../ui/role.ts';
import { Status } from '../../ui/status.tsx';
import type { CaregiverDetail, CaregiverLine, CaregiverRow } from './contract.ts';
import { CAREGIVER_STATUS_WORDS, EVENT_WORDS, FIELD_WORDS, WORK_TONE, WORK_WORDS } from './words.ts';

const DICTIONARY: Record<string, string> = { level: 'caregiver_level', employment: 'employment', certificate: 'certificate_kind', gender: 'gender' };
const DAYS: ReadonlySet<string> = new Set(['birthday', 'hiredOn', 'leftOn', 'reviewOn', 'issuedOn', 'expiresOn', 'leaveFrom', 'leaveTo']);
type Value = CaregiverLine['before'][string] | undefined;

/** How the fields of an event are said; a field that has no words is left out. */
function useSaid(): (name: string, value: Value) => string | null {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const recorded = useRecorded();
  const labels: Record<string, (value: string) => string> = { caregiver_level: useDictionary('caregiver_level').label, employment: useDictionary('employment').label, certificate_kind: useDictionary('certificate_kind').label, gender: useDictionary('gender').label };
  return (name, value) => {
    if (value === null || value === undefined || value === '') return null;
    if (typeof value === 'boolean') return value ? t`已核验` : t`未核验`;
    const text = String(value);
    if (name === 'status') return i18n._(CAREGIVER_STATUS_WORDS[text as CaregiverRow['status']] ?? { id: text });
    if (DAYS.has(name) && /^\d{4}-\d{2}-\d{2}$/.test(text)) return format.day(text);
    return DICTIONARY[name] === undefined ? recorded(text) : labels[DICTIONARY[name]]!(text);
  };
}

/** One event: what it was, by whom and why, and each field that it changed. */
export function Line({ line }: { line: CaregiverLine }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const said = useSaid();
  const { event, actor, actorRole, reason, at, before, after, undone } = line;
  const words = EVENT_WORDS[event];
  const changes = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const field = FIELD_WORDS[name];
    const [was, is] = [said(name, before[name]), said(name, after[name])];
    return field === undefined || was === is || event === 'create' ? [] : [{ name, label: i18n._(field), was, is }];
  });
  return (
    <li className={style.time} data-undone={undone}>
      <time dateTime={at}>{format.instant(at)}</time>
      <span>
        <b>{words === undefined ? event : i18n._(words)}</b> <span className={style.quiet}>{actor === null || actorRole === null ? t`系统` : `${actor} · ${i18n._(roleWords(actorRole))}`}{undone && ` · ${t`已撤销`}`}</span>
        {reason !== null && reason !== '' && <><br />{reason}</>}
        {changes.length > 0 && <ul className={style.changes}>{changes.map(({ name, label, was, is }) => <li key={name}>{was === null ? t`${label}：${is ?? '—'}` : t`${label}：${was} → ${is ?? '—'}`}</li>)}</ul>}
      </span>
    </li>
  );
}
/** What happened, newest first. */
export function Story({ events }: { events: CaregiverDetail['timeline'] }) {
  const { t } = useLingui();
  if (events.length === 0) return null;
  return <Part title={t`经过`}><ol className={style.times}>{events.toReversed().map((line) => <Line key={line.id} line={line} />)}</ol></Part>;
}
/** The latest orders that they served in. */
export function Stints({ row }: { row: CaregiverDetail }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  return (
    <Part title={t`最近的服务`}>
      <ol className={style.times}>
        {row.stints.map((stint) => (
          <li key={`${stint.orderNo} ${stint.from}`} className={style.time}>
            <a className={style.link} href={`#${href('/order/:no', { no: stint.orderNo })}`}>{stint.orderNo}</a>
            <span className={style.run}><b>{stint.patientName}</b> <Status tone={WORK_TONE[stint.status]} words={i18n._(WORK_WORDS[stint.status])} /> <span className={style.quiet}>{stint.hospital} · {format.stay(stint.from, stint.to, { AM: t`上午`, PM: t`下午` })}</span></span>
          </li>
        ))}
      </ol>
      {row.stints.length === 0 && <p className={style.quiet}><Trans>还没有服务记录</Trans></p>}
    </Part>
  );
}
