import { createElement, type ComponentType, type ReactNode } from 'react';
import { fetchPart } from '../fetch-part.ts';
import type { TopMenuProps } from '../menu.ts';
import { getSetting } from '../setting.ts';

let view: ComponentType<TopMenuProps> | null = null;
/** Whether its code is here. */
export const hasTopMenu = (): boolean => view !== null;
/** The menu of the header; nothing until its code is here. */
export const drawTopMenu = (props: TopMenuProps): ReactNode => view && createElement(view, props);
/** Fetches it: whoever has the menu at the left needs none of it. @throws PartLost */
export async function loadTopMenu(): Promise<void> {
  view ??= (await fetchPart(() => import(/* webpackChunkName: "tags" */ './top-menu.tsx'))).default;
}
/** Whether the settings want a menu in the header on this screen. */
export const topMenuWanted = (): boolean => getSetting('layout') !== 'left' && getSetting('device') === 'desktop';
