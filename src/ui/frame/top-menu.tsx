import { useLayoutEffect, useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { Icon } from '../icon.tsx';
import { currentLine, currentTop, type MenuLine, type TopMenuProps } from '../menu.ts';
import { useSetting } from '../setting.ts';
import { MenuLink } from './menu-link.tsx';
import { PopupMenu, type PopupLine } from './popup-menu.tsx';
import style from './top-menu.module.css';


/** The menu in the header (spec section 3, layouts "top" and "mix"). What has no room stands behind "more". */
export default function TopMenu({ menu, path, opens }: TopMenuProps) {
  const { t, i18n } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  const [fits, setFits] = useState(menu.length);
  // other letters take other room
  useSetting('size');
  useLayoutEffect(() => {
    const own = list.current!;
    // what has no room wraps into a second line, which is not seen
    const look = (): void => {
      const all = [...own.children] as HTMLElement[];
      const first = all.findIndex((item) => item.offsetTop > all[0]!.offsetTop);
      setFits(first < 0 ? all.length : first);
    };
    look();
    const watch = new ResizeObserver(look);
    for (const one of [own, ...own.children]) watch.observe(one);
    return () => watch.disconnect();
  }, [menu, i18n.locale]);
  const line = currentLine(menu, path);
  const top = currentTop(menu, path);
  const asLine = (one: MenuLine, part?: string | true): PopupLine => ({ id: one.path, words: i18n._(one.title), icon: one.icon, to: one.to, of: one.opens, current: one === line, ...(part === undefined ? {} : { part }) });
  const left = menu.slice(fits).flatMap((one, i) => (one.lines.length === 0 || !opens ? [asLine(one, i > 0 && opens && menu[fits + i - 1]!.lines.length > 0 ? true : undefined)] : one.lines.map((each, nth) => asLine(each, nth === 0 ? i18n._(one.title) : undefined))));
  return (
    <nav className={style.menu} aria-label={t`主菜单`}>
      <ul ref={list} className={style.list}>
        {menu.map((one, i) => (
          <li key={one.path} className={style.item} data-over={i >= fits}>
            {opens && one.lines.length > 0 ? <Group line={one} active={one === top} lines={one.lines.map((each) => asLine(each))} /> : <MenuLink line={one} current={one === line || (!opens && one === top)} className={style.link} />}
          </li>
        ))}
      </ul>
      {fits < menu.length && <Popup label={t`更多菜单`} words={t`更多`} active={menu.indexOf(top!) >= fits} lines={left} />}
    </nav>
  );
}
function Group({ line, active, lines }: { line: MenuLine; active: boolean; lines: readonly PopupLine[] }) {
  const { i18n } = useLingui();
  const words = i18n._(line.title);
  return <Popup label={words} words={words} icon={line.icon} active={active} lines={lines} />;
}
/** A button that opens a menu under it, by arrow down too. */
function Popup({ label, words, icon, active, lines }: { label: string; words: string; icon?: string; active: boolean; lines: readonly PopupLine[] }) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={setButton} type="button" className={style.link} aria-label={label === words ? undefined : label} aria-haspopup="menu" aria-expanded={open} data-active={active}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {icon === undefined ? null : <Icon name={icon} size={18} />}
        <span>{words}</span>
        <span className={style.sign} aria-hidden="true">▾</span>
      </button>
      {open && button !== null && <PopupMenu label={label} lines={lines} at={button} onClose={() => setOpen(false)} />}
    </>
  );
}
