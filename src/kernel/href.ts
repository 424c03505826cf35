import type { Path } from './paths.gen.ts';

/** The address of a page: `href('/order/:no', { no: 'PH1' }, { tab: 'x' })` → `/order/PH1?tab=x`. A path without a page does not compile. */
export const href = (path: Path, params: Record<string, string> = {}, query: Record<string, string | undefined> = {}): string => fill(path, params, query);

/** Fills any pattern; values are encoded. @throws Error when a name of the pattern has no value */
export function fill(pattern: string, params: Record<string, string> = {}, query: Record<string, string | undefined> = {}): string {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new Error(`${pattern} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(Object.entries(query).filter((e): e is [string, string] => e[1] !== undefined && e[1] !== '')).toString();
  return search === '' ? path : `${path}?${search}`;
}
/** A query with nested values in brackets (spec section 7), lists by their index: `{ a: { b: ['x'] } }` → `a[b][0]=x`, names and values encoded. What is undefined is left out, null is empty. */
export function queryText(query: object, within?: string): string {
  const written = Object.entries(query).map(([key, value]: [string, unknown]) => {
    const name = within === undefined ? key : `${within}[${key}]`;
    if (value === undefined) return '';
    return typeof value === 'object' && value !== null ? queryText(value, name) : `${encodeURIComponent(name)}=${value === null ? '' : encodeURIComponent(String(value))}`;
  });
  return written.filter((part) => part !== '').join('&');
}
/** Splits `/a?b=1` at the first question mark. */
export const splitHref = (address: string): [path: string, search: string] => {
  const at = address.indexOf('?');
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)];
};
