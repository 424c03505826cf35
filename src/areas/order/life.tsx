import { useLingui } from '@lingui/react/macro';
import { stepsOf } from '../../../machines/order.ts';
import { Part } from '../../ui/detail/fact.tsx';
import style from '../../ui/detail/detail.module.css';
import { useFormat } from '../../ui/format.ts';
import { SERVICE_WORDS } from '../../ui/order-status.ts';
import { roleWords } from '../../ui/role.ts';
import type { OrderDetail, OrderRow } from './contract.ts';
import { EVENT_WORDS } from './words.ts';

/** Where the order is on its way, by the chart itself. */
export function Stepper({ state }: { state: OrderRow['serviceState'] }) {
  const { t, i18n } = useLingui();
  return (
    <ol className={style.steps} aria-label={t`进度`}>
      {stepsOf(state).map((step, index) => (
        <li key={step.state} className={style.step} data-at={step.at} {...(step.at === 'now' ? { 'aria-current': 'step' as const } : {})}>
          {index > 0 && <span className={style.way} />}
          {i18n._(SERVICE_WORDS[step.state])}
        </li>
      ))}
    </ol>
  );
}

/** What happened, newest first, by whom and why. */
export function Timeline({ events }: { events: OrderDetail['timeline'] }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  return (
    <Part title={t`经过`}>
      <ol className={style.times}>
        {events.map(({ id, event, actor, actorRole, reason, at }) => {
          const words = EVENT_WORDS[event];
          return (
            <li key={id} className={style.time}>
              <time dateTime={at}>{format.instant(at)}</time>
              <span>
                <b>{words === undefined ? event : i18n._(words)}</b> <span className={style.quiet}>{actor} · {i18n._(roleWords(actorRole))}</span>
                {reason !== null && reason !== '' && <><br />{reason}</>}
              </span>
            </li>
          );
        })}
      </ol>
    </Part>
  );
}
