import { beforeEach, expect, test, vi } from 'vitest';
import { activate, currentI18n } from '../../src/ui/language.tsx';
import { jumpsOf } from '../../src/ui/palette/jump.ts';
import { mobileIn, orderNumberIn, orderNumbersIn, pasted } from '../../src/ui/palette/query.ts';
import { parseBirthday, parseDay } from '../../src/ui/parse-day.ts';
import { questionOf } from '../../src/ui/palette/question.ts';

const by = { scope: null, viewer: { paths: ['/order/index'] }, today: '2026-11-21', day: (iso: string) => iso };
const say = (text: string, more = {}) => jumpsOf(text, { ...by, ...more }).map(({ title, to }) => `${currentI18n()._(title)} ${decodeURIComponent(to.split('?')[1]!).replace(/&where.*/, '')}`);
const asks = (field: string, days: string): string => `where[0]=${field}:${days.includes(' ') ? 'from' : 'is'}:${days.slice(0, 10)}`;
const ends = (days: string): string[] => [`${days} 到期的订单 ${asks('plannedEnd', days)}`];
const both = (days: string): string[] => [...ends(days), `${days} 开始的订单 ${asks('plannedStart', days)}`];
/** As often as patterns look at a text of 64 signs; twice the work for each further day would be thousands of times that. */
const MOST_LOOKS = 10_000;
beforeEach(() => activate('zh-cn'));

