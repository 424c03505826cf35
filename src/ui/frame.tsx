import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { Area } from '../kernel/area.ts';
import { Announcer } from './announce.tsx';
import { Banner } from './banner.tsx';
import { useKeyProps } from './bound-key.tsx';
import { barredCommands, boundCommands } from './command.ts';
import style from './frame.module.css';
import { HelpHost } from './help-host.tsx';
import { KeyHint } from './hint.tsx';
import { Icon } from './icon.tsx';
import { OWN_KEYS } from './key-entry.ts';
import { KeyRegistry, keyEntries } from './key-registry.ts';
import { keysOf, loadKeyboard, useKeyboard, useOwnKeys } from './keyboard.ts';
import { LeaveQuestion } from './leave-question.tsx';
import { openPalette } from './palette/actor.ts';
import { Figures } from './palette/figures.tsx';
import { PaletteHost } from './palette/host.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { useViewer } from './session.ts';
import { setSetting, useSetting } from './setting.ts';
import { useShortcuts } from './shortcut.ts';
import { Keys } from './shown-keys.tsx';
import { Sidebar } from './sidebar.tsx';
import { Toaster } from './toast.tsx';
import { Watermark } from './watermark.tsx';
import { WorkNote } from './work-note.tsx';

/** What surrounds every page of someone signed in: menu, header with the palette's door, main. Prerendered before anyone is known. */
export default function Frame({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  const keys = useKeyProps();
  const keyboard = useKeyboard();
  const paletteKeys = keysOf(OWN_KEYS.palette, keyboard);
  const { t } = useLingui();
  const viewer = useViewer();
  const narrow = useSetting('device') === 'mobile';
  const closed = useSetting('sidebarStatus') === 'closed';
  const [sheet, setSheet] = useState(false);
  const bound = useMemo(() => (viewer === null ? [] : boundCommands(areas, viewer)), [areas, viewer]);
  const commands = useOwnKeys(bound);
  // a key that one has given to something else is that one's
  const barred = useMemo(() => (viewer === null ? [] : barredCommands(areas, viewer).filter(({ command: { keys } }) => !Object.values(keyboard.keys).includes(keys ?? null))), [areas, viewer, keyboard]);
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
  const toggle = (): void => (narrow ? setSheet(true) : setSetting('sidebarStatus', closed ? 'opened' : 'closed'));
  const name = viewer === null ? '' : viewer.nickname || viewer.username;

  return (
    <div className={style.frame} data-sidebar={closed ? 'closed' : 'opened'}>
      <button type="button" className={style.skip} onClick={() => document.getElementById('main')?.focus()}>
        <Trans>跳到内容</Trans>
      </button>
      <Sidebar areas={areas} viewer={viewer} closed={closed && !narrow} sheet={sheet && narrow} onLeave={() => setSheet(false)} />
      <div className={style.column}>
        <header className={style.header}>
          <button type="button" className={style.toggle} aria-label={narrow ? t`打开菜单` : closed ? t`展开侧栏` : t`收起侧栏`} aria-expanded={narrow ? sheet : !closed} onClick={toggle}>
            <Icon name={narrow ? 'menu' : 'sidebar'} size={18} />
          </button>
          <button type="button" className={style.find} aria-haspopup="dialog" {...keys(OWN_KEYS.palette)} disabled={viewer === null} onClick={openPalette}>
            <Icon name="search" />
            <span className={style.findWords}>
              <Trans>查找订单、护工和命令</Trans>
            </span>
            <span className={style.findKeys}>
              {paletteKeys !== undefined && <Keys of={paletteKeys} />}
            </span>
          </button>
          {viewer === null ? null : (
            <Link href="/profile" className={style.person}>
              {viewer.avatar === null ? <Icon name="profile" size={18} /> : <img className={style.avatar} src={viewer.avatar} alt="" />}
              <span className={style.personName}>{name}</span>
            </Link>
          )}
        </header>
        <Banner />
        <main id="main" tabIndex={-1} className={style.main}>
          <KeyRegistry value={registry}>{children}</KeyRegistry>
        </main>
        {viewer === null ? null : <HelpHost viewer={viewer} commands={commands} load={registry} />}
      </div>
      <Announcer />
      <Toaster />
      <KeyHint />
      <LeaveQuestion />
      {/* only who is signed in is asked anything, and the login page has no room for it */}
      <SessionDialog />
      {viewer === null ? null : (
        <>
          <PaletteHost areas={areas} viewer={viewer} />
          <WorkNote />
          <Figures />
          <Watermark text={`${name} ${viewer.username}`} />
        </>
      )}
    </div>
  );
}
