import type { ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { HeaderTools } from './frame/header-tools.tsx';
import { ToolPlace } from './frame/header-tool.tsx';
import { Logo } from './frame/logo.tsx';
import { MenuLink } from './frame/menu-link.tsx';
import { Icon } from './icon.tsx';
import { currentLine, currentTop, type MenuLine } from './menu.ts';
import { useSheet } from './modal.ts';
import style from './sidebar.module.css';

interface SidebarProps {
  /** null: not known yet; lines stand where the menu will be. */
  menu: readonly MenuLine[] | null;
  path: string;
  /** What the menu is called. */
  label: string;
  /** Only pictures; the words stay for screen readers. */
  closed: boolean;
  logo: boolean;
}
/** The menu at the left. */
export function Sidebar({ menu, path, label, closed, logo }: SidebarProps) {
  return (
    <nav className={style.sidebar} aria-label={label} data-empty={menu === null}>
      {logo && <Logo />}
      <ul className={style.menu}>{menu === null ? ['a', 'b', 'c', 'd'].map((line) => <li key={line} className={style.line} aria-hidden="true" />) : <Lines menu={menu} path={path} closed={closed} />}</ul>
    </nav>
  );
}
function Lines({ menu, path, closed, onLeave }: { menu: readonly MenuLine[]; path: string; closed: boolean; onLeave?: () => void }) {
  const { i18n } = useLingui();
  const here = currentLine(menu, path);
  // a page that has no line of its own is of its group
  const group = here === undefined ? currentTop(menu, path) : undefined;
  const link = (line: MenuLine): ReactNode => (
    <li key={line.path}>
      <MenuLink line={line} current={line === here} bare={closed} className={style.item} words={style.words} onClick={onLeave} />
    </li>
  );
  return menu.map((line) => (line.lines.length === 0 ? link(line) : (
    <li key={line.path} className={style.group}>
      <p id={`group${line.path}`} className={style.heading} aria-current={line === group ? 'true' : undefined}>{i18n._(line.title)}</p>
      <ul className={style.lines} aria-labelledby={`group${line.path}`}>{line.lines.map(link)}</ul>
    </li>
  )));
}

/** The menu over a narrow screen, with the header's tools under it: the browser's own modal keeps the focus inside and makes the rest inert. */
export function Sheet({ menu, path, onLeave }: { menu: readonly MenuLine[]; path: string; onLeave: () => void }) {
  const { t } = useLingui();
  const sheet = useSheet(onLeave, (shown) => (shown.querySelector<HTMLElement>('[aria-current]') ?? shown.querySelector<HTMLElement>('a'))?.focus());
  return (
    <dialog {...sheet} className={style.sheet} aria-label={t`主菜单`}>
      <nav aria-label={t`主菜单`}>
        <Logo />
        <ul className={style.menu}><Lines menu={menu} path={path} closed={false} onLeave={onLeave} /></ul>
      </nav>
      <div className={style.tools}><ToolPlace value={{ leave: onLeave }}><HeaderTools /></ToolPlace></div>
      <button type="button" className={style.leave} aria-label={t`关闭菜单`} onClick={onLeave}>
        <Icon name="close" size={18} />
      </button>
    </dialog>
  );
}
