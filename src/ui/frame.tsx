import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation } from 'wouter';
import type { Area } from '../kernel/area.ts';
import { Announcer } from './announce.tsx';
import { Banner } from './banner.tsx';
import { Boundary } from './boundary.tsx';
import { barredCommands, boundCommands } from './command.ts';
import { Header } from './frame/header.tsx';
import { useMenu } from './frame/use-menu.ts';
import style from './frame.module.css';
import { HelpHost } from './help-host.tsx';
import { KeyHint } from './hint.tsx';
import { KeyRegistry, keyEntries } from './key-registry.ts';
import { loadKeyboard, useOwnKeys } from './keyboard.ts';
import type { MenuLine } from './menu.ts';
import { reloadHere } from './leave.ts';
import { LeaveQuestion } from './leave-question.tsx';
import { NoticeHost } from './notice/host.tsx';
import { unreadOf, useNotices } from './notice/state.ts';
import { Figures } from './palette/figures.tsx';
import type { Page } from './page.ts';
import { PaletteHost } from './palette/host.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { useViewer } from './session.ts';
import { setSetting, useSetting } from './setting.ts';
import { SettingHost } from './setting/host.tsx';
import { useShortcuts } from './shortcut.ts';
import { Sheet, Sidebar } from './sidebar.tsx';
import type { Shown } from './stack.ts';
import { Tags } from './tag/tags.tsx';
import { toast, Toaster } from './toast.tsx';
import { useLeft } from './use-left.ts';
import { WorkNote } from './work-note.tsx';

const NONE: readonly MenuLine[] = [];
/** What the frame is given: `top` is the page that is shown. */
export interface FrameProps {
  areas: readonly Area[];
  pages: readonly Page[];
  top: Shown | undefined;
  children: ReactNode;
}
/** What surrounds every page of someone signed in: menu, header with the palette's door, main. Prerendered before anyone is known. */
export default function Frame({ areas, pages, top, children }: FrameProps) {
  const { t, i18n } = useLingui();
  const [path] = useLocation();
  const viewer = useViewer();
  const narrow = useSetting('device') === 'mobile';
  const closed = useSetting('sidebarStatus') === 'closed' && !narrow;
  const tags = useSetting('tagsView');
  const [sheet, setSheet] = useState(false);
  useLeft(sheet, () => setSheet(false));
  const bound = useMemo(() => (viewer === null ? [] : boundCommands(areas, viewer)), [areas, viewer]);
  const commands = useOwnKeys(bound);
  const barred = useMemo(() => (viewer === null ? [] : barredCommands(areas, viewer)), [areas, viewer]);
  const registry = useCallback(() => keyEntries(areas, viewer), [areas, viewer]);
  // who has to change a password first may read nothing of their own yet
  const person = viewer?.allowed.mustChange === true ? undefined : viewer?.userId;
  useEffect(() => void (person !== undefined && loadKeyboard()), [person]);
  useShortcuts(commands, barred);
  // says to who presses keys by script that they are heard: the frame is drawn before
  useEffect(() => {
    document.documentElement.toggleAttribute('data-listens', person !== undefined);
    return () => document.documentElement.removeAttribute('data-listens');
  }, [person]);
  const { menu, layout, side, group, lost } = useMenu(areas, viewer, path, narrow);
  const sheets = narrow || lost;
  // the bell is in the sheet
  const unread = unreadOf(useNotices().notices);
  const toggle = sheets ? { words: unread === 0 ? t`打开菜单` : t`打开菜单，${plural(unread, { other: '# 条未读' })}`, mark: unread, expanded: sheet, run: () => setSheet(true) } : side === null ? null : { words: closed ? t`展开侧栏` : t`收起侧栏`, expanded: !closed, run: () => setSetting('sidebarStatus', closed ? 'opened' : 'closed') };

  const spared = (): void => void toast({ words: t`页面有一部分出错了，重新加载后恢复`, again: reloadHere });

  return (
    <div className={style.frame} data-shell={viewer === null}>
      <button type="button" className={style.skip} onClick={() => document.getElementById('main')?.focus()}>
        <Trans>跳到内容</Trans>
      </button>
      <Header viewer={viewer} commands={bound} menu={menu ?? NONE} path={path} layout={layout} narrow={narrow} toggle={toggle} />
      {side !== null && <Sidebar menu={viewer === null ? null : side} path={path} label={group === undefined ? t`主菜单` : i18n._(group.title)} closed={closed} logo={layout === 'left'} />}
      {sheet && sheets && menu !== null && <Sheet menu={menu} path={path} onLeave={() => setSheet(false)} />}
      <div className={style.column}>
        {tags && viewer !== null && <Boundary spared={spared} at={path}><Tags areas={areas} pages={pages} top={top} viewer={viewer} /></Boundary>}
        <Banner />
        <main id="main" tabIndex={-1} className={style.main}>
          <KeyRegistry value={registry}>{children}</KeyRegistry>
        </main>
        {viewer === null ? null : <Boundary spared={spared} at={path}><HelpHost viewer={viewer} commands={commands} load={registry} /></Boundary>}
      </div>
      <Announcer />
      <Toaster />
      <KeyHint />
      <LeaveQuestion />
      {/* only who is signed in is asked anything, and the login page has no room for it */}
      <SessionDialog />
      {viewer === null ? null : (
        <>
          <Boundary spared={spared} at={path}><PaletteHost areas={areas} viewer={viewer} /></Boundary>
          <Boundary spared={spared} at={path}><NoticeHost viewer={viewer} /></Boundary>
          <Boundary spared={spared} at={path}><WorkNote /></Boundary>
          <Boundary spared={spared} at={path}><Figures /></Boundary>
          <Boundary spared={spared} at={path}><SettingHost /></Boundary>
        </>
      )}
    </div>
  );
}
