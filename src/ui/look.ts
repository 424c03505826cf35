import type { SettingName, Settings } from '../kernel/setting.ts';
import { DEFAULTS } from '../kernel/setting.ts';
import { accent, type Mode } from './theme.ts';

const PROPERTIES = ['--accent', '--on-accent', '--accent-soft', '--accent-text', '--focus'] as const;

/** Light or dark as a theme is drawn: `auto` follows the system. */
export const modeOf = (theme: Settings['theme'], prefersDark: boolean): Mode => (theme === 'auto' ? (prefersDark ? 'dark' : 'light') : theme);
/**
 * Shows settings on the document, whose attributes are what style sheets ask: `data-theme`, `-size`, `-layout`, `-sidebar`, `-logo`, `-tags`.
 * The boot script does so before the first paint, the console whenever one changes: prerendered HTML has the defaults, and nothing of it may flash.
 */
export function showLook(html: HTMLElement, value: <N extends SettingName>(name: N) => Settings[N], prefersDark: boolean): void {
  const mode = modeOf(value('theme'), prefersDark);
  const flag = (name: 'sidebarLogo' | 'tagsView'): string => (value(name) ? 'on' : 'off');
  Object.assign(html.dataset, { theme: mode, size: value('size'), layout: value('layout'), sidebar: value('sidebarStatus'), logo: flag('sidebarLogo'), tags: flag('tagsView') });
  const colour = value('themeColor');
  const own = colour.toUpperCase() === DEFAULTS.themeColor ? null : accent(colour, mode);
  for (const name of PROPERTIES) {
    if (own === null) html.style.removeProperty(name);
    else html.style.setProperty(name, own[name]);
  }
}
