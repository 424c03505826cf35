import { useEffect, useState, type ComponentType } from 'react';
import { Fetched } from '../fetched.tsx';
import { calm } from '../calm.ts';
import { fetchPart, fetchUnasked } from '../fetch-part.ts';
import { onBack } from '../network.ts';
import type { SignedIn } from '../session.ts';
import { useLeft } from '../use-left.ts';
import { noticeSource } from './source.ts';
import { toggleNotices, useNotices } from './state.ts';

const loadPanel = (): Promise<{ default: ComponentType<object> }> => fetchPart(() => import(/* webpackChunkName: "notice" */ './panel.tsx'));

/** What of the notices is always here for this person: their counts are kept, and they stand over the page while they are open. */
export function NoticeHost({ viewer }: { viewer: SignedIn }) {
  const { open } = useNotices();
  useLeft(open, toggleNotices);
  const [has, setHas] = useState(false);
  useEffect(() => {
    const any = (noticeSource()?.kinds(viewer) ?? []).length > 0;
    setHas(any);
    if (!any) return;
    let gone = false;
    let on = false;
    let leave = (): void => {};
    // without it there is no count, and nothing else is lost: it comes when the server is back
    const watch = (): unknown => calm(() => gone).then(() => fetchUnasked(() => import(/* webpackChunkName: "notice" */ './watch.ts'))).then(({ watchNotices }) => {
      if (gone || on) return;
      on = true;
      leave = watchNotices();
    }, () => {});
    const deaf = onBack(() => void (on || watch()));
    watch();
    return () => {
      gone = true;
      deaf();
      leave();
    };
  }, [viewer]);
  return has && open ? <Fetched load={loadPanel} onLost={toggleNotices}>{(Panel) => <Panel />}</Fetched> : null;
}
