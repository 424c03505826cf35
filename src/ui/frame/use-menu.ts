import { useEffect, useMemo, useState } from 'react';
import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { announce } from '../announce.tsx';
import { PartLost } from '../fetch-part.ts';
import { currentI18n } from '../language.tsx';
import { currentTop, menuOf, type MenuLine } from '../menu.ts';
import { onBack } from '../network.ts';
import type { SignedIn } from '../session.ts';
import { setSetting, useSetting } from '../setting.ts';
import { hasTopMenu, loadTopMenu } from './top-menu-part.ts';

/** What of the menu stands where. */
interface Placed {
  /** All of it; null: not known yet. */
  menu: readonly MenuLine[] | null;
  layout: 'left' | 'top' | 'mix';
  /** What stands at the left; null: nothing does. */
  side: readonly MenuLine[] | null;
  /** The group that the left is of. */
  group: MenuLine | undefined;
  /** The header's menu could not be fetched: the sheet serves instead. */
  lost: boolean;
}
/**
 * The menu by the layout (spec section 3): left, all of it at the left; top, all in the header; mix, its top in the header and at the
 * left the lines of the group that is open, or of the one that was last (`activeTopMenuPath`) where the page belongs to none.
 */
export function useMenu(areas: readonly Area[], viewer: SignedIn | null, path: string, narrow: boolean): Placed {
  const layout = useSetting('layout');
  const active = useSetting('activeTopMenuPath');
  const menu = useMemo(() => (viewer === null ? null : menuOf(areas, viewer)), [areas, viewer]);
  const over = layout !== 'left' && !narrow;
  const [, setArrived] = useState(false);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (!over || hasTopMenu()) return;
    const load = (): unknown => loadTopMenu().then(() => setArrived(true), (error: unknown) => {
      setLost(true);
      announce(currentI18n()._(error instanceof PartLost && error.answers ? msg`系统已更新` : msg`网络不通`));
    });
    load();
    return onBack(() => void (hasTopMenu() || load()));
  }, [over]);
  const top = menu === null ? undefined : currentTop(menu, path);
  const opened = top?.path;
  useEffect(() => {
    if (layout === 'mix' && opened !== undefined) setSetting('activeTopMenuPath', opened);
  }, [layout, opened]);
  const group = layout !== 'mix' || narrow ? undefined : (top ?? menu?.find((line) => line.path === active));
  // in the prerendered page the left has its place whatever the layout: what is stored is not known there
  const side = narrow ? (menu === null ? [] : null) : layout === 'left' || menu === null ? (menu ?? []) : group !== undefined && group.lines.length > 0 ? group.lines : null;
  return { menu, layout, side, group: group?.lines.length ? group : undefined, lost: lost && over && !hasTopMenu() };
}
