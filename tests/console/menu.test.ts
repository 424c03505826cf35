import { expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { allowedBy } from '../../src/areas/session/client.ts';
import { routesOf, type RouteRow } from '../../src/kernel/menu.ts';
import { activate, currentI18n, wantWholeCatalog } from '../../src/ui/language.tsx';
import { currentLine, currentTop, menuOf, type MenuLine } from '../../src/ui/menu.ts';

const STATIC = ['/dashboard', '/profile'];
const of = (rows: readonly RouteRow[]): MenuLine[] => {
  const allowed = allowedBy(rows);
  return menuOf(areas, { role: 1, roles: ['ROOT'], perms: [], paths: [...STATIC, ...allowed.paths], allowed } as never);
};
const words = (menu: readonly MenuLine[]): unknown[] => menu.map((line) => (line.lines.length === 0 ? currentI18n()._(line.title) : [currentI18n()._(line.title), ...words(line.lines)]));
const page = (path: string, meta: Partial<RouteRow['meta']> = {}): RouteRow => ({ path, component: path, name: path, meta: { title: path, ...meta } });
const group = (path: string, children: RouteRow[], meta: Partial<RouteRow['meta']> = {}): RouteRow => ({ ...page(path, meta), redirect: children[0]!.path, children });

test('each role has the menus of the spec: a group that is always shown stays one with a single line', async () => {
  await activate('zh-cn');
  const base = ['首页', '订单管理', '护工管理'];
  expect(words(of(routesOf(1)))).toEqual([...base, '数据统计', ['系统管理', '账号管理', '医院管理']]);
  expect(words(of(routesOf(2)))).toEqual([...base, ['系统管理', '账号管理']]);
  expect(words(of(routesOf(3)))).toEqual(base);
  expect(words(of(routesOf(4)))).toEqual(base);
});
test('what is hidden is in no menu, and a group with nothing else in it neither', () => {
  expect(of([group('/a', [page('/a/b', { hidden: true })]), page('/c', { hidden: true }), group('/d', [page('/d/e'), page('/d/f', { hidden: true })])]).map(({ path }) => path)).toEqual(['/dashboard', '/d/e']);
});
test('a group of one line is that line; of several a group; a title that the build does not know is the server’s', () => {
  const menu = of([group('/a', [page('/a/b')]), group('/d', [page('/d/e'), page('/d/f')], { title: '组' })]);
  expect(menu.slice(1).map(({ title, lines }) => [currentI18n()._(title), lines.length])).toEqual([['/a/b', 0], ['组', 2]]);
});
test('params of a route are the query of its link', () => {
  expect(of([page('/a', { params: { kind: 'x y', title: '&' } })])[1]!.to).toBe('/a?kind=x+y&title=%26');
  expect(of([group('/g', [page('/g/a', { params: { b: '1' } }), page('/g/c')])])[1]!.to).toBe('/g/a?b=1');
});
test('affix pages are told apart', () => {
  expect(allowedBy([group('/a', [page('/a/b', { affix: true }), page('/a/c')])]).affix).toEqual(['/a/b']);
});
test('an address belongs to its page, else to the only line of its area', () => {
  const menu = of(routesOf(1));
  const at = (path: string): unknown[] => [currentTop(menu, path)?.path, currentLine(menu, path)?.path];
  expect(at('/order/index')).toEqual(['/order/index', '/order/index']);
  expect(at('/order/PH1/print')).toEqual(['/order/index', '/order/index']);
  expect(at('/system/hospital')).toEqual(['/system', '/system/hospital']);
  // none of the two lines is the page of dictionaries
  expect(at('/system/dict')).toEqual(['/system', undefined]);
  expect(at('/profile')).toEqual([undefined, undefined]);
});
test('an address is read as the router reads it, whatever its case and with a slash at its end', () => {
  const menu = of(routesOf(1));
  const at = (path: string): unknown[] => [currentTop(menu, path)?.path, currentLine(menu, path)?.path];
  expect(at('/system/user/')).toEqual(['/system', '/system/user']);
  expect(at('/Order/Index')).toEqual(['/order/index', '/order/index']);
  expect(at('/ORDER/PH1/')).toEqual(['/order/index', '/order/index']);
  expect(at('/Profile/')).toEqual([undefined, undefined]);
});
test('what only the server knows is said by words of the catalogue: of others a build complains', async () => {
  await activate('zh-cn');
  await wantWholeCatalog();
  const [, line] = of([page('/a', { title: '组 {x}' })]);
  expect(currentI18n().messages).toHaveProperty([line!.title.id]);
  expect(currentI18n()._(line!.title)).toBe('组 {x}');
});
