import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from 'wouter';
import { announce } from '../announce.tsx';
import { useKeys } from '../bound-key.tsx';
import { PopupMenu, type Anchor, type PopupLine } from '../frame/popup-menu.tsx';
import { Icon } from '../icon.tsx';
import { pressed, pressedOf } from '../key.ts';
import { OWN_KEYS } from '../key-entry.ts';
import { heldBack } from '../leave.ts';
import { navigate } from '../location.ts';
import { resolve } from '../route.ts';
import { onSignedOut } from '../session.ts';
import { dropPages, homeOf, keyOf } from '../stack.ts';
import control from '../style/control.module.css';
import type { TagsProps } from './props.ts';
import { setTagActor, type TagAct } from './tag-act.ts';
import style from './tag-bar.module.css';
import { TAG_COMMANDS } from './tag-command.ts';
import { useTagDrag } from './tag-drag.ts';
import { closed, moved, opened, pinned, successor, type Tag } from './tag-list.ts';
import { useTagName } from './tag-name.ts';
import { endTags, setTags, startTags, tagsNow, useTags } from './tag-store.ts';

onSignedOut(endTags);
/** Pages that are about something else than themselves have no tab. */
const NO_TAG = ['/401', '/404'];
const affixOf = (affix: readonly string[] = []): string[] => ['/dashboard', ...affix.filter((path) => path !== '/dashboard')];

