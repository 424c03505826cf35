import { useEffect, useRef } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'wouter';
import type { Area, Viewer } from '../kernel/area.ts';
import style from './frame.module.css';
import { Icon } from './icon.tsx';
import { composing } from './key.ts';
import { useSetting } from './setting.ts';

interface SidebarProps {
  areas: readonly Area[];
  /** null: not known yet; lines stand where the menu will be. */
  viewer: Viewer | null;
  /** Only pictures; the words stay for screen readers. */
  closed: boolean;
  /** Shown as a sheet over a narrow screen. */
  sheet: boolean;
  onLeave: () => void;
}
/** The areas of the menu that this person may open. */
export const menuOf = (areas: readonly Area[], viewer: Viewer): Area[] => areas.filter((area) => area.menu && (area.everyone === true || viewer.paths.includes(area.path))).sort((a, b) => a.order - b.order);

/** The menu. */
export function Sidebar({ areas, viewer, closed, sheet, onLeave }: SidebarProps) {
  const { t, i18n } = useLingui();
  const [path] = useLocation();
  const logo = useSetting('sidebarLogo');
  const nav = useRef<HTMLElement>(null);
  const leave = useRef(onLeave);
  useEffect(() => void (leave.current = onLeave));
  useEffect(() => {
    if (!sheet) return;
    const back = document.activeElement;
    nav.current?.querySelector<HTMLElement>('a')?.focus();
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !composing(event)) leave.current();
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
      if (back instanceof HTMLElement && back.isConnected) back.focus();
    };
  }, [sheet]);
  const section = path.split('/')[1];

  return (
    <>
      {sheet ? <div className={style.shade} onClick={onLeave} aria-hidden="true" /> : null}
      <nav ref={nav} className={style.sidebar} data-sheet={sheet} aria-label={t`主菜单`}>
        {logo ? (
          <div className={style.logo}>
            <span className={style.seal} aria-hidden="true">
              护
            </span>
            <span className={style.words}>
              <Trans>护理管理系统</Trans>
            </span>
          </div>
        ) : null}
        <ul className={style.menu}>
          {viewer === null
            ? ['a', 'b', 'c', 'd'].map((line) => <li key={line} className={style.line} aria-hidden="true" />)
            : menuOf(areas, viewer).map((area) => {
                const current = area.path === path || (section !== 'system' && section === area.path.split('/')[1]);
                return (
                  <li key={area.id}>
                    <Link href={area.path} className={style.item} aria-current={current ? 'page' : undefined} title={closed ? i18n._(area.title) : undefined} onClick={onLeave}>
                      <Icon name={area.icon} size={18} />
                      <span className={style.words}>{i18n._(area.title)}</span>
                    </Link>
                  </li>
                );
              })}
        </ul>
      </nav>
    </>
  );
}
