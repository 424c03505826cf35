import { beforeEach, expect, test } from 'vitest';
import { activate, currentI18n } from '../../src/ui/language.tsx';
import { jumpsOf } from '../../src/ui/palette/jump.ts';
import { mobileIn, orderNumberIn, orderNumbersIn, pasted } from '../../src/ui/palette/query.ts';
import { questionOf } from '../../src/ui/palette/question.ts';

const by = { scope: null, viewer: { paths: ['/order/index'] }, today: '2026-11-21', day: (iso: string) => iso };
const say = (text: string, more = {}) => jumpsOf(text, { ...by, ...more }).map(({ title, to }) => `${currentI18n()._(title)} ${decodeURIComponent(to.split('?')[1]!).replace(/&where.*/, '')}`);
const asks = (field: string, days: string): string => `where[0]=${field}:${days.includes(' ') ? 'from' : 'is'}:${days.slice(0, 10)}`;
const ends = (days: string): string[] => [`${days} 到期的订单 ${asks('plannedEnd', days)}`];
const both = (days: string): string[] => [...ends(days), `${days} 开始的订单 ${asks('plannedStart', days)}`];
beforeEach(() => activate('zh-cn'));

test.each([
  ['3天内到期', ends('2026-11-21 – 2026-11-24')], ['三天内结束', ends('2026-11-21 – 2026-11-24')], ['一周内到期', ends('2026-11-21 – 2026-11-28')], ['未来两周到期', ends('2026-11-21 – 2026-12-05')], ['due within 3 days', ends('2026-11-21 – 2026-11-24')], ['ending in the next 7 days', ends('2026-11-21 – 2026-11-28')], ['7天内', both('2026-11-21 – 2026-11-28')], ['3天', []], ['七天', []],
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
  ['本月', both('2026-11-01 – 2026-11-30')], ['下个月', both('2026-12-01 – 2026-12-31')], ['下月', both('2026-12-01 – 2026-12-31')], ['this week', both('2026-11-16 – 2026-11-22')], ['Next week', both('2026-11-23 – 2026-11-29')], ['this month', both('2026-11-01 – 2026-11-30')], ['next month', both('2026-12-01 – 2026-12-31')], ['这个月', both('2026-11-01 – 2026-11-30')], ['下个礼拜', both('2026-11-23 – 2026-11-29')], ['月底', both('2026-11-30')],
  ['上周到期', ends('2026-11-09 – 2026-11-15')], ['due last month', ends('2026-10-01 – 2026-10-31')], ['周末到期', ends('2026-11-21 – 2026-11-22')], ['due this weekend', ends('2026-11-21 – 2026-11-22')],
  ['三天后到期', ends('2026-11-24')], ['两周后到期', ends('2026-12-05')], ['十一月三十日到期', ends('2026-11-30')], ['十二月一日', both('2026-12-01')], ['十一月三十到期', ends('2026-11-30')], ['二〇二六年十二月二十五日到期', ends('2026-12-25')], ['二十五号到期', ends('2026-11-25')], ['下周三结束', ends('2026-11-25')], ['周一到期', ends('2026-11-23')],
  ['12月到期', ends('2026-12-01 – 2026-12-31')], ['十二月份到期', ends('2026-12-01 – 2026-12-31')], ['1月结束', ends('2027-01-01 – 2027-01-31')], ['2026年12月到期', ends('2026-12-01 – 2026-12-31')], ['12月底到期', ends('2026-12-31')], ['due in december', ends('2026-12-01 – 2026-12-31')], ['december due', ends('2026-12-01 – 2026-12-31')], ['ends Dec 2026', ends('2026-12-01 – 2026-12-31')], ['12月', both('2026-12-01 – 2026-12-31')], ['13月到期', []], ['due in decline', []], ['december', []], ['may', []],
  ['明天下午到期', ends('2026-11-22')], ['明早到期', ends('2026-11-22')], ['今晚到期', ['2026-11-21 到期的订单 due=ends_today']], ['12月1日上午开始', ['2026-12-01 开始的订单 where[0]=plannedStart:is:2026-12-01']], ['due tomorrow afternoon', ends('2026-11-22')], ['明天下午', both('2026-11-22')], ['下午', []], ['下午到期', []], ['am', []],
  ...(['12月1日到12月5日', '12月1日至5日', '12.1-12.5', '12/1-12/5', '12月1日-5日', '12月1日—12月5日', '12-01~12-05', '2026-12-01到2026-12-05', '2026 年 12 月 1 日 到 2026 年 12 月 5 日', 'dec 1 to dec 5', 'from dec 1 to dec 5'] as const).map((text): [string, string[]] => [text, both('2026-12-01 – 2026-12-05')]),
  ['12月1日到12月5日到期', ends('2026-12-01 – 2026-12-05')], ['周一到周五到期', ends('2026-11-23 – 2026-11-27')], ['明天到后天', both('2026-11-22 – 2026-11-23')], ['12月28日到1月3日到期', ends('2026-12-28 – 2027-01-03')], ['本周到下周到期', ends('2026-11-16 – 2026-11-29')], ['due dec 1 to dec 5', ends('2026-12-01 – 2026-12-05')], ['12月5日到12月1日', []], ['3-12床', []], ['王到李', []],
  ['12 月 1 日', both('2026-12-01')], ['Weekend', both('2026-11-21 – 2026-11-22')], ['mayday', []], ['Next Friday', both('2026-11-27')], ['in 3 days', both('2026-11-24')], ['room 12', []], ['10天后', both('2026-12-01')], ['3日内到期', ends('2026-11-21 – 2026-11-24')], ['下个周一', both('2026-11-23')], ['明天出院', ends('2026-11-22')], ['后天入院', ['2026-11-23 开始的订单 where[0]=plannedStart:is:2026-11-23']], ['出院', []],
  ['一天', []], ['月', []], ['个月', []],
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
test.each([['王丽 138 1234 5678', '13812345678'], ['13812345678 12床', '13812345678'], ['12 13812345678', '13812345678'], ['138-123-45678', '13812345678'], ['电话：+86 138 1234 5678，谢谢', '13812345678'], ['110101199001381234567', null], ['王丽 138 1234 567', null], ['1381234567 8床', null], ['13812345678', '13812345678'], ['138 1234 5678', '13812345678'], ['+86 138-1234-5678', '13812345678'], ['１３８１２３４５６７８', '13812345678'], ['1381234567', null], ['26112110042', null], ['12812345678', null], ['008618083174590', '18083174590'], ['王丽 008618083174590', '18083174590'], ['0086180-8317-4590', '18083174590'], ['1008618083174590', null]])('%s is the mobile number %s', (text, wanted) => {
  expect(mobileIn(text)).toBe(wanted);
});
test.each([
  ['PH26112650000、PH26112649999', ['PH26112650000', 'PH26112649999']], ['PH26112650000,PH26112649999;ph26112649998', ['PH26112650000', 'PH26112649999', 'PH26112649998']], ['PH26112650000\nPH26112649999\r\n26112649998', ['PH26112650000', 'PH26112649999', 'PH26112649998']], ['26112650000 26112649999', ['26112650000', '26112649999'].map((no) => `PH${no}`)],
  ['PH26112649999 PH26112650000 PH26112649999', ['PH26112649999', 'PH26112650000']], ['PH 261126 50000，PH 261126 49999', ['PH26112650000', 'PH26112649999']], ['单号：PH26112650000（王丽）和 PH26112649999', ['PH26112650000', 'PH26112649999']], ['PH26112650000 13812345678 3床', ['PH26112650000']], ['PH26112650000 PH2611264999', ['PH26112650000']], ['王丽', []],
])('%j holds the order numbers %j, in their order', (text, wanted) => {
  expect(orderNumbersIn(text)).toEqual(wanted);
  if (wanted.length < 2) return;
  // among orders, and nowhere else; a scope that has none has no use for several
  expect([pasted(text), questionOf(text, false, null)]).toEqual([wanted.join(' '), { text: wanted.join(' '), spelled: wanted.join(' '), scope: 'order' }]);
  expect([questionOf(text, false, 'order').text, questionOf(text, false, 'person')]).toEqual([wanted.join(' '), { text: wanted[0], spelled: wanted[0], scope: 'person' }]);
});
test('what is pasted is one line, and no longer than a question', () => {
  expect(pasted('  张三\n  骨科 ')).toBe('张三 骨科');
  expect(pasted('张'.repeat(300))).toHaveLength(64);
});

test.each([
  ["张wang'li", true, '张wangli', "张wang'li"], ['张wang li', true, '张wangli', "张wang'li"], ["骨科 wang'li", true, '骨科 wangli', "骨科 wang'li"], ["lü'se", true, 'lüse', "lü'se"], ['lü bu', true, 'lübu', "lü'bu"], ["张wang'li", false, '张wangli', "张wang'li"], ['王丽 138****1003', false, '王丽 1003', '王丽 1003'],
  ['bed 32', false, '32床', '32床'], ['骨科 Bed 13', false, '骨科 13床', '骨科 13床'], ['bed a3', false, 'a3床', 'a3床'], ['bedding 3', false, 'bedding 3', 'bedding 3'], ['12 bed', false, '12床', '12床'], ['12 bedi', false, '12 bedi', '12 bedi'],
  ['骨科 12 床', false, '骨科 12床', '骨科 12床'], ['骨科 12 号 床位', false, '骨科 12号床位', '骨科 12号床位'], ['加1 床 王丽', false, '加1床 王丽', '加1床 王丽'], ['王丽 床', false, '王丽 床', '王丽 床'],
  ['骨科十二床', false, '骨科12床', '骨科12床'], ['二十床', false, '20床', '20床'], ['骨科 三十一 床', false, '骨科 31床', '骨科 31床'], ['一〇二床', false, '102床', '102床'], ['一百零三号床', false, '103号床', '103号床'], ['加一床', false, '加1床', '加1床'], ['张三', false, '张三', '张三'],
  ['bed', false, 'bed', 'bed'],
  ['张三，', false, '张三', '张三'], ['张三、骨科；12床。', false, '张三 骨科 12床', '张三 骨科 12床'], ['张三（骨科）', false, '张三 骨科', '张三 骨科'], ['“张三”/骨科', false, '张三 骨科', '张三 骨科'], ['12/1，到期', false, '12/1 到期', '12/1 到期'], ['dec 1, 2026', false, 'dec 1 2026', 'dec 1 2026'], ['阿卜杜·热合曼', false, '阿卜杜·热合曼', '阿卜杜·热合曼'], ['、', false, '、', '、'],
  ['内科十二 床', false, '内科12床', '内科12床'], ['骨科三 床', false, '骨科3床', '骨科3床'], ['张三 床位 28', false, '张三 床位 28', '张三 床位 28'], ['骨科 三十一 号 床', false, '骨科 31号床', '骨科 31号床'], ['姓名：张三　床位：28', false, '张三 28床', '张三 28床'], ['患者：张三 科室：康复科 床号：28床', false, '患者:张三 康复科 28床', '患者:张三 康复科 28床'], ['床号: 加1', false, '加1床', '加1床'], ['姓名:', false, '姓名:', '姓名:'],
  ...([['加一 床', '加1床'], ['骨科 加一 床', '骨科 加1床'], ['五病房三 床', '五病房3床'], ['三楼五 床', '三楼5床'], ['康复中心六 号 床', '康复中心6号床'], ['神经内二 床', '神经内2床'], ['王小二 床位', '王小二 床位'],
    ['A/12床', 'A/12床'], ['12/A床', '12/A床'], ['骨科/12床', '骨科 12床'], ['wang/li', 'wang li'], ['12床/wang', '12床 wang'],
    ['床号：10A', '10A床'], ['床号：12A床', '12A床'], ['床号：二十八', '28床'], ['床号：加一 张三', '加1床 张三'], ['病床号：12', '12床'], ['床号：28号床', '28床'], ['床号：3-12', '3-12床'], ['床号：28wangli', '28床wangli'], ['床位：一般', '一般'],
    ['康复科28床：张三', '康复科28床 张三'], ['康复科-28床', '康复科 28床'], ['3-12床', '3-12床'], ['张三，男，68岁，康复科28床', '张三 康复科28床'], ['张三 男 68 康复科 28床', '张三 康复科 28床'], ['张三女士', '张三'], ['王阿姨 骨科', '王 骨科'], ['男', '男'], ['68岁', '68岁'], ['女士', '女士'],
    ['http://localhost:8080/#/caregiver/PY103000?tab=1', 'PY103000'],
    ['姓名：张三 性别：男 床号：28', '张三 28床'], ['姓名：张三，性别：女，年龄：70岁，病床号：12', '张三 12床'], ['性别：男', '性别:男']] as const).map(([text, wanted]): [string, boolean, string, string] => [text, false, wanted, wanted]),
  ["wang'li", true, 'wangli', "wang'li"], ['wang li', true, 'wangli', "wang'li"], ["xi'an", false, 'xian', "xi'an"], ['zhang san', false, 'zhang san', 'zhang san'], ['  王 丽 ', false, '王 丽', '王 丽'], ['ＷＬ', false, 'WL', 'WL'],
])('%s (composed: %s) asks the servers for %s and the index for %s', (text, composed, wanted, spelled) => {
  expect(questionOf(text, composed, null)).toEqual({ text: wanted, spelled, scope: null });
});
test.each([['尾号 1024', '1024'], ['身份证号：110101195003217735', '110101195003217735'], ['证件尾号 7735', '7735'], ['身份证 11010119500321773X 张三', '11010119500321773X 张三'], ['身份证尾号：773x', '773x'], ['证件30天内到期', '证件30天内到期'], ['证件 12月到期', '证件 12月到期'], ['证件2026年到期', '证件2026年到期'], ['身份证 12床', '身份证 12床'], ['证件号 2027-01-01', '证件号 2027-01-01'], ['手机尾号1024', '1024'], ['手机 1024', '1024'], ['电话号码 1024', '1024'], ['工号PY100180', 'PY100180'], ['单号 1024', '1024'], ['尾号', '尾号'], ['手机', '手机'], ['王丽 1024', '王丽 1024']])('of %s what is asked is %s', (text, wanted) => {
  expect(questionOf(text, false, null)).toEqual({ text: wanted, spelled: wanted, scope: null });
});
test.each([['ends tomorrow', 'Orders ending 2026-11-22'], ['due in december', 'Orders ending 2026-12-01 – 2026-12-31'], ['starts tomorrow', 'Orders starting 2026-11-22']])('in English %s is said as “%s”', async (text, wanted) => {
  await activate('en');
  expect(jumpsOf(text, by).map(({ title }) => currentI18n()._(title))).toEqual([wanted]);
});
