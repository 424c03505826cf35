import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closed, fromKept, MOST_TAGS, moved, opened, pinned, successor, toKept, type Tag } from '../../src/ui/tag/tag-list.ts';

const affix: Tag = { key: '/dashboard', href: '/dashboard', stays: 'affix' };
const made = (text: string): readonly Tag[] => [affix, ...[...text].map((letter): Tag => ({ key: `/${letter.toLowerCase()}`, href: `/${letter.toLowerCase()}`, stays: letter < 'a' ? 'pinned' : null }))];
const keys = (tags: readonly Tag[]): string => tags.map(({ key, stays }) => (stays === 'affix' ? '*' : stays === 'pinned' ? key[1]!.toUpperCase() : key[1]!)).join('');

test.each([
  ['close', 'c', '*Pabd'], ['close', 'p', '*Pabcd'], ['others', 'c', '*Pc'], ['left', 'c', '*Pcd'], ['right', 'b', '*Pab'], ['all', 'c', '*P'], ['left', 'dashboard', '*Pabcd'], ['right', 'dashboard', '*P'],
] as const)('%s at %s leaves %s: what is affixed or pinned stays', (which, at, left) => {
  expect(keys(closed(made('Pabcd'), `/${at}`, which))).toBe(left);
});
test('after closing one goes to the right neighbour, else to the left', () => {
  const tags = made('abc');
  const next = (key: string, which: 'close' | 'right' | 'all' = 'close') => successor(tags, closed(tags, key, which), key)?.key;
  expect([next('/a'), next('/b'), next('/c'), next('/b', 'all')]).toEqual(['/b', '/c', '/b', '/dashboard']);
});
test('a page has one tab, at the address it was last; the oldest that may go makes room', () => {
  let tags = opened(made('P'), '/x', '/x?a=1');
  expect(opened(tags, '/x', '/x?a=2').map(({ href }) => href)).toEqual(['/dashboard', '/p', '/x?a=2']);
  for (let i = 0; i < 40; i += 1) tags = opened(tags, `/n${i}`, `/n${i}`);
  expect(tags).toHaveLength(MOST_TAGS);
  expect([tags[0]!.key, tags[1]!.key, tags.at(-1)!.key, tags.some(({ key }) => key === '/x')]).toEqual(['/dashboard', '/p', '/n39', false]);
});
test('a pinned tab stands with the pinned ones, and is let go again', () => {
  expect(keys(pinned(made('Pabc'), '/b'))).toBe('*PBac');
  expect(keys(pinned(made('PQab'), '/p'))).toBe('*Qpab');
  expect(keys(pinned(made('a'), '/dashboard'))).toBe('*a');
});
test('a tab moves among those that stay alike, and no other is lost', () => {
  expect(keys(moved(made('abc'), '/c', 1))).toBe('*cab');
  expect(keys(moved(made('abc'), '/a', 2))).toBe('*bac');
  expect(keys(moved(made('Pab'), '/a', 1))).toBe('*Pab');
  expect(keys(moved(made('ab'), '/a', 0))).toBe('*ab');
  fc.assert(fc.property(fc.nat(7), fc.nat(7), (from, to) => {
    const tags = made('PQabcd');
    expect([...keys(moved(tags, tags[from]?.key ?? '', to))].sort()).toEqual([...keys(tags)].sort());
  }));
});
test('what is kept are paths alone: no query and no title, which may hold names', () => {
  const tags = opened(pinned(made('ab'), '/b'), '/order/index', '/order/index?keyword=张三&title=张三');
  expect(toKept(tags)).toEqual(['!/b', '/a', '/order/index']);
  expect(keys(fromKept(['/a', '!/b', '/c?x=1', 5, '//evil', '/a', '/gone'], ['/dashboard'], (path) => (path === '/gone' ? null : path)))).toBe('*Ba');
  expect(fromKept({ 0: '/a' }, [], (path) => path)).toEqual([]);
});
