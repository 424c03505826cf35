import { useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Command } from '../../kernel/area.ts';
import { useKeyProps } from '../bound-key.tsx';
import { fetchPart } from '../fetch-part.ts';
import { Fetched } from '../fetched.tsx';
import { Icon } from '../icon.tsx';
import { OWN_KEYS } from '../key-entry.ts';
import { keysOf, useKeyboard } from '../keyboard.ts';
import type { MenuLine } from '../menu.ts';
import { openPalette } from '../palette/actor.ts';
import type { SignedIn } from '../session.ts';
import { Keys } from '../shown-keys.tsx';
import { markOf } from '../notice/state.ts';
import tool from './header-tool.module.css';
import { HeaderTools } from './header-tools.tsx';
import style from './header.module.css';
import { Logo } from './logo.tsx';
import { drawTopMenu } from './top-menu-part.ts';

interface HeaderProps {
  viewer: SignedIn | null;
  commands: readonly Command[];
  menu: readonly MenuLine[];
  path: string;
  layout: 'left' | 'top' | 'mix';
  narrow: boolean;
  /** What the button at its beginning opens and closes: the sheet, the sidebar; null where there is neither. */
  toggle: { words: string; expanded: boolean; run: () => void; /** What is unread inside it, which `words` say too. */ mark?: number } | null;
}
/** The header: the menu's door or the menu, the palette's door, tools and person. */
export function Header({ viewer, commands, menu, path, layout, narrow, toggle }: HeaderProps) {
  const keys = useKeyProps();
  const paletteKeys = keysOf(OWN_KEYS.palette, useKeyboard());
  const over = layout !== 'left' && !narrow;
  return (
    <header className={style.header}>
      {over && <Logo />}
      {toggle !== null && (
        <button type="button" className={style.toggle} aria-label={toggle.words} aria-expanded={toggle.expanded} onClick={toggle.run}>
          <Icon name={narrow ? 'menu' : 'sidebar'} size={18} />
          {toggle.mark !== undefined && toggle.mark > 0 && <span className={tool.mark} aria-hidden="true">{markOf(toggle.mark)}</span>}
        </button>
      )}
      {over && ((viewer === null ? null : drawTopMenu({ menu, path, opens: layout === 'top' })) ?? <span className={style.room} />)}
      <button type="button" className={style.find} aria-haspopup="dialog" {...keys(OWN_KEYS.palette)} disabled={viewer === null} onClick={openPalette}>
        <Icon name="search" />
        <span className={style.findWords}>
          <Trans>查找订单、护工和命令</Trans>
        </span>
        <span className={style.findKeys}>{paletteKeys !== undefined && <Keys of={paletteKeys} />}</span>
      </button>
      {viewer === null ? null : (
        <div className={style.end}>
          {narrow ? null : <HeaderTools />}
          <Person viewer={viewer} commands={commands} />
        </div>
      )}
    </header>
  );
}
function Person({ viewer, commands }: { viewer: SignedIn; commands: readonly Command[] }) {
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const name = viewer.nickname || viewer.username;
  return (
    <>
      <button ref={button} type="button" className={style.person} aria-label={t`${name}，我的菜单`} aria-haspopup="menu" aria-expanded={open} data-person onClick={() => setOpen(!open)}>
        {viewer.avatar === null ? <Icon name="profile" size={18} /> : <img className={style.avatar} src={viewer.avatar} alt="" />}
        <span className={style.personName}>{name}</span>
      </button>
      {open && <Fetched load={() => fetchPart(() => import(/* webpackChunkName: "notice" */ './person-menu.tsx'))} onLost={() => setOpen(false)}>{(PersonMenu) => <PersonMenu name={name} commands={commands} at={button.current!} onClose={() => setOpen(false)} />}</Fetched>}
    </>
  );
}
