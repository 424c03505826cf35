import { expect, test } from 'vitest';
import { may, rightsOf, RIGHTS } from '../src/kernel/access.ts';
import { routesOf } from '../src/kernel/menu.ts';
import { href, splitHref } from '../src/kernel/href.ts';

test('the guard refuses to be asked without a code', () => {
  const who = { roles: ['ROOT'], perms: [] };
  for (const none of [[], '', undefined, null, 3, ['']]) expect(() => may(who, none as never)).toThrow(/sys:user:add/);
});
test('ROOT passes everything; others need one of the codes', () => {
  expect(RIGHTS.every((code) => may({ roles: ['ROOT'], perms: [] }, code))).toBe(true);
  const ops = { roles: ['2'], perms: rightsOf(2) };
  expect(may(ops, 'biz:stat:view')).toBe(false);
  expect(may(ops, ['biz:stat:view', 'biz:order:list'])).toBe(true);
});
test('menus by role are those of the spec, and an unknown role has none', () => {
  const names = (role: number) => routesOf(role).map((r) => [r.name, ...(r.children ?? []).filter((c) => !c.meta.hidden).map((c) => c.name)].join('/'));
  expect(names(1)).toEqual(['Order/OrderIndex', 'Caregiver/CaregiverIndex', 'Statistics/StatisticsIndex', 'System/User/Hospital']);
  expect(names(2)).toEqual(['Order/OrderIndex', 'Caregiver/CaregiverIndex', 'System/User']);
  expect(names(3)).toEqual(['Order/OrderIndex', 'Caregiver/CaregiverIndex']);
  expect(names(4)).toEqual(names(3));
  for (const role of [0, 5, -1, NaN]) expect([names(role), rightsOf(role)]).toEqual([[], []]);
});
test('an address is filled and encoded, never half', () => {
  expect(href('/order/:no', { no: 'PH 1/2' }, { a: '&', b: undefined })).toBe('/order/PH%201%2F2?a=%26');
  expect(() => href('/order/:no')).toThrow('needs no');
  expect(splitHref('/a?b?c')).toEqual(['/a', 'b?c']);
});
