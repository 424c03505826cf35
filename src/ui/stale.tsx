import { useLingui } from '@lingui/react/macro';
import { Retry } from './list/retry.tsx';
import style from './stale.module.css';

/** Says over what was there before that what is new did not come, and why; also on paper. It can be asked for again. */
export function Stale({ failure, again, className = '' }: { failure: Error; again: () => void; className?: string | undefined }) {
  const { t } = useLingui();
  return <p role="alert" className={`${style.stale} ${className}`}>{t`没有取到最新的内容：${failure.message}`} <Retry again={again} /></p>;
}
