import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../ui/format.ts';
import own from './caregiver.module.css';
import type { CaregiverDetail } from './contract.ts';

/** Why someone gets no orders now, where that is to be known at once. */
export function Standing({ row }: { row: CaregiverDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  if (row.suspendedFor === 'health') return <p className={`${own.notice} ${own.warn}`}>{row.healthDaysLeft === null ? t`没有有效的健康证，停派。登记健康证就自动恢复派单。` : t`健康证已过期，停派。登记新的健康证就自动恢复派单。`}</p>;
  if (row.status === 'blacklisted') return <p className={`${own.notice} ${own.warn}`}>{t`在黑名单：${row.statusReason ?? '—'} · 复核 ${row.reviewOn === null ? '—' : format.day(row.reviewOn)}`}</p>;
  return null;
}
