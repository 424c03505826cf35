// What people type for days and money (look.md, "Forms").
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter, daysBetween, parseBirthday, parseDay, parseHalfDay, todayThere } from '../../src/ui/parse-day.ts';
import { moneyText, parseMoney } from '../../src/ui/parse-money.ts';

// a Saturday
const TODAY = '2026-11-21';
const anyDay = fc.integer({ min: 0, max: 73_000 }).map((n) => dayAfter('1990-01-01', n));

test('words, numbers and names of days, in both languages', () => {
  const said: [typed: string, day: string | null][] = [
    ['今天', '2026-11-21'], ['明天', '2026-11-22'], ['后天', '2026-11-23'], ['大后天', '2026-11-24'], ['昨天', '2026-11-20'], ['today', '2026-11-21'], ['Tomorrow', '2026-11-22'], ['tmr', '2026-11-22'],
    ['+3', '2026-11-24'], ['＋３', '2026-11-24'], ['-1', '2026-11-20'], ['+2w', '2026-12-05'], ['3天后', '2026-11-24'], ['2周后', '2026-12-05'], ['in 3 days', '2026-11-24'],
    ['1225', '2026-12-25'], ['12-25', '2026-12-25'], ['12/25', '2026-12-25'], ['12.25', '2026-12-25'], ['12。25', '2026-12-25'], ['12月25日', '2026-12-25'], ['12月25号', '2026-12-25'], ['2026年12月25日', '2026-12-25'], ['261225', '2026-12-25'], ['20261225', '2026-12-25'], ['2026/12/5', '2026-12-05'],
    ['0103', '2027-01-03'], ['1103', '2026-11-03'], ['25', '2026-11-25'], ['3', '2026-12-03'], ['31', '2026-12-31'], ['25日', '2026-11-25'],
    ['dec 25', '2026-12-25'], ['25 Dec', '2026-12-25'], ['25 december 2027', '2027-12-25'], ['Dec 25th, 2027', '2027-12-25'],
    ['周一', '2026-11-23'], ['周六', '2026-11-21'], ['星期天', '2026-11-22'], ['下周三', '2026-11-25'], ['本周三', '2026-11-18'], ['next wed', '2026-11-25'], ['mon', '2026-11-23'],
    ['', null], ['13-45', null], ['0230', null], ['2026-02-29', null], ['2028-02-29', '2028-02-29'], ['constructor', null], ['abc', null], ['+', null], ['0', null], ['99999', null],
  ];
  expect(said.map(([typed]) => [typed, parseDay(typed, TODAY)])).toEqual(said);
});
test('where one looks back, a day without its year, month or week is the latest that has been', () => {
  const said: [typed: string, day: string | null][] = [
    ['0401', '2026-04-01'], ['1225', '2025-12-25'], ['12月25日', '2025-12-25'], ['25 dec', '2025-12-25'], ['1121', TODAY], ['25', '2026-10-25'], ['21', TODAY], ['31日', '2026-10-31'], ['周三', '2026-11-18'], ['周日', '2026-11-15'], ['sat', TODAY],
    ['明天', '2026-11-22'], ['+3', '2026-11-24'], ['下周三', '2026-11-25'], ['2026-12-25', '2026-12-25'], ['下月5日', '2026-12-05'], ['0230', null],
  ];
  expect(said.map(([typed]) => [typed, parseDay(typed, TODAY, TODAY, true)])).toEqual(said);
});
test('a birthday has its whole year and is not ahead', () => {
  const said: [typed: string, day: string | null][] = [
    ['1950-03-21', '1950-03-21'], ['19500321', '1950-03-21'], ['1950/3/21', '1950-03-21'], ['1950年3月21日', '1950-03-21'], ['１９５０．３．２１', '1950-03-21'], ['21 Mar 1950', '1950-03-21'], ['March 21, 1950', '1950-03-21'], [TODAY, TODAY],
    ['1225', null], ['今天', null], ['+3', null], ['-20000', null], ['500321', null], ['21 Mar', null], ['1950', null], ['1950-02-30', null], ['2026-11-22', null], ['1850-03-21', null], ['', null],
  ];
  expect(said.map(([typed]) => [typed, parseBirthday(typed, TODAY)])).toEqual(said);
});
test('+3 counts from where the field says', () => {
  expect(parseDay('+3', TODAY, '2026-12-30')).toBe('2027-01-02');
  expect(parseDay('明天', TODAY, '2026-12-30')).toBe('2026-11-22');
});
test('a last day of which but the day of a month or a week is said is the next one from the first, once that is to come', () => {
  const said: [typed: string, day: string][] = [['5号', '2027-01-05'], ['5', '2027-01-05'], ['30日', '2026-12-30'], ['周五', '2027-01-01'], ['the 5th', '2027-01-05'], ['fri', '2027-01-01'], ['下周五', '2026-11-27'], ['0105', '2027-01-05'], ['12月5日', '2026-12-05']];
  expect(said.map(([typed]) => [typed, parseDay(typed, TODAY, '2026-12-30')])).toEqual(said);
  expect(['5号', '周五'].flatMap((typed) => [parseDay(typed, TODAY, '2026-10-30'), parseDay(typed, TODAY, null), parseHalfDay(`${typed}上午`, TODAY, '2026-12-30')?.day])).toEqual(['2026-12-05', '2026-12-05', '2027-01-05', '2026-11-27', '2026-11-27', '2027-01-01']);
});
test('a half goes with the day', () => {
  expect(['明天下午', '1225 pm', '+3上午', '今天', '下午', 'dec 25 AM'].map((typed) => parseHalfDay(typed, TODAY))).toEqual([
    { day: '2026-11-22', half: 'PM' }, { day: '2026-12-25', half: 'PM' }, { day: '2026-11-24', half: 'AM' }, { day: '2026-11-21', half: null }, null, { day: '2026-12-25', half: 'AM' },
  ]);
  // what begins at noon begins with the afternoon, what ends at noon ends with the morning
  const halves = (end?: true) => ['明天中午', '1225 noon', '1225 afternoon', '明天晚上', '明天早上'].map((typed) => parseHalfDay(typed, TODAY, TODAY, end)?.half);
  expect([halves(), halves(true)]).toEqual([['PM', 'PM', 'PM', 'PM', 'AM'], ['AM', 'AM', 'PM', 'PM', 'AM']]);
});
test('every day written in full is itself', () => {
  fc.assert(fc.property(anyDay, anyDay, (day, today) => {
    const [year, month, date] = day.split('-').map(Number);
    for (const text of [day, day.replaceAll('-', ''), day.replaceAll('-', '/'), `${year}年${month}月${date}日`, `${year}.${month}.${date}`]) expect(parseDay(text, today)).toBe(day);
  }));
});
test('a day without its year is the nearest of that name, and +n is n days on', () => {
  fc.assert(fc.property(anyDay, fc.integer({ min: -180, max: 180 }), (today, n) => {
    const day = dayAfter(today, n);
    expect(daysBetween(today, day)).toBe(n);
    if (!day.endsWith('02-29')) expect(parseDay(day.slice(5), today)).toBe(day);
    expect(parseDay(n < 0 ? String(n) : `+${n}`, today)).toBe(day);
  }));
});
test('whatever is typed is a real day or none', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789+-/.年月日周一三下今天 decmonAP') })), anyDay, (text, today) => {
    const day = parseDay(text, today);
    if (day !== null) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
  }), { numRuns: 2000 });
});
test('today is the hospitals’ today', () => {
  expect(todayThere(new Date('2026-11-21T15:59:00Z'))).toBe('2026-11-21');
  expect(todayThere(new Date('2026-11-21T16:01:00Z'))).toBe('2026-11-22');
});

