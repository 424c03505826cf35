import { beforeEach, expect, test } from 'vitest';
import { activate, currentI18n } from '../../src/ui/language.tsx';
import { jumpsOf } from '../../src/ui/palette/jump.ts';
import { mobileIn, orderNumberIn, pasted, questionOf } from '../../src/ui/palette/query.ts';

const by = { scope: null, viewer: { paths: ['/order/index'] }, today: '2026-11-21', day: (iso: string) => iso };
const say = (text: string, more = {}) => jumpsOf(text, { ...by, ...more }).map(({ title, to }) => `${currentI18n()._(title)} ${decodeURIComponent(to.split('?')[1]!).replace(/&where.*/, '')}`);
beforeEach(() => activate('zh-cn'));

test.each([
  ['明天到期', ['2026-11-22 到期的订单 where[0]=plannedEnd:is:2026-11-22']],
  ['12-25 到期', ['2026-12-25 到期的订单 where[0]=plannedEnd:is:2026-12-25']],
  ['下周三结束', ['2026-11-25 到期的订单 where[0]=plannedEnd:is:2026-11-25']],
  ['今天到期', ['2026-11-21 到期的订单 due=ends_today']],
  ['今天开始', ['2026-11-21 开始的订单 due=starts_today']],
  ['后天开始', ['2026-11-23 开始的订单 where[0]=plannedStart:is:2026-11-23']],
  ['ends tomorrow', ['2026-11-22 到期的订单 where[0]=plannedEnd:is:2026-11-22']],
  ['tomorrow due', ['2026-11-22 到期的订单 where[0]=plannedEnd:is:2026-11-22']],
  ['starts 12/25', ['2026-12-25 开始的订单 where[0]=plannedStart:is:2026-12-25']],
  ['明天', ['2026-11-22 到期的订单 where[0]=plannedEnd:is:2026-11-22', '2026-11-22 开始的订单 where[0]=plannedStart:is:2026-11-22']],
  ['１２－２５', ['2026-12-25 到期的订单 where[0]=plannedEnd:is:2026-12-25', '2026-12-25 开始的订单 where[0]=plannedStart:is:2026-12-25']],
  ['friday', ['2026-11-27 到期的订单 where[0]=plannedEnd:is:2026-11-27', '2026-11-27 开始的订单 where[0]=plannedStart:is:2026-11-27']], ['fri', ['2026-11-27 到期的订单 where[0]=plannedEnd:is:2026-11-27', '2026-11-27 开始的订单 where[0]=plannedStart:is:2026-11-27']],
  ['due on friday', ['2026-11-27 到期的订单 where[0]=plannedEnd:is:2026-11-27']], ['ends on 1 dec', ['2026-12-01 到期的订单 where[0]=plannedEnd:is:2026-12-01']], ['到期 明天', ['2026-11-22 到期的订单 where[0]=plannedEnd:is:2026-11-22']], ['开始 12月1日', ['2026-12-01 开始的订单 where[0]=plannedStart:is:2026-12-01']],
  ...['2026年12月1日', '20261201', 'dec 1', 'December 1, 2026', '1 Dec 2026', '12月1日'].map((text): [string, string[]] => [text, ['2026-12-01 到期的订单 where[0]=plannedEnd:is:2026-12-01', '2026-12-01 开始的订单 where[0]=plannedStart:is:2026-12-01']]),
  ['本周到期', ['2026-11-16 – 2026-11-22 到期的订单 where[0]=plannedEnd:from:2026-11-16']], ['下周到期', ['2026-11-23 – 2026-11-29 到期的订单 where[0]=plannedEnd:from:2026-11-23']], ['due next month', ['2026-12-01 – 2026-12-31 到期的订单 where[0]=plannedEnd:from:2026-12-01']], ['本月开始', ['2026-11-01 – 2026-11-30 开始的订单 where[0]=plannedStart:from:2026-11-01']], ['月底到期', ['2026-11-30 到期的订单 where[0]=plannedEnd:is:2026-11-30']], ['下周', ['2026-11-23 – 2026-11-29 到期的订单 where[0]=plannedEnd:from:2026-11-23', '2026-11-23 – 2026-11-29 开始的订单 where[0]=plannedStart:from:2026-11-23']],
  ['20261301', []], ['decline 1', []], ['1225', []], ['sun', []], ['天天', []], ['证件到期', []], ['王丽', []], ['到期', []], ['', []], ['12床', []],
])('%s leads to %j', (text, wanted) => {
  expect(say(text)).toEqual(wanted);
});
test('only among orders, and only for who has their page', () => {
  expect([say('明天到期', { scope: 'person' }), say('明天到期', { viewer: { paths: [] } }), say('明天到期', { scope: 'order' }).length]).toEqual([[], [], 1]);
});

