import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { activate, currentI18n, wantWholeCatalog } from '../../src/ui/language.tsx';
import { typedCommands } from '../../src/ui/palette/typed-command.ts';
import { enter, freshPalette, ids, old, records, startPalette } from '../kit/palette.tsx';
import { press } from '../kit/typist.ts';

// The orders of a status, by its name.
freshPalette();

test.each([
  ['zh-cn', '待派单', 'pending_assign'], ['zh-cn', 'daipaidan', 'pending_assign'], ['zh-cn', 'dpd', 'pending_assign'], ['zh-cn', 'to assign', 'pending_assign'], ['zh-cn', '服务中', 'in_service'], ['zh-cn', '服务中 儿科', 'in_service'], ['zh-cn', '儿科 服务中', 'in_service'],
  ['zh-cn', '待服务', 'pending_service'], ['zh-cn', '待结清', 'pending_payment'], ['zh-cn', '待评价', 'pending_evaluation'], ['zh-cn', '退款中', 'refunding'], ['zh-cn', '已完成', 'closed'], ['zh-cn', '已取消', 'cancelled'],
  ['en', 'in service', 'in_service'], ['en', 'In service 儿科', 'in_service'], ['en', 'To assign', 'pending_assign'], ['en', '待派单', 'pending_assign'], ['en', 'dpd', 'pending_assign'], ['en', 'closed', 'closed'],
] as const)('in %s “%s” leads to the list of %s', async (language, text, status) => {
  await activate(language);
  await startPalette();
  await enter(['Control+k', ...text]);
  expect(ids()[0]).toBe(`order.status.${status}`);
  press('Enter');
  expect(location.hash).toBe(`#/order/index?status=${status}`);
});
test.each([['zh-cn', '服务中 骨科'], ['zh-cn', '骨科 fuwuzhong'], ['en', 'In service 骨科'], ['zh-cn', '服务中 王丽']] as const)('in %s “%s” are those orders; the list of the status stands below them', async (language, text) => {
  await activate(language);
  await startPalette();
  await enter(['Control+k', ...text]);
  await waitFor(() => expect(ids().at(-1)).toBe('order.status.in_service'));
  expect(ids()).toEqual([...records(), 'order.status.in_service']);
  expect(records().length).toBeGreaterThan(3);
});
test.each([
  ['zh-cn', '逾期', 'overdue', 'due'], ['zh-cn', 'yuqi', 'overdue', 'due'], ['zh-cn', '过期未办', 'overdue', 'due'], ['en', 'overdue', 'overdue', 'due'], ['zh-cn', '欠款', 'pending_payment', 'status'], ['zh-cn', 'qiankuan', 'pending_payment', 'status'], ['en', 'owed', 'pending_payment', 'status'],
] as const)('in %s “%s”, as people say it, leads to what the dashboard counts as %s', async (language, text, which, by) => {
  await activate(language);
  await startPalette();
  await enter(['Control+k', ...text]);
  expect(ids()[0]).toBe(`order.status.${which}`);
  expect(document.querySelector(`[data-row="order.status.overdue"]`)?.textContent ?? '').toMatch({ 'zh-cn': /^(订单 · 过期未办)?$/, en: /^(Orders · Overdue)?$/ }[language]);
  press('Enter');
  expect(location.hash).toBe(`#/order/index?${by}=${which}`);
});
test.each([['服务中', 'in_service'], ['dpd', 'pending_assign'], ['已取消', 'cancelled']])('among orders too #%s leads to that list', async (text, status) => {
  await startPalette();
  await enter(['Control+k', '#', ...text]);
  expect(ids()).toEqual([`order.status.${status}`]);
  press('Enter');
  expect(location.hash).toBe(`#/order/index?status=${status}`);
});
test.each(['@', '%', ':'])('after %s it is no status', async (sign) => {
  await startPalette();
  await enter(['Control+k', sign, ...'服务中']);
  expect(ids()).toEqual([]);
});
test('it says what it opens, in the language in use; records stay records', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'待派单']);
  await s.settle([old('PH1')]);
  expect(document.querySelector('[data-row="order.status.pending_assign"]')!.textContent).toContain('订单 · 待派单');
  expect(records()).toEqual(['order:PH1']);
});
test('only for who has the list, and for what begins or names one', async () => {
  const idsOf = (text: string, paths = ['/order/index']) => typedCommands({ text, spelled: text, scope: null }, { paths }, String).map(({ id }) => id.slice(13));
  expect([idsOf('待派单', []), ...['', '订单', '派单', '待', 'cl', '服务中骨科'].map((text) => idsOf(text))]).toEqual([[], [], [], [], ['pending_assign', 'pending_service', 'pending_payment', 'pending_evaluation'], ['closed'], ['in_service']]);
});
test('what it is called is put together by words of the catalogue: of others a build complains', async () => {
  await wantWholeCatalog();
  const [found] = typedCommands({ text: '退款中', spelled: '退款中', scope: null }, { paths: ['/order/index'] }, (words) => currentI18n()._(words));
  expect(currentI18n().messages).toHaveProperty([found!.title.id]);
  expect(currentI18n()._(found!.title)).toBe('订单 · 退款中');
});