test('money as it is typed', () => {
  const said: [typed: string, fen: number | null][] = [
    ['120', 12_000], ['120.5', 12_050], ['120.50', 12_050], ['.5', 50], ['1,234.50', 123_450], ['１２０．５', 12_050], ['120。5', 12_050], ['¥120', 12_000], ['￥ 120 元', 12_000], ['-20', -2_000], ['−20', -2_000], ['0', 0], ['-0', 0],
    ['', null], ['.', null], ['1.234', null], ['12,34', null], ['1e3', null], ['abc', null], ['--1', null], ['100000000', null],
    // out of a sheet or a statement: blanks around it and after its sign, none that join two
    ['              1,234.50 ', 123_450], ['\t120\n', 12_000], ['- ¥ 20', -2_000], ['120 50', null], ['260\t3', null], ['1 200', null],
  ];
  expect(said.map(([typed]) => [typed, parseMoney(typed)])).toEqual(said);
});
test('every amount survives being shown and typed again', () => {
  fc.assert(fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (fen) => {
    expect(parseMoney(moneyText(fen))).toBe(fen);
  }));
});
test('no text is an amount that is not whole fen', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,-¥元 ') }), (text) => {
    const fen = parseMoney(text);
    if (fen !== null) expect(Number.isSafeInteger(fen)).toBe(true);
  }));
});