test.each([
  ['3天内到期', ends('2026-11-21 – 2026-11-24')], ['三天内结束', ends('2026-11-21 – 2026-11-24')], ['一周内到期', ends('2026-11-21 – 2026-11-28')], ['未来两周到期', ends('2026-11-21 – 2026-12-05')], ['due within 3 days', ends('2026-11-21 – 2026-11-24')], ['ending in the next 7 days', ends('2026-11-21 – 2026-11-28')], ['7天内', both('2026-11-21 – 2026-11-28')], ['3天', []], ['七天', []],
  ['一个月内到期', ends('2026-11-21 – 2026-12-21')], ['3个月内', both('2026-11-21 – 2027-02-21')], ['due within a month', ends('2026-11-21 – 2026-12-21')], ['未来一个月到期', ends('2026-11-21 – 2026-12-21')], ['1月', both('2027-01-01 – 2027-01-31')], ['due within a week', ends('2026-11-21 – 2026-11-28')],
  ['12月5日前到期', ends('2026-11-21 – 2026-12-05')], ['周五前', both('2026-11-21 – 2026-11-27')], ['月底之前结束', ends('2026-11-21 – 2026-11-30')], ['due by friday', ends('2026-11-21 – 2026-11-27')], ['ends before dec 5', ends('2026-11-21 – 2026-12-05')], ['11月1日前到期', []], ['张三前', []], ['3天前', []], ['以前', []], ['by hand', []], ['下周前到期', ends('2026-11-21 – 2026-11-22')], ['12月前到期', ends('2026-11-21 – 2026-11-30')], ['due before next month', ends('2026-11-21 – 2026-11-30')], ['due by next week', ends('2026-11-21 – 2026-11-29')], ['下周 前到期', ends('2026-11-21 – 2026-11-22')], ['by tom', []], ['by may', []], ['by sun', []], ['by 5', []], ['明前', []], ['年底前', both('2026-11-21 – 2026-12-31')], ['前'.repeat(400), []],
  ['12月内到期', []], ['start of the year', []], ['明年底到期', ends('2027-12-31')], ['今年底到期', ends('2026-12-31')], ['上月底', both('2026-10-31')], ['due start of last month', ends('2026-10-01')],
  ['月初到期', ends('2026-12-01')], ['本月初开始', ['2026-11-01 开始的订单 where[0]=plannedStart:is:2026-11-01']], ['下月初', both('2026-12-01')], ['下个月底到期', ends('2026-12-31')], ['年底到期', ends('2026-12-31')], ['due end of next month', ends('2026-12-31')], ['due by the end of the year', ends('2026-11-21 – 2026-12-31')], ['月末到期', ends('2026-11-30')],
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
  ...(['12月1日到12月5日', '12月1日至5日', '12.1-12.5', '12/1-12/5', '12月1日-5日', '12月1日—12月5日', '12-01~12-05', '2026-12-01到2026-12-05', '2026 年 12 月 1 日 到 2026 年 12 月 5 日', 'dec 1 to dec 5', 'from dec 1 to dec 5', '从12月1日到12月5日', '从 12月1日 到 12月5日', '自12月1日至5日', 'dec 1-5', 'dec 1 - 5', 'Dec 1-Dec 5', '12/1 -12/5', '12月1日- 5日', '12月1-5日'] as const).map((text): [string, string[]] => [text, both('2026-12-01 – 2026-12-05')]),
  ['12月1日到12月5日到期', ends('2026-12-01 – 2026-12-05')], ['周一到周五到期', ends('2026-11-23 – 2026-11-27')], ['明天到后天', both('2026-11-22 – 2026-11-23')], ['12月28日到1月3日到期', ends('2026-12-28 – 2027-01-03')], ['本周到下周到期', ends('2026-11-16 – 2026-11-29')], ['due dec 1 to dec 5', ends('2026-12-01 – 2026-12-05')], ['12月5日到12月1日', []], ['3-12床', []], ['王到李', []],
  ...['周一-周五', '周一 -周五', '周一—周五', '从周一到周五', '星期一-星期五', 'mon-fri', 'Monday - Friday'].map((text): [string, string[]] => [text, both('2026-11-23 – 2026-11-27')]), ['周一-周五到期', ends('2026-11-23 – 2026-11-27')], ['due mon-fri', ends('2026-11-23 – 2026-11-27')], ['20日-28日', both('2026-12-20 – 2026-12-28')], ['上周三到本周五', both('2026-11-11 – 2026-11-20')], ['上周三-本周五', both('2026-11-11 – 2026-11-20')], ['last wed to fri', both('2026-11-11 – 2026-11-13')], ['11月1日到5日', both('2026-11-01 – 2026-11-05')], ['上周三到周五', both('2026-11-11 – 2026-11-13')], ['11月1日到今天', both('2026-11-01 – 2026-11-21')], ['22号-28号到期', ends('2026-11-22 – 2026-11-28')], ['dec 1-25', both('2026-12-01 – 2026-12-25')],
  ...['sun-mar', 'mar-apr', 'bed 3-12', '3号-12号床', '20-28', '从', '从王到李', 'mon-li', '2026-11-2026'].map((text): [string, string[]] => [text, []]),
  ['12 月 1 日', both('2026-12-01')], ['Weekend', both('2026-11-21 – 2026-11-22')], ['mayday', []], ['Next Friday', both('2026-11-27')], ['in 3 days', both('2026-11-24')], ['room 12', []], ['10天后', both('2026-12-01')], ['3日内到期', ends('2026-11-21 – 2026-11-24')], ['下个周一', both('2026-11-23')], ['明天出院', ends('2026-11-22')], ['后天入院', ['2026-11-23 开始的订单 where[0]=plannedStart:is:2026-11-23']], ['出院', []],
  ['一天', []], ['月', []], ['个月', []],
  ...['明天到期的订单', '订单 明天到期', '明天到期 订单', '患者：明天到期', 'orders due tomorrow', 'expiring tomorrow', 'due tomorrow orders'].map((text): [string, string[]] => [text, ends('2026-11-22')]), ['护工 明天到期', []], ['明天的订单', both('2026-11-22')], ['的订单', []],
  ['本周内到期', ends('2026-11-16 – 2026-11-22')], ['下周之内到期', ends('2026-11-23 – 2026-11-29')], ['本月内', both('2026-11-01 – 2026-11-30')], ['一星期内到期', ends('2026-11-21 – 2026-11-28')], ['两个星期内到期', ends('2026-11-21 – 2026-12-05')], ['三个礼拜内结束', ends('2026-11-21 – 2026-12-12')], ['下星期二到期', ends('2026-11-24')],
  ['due the day after tomorrow', ends('2026-11-23')], ['day after tomorrow', both('2026-11-23')], ['the day after tomorrow', both('2026-11-23')], ['the day', []], ['next wed', both('2026-11-25')], ['this fri', both('2026-11-20')], ['next li', []], ['today to start of next month', both('2026-11-21 – 2026-12-01')], ['due today to start of next month', ends('2026-11-21 – 2026-12-01')], ['discharged tomorrow', ends('2026-11-22')],
  ['下周末', both('2026-11-28 – 2026-11-29')], ['下周末到期', ends('2026-11-28 – 2026-11-29')], ['next weekend', both('2026-11-28 – 2026-11-29')], ['上周末到期', ends('2026-11-14 – 2026-11-15')], ['下下周到期', ends('2026-11-30 – 2026-12-06')], ['下下周三到期', ends('2026-12-02')], ['下下个月到期', ends('2027-01-01 – 2027-01-31')], ['上上周', both('2026-11-02 – 2026-11-08')],
  ['两个星期后到期', ends('2026-12-05')], ['3个星期后到期', ends('2026-12-12')], ['一个月后到期', ends('2026-12-21')], ['两周之后到期', ends('2026-12-05')], ['3个月后', both('2027-02-21')], ['due in 2 months', ends('2027-01-21')], ['due in a week', ends('2026-11-28')], ['明后两天到期', ends('2026-11-22 – 2026-11-23')],
  ['明年1月5日到期', ends('2027-01-05')], ['今年12月5日到期', ends('2026-12-05')], ['明年一月五日到期', ends('2027-01-05')], ['去年12月到期', ends('2025-12-01 – 2025-12-31')], ['明年3月', both('2027-03-01 – 2027-03-31')], ['明年2月30日到期', []], ['26年12月25日到期', ends('2026-12-25')], ['26-12-25到期', ends('2026-12-25')], ['26/12/25', both('2026-12-25')], ['2-12-25', []],
  ['明天到期的', ends('2026-11-22')], ['到期：明天', ends('2026-11-22')], ['到期:明天', ends('2026-11-22')], ['今明两天到期', ends('2026-11-21 – 2026-11-22')], ['近三天到期', ends('2026-11-21 – 2026-11-24')], ['最近一周到期', ends('2026-11-21 – 2026-11-28')], ['近一天到期', ends('2026-11-21 – 2026-11-22')], ['到期的', []], ['近李', []], ['近7天', []], ['最近 7 天', []], ['近30天开始', []],
  ['下月15日到期', ends('2026-12-15')], ['下个月15号出院', ends('2026-12-15')], ['本月25号到期', ends('2026-11-25')], ['这个月5号到期', ends('2026-11-05')], ['上月三十一号到期', ends('2026-10-31')], ['下个月31日到期', ends('2026-12-31')], ['下月32日到期', []], ['下月15日', both('2026-12-15')], ['下下个月十五号到期', ends('2027-01-15')],
  ['明后天到期', ends('2026-11-22 – 2026-11-23')], ['今明天到期', ends('2026-11-21 – 2026-11-22')], ['明后天', both('2026-11-22 – 2026-11-23')], ['大后天到期', ends('2026-11-24')],
  ...['明天和后天到期', '明天、后天到期', '明天 后天到期', 'due tomorrow and the day after tomorrow'].map((text): [string, string[]] => [text, ends('2026-11-22 – 2026-11-23')]), ['周三、周四到期', ends('2026-11-25 – 2026-11-26')], ['周三 周四 周五到期', ends('2026-11-25 – 2026-11-27')], ['12月1日和2日到期', ends('2026-12-01 – 2026-12-02')], ['周三和周五到期', []], ['后天和明天到期', []], ['明天和王丽', []], ['明天 明天到期', []], ['sat sun', []], ['王 李', []], ['明天 后天', both('2026-11-22 – 2026-11-23')],
  ...['12月5日后到期', '12月5日之后到期', '12月5日以后 到期', 'due after dec 5'].map((text): [string, string[]] => [text, ['2026-12-06 起到期的订单 where[0]=plannedEnd:from:2026-12-06']]), ['下周后开始', ['2026-11-30 起开始的订单 where[0]=plannedStart:from:2026-11-30']], ['今后到期', []], ['王丽后到期', []], ['后到期', []], ['12月5日后', []], ['出院后', []],
  ...([['今明两天后到期', '2026-11-23'], ['今明两天以后到期', '2026-11-23'], ['明后两天后到期', '2026-11-24'], ['周一到周五后到期', '2026-11-28'], ['12月1日到月底后到期', '2027-01-01']] as const).map(([text, day]): [string, string[]] => [text, [`${day} 起到期的订单 where[0]=plannedEnd:from:${day}`]]), ['3日到5日后', both('2026-12-03 – 2026-12-08')], ['周一后到周五', both('2026-11-24 – 2026-11-27')], ['12月1日到5日前后到期', []],
  ['周末前到期', ends('2026-11-21 – 2026-11-22')], ['本周前到期', ends('2026-11-21 – 2026-11-22')], ['3天前到期', ends('2026-11-18')], ['三天前出院', ends('2026-11-18')], ['两周前开始', ['2026-11-07 开始的订单 where[0]=plannedStart:is:2026-11-07']], ['expired 3 days ago', ends('2026-11-18')], ['ended last month', ends('2026-10-01 – 2026-10-31')], ['discharged a week ago', ends('2026-11-14')],
  ['12/25/2026', both('2026-12-25')], ['25/12/2026', both('2026-12-25')], ['12/25/2026到期', ends('2026-12-25')], ['13/25/2026', []], ['ends the 25th', ends('2026-11-25')], ['due on the 1st', ends('2026-12-01')], ['ends the 25th of december', ends('2026-12-25')], ['the 25th', both('2026-11-25')], ['12月31日和1日到期', ends('2026-12-31 – 2027-01-01')], ['ends the li', []],
  ['100天内到期', ends('2026-11-21 – 2027-03-01')], ['due within the next 3 days', ends('2026-11-21 – 2026-11-24')], ['tmr', both('2026-11-22')], ['Dec. 25', both('2026-12-25')], ['Dec. 25 to Dec. 28', both('2026-12-25 – 2026-12-28')],
  ['1月到9月', both('2027-01-01 – 2027-09-30')], ['1月1日到12月31日', both('2027-01-01 – 2027-12-31')], ['明天到昨天', []],
  ['12月初到期', ends('2026-12-01')], ['12月末到期', ends('2026-12-31')], ['12月上旬到期', ends('2026-12-01 – 2026-12-10')], ['12月中旬', both('2026-12-11 – 2026-12-20')], ['2月下旬到期', ends('2027-02-21 – 2027-02-28')],
  ['12月25日和周末', both('2026-12-25 – 2026-12-27')], ['12月24日、25日和周末到期', ends('2026-12-24 – 2026-12-27')], ['12月30日、月底', both('2026-12-30 – 2026-12-31')], ['周五和周末', both('2026-11-27 – 2026-11-29')], ['下周五和周末', both('2026-11-27 – 2026-11-29')], ['今天和今天', []], ['11月29日和本周', []], ['dec 30 and this month', []],
  ['20261301', []], ['decline 1', []], ['1225', []], ['sun', []], ['天天', []], ['证件到期', []], ['王丽', []], ['到期', []], ['', []], ['12床', []],
])('%s leads to %j', (text, wanted) => {
  expect(say(text)).toEqual(wanted);
});
test.each([
  [Array.from({ length: 21 }, (_, i) => `周${'一二三四五六日'[i % 7]}`).join(' '), both('2026-11-23 – 2026-12-13')], [Array.from({ length: 18 }, (_, i) => `${i + 1}日`).join('、'), both('2026-12-01 – 2026-12-18')],
  ['今 '.repeat(32).trim(), []], ['到后'.repeat(32), []], ['周一到周二后'.repeat(10), []], ['今天到明天 '.repeat(10).trim(), []], [`今天到明天${'后'.repeat(40)}到期`, []],
])('%s is read with so much work as its length says', (text, wanted) => {
  const { exec } = RegExp.prototype;
  let looks = 0;
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    if ((looks += 1) > MOST_LOOKS) throw new Error(`more than ${MOST_LOOKS} looks`);
    return exec.call(this, text);
  });
  let rows: readonly string[];
  try {
    rows = say(text);
  } finally {
    vi.restoreAllMocks();
  }
  expect(rows).toEqual(wanted);
});
test('a person beside a day is a filter of the list, and said; of a place the day alone leads, and says no more', () => {
  const whole = (text: string) => jumpsOf(text, by).map(({ title, to }) => `${currentI18n()._(title)} ${/patientName[^&]*/.exec(decodeURIComponent(to))?.[0] ?? ''}`.trim());
  for (const text of ['王丽 明天到期', '明天到期 王丽', '王丽 明天到期的订单', '患者 王丽 明天到期']) expect([text, whole(text)]).toEqual([text, ['王丽 · 2026-11-22 到期的订单 patientName:has:王丽']]);
  expect([whole('王明 明天开始'), whole('王丽 今天到期'), whole('王丽 due tomorrow')]).toEqual([['王明 · 2026-11-22 开始的订单 patientName:has:王明'], ['王丽 · 2026-11-21 到期的订单 patientName:has:王丽'], ['王丽 · 2026-11-22 到期的订单 patientName:has:王丽']]);
  for (const text of ['骨科 明天到期', '明天到期 骨科', '骨科明天出院', '明天到期骨科', '仁和医院 明天到期', '3病区 明天到期', '康复中心明天到期']) expect([text, whole(text)]).toEqual([text, ['2026-11-22 到期的订单']]);
  for (const text of ['周三和 周五到期', '王 明天到期', '王丽明天', '王丽 明天', '证件 明天到期', '健康证 明天到期', '一对一 明天到期', '所有 明天到期', '神内 明天到期', '护工 王丽 明天到期', '服务中 明天到期', '骨科 到期', '12 明天到期', '明天和 骨科到期']) expect([text, whole(text)]).toEqual([text, []]);
});
test('of a day that is over all orders are meant but those that are cancelled; of one that is not, those that wait', () => {
  const states = (text: string) => jumpsOf(text, by).map(({ to, after }) => [to, ...(after === undefined ? [] : [after.to])].map((one) => /status:[^&]*/.exec(decodeURIComponent(one))?.[0]));
  const waiting = 'status:in:pending_assign|pending_service|in_service';
  expect(['昨天出院', '上周到期', '11月20日到期', 'ended yesterday'].map(states)).toEqual(Array(4).fill([['status:not:cancelled']]));
  expect([states('昨天'), states('本周到期'), states('明天到期'), states('11月1日到今天到期'), states('今天到期')]).toEqual([[['status:not:cancelled'], ['status:not:cancelled']], [[waiting]], [[waiting]], [[waiting]], [[undefined, waiting]]]);
});
test('a month from the last day of one is the last of the next', () => {
  expect(say('一个月内到期', { today: '2027-01-31' })[0]).toContain('2027-01-31 – 2027-02-28');
});
test('only among orders, and only for who has their page', () => {
  expect([say('明天到期', { scope: 'person' }), say('明天到期', { viewer: { paths: [] } }), say('明天到期', { scope: 'order' }).length]).toEqual([[], [], 1]);
});