test.each([
  ['PH26112110042', 'PH26112110042'], ['ph26112110042', 'PH26112110042'], ['ＰＨ２６１１２１１００４２', 'PH26112110042'], ['PH 261121 10042', 'PH26112110042'], ['26112110042', 'PH26112110042'], ['PH261121100421', 'PH261121100421'],
  ['https://x/#/order/PH26112110042?tab=2', 'PH26112110042'], ['单号：PH26112110042，谢谢', 'PH26112110042'],
  ['PH26112110042 3床', 'PH26112110042'], ['26112110042 3床', 'PH26112110042'], ['26112110042 3', 'PH26112110042'], ['PH26112110042 2026-11-24', 'PH26112110042'], ['PH26112110042 13812345678', 'PH26112110042'], ['13812345678 26112110042', 'PH26112110042'], ['PH 261121 10042 3床', 'PH26112110042'], ['王丽 26112110042', 'PH26112110042'], ['PH1 PH26112110042', 'PH26112110042'],
  ['13812345678', null], ['TS26112110042', null], ['2026-11-24 12345', null], ['PH26132110042', null], ['10042', null], ['PH2611211004', null], ['2611211004212', null], ['', null],
])('%s holds the order number %s', (text, wanted) => {
  expect(orderNumberIn(text)).toBe(wanted);
});
test.each([['王丽 138 1234 5678', '13812345678'], ['13812345678 12床', '13812345678'], ['12 13812345678', '13812345678'], ['138-123-45678', '13812345678'], ['电话：+86 138 1234 5678，谢谢', '13812345678'], ['110101199001381234567', null], ['王丽 138 1234 567', null], ['1381234567 8床', null], ['13812345678', '13812345678'], ['138 1234 5678', '13812345678'], ['+86 138-1234-5678', '13812345678'], ['１３８１２３４５６７８', '13812345678'], ['1381234567', null], ['26112110042', null], ['12812345678', null]])('%s is the mobile number %s', (text, wanted) => {
  expect(mobileIn(text)).toBe(wanted);
});
test('what is pasted is one line, and no longer than a question', () => {
  expect(pasted('  张三\n  骨科 ')).toBe('张三 骨科');
  expect(pasted('张'.repeat(300))).toHaveLength(64);
});

test.each([
  ["张wang'li", true, '张wangli', "张wang'li"], ['张wang li', true, '张wangli', "张wang'li"], ["骨科 wang'li", true, '骨科 wangli', "骨科 wang'li"], ["lü'se", true, 'lüse', "lü'se"], ['lü bu', true, 'lübu', "lü'bu"], ["张wang'li", false, '张wangli', "张wang'li"], ['王丽 138****1003', false, '王丽 1003', '王丽 1003'],
  ['bed 32', false, '32床', '32床'], ['骨科 Bed 13', false, '骨科 13床', '骨科 13床'], ['bed a3', false, 'a3床', 'a3床'], ['bedding 3', false, 'bedding 3', 'bedding 3'], ['bed', false, 'bed', 'bed'],
  ["wang'li", true, 'wangli', "wang'li"], ['wang li', true, 'wangli', "wang'li"], ["xi'an", false, 'xian', "xi'an"], ['zhang san', false, 'zhang san', 'zhang san'], ['  王 丽 ', false, '王 丽', '王 丽'], ['ＷＬ', false, 'WL', 'WL'],
])('%s (composed: %s) asks the servers for %s and the index for %s', (text, composed, wanted, spelled) => {
  expect(questionOf(text, composed, null)).toEqual({ text: wanted, spelled, scope: null });
});
