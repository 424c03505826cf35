import { useSyncExternalStore, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { CallFailure } from './call.ts';
import { Empty } from './empty.tsx';
import { Retry } from './list/retry.tsx';
import { network, onNetwork } from './network.ts';

/** In place of what did not come: why, and what to do now. Not one's own to see: who can change that; not there: that; else it can be asked for again. `title`: what did not come. */
export function Unread({ title, failure, again, focused = false, children }: { title?: string; failure: Error; again: () => void; focused?: boolean; children?: ReactNode }) {
  const { t } = useLingui();
  const offline = useSyncExternalStore(onNetwork, () => network().since !== null, () => false);
  const status = failure instanceof CallFailure ? failure.status : 0;
  // who put the question away gets it again by asking
  if (status === 401) return <Empty title={failure.message} hint={t`重新登录后回到这一页。`}><Retry again={again} focused={focused} words={<Trans>重新登录</Trans>} /></Empty>;
  if (status === 403) return <Empty title={t`你的角色不能看这些`} hint={t`${failure.message}。要用就找超级管理员，在“账号管理”里改你的角色。`} />;
  if (status === 404) return <Empty title={t`没有这条记录`} hint={failure.message} />;
  return (
    <Empty title={title ?? t`没有取到数据`} hint={failure.message}>
      {/* without a network the banner says why, and nobody else can mend it */}
      <p>{offline ? <Trans>连上服务器后会自动再取。</Trans> : <Trans>重试一次；一直取不到，就把上面这句话告诉管理员。</Trans>}</p>
      {children}
      <Retry again={again} focused={focused} />
    </Empty>
  );
}
