import { Trans, useLingui } from '@lingui/react/macro';
import { Empty } from '../empty.tsx';
import { useViewer } from '../session.ts';
import { Clear } from './clear.tsx';

/** Told to roles bound to hospitals (spec section 6) where there is nothing: it may be there, and not theirs. */
export const Scoped = () => ((useViewer()?.role ?? 0) > 2 ? <p><Trans>你只看得到分配给你的医院里的；少了哪家，就找运营或超级管理员。</Trans></p> : null);

/** Why there are no rows: nothing meets the filters, which `clear` takes away, or there is nothing yet. */
export function Nothing({ clear, title, hint }: { clear: (() => void) | null; title: string; hint: string }) {
  const { t } = useLingui();
  return clear === null ? <Empty title={title} hint={hint}><Scoped /></Empty> : <Empty title={t`没有符合筛选的记录`}><Clear clear={clear} /></Empty>;
}
