import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'wouter';
import type { Area, Viewer } from '../kernel/area.ts';
import { useKeyProps, useKeyText } from './bound-key.tsx';
import { Icon } from './icon.tsx';
import { useSetting } from './setting.ts';
import { onShade } from './shade.ts';
import style from './sidebar.module.css';

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
  const keys = useKeyProps();
  const keyText = useKeyText();
  const logo = useSetting('sidebarLogo');
  const section = path.split('/')[1];

  const menu = (
    <nav className={style.sidebar} aria-label={t`主菜单`}>
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
              const opens = area.commands?.find(({ goes }) => goes === area.path);
              const current = area.path === path || (section !== 'system' && section === area.path.split('/')[1]);
              return (
                <li key={area.id}>
                  <Link href={area.path} className={style.item} aria-current={current ? 'page' : undefined} title={closed ? [i18n._(area.title), opens && keyText(opens)].filter(Boolean).join(' · ') : undefined} {...(opens && keys(opens))} onClick={onLeave}>
                    <Icon name={area.icon} size={18} />
                    <span className={style.words}>{i18n._(area.title)}</span>
                  </Link>
                </li>
              );
            })}
      </ul>
    </nav>
  );
  return sheet ? <Sheet onLeave={onLeave}>{menu}</Sheet> : menu;
}

/** The menu over a narrow screen: the browser's own modal keeps the focus inside and makes the rest inert. */
function Sheet({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useRef(onLeave);
  useLayoutEffect(() => void (leave.current = onLeave));
  useLayoutEffect(() => {
    const shown = dialog.current!;
    const back = document.activeElement;
    if (!shown.open) shown.showModal();
    (shown.querySelector<HTMLElement>('[aria-current]') ?? shown.querySelector<HTMLElement>('a'))?.focus();
    const deaf = onShade(shown, () => leave.current());
    return () => {
      deaf();
      shown.close();
      if (back instanceof HTMLElement && back.isConnected) back.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={style.sheet}
      aria-label={t`主菜单`}
      onCancel={(event) => {
        event.preventDefault();
        onLeave();
      }}
      onClose={() => dialog.current?.open === false && onLeave()}
    >
      {children}
      <button type="button" className={style.leave} aria-label={t`关闭菜单`} onClick={onLeave}>
        <Icon name="close" size={18} />
      </button>
    </dialog>
  );
}