test.each([['下月15日', '2026-12-15'], ['下个月15号', '2026-12-15'], ['本月25号', '2026-11-25'], ['上月31日', '2026-10-31'], ['3天前', '2026-11-18'], ['2周前', '2026-11-07'], ['3 days ago', '2026-11-18'], ['12/25/2026', '2026-12-25'], ['25/12/2026', '2026-12-25'], ['the 25th', '2026-11-25'], ['1st', '2026-12-01'], ['下月31日前', null], ['2月30日/2026', null]])('a field for a day takes %s as %s', (text, wanted) => {
  expect(parseDay(text, by.today)).toBe(wanted);
});
test('a birthday is none that may be read two ways', () => {
  expect(parseBirthday('05/06/1950', by.today)).toBeNull();
});

test.each([
  ['PH26112110042', 'PH26112110042'], ['ph26112110042', 'PH26112110042'], ['ＰＨ２６１１２１１００４２', 'PH26112110042'], ['PH 261121 10042', 'PH26112110042'], ['26112110042', 'PH26112110042'], ['PH261121100421', 'PH261121100421'],
  ['https://x/#/order/PH26112110042?tab=2', 'PH26112110042'], ['单号：PH26112110042，谢谢', 'PH26112110042'],
  ['PH26112110042 3床', 'PH26112110042'], ['26112110042 3床', 'PH26112110042'], ['26112110042 3', 'PH26112110042'], ['PH26112110042 2026-11-24', 'PH26112110042'], ['PH26112110042 13812345678', 'PH26112110042'], ['13812345678 26112110042', 'PH26112110042'], ['PH 261121 10042 3床', 'PH26112110042'], ['王丽 26112110042', 'PH26112110042'], ['PH1 PH26112110042', 'PH26112110042'],
  ['13812345678', null], ['TS26112110042', null], ['2026-11-24 12345', null], ['PH26132110042', null], ['10042', null], ['PH2611211004', null], ['2611211004212', null], ['', null],
])('%s holds the order number %s', (text, wanted) => {
  expect(orderNumberIn(text)).toBe(wanted);
});
test.each([['王丽 138 1234 5678', '13812345678'], ['13812345678 12床', '13812345678'], ['12 13812345678', '13812345678'], ['138-123-45678', '13812345678'], ['电话：+86 138 1234 5678，谢谢', '13812345678'], ['110101199001381234567', null], ['王丽 138 1234 567', null], ['1381234567 8床', null], ['13812345678', '13812345678'], ['138 1234 5678', '13812345678'], ['+86 138-1234-5678', '13812345678'], ['１３８１２３４５６７８', '13812345678'], ['1381234567', null], ['26112110042', null], ['12812345678', null], ['008618083174590', '18083174590'], ['王丽 008618083174590', '18083174590'], ['138–1234–5678', '13812345678'], ['138‑1234‑5678', '13812345678'], ['王丽 138—1234—5678', '13812345678'], ['138.1234.5678', '13812345678'], ['王丽 138.1234.5678', '13812345678'], ['0086180-8317-4590', '18083174590'], ['1008618083174590', null], ['(138)12345678', '13812345678'], ['（138）1234 5678', '13812345678'], ['王丽 (138) 1234-5678', '13812345678'], ['+86(138)12345678', '13812345678'], ['王丽（13812345678）', '13812345678'], ['(138)1234567', null]])('%s is the mobile number %s', (text, wanted) => {
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
  ['bed 32', false, '32床', '32床'], ['骨科 Bed 13', false, '骨科 13床', '骨科 13床'], ['bed a3', false, 'a3床', 'a3床'], ['bedding 3', false, 'bedding 3', 'bedding 3'], ['12 bed', false, '12床', '12床'], ['ward 3 bed 12', false, '3病区 12床', '3病区 12床'], ['骨科 3 bed 12', false, '骨科 3病区 12床', '骨科 3病区 12床'], ['Ward 3, Bed 12A', false, '3病区 12A床', '3病区 12A床'], ['steward 3', false, 'steward 3', 'steward 3'], ['骨科 12 bed', false, '骨科 12床', '骨科 12床'], ['12 bedi', false, '12 bedi', '12 bedi'],
  ['骨科 12 床', false, '骨科 12床', '骨科 12床'], ['骨科 12 号 床位', false, '骨科 12号床位', '骨科 12号床位'], ['加1 床 王丽', false, '加1床 王丽', '加1床 王丽'], ['王丽 床', false, '王丽 床', '王丽 床'],
  ['骨科十二床', false, '骨科12床', '骨科12床'], ['二十床', false, '20床', '20床'], ['骨科 三十一 床', false, '骨科 31床', '骨科 31床'], ['一〇二床', false, '102床', '102床'], ['一百零三号床', false, '103号床', '103号床'], ['加一床', false, '加1床', '加1床'], ['张三', false, '张三', '张三'],
  ['bed', false, 'bed', 'bed'],
  ['张三，', false, '张三', '张三'], ['张三、骨科；12床。', false, '张三 骨科 12床', '张三 骨科 12床'], ['张三（骨科）', false, '张三 骨科', '张三 骨科'], ['“张三”/骨科', false, '张三 骨科', '张三 骨科'], ['12/1，到期', false, '12/1 到期', '12/1 到期'], ['dec 1, 2026', false, 'dec 1 2026', 'dec 1 2026'], ['阿卜杜·热合曼', false, '阿卜杜·热合曼', '阿卜杜·热合曼'], ['、', false, '、', '、'],
  ['内科十二 床', false, '内科12床', '内科12床'], ['骨科三 床', false, '骨科3床', '骨科3床'], ['张三 床位 28', false, '张三 28床', '张三 28床'], ['骨科 三十一 号 床', false, '骨科 31号床', '骨科 31号床'], ['姓名：张三　床位：28', false, '张三 28床', '张三 28床'], ['患者：张三 科室：康复科 床号：28床', false, '患者:张三 康复科 28床', '患者:张三 康复科 28床'], ['床号: 加1', false, '加1床', '加1床'], ['姓名:', false, '姓名:', '姓名:'],
  ...([['加一 床', '加1床'], ['骨科 加一 床', '骨科 加1床'], ['五病房三 床', '五病房3床'], ['三楼五 床', '三楼5床'], ['康复中心六 号 床', '康复中心6号床'], ['神经内二 床', '神经内2床'], ['王小二 床位', '王小二 床位'],
    ...['床号12', '床号 12', '床12', '床位 12', '床 １２'].map((text) => [text, '12床'] as const), ['病床12', '12床'], ['病床号 12', '12床'], ['骨科病床 12', '骨科12床'], ['骨科床28', '骨科28床'], ['第12床', '12床'], ['骨科第12床', '骨科12床'], ['骨科 第 十二 床', '骨科 12床'], ['第加1床', '加1床'], ['第3病区12床', '第3病区12床'], ['第一医院 12床', '第一医院 12床'], ['骨科 床28', '骨科 28床'], ['王丽 床号28', '王丽 28床'], ['床 a-3', 'a-3床'], ['28床 0042', '28床 0042'], ['28号床 0042', '28号床 0042'], ['加1床 吕', '加1床 吕'], ['3病区12床', '3病区12床'], ['床位图 12', '床位图 12'], ['3–12床', '3-12床'],
    ['仁和医院 · 骨科 · 3-12床', '仁和医院 骨科 3-12床'], ['骨科·3-12床', '骨科 3-12床'], ['12床·王丽', '12床 王丽'], ['仁和医院·骨科', '仁和医院 骨科'], ['买买提·吐尔逊 · 骨科', '买买提·吐尔逊 骨科'], ['买买提·吐尔逊·12床', '买买提·吐尔逊 12床'],
    ['阿依•古丽', '阿依 古丽'], ['阿依・古丽', '阿依 古丽'], ['阿依.古丽', '阿依 古丽'], ['12.5', '12.5'],
    ['A/12床', 'A/12床'], ['12/A床', '12/A床'], ['骨科/12床', '骨科 12床'], ['wang/li', 'wang li'], ['12床/wang', '12床 wang'],
    ['床号：10A', '10A床'], ['妇产科 12A 床', '妇产科 12A床'], ['妇产科12A号床', '妇产科12A号床'], ['12A bed', '12A床'], ['张三 男 12A床', '张三 12A床'], ['12A床·王丽', '12A床 王丽'], ['床号：12A床', '12A床'], ['床号：二十八', '28床'], ['床号：加一 张三', '加1床 张三'], ['病床号：12', '12床'], ['床号：28号床', '28床'], ['床号：3-12', '3-12床'], ['床号：28wangli', '28床wangli'], ['床位：一般', '一般'],
    ['康复科28床：张三', '康复科28床 张三'], ['康复科-28床', '康复科 28床'], ['3-12床', '3-12床'], ['张三，男，68岁，康复科28床', '张三 康复科28床'], ['张三 男 68 康复科 28床', '张三 康复科 28床'], ['张三女士', '张三'], ['王阿姨 骨科', '王 骨科'], ['男', '男'], ['68岁', '68岁'], ['女士', '女士'],
    ['http://localhost:8080/#/caregiver/PY103000?tab=1', 'PY103000'], ['http://localhost:8080/#/caregiver/H0012 谢谢', 'H0012'], ['请看 http://localhost:8080/#/caregiver/H-0012?tab=1，谢谢', 'H-0012'], ['请看http://localhost:8080/#/caregiver/H0012谢谢', 'H0012'], ['http://x/#/caregiver/index', 'http: x # caregiver index'],
    ['设置 男', '设置 男'], ['深色 女', '深色 女'], ['外科 男', '外科 男'], ['外科 男 68', '外科 男 68'], ['外科 男 12床', '外科 男 12床'], ['床位图 男', '床位图 男'], ['张三 男 12床', '张三 12床'], ['骨科 十二床 张三 男性', '骨科 12床 张三'], ['12床张三 女', '12床张三'], ['张三 男 68岁', '张三'], ['张三 骨科 男 70', '张三 骨科'], ['阿卜杜·热合曼 男 70岁', '阿卜杜·热合曼'], ['张三 68岁 男', '张三'], ['张三 男 12 床', '张三 12床'],
    ['姓名：张三 性别：男 床号：28', '张三 28床'], ['姓名：张三，性别：女，年龄：70岁，病床号：12', '张三 12床'], ['性别：男', '性别:男']] as const).map(([text, wanted]): [string, boolean, string, string] => [text, false, wanted, wanted]),
  ["wang'li", true, 'wangli', "wang'li"], ['wang li', true, 'wangli', "wang'li"], ["xi'an", false, 'xian', "xi'an"], ['zhang san', false, 'zhang san', 'zhang san'], ['  王 丽 ', false, '王 丽', '王 丽'], ['ＷＬ', false, 'WL', 'WL'],
])('%s (composed: %s) asks the servers for %s and the index for %s', (text, composed, wanted, spelled) => {
  expect(questionOf(text, composed, null)).toEqual({ text: wanted, spelled, scope: null });
});
test('of a long text that was pasted beside a word no pattern that looks back over all of it reads more than can be asked', () => {
  const replace = RegExp.prototype[Symbol.replace] as (this: RegExp, text: string, by: string) => string;
  let most = 0;
  vi.spyOn(RegExp.prototype as unknown as { [Symbol.replace]: typeof replace }, Symbol.replace).mockImplementation(function (this: RegExp, text: string, by: string) {
    if (this.source.includes('(?<=^')) most = Math.max(most, text.length);
    return replace.call(this, text, by);
  });
  const row = '张三 男 68岁 骨科 12床 ';
  try {
    expect(questionOf(`张 ${row.repeat(800)}`, false, null).text).toBe(`张 ${'张三 骨科 12床 '.repeat(10)}`.slice(0, 64).trim());
    expect(questionOf(`张 ${row.repeat(800)}13812345678`, false, null).text).toBe('13812345678');
  } finally {
    vi.restoreAllMocks();
  }
  expect([most > 0, most <= 512]).toEqual([true, true]);
});
test.each([...['10001号订单', '10001号', '10001号单', '10001 号 订单', '10001号的订单'].map((text) => [text, '10001']), ['101号订单', '101'], ['王丽 10001号', '王丽 10001'], ['101号', '101号'], ['骨科 101号', '骨科 101号'], ['12号', '12号'], ['1203号床', '1203号床'], ['12号单人间', '12号单人间'], ...['phone 5513', 'tel 5513', 'Tel: 5513', 'mobile no. 5513', 'phone number 5513', 'last four 5513', 'last 4 digits: 5513', 'phone last four 5513', 'ending in 5513'].map((text) => [text, '5513']), ...['order no 10001', 'No 10001', 'no. 10001', 'order number 10001'].map((text) => [text, '10001'] as [string, string]), ['staff no PY100180', 'PY100180'], ['order 10001', 'order 10001'], ['phone 5513 wang', '5513 wang'], ['phone', 'phone'], ['nora 12', 'nora 12'], ['no', 'no'], ['tel aviv', 'tel aviv'], ['last friday', 'last friday'], ['ending 2026-12-01', 'ending 2026-12-01'], ['no 12床', 'no 12床'], ['尾号 1024', '1024'], ['身份证号：110101195003217735', '110101195003217735'], ['证件尾号 7735', '7735'], ['身份证 11010119500321773X 张三', '11010119500321773X 张三'], ['身份证尾号：773x', '773x'], ['证件30天内到期', '证件30天内到期'], ['证件 12月到期', '证件 12月到期'], ['证件2026年到期', '证件2026年到期'], ['身份证 12床', '身份证 12床'], ['证件号 2027-01-01', '证件号 2027-01-01'], ['手机尾号1024', '1024'], ['后四位 5678', '5678'], ['手机后四位5678', '5678'], ['手机号后4位：5678', '5678'], ['电话末四位是 5678', '5678'], ['订单号后四位 5678', '5678'], ['身份证后四位 773x', '773x'], ['后四位', '后四位'], ['后山 12床', '后山 12床'], ['手机 1024', '1024'], ['电话号码 1024', '1024'], ['工号PY100180', 'PY100180'], ['单号 1024', '1024'], ...['订单号10042', '订单号 10042', '订单编号：10042', '订单尾号10042', '单号#10042'].map((text) => [text, '10042']), ['订单号', '订单号'], ['尾号', '尾号'], ['手机', '手机'], ['王丽 1024', '王丽 1024']])('of %s what is asked is %s', (text, wanted) => {
  expect(questionOf(text, false, null)).toEqual({ text: wanted, spelled: wanted, scope: null });
});
test.each([
  ['骨科12c', true, '骨科12床'], ['骨科12chuang', true, '骨科12床'], ['12ch', true, '12床'], ["骨科 12 chua", true, '骨科 12 chua'], ['12 chun', true, '12 chun'], ['骨科12c', false, '骨科12c'], ['3chen', true, '3chen'],
])('while %s is composed (%s) it is a bed already: %s', (text, composed, wanted) => {
  expect(questionOf(text, composed, null).text).toBe(wanted);
});
test.each([['ends tomorrow', 'Orders ending 2026-11-22'], ['due in december', 'Orders ending 2026-12-01 – 2026-12-31'], ['starts tomorrow', 'Orders starting 2026-11-22']])('in English %s is said as “%s”', async (text, wanted) => {
  await activate('en');
  expect(jumpsOf(text, by).map(({ title }) => currentI18n()._(title))).toEqual([wanted]);
});
