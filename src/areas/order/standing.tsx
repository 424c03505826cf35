import { useLingui } from '@lingui/react/macro';
import { Part } from '../../ui/detail/fact.tsx';
import style from '../../ui/detail/detail.module.css';
import { tagsOf } from '../../ui/evaluation-tag.ts';
import { useFormat } from '../../ui/format.ts';
import { Status } from '../../ui/status.tsx';
import type { OrderDetail } from './contract.ts';
import { COMPLAINT_WORDS, REFUND_TONE, REFUND_WORDS, SEVERITY_WORDS, SOURCE_WORDS } from './words.ts';

/** Refunds, the latest first: how much, where each stands, who asked and who approved. */
export function Refunds({ refunds }: Pick<OrderDetail, 'refunds'>) {
  const { t, i18n } = useLingui();
  const { money, instant } = useFormat();
  if (refunds.length === 0) return null;
  return (
    <Part title={t`退款`}>
      <ol className={style.times}>
        {refunds.toReversed().map((one) => (
          <li key={one.id} className={style.time}>
            <time dateTime={one.at}>{instant(one.at)}</time>
            <span>
              <b className={style.money}>{money(one.amountFen)}</b> <Status tone={REFUND_TONE[one.status]} words={i18n._(REFUND_WORDS[one.status])} /> <span className={style.quiet}>{one.approvedBy === null ? t`${one.requestedBy}申请` : t`${one.requestedBy}申请，${one.approvedBy}批准`}</span>
              <br />{one.reason}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** What was said of the caregivers who served. */
export function Evaluations({ evaluations }: Pick<OrderDetail, 'evaluations'>) {
  const { t, i18n } = useLingui();
  const { instant } = useFormat();
  if (evaluations.length === 0) return null;
  return (
    <Part title={t`评价`}>
      <ol className={style.times}>
        {evaluations.map((one) => {
          const axes = [[t`技能`, one.skill], [t`态度`, one.attitude], [t`纪律`, one.discipline]].flatMap(([name, mark]) => (mark === null ? [] : [`${name} ${mark}`]));
          return (
            <li key={one.id} className={style.time}>
              <time dateTime={one.at}>{instant(one.at)}</time>
              <span>
                <b>{t`${one.caregiverName} ${one.overall} 分`}</b> <span className={style.quiet}>{[i18n._(SOURCE_WORDS[one.source]), one.by].join(' · ')}</span>
                {axes.length + one.tags.length > 0 && <><br />{[...axes, ...tagsOf(one.tags, (words) => i18n._(words))].join(' · ')}</>}
                {one.content !== null && <><br />{one.content}</>}
              </span>
            </li>
          );
        })}
      </ol>
    </Part>
  );
}

/** What was complained of, the latest first: how grave, of whom, and who wrote it down. */
export function Complaints({ complaints }: Pick<OrderDetail, 'complaints'>) {
  const { t, i18n } = useLingui();
  const { instant } = useFormat();
  if (complaints.length === 0) return null;
  return (
    <Part title={t`投诉与意外`}>
      <ol className={style.times}>
        {complaints.toReversed().map((one) => (
          <li key={one.id} className={style.time}>
            <time dateTime={one.at}>{instant(one.at)}</time>
            <span>
              <Status tone={one.severity > 2 ? 'danger' : 'warn'} words={`${i18n._(COMPLAINT_WORDS[one.kind])} · ${i18n._(SEVERITY_WORDS[one.severity - 1]!)}`} /> <span className={style.quiet}>{[one.caregiverName, t`${one.by}登记`].filter(Boolean).join(' · ')}</span>
              <br />{one.content}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}
