import { useLingui } from '@lingui/react/macro';
import { stepsOf } from '../../../machines/order.ts';
import { Part } from '../../ui/detail/fact.tsx';
import style from '../../ui/detail/detail.module.css';
import { useFormat } from '../../ui/format.ts';
import { SERVICE_WORDS } from '../../ui/order-status.ts';
import { useRecorded } from '../../ui/recorded.ts';
import { roleWords } from '../../ui/role.ts';
import type { OrderDetail, OrderRow, TimelineRow } from './contract.ts';
import { useChanges } from './field.ts';
import { EVENT_WORDS } from './words.ts';

/** Where the order is on its way, by the chart itself. */
export function Stepper({ state }: { state: OrderRow['serviceState'] }) {
  const { t, i18n } = useLingui();
  return (
    <ol className={style.steps} aria-label={t`进度`}>
      {stepsOf(state).map((step) => (
        <li key={step.state} className={style.step} data-at={step.at} {...(step.at === 'now' ? { 'aria-current': 'step' as const } : {})}>
          <span className={style.way} />
          {i18n._(SERVICE_WORDS[step.state])}
        </li>
      ))}
    </ol>
  );
}

/** One event: what it was, by whom and why, and each field that it changed. */
export function Line({ line }: { line: TimelineRow }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { event, from, to, actor, actorRole, at, undone } = line;
  const recorded = useRecorded();
  const reason = line.reason === null ? null : recorded(line.reason);
  // why it was cancelled or ended is said already
  const changes = useChanges()(line).filter(({ name, after }) => (name !== 'cancelReason' && name !== 'endReason') || after === null || after !== reason);
  const stateOf = (state: string): string => (Object.hasOwn(SERVICE_WORDS, state) ? i18n._(SERVICE_WORDS[state as OrderRow['serviceState']]) : state);
  if (from !== null && to !== null && from !== to && !changes.some(({ name }) => name === 'serviceState')) changes.unshift({ name: 'serviceState', label: t`进度`, before: stateOf(from), after: stateOf(to) });
  const words = EVENT_WORDS[event];
  return (
    <li className={style.time} data-undone={undone}>
      <time dateTime={at}>{format.instant(at)}</time>
      <span>
        <b>{words === undefined ? event : i18n._(words)}</b> <span className={style.quiet}>{actor} · {i18n._(roleWords(actorRole))}{undone && ` · ${t`已撤销`}`}</span>
        {reason !== null && reason !== '' && <><br />{reason}</>}
        {changes.length > 0 && (
          <ul className={style.changes}>
            {changes.map(({ name, label, before, after }) => <li key={name}>{before === null ? t`${label}：${after ?? '—'}` : t`${label}：${before} → ${after ?? '—'}`}</li>)}
          </ul>
        )}
      </span>
    </li>
  );
}

/** What happened, newest first. */
export function Timeline({ events }: { events: OrderDetail['timeline'] }) {
  const { t } = useLingui();
  return (
    <Part title={t`经过`}>
      <ol className={style.times}>{events.toReversed().map((line) => <Line key={line.id} line={line} />)}</ol>
    </Part>
  );
}
