import type { MenuRoute } from '../../machines/session.ts';
import type { Area, Command, Viewer, Words } from '../kernel/area.ts';
import { fill } from '../kernel/href.ts';
import { wholeWords } from './whole-words.ts';

/** A line of the menu, or a group of lines. */
export interface MenuLine {
  path: string;
  /** Where its link leads: the path with the route's own query; of a group, its first line. */
  to: string;
  title: Words;
  icon: string;
  /** Lines of a group; none: it is a page. */
  lines: readonly MenuLine[];
  /** What opens it, whose key its link shows. */
  opens: Command | undefined;
}
/** What the header's menu is made of. */
export interface TopMenuProps {
  menu: readonly MenuLine[];
  path: string;
  /** Groups open a menu of their lines; otherwise they lead to their first, and the sidebar has the others. */
  opens: boolean;
}
/** What the server's menu says of somebody; tests and prerendered pages know none. */
type Asker = Viewer & { allowed?: { menu?: readonly MenuRoute[]; mustChange?: boolean } };

/** The areas of the menu that this person may open, for whom nothing is known of the server's. */
const known = (areas: readonly Area[], viewer: Viewer): MenuRoute[] => areas.filter((area) => area.menu && area.everyone !== true && viewer.paths.includes(area.path)).toSorted((a, b) => a.order - b.order).map(({ path, icon }) => ({ path, title: path, icon }));

/**
 * The menu of this person: what is everyone's first, then the server's routes in their order (spec section 2). A group of one line is
 * that line, unless it is always shown; a route that the build does not know keeps the server's title.
 */
export function menuOf(areas: readonly Area[], viewer: Asker): MenuLine[] {
  const opens = (path: string): Command | undefined => areas.flatMap(({ commands = [] }) => commands).find(({ goes }) => goes === path);
  const page = ({ path, title, icon = '', params }: MenuRoute): MenuLine => {
    const area = areas.find((one) => one.path === path);
    return { path, to: fill(path, {}, params), title: area?.title ?? wholeWords(title), icon: area?.icon ?? icon, lines: [], opens: opens(path) };
  };
  const line = (route: MenuRoute): MenuLine => {
    const { path, title, icon = '', alwaysShow, children = [] } = route;
    const lines = children.map(page);
    if (lines.length === 0 || (lines.length === 1 && alwaysShow !== true)) return lines[0] ?? page(route);
    const group = areas.find((one) => one.group?.path === path)?.group;
    return { path, to: lines[0]!.to, title: group?.title ?? wholeWords(title), icon, lines, opens: undefined };
  };
  // with a one-time password the server tells of routes that it would refuse
  const routes = viewer.allowed?.mustChange === true ? [] : (viewer.allowed?.menu ?? known(areas, viewer));
  const everyone = areas.filter((area) => area.menu && area.everyone === true && viewer.paths.includes(area.path)).toSorted((a, b) => a.order - b.order);
  return [...everyone.map(({ path, icon }) => page({ path, title: path, icon })), ...routes.map(line)];
}

// as the router reads an address, whatever its case and with a slash at its end
const parts = (path: string): string[] => path.toLowerCase().replace(/\/$/, '').split('/');
const is = (line: MenuLine, path: string): boolean => parts(line.path).join() === parts(path).join();
const under = (line: MenuLine, path: string): boolean => parts(line.path)[1] === parts(path)[1];
/** The line of the whole menu that an address belongs to: the page itself, else the only one of its area. */
export function currentLine(menu: readonly MenuLine[], path: string): MenuLine | undefined {
  const all = menu.flatMap((line) => (line.lines.length === 0 ? [line] : line.lines));
  const exact = all.find((line) => is(line, path));
  const near = all.filter((line) => under(line, path));
  return exact ?? (near.length === 1 && currentTop(menu, path)?.lines.length === 0 ? near[0] : undefined);
}
/** The line or group at the top of the menu that an address belongs to. */
export const currentTop = (menu: readonly MenuLine[], path: string): MenuLine | undefined => menu.find((line) => [line, ...line.lines].some((one) => is(one, path))) ?? menu.find((line) => under(line, path));
