import { Trans, useLingui } from '@lingui/react/macro';
import { Status } from '../../ui/status.tsx';
import type { Certificate } from './contract.ts';
import { expiryTone } from './words.ts';

const lasts = ({ daysLeft }: Certificate): number => daysLeft ?? Infinity;
/** Whether another of its kind lasts longer. */
export const isReplaced = (one: Certificate, all: readonly Certificate[]): boolean => all.some((other) => other.kind === one.kind && lasts(other) > lasts(one));

/** Days until a certificate ends, in words and with a dot. `replaced`: another of its kind lasts longer. */
export function Expiry({ daysLeft, replaced = false }: { daysLeft: number | null; replaced?: boolean }) {
  const { t } = useLingui();
  if (daysLeft === null) return <Trans>长期</Trans>;
  const days = Math.abs(daysLeft);
  return <Status tone={replaced ? 'neutral' : expiryTone(daysLeft)} words={daysLeft < 0 ? t`已过期 ${days} 天` : daysLeft === 0 ? t`今天到期` : t`还有 ${days} 天`} />;
}
