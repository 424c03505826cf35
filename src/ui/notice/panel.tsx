import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../format.ts';
import { composing, pressed } from '../key.ts';
import { LIST_KEYS, OWN_KEYS } from '../key-entry.ts';
import { KeyCap, useKeyProps } from '../bound-key.tsx';
import { useModal } from '../modal.ts';
import { onShade } from '../shade.ts';
import control from '../style/control.module.css';
import style from './notice.module.css';
import { kindsNow, openNotice, readAgain, seeAll, toggleNotices, unreadOf, useNotices } from './state.ts';

/** The notices over the page: a line for each kind, with how many and how many new ones. ↓ ↑ go from line to line, Home and End to the first and the last, Enter opens the rows. */
export default function NoticePanel() {
  const keys = useKeyProps();
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { notices, failed } = useNotices();
  const modal = useModal(toggleNotices);
  const [kinds] = useState(kindsNow);
  const list = useRef<HTMLUListElement>(null);
  const lines = (): HTMLElement[] => [...(list.current?.querySelectorAll('a') ?? [])];
  // the names come with being looked at
  useEffect(() => void readAgain(), []);
  useEffect(() => onShade(modal.ref.current!, toggleNotices), [modal.ref]);
  const unread = unreadOf(notices);
  const [first] = useState(() => kinds.find(({ id }) => (notices?.of[id]?.unread ?? 0) > 0)?.id ?? kinds[0]?.id);
  useEffect(() => list.current?.querySelector<HTMLElement>(`a[data-kind="${first}"]`)?.focus(), [first]);
  const press = (event: KeyboardEvent): void => {
    modal.onKeyDown(event);
    if (composing(event.nativeEvent)) return;
    const edge = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : null;
    if (edge !== null) {
      event.preventDefault();
      return lines().at(edge)?.focus();
    }
    const step = event.key === 'ArrowDown' || pressed(event.nativeEvent, LIST_KEYS.down) ? 1 : event.key === 'ArrowUp' || pressed(event.nativeEvent, LIST_KEYS.up) ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all = lines();
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
  };
  /** All are read: the button goes, and the focus to the lines. */
  const read = (): void => {
    lines()[0]?.focus();
    void seeAll();
  };
  const comma = t`、`;
  const from = notices === null ? '' : format.instant(notices.at);
  const empty = notices !== null && kinds.every(({ id }) => (notices.of[id]?.total ?? 0) === 0);
  return (
    // the focus goes from line to line: it is no control itself
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog {...modal} className={style.panel} aria-labelledby="notice-title" onKeyDown={press}>
      <div className={style.head}>
        <h2 id="notice-title"><Trans>提醒</Trans></h2>
        {unread > 0 && <button type="button" className={`${control.button} ${control.quiet}`} onClick={read}><Trans>全部标为已读</Trans></button>}
      </div>
      {failed !== null && <p role="alert" className={style.failed}>{notices === null ? failed.message : t`没有取到新的，下面截至 ${from}。`} <button type="button" className={control.button} onClick={() => void readAgain()}><Trans>重试</Trans></button></p>}
      <ul ref={list} className={style.lines} aria-busy={notices === null && failed === null}>
        {kinds.map(({ id, title, to }) => {
          const { total, unread: fresh, names } = notices?.of[id] ?? { total: null, unread: 0, names: [] };
          const said = names.join(comma);
          return (
            <li key={id}>
              <a
                className={style.line} href={`#${to}`} data-kind={id} data-unread={fresh > 0}
                onClick={(event) => {
                  // with a modifier it is the browser's own: another tab
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  openNotice(id);
                }}
              >
                <span className={style.title}>{i18n._(title)}</span>
                <span className={style.fresh}>{fresh > 0 && <Plural value={fresh} other="# 条未读" />}</span>
                <span className={style.total}>{total === null ? failed === null ? <span className={style.skeleton} /> : '—' : format.number(total)}</span>
                {total !== 0 && <span className={style.names}>{said === '' ? '\u00a0' : total !== null && total > names.length ? t`${said} 等` : said}</span>}
              </a>
            </li>
          );
        })}
      </ul>
      {empty && <p className={style.empty}><Trans>现在没有要提醒的。上面哪一项有了，数字会自己变。</Trans></p>}
      <p className={style.foot}>
        <span className={style.enter}><KeyCap of={LIST_KEYS.open} /> <Trans>打开列表</Trans></span>
        <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={toggleNotices}><Trans>关闭</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
      </p>
    </dialog>
  );
}
