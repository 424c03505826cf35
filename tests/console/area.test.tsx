import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { routesOf, type RouteRow } from '../../src/kernel/menu.ts';
import { Icon } from '../../src/ui/icon.tsx';

test('every area in the menu has a picture that somebody drew', () => {
  expect(areas.length).toBeGreaterThan(5);
  for (const { id, icon, menu } of areas) {
    if (!menu) continue;
    const { container } = render(<Icon name={icon} />);
    expect([id, icon, container.querySelector('svg') !== null]).toEqual([id, icon, true]);
  }
});
test('the menu that the server sends names an area as the console does', () => {
  const rows = (list: readonly RouteRow[]): RouteRow[] => list.flatMap((row) => [row, ...rows(row.children ?? [])]);
  const sent = new Map(rows(routesOf(1)).map((row) => [row.path, row.meta]));
  for (const { path, title, icon } of areas) {
    const meta = sent.get(path);
    if (meta !== undefined) expect([path, meta.title, meta.icon]).toEqual([path, title.message, icon]);
  }
});