/** The open pages as tabs under the header (spec section 3, "tags view"). */
export default function TagBar({ areas, pages, top, viewer }: TagsProps) {
  const { t, i18n } = useLingui();
  const { parser } = useRouter();
  const bar = useRef<HTMLDivElement>(null);
  const tags = useTags();
  const titleOf = useTagName(areas, pages);
  const [menu, setMenu] = useState<{ key: string; at: Anchor } | null>(null);
  /** What the focus goes to once it is drawn. */
  const wish = useRef<string | null>(null);
  /** The tab that closes when its page has been left. */
  const leaving = useRef<{ to: string; left: readonly Tag[] } | null>(null);
  const current = top === undefined || NO_TAG.includes(top.page.path) ? undefined : top.key;
  const [reached, setReached] = useState<string | null>(null);
  const focusable = tags.some(({ key }) => key === reached) ? reached : (current ?? tags[0]?.key);
  const elementOf = (key: string): HTMLElement | null => bar.current?.querySelector<HTMLElement>(`[data-tag="${CSS.escape(key)}"]`) ?? null;

  useEffect(() => {
    startTags(viewer.userId, affixOf(viewer.allowed.affix), (path) => {
      const target = resolve(path, { parser, pages, phase: 'in', viewer });
      return target.kind !== 'page' ? null : keyOf({ page: target.page, href: path, cached: viewer.allowed.cached.includes(target.page.path) });
    });
  }, [viewer, parser, pages]);
  const href = top && homeOf(top);
  useEffect(() => {
    if (current === undefined || href === undefined) return;
    const { to, left } = leaving.current ?? {};
    leaving.current = null;
    if (left !== undefined && to === current) {
      const gone = tagsNow().filter((tag) => !left.includes(tag)).map((tag) => tag.key);
      setTags(left);
      dropPages(gone);
    }
    setTags(opened(tagsNow(), current, href));
    setReached(null);
  }, [current, href]);
  /** Brings a tab into sight by moving the bar alone. */
  const reveal = (key: string | undefined): void => {
    const one = key === undefined ? null : elementOf(key)?.parentElement;
    const own = bar.current;
    if (!one || own === null) return;
    const [inner, outer] = [one.getBoundingClientRect(), own.getBoundingClientRect()];
    if (inner.left < outer.left) own.scrollLeft -= outer.left - inner.left;
    else if (inner.right > outer.right) own.scrollLeft += inner.right - outer.right;
  };
  useLayoutEffect(() => {
    const wanted = wish.current;
    wish.current = null;
    // a tab that was moved in the document has lost the focus
    if (wanted !== null) elementOf(wanted)?.focus({ preventScroll: true });
    reveal(wanted ?? current);
  }, [tags, current]);

  const close = (key: string, which: 'close' | 'others' | 'left' | 'right' | 'all'): void => {
    const all = tagsNow();
    const left = closed(all, key, which);
    // what a key could not do is said
    if (left.length === all.length) return announce(which === 'close' ? t`这个标签页固定着，不能关闭` : t`没有可以关闭的标签页`);
    const inside = bar.current?.contains(document.activeElement) === true;
    const next = successor(all, left, current !== undefined && !left.some((tag) => tag.key === current) ? current : key);
    const wishes = (): void => void (inside && next !== undefined && (wish.current = next.key));
    if (current !== undefined && !left.some((tag) => tag.key === current)) {
      // it closes once its page has been left: who is asked about what was typed may stay
      const leaves = (): void => {
        leaving.current = { to: next?.key ?? '/dashboard', left };
        wishes();
        // the page that comes does not take the focus (landing.ts)
        if (inside) bar.current!.dataset['keeps'] = '';
      };
      return navigate(next?.href ?? '/dashboard', { leaving: leaves });
    }
    wishes();
    setTags(left);
    dropPages(all.filter((tag) => !left.includes(tag)).map((tag) => tag.key));
  };
  const act = (what: TagAct, key: string | undefined): void => {
    const all = tagsNow();
    const at = all.findIndex((tag) => tag.key === key);
    const tag = all[at];
    if (key === undefined || tag === undefined) return announce(t`这一页没有标签页`);
    if ((what === 'next' || what === 'previous') && all.length === 1) return announce(t`只有这一个标签页`);
    if (what === 'next' || what === 'previous') return navigate(all[(at + (what === 'next' ? 1 : -1) + all.length) % all.length]!.href);
    if (what === 'refresh') {
      // in the place of the page, which is left all the same
      const again = (): void => navigate(`/redirect${key === current ? top!.href : tag.href}`, { replace: key === current });
      return key === current && heldBack(again) ? undefined : again();
    }
    if (what !== 'pin' && what !== 'move-left' && what !== 'move-right') return close(key, what);
    if (elementOf(key) === document.activeElement) wish.current = key;
    if (what === 'pin') {
      if (tag.stays !== 'affix') setTags(pinned(all, key));
      return announce(tag.stays === 'affix' ? t`这个标签页一直固定着` : tag.stays === 'pinned' ? t`已取消固定` : t`已固定`);
    }
    const next = moved(all, key, at + (what === 'move-left' ? -1 : 1));
    if (next === all) announce(what === 'move-left' ? t`不能再往左移` : t`不能再往右移`);
    setTags(next);
  };
  /** The tab that has the focus, else the one that is open. */
  const meant = (): string | undefined => (document.activeElement instanceof HTMLElement && bar.current?.contains(document.activeElement) ? document.activeElement.dataset.tag : undefined) ?? current;
  const latest = useRef(act);
  useEffect(() => void (latest.current = act));
  const aim = useRef(meant);
  useEffect(() => void (aim.current = meant));
  useEffect(() => setTagActor((what) => latest.current(what, aim.current())), []);
  // what has the focus asks for these itself
  useKeys([[OWN_KEYS.tagStep], [OWN_KEYS.tagDelete], [OWN_KEYS.tagMenu]]);
  const drag = useTagDrag(bar, (key, to) => setTags(moved(tagsNow(), key, to)));

  const onKeyDown = (event: KeyboardEvent): void => {
    const key = event.target instanceof HTMLElement ? event.target.dataset.tag : undefined;
    if (key === undefined) return;
    const all = tagsNow();
    const at = all.findIndex((tag) => tag.key === key);
    const step = pressedOf(event.nativeEvent, OWN_KEYS.tagStep);
    if (step >= 0) {
      const next = all[[Math.min(at + 1, all.length - 1), Math.max(at - 1, 0), 0, all.length - 1][step]!]!.key;
      setReached(next);
      elementOf(next)?.focus({ preventScroll: true });
      reveal(next);
    } else if (pressed(event.nativeEvent, OWN_KEYS.tagDelete)) close(key, 'close');
    else if (pressed(event.nativeEvent, OWN_KEYS.tagMenu)) setMenu({ key, at: event.target as HTMLElement });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onContextMenu = (event: MouseEvent): void => {
    const key = (event.target as Element).closest('li')?.querySelector<HTMLElement>('[data-tag]')?.dataset.tag;
    if (key === undefined) return;
    event.preventDefault();
    if (event.button === 2) setMenu({ key, at: { x: event.clientX, y: event.clientY } });
  };
  const lines = (of: string): PopupLine[] => {
    const tag = tags.find(({ key }) => key === of);
    return TAG_COMMANDS.filter(({ value }) => value !== 'next' && value !== 'previous').map((command) => {
      const what = command.value as TagAct;
      const off = what === 'pin' ? tag?.stays === 'affix' : what === 'move-left' ? moved(tags, of, tags.findIndex(({ key }) => key === of) - 1) === tags : what === 'move-right' ? moved(tags, of, tags.findIndex(({ key }) => key === of) + 1) === tags : what !== 'refresh' && closed(tags, of, what as 'close').length === tags.length;
      const words = what === 'pin' ? (tag?.stays === 'pinned' ? t`取消固定` : t`固定`) : i18n._(command.title);
      return { id: command.id, words, of: command, off, run: () => act(what, of), ...(what === 'close' || what === 'move-left' ? { part: true as const } : {}) };
    });
  };
  return (
    <>
      <div ref={bar} className={style.bar} role="toolbar" tabIndex={-1} aria-label={t`标签页`} onKeyDown={onKeyDown} onContextMenu={onContextMenu} {...drag}>
        <ul className={style.tags}>
          {tags.map((tag) => {
            const title = titleOf(tag);
            return (
              <li key={tag.key} className={style.tag} data-current={tag.key === current}>
                <a
                  href={`#${tag.href}`} className={style.link} data-tag={tag.key} tabIndex={tag.key === focusable ? 0 : -1} draggable={false} title={title} aria-current={tag.key === current ? 'page' : undefined}
                  onFocus={() => setReached(tag.key)}
                  onClick={(event) => {
                    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
                    event.preventDefault();
                    navigate(tag.href);
                  }}
                  onAuxClick={(event) => {
                    if (event.button !== 1) return;
                    event.preventDefault();
                    close(tag.key, 'close');
                  }}
                >
                  {tag.stays === 'pinned' && <Icon name="pin" size={14} />}
                  <span className={style.words}>{title}</span>
                  {tag.stays === 'pinned' && <span className={control.hidden}>{t`已固定`}</span>}
                </a>
                {tag.stays === null && <button type="button" className={style.close} tabIndex={-1} aria-label={t`关闭 ${title}`} onClick={() => close(tag.key, 'close')}><Icon name="close" size={14} /></button>}
              </li>
            );
          })}
        </ul>
      </div>
      {menu !== null && <PopupMenu label={t`标签页`} lines={lines(menu.key)} at={menu.at} onClose={() => setMenu(null)} />}
    </>
  );
}
