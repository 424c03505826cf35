import { ROLES, type Role } from '../../kernel/access.ts';
import type { Area } from '../../kernel/area.ts';
import { routesOf } from '../../kernel/menu.ts';

const pathsOf = (role: number): string[] => routesOf(role).flatMap(({ path, children = [] }) => [path, ...children.map((child) => child.path)]);
// as the router reads an address, whatever its case and with a slash at its end
const fits = (pattern: string, path: string): boolean => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`, 'i').test(path);
/** An address as people write it, where a browser has put percent signs; null where those are broken. */
function read(path: string): string | null {
  try {
    return decodeURI(path);
  } catch {
    return null;
  }
}
/** What is shown of an address: what is broken in it, or would not be seen, stays in percent signs. */
export function shownPath(path: string): string {
  const plain = read(path);
  return plain === null || /\p{C}/u.test(plain) ? path : plain;
}
const names = (pattern: string): number => pattern.split(':').length;
/** The roles that may open this path; none: no page has it. */
export function rolesOf(path: string): Role[] {
  // a broken percent sequence names nothing
  if (read(path) === null) return [];
  // `/caregiver/:no/pay` is no `/caregiver/:no/:verb`
  const [page] = ROLES.flatMap(pathsOf).filter((pattern) => fits(pattern, path)).toSorted((a, b) => names(a) - names(b));
  return page === undefined ? [] : ROLES.filter((role) => pathsOf(role).includes(page));
}
/** How many pages are offered instead. */
const MOST = 5;
/** The pages of the menu that are open to someone with these `paths`, those of the same part of the address first. */
export function nearest(areas: readonly Area[], paths: readonly string[], path: string): Area[] {
  const first = (address: string): string | undefined => address.split('/')[1]?.toLowerCase();
  const open = areas.filter((area) => area.menu && paths.includes(area.path)).toSorted((a, b) => a.order - b.order);
  const near = open.filter((area) => first(area.path) === first(path));
  return [...near, ...open.filter((area) => !near.includes(area))].slice(0, MOST);
}
