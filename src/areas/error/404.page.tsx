import { useContext } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { OwnKeys } from '../../ui/bound-key.tsx';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { KnownAreas } from '../../ui/known-areas.ts';
import { PageAddress, useHref, useQuery } from '../../ui/location.ts';
import style from '../../ui/message.module.css';
import { roleWords } from '../../ui/role.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { nearest, rolesOf, shownPath } from './absent.ts';
import own from './error.module.css';

/** `/404` (spec section 2): what was wanted, whether there is such a page and who may open it, and where else one may go. */
export default function Page404() {
  const { t, i18n } = useLingui();
  const viewer = useViewer();
  const areas = useContext(KnownAreas);
  const now = useHref('/404');
  const path = (useContext(PageAddress) ?? now).split('?')[0]!;
  // led here from an address (ui/app.tsx); or the build lacks the page of the address that stays
  const asked = useQuery().get('wanted');
  const wanted = path === '/404' ? asked : path;
  const open = wanted === null ? [] : rolesOf(wanted);
  const may = viewer !== null && open.some((role) => role === viewer.role);
  // the page that is there has nothing at this address and led here itself: as `/order/PH1/zzz`
  const roles = may && path === '/404' ? [] : open;
  const mine = may && roles.length > 0;
  const who = roles.length === 0 ? '' : roles.map((role) => i18n._(roleWords(role))).reduce((all, no) => t`${all}、${no}`);
  const places = viewer === null ? [] : nearest(areas, viewer.paths, wanted ?? '/');
  return (
    <section className={style.message}>
      <h1 tabIndex={-1}>{roles.length === 0 ? <Trans>没有这一页</Trans> : mine ? <Trans>这一页还没有装上</Trans> : <Trans>你的角色不能打开这一页</Trans>}</h1>
      <p>
        {roles.length === 0 ? <Trans>地址写错了，或者这一页已经取消。</Trans> : mine ? <Trans>你可以打开它，但现在的版本里没有。重新加载后再试，还没有就告诉管理员。</Trans> : t`能打开的是：${who}。要用就找超级管理员，在“账号管理”里改你的角色。`}
      </p>
      {wanted !== null && <p><code className={own.path}>{shownPath(wanted)}</code></p>}
      {places.length > 0 && (
        <nav aria-label={t`可以去的页面`} className={own.places}>
          {places.map(({ path, title }) => <a key={path} className={control.button} href={`#${path}`}>{i18n._(title)}</a>)}
        </nav>
      )}
      <p><Trans>或者按 <OwnKeys of={OWN_KEYS.palette} /> 找你要的。</Trans></p>
    </section>
  );
}
