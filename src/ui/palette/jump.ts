import { msg } from '@lingui/core/macro';
import type { Scope } from '../../../machines/palette.ts';
import type { FoundRow, Viewer, Words } from '../../kernel/area.ts';
import { placeApart } from '../../kernel/bed.ts';
import { href } from '../../kernel/href.ts';
import { inDigits } from '../../kernel/numeral.ts';
import { LIST_PATHS, queryFor } from '../list/view.ts';
import { dayAfter, folded, isBareDay, parseDay, parseHalfDay, todayThere, WEEKS } from '../parse-day.ts';
import { namedIn, STATUS_CALLED } from './called.ts';

/** Where a text leads by itself, as a calculator answers a sum. */
export interface Jump {
  id: string;
  title: Words;
  icon: string;
  to: string;
  /** Where it leads once this day is over: `to` is of today, and its row may stand there over midnight. */
  after?: { day: string; to: string };
}
/** Where it leads now: to the day that its row says. */
export const leadsTo = ({ to, after }: Jump): string => (after === undefined || after.day === todayThere() ? to : after.to);
/** By what a text is understood. `day`: a day as people read it. */
interface By {
  scope: Scope | null;
  viewer: Pick<Viewer, 'paths'>;
  today: string;
  day: (iso: string) => string;
}
const said = (signs: string, words: string): RegExp => new RegExp(`^(.+?)\\s*(?:${signs})的?$|^(?:${signs})[\\s:]*(.+)$|^(?:${words})(?: on)?\\s+(.+)$|^(.+)\\s+(?:${words})$`);
const ENDS = said('到期|结束|截止|出院', 'end(?:s|ed|ing)?|due|expir(?:es?|ed|ing)|discharged?');
const STARTS = said('开始|入院', 'start(?:s|ed|ing)?|begins?|began');
/** Where some of these stand, a day may stand beside who or where: a person is a filter of the list; a place, of which the list asks by its id, is not. */
const SAID = /到期|结束|截止|出院|开始|入院|\b(?:end|due|expir|discharg|start|beg[ai]n)/;
const PLACE = /^[\p{Script=Han}\d ]+(?<=[科区部院楼房室]|中心)$/u;
/** By the commonest surnames: `健康证`, `一对一`, `所有` or a department's short name is nobody. */
const PERSON = /^(?!.*[和与及到至证险级班科]$)[王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林郑谢罗梁宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤单仇解欧司诸]\p{Script=Han}{1,3}$/u;
/** A day that stands alone and can mean nothing else: `1225` is rather the end of a number, `sun` a surname. */
const ALONE = /^[大今明后昨前下本这个周星期礼拜天日一二三四五六]{2,}$|^\d{1,2}[天周]后$|^(?:(?:the )?day after )?(?:tomorrow|tmr)$|^weekend$|^[a-z ]*day$|^(next |this )?(tue|wed|thu|fri)$|^\d{1,4}[-/.年月]\d{1,2}([-/.月](?:\d{1,2}|20\d\d))?[日号]?$|^[上下本这]个?月\d+[日号]$|^20\d{6}$|[a-z]{3}.*\d|\d.*[a-z]{3}/;
/** Of days to come: those that wait for something. Of days that are over: all that came about. */
const WAITING = 'status:in:pending_assign|pending_service|in_service';
const WAS = 'status:not:cancelled';

/** A day, or the first and the last of several; an empty one is none. */
type Days = readonly [from: string, to: string];
/** A week, its end or a month, from this one on. */
const SPAN = /^(上上?|下下?|[本这]|(?:last|next|this) |(?=周末|weekend))个?(?:(?:周|星期|礼拜|week)(末|end)?|(月|month))(?:[之以]?内)?$/;
/** A day at the edge of a month, or the last of a year. */
const EDGE = /^(?:[上本这下]个?)?月[初底末]$|^[今本明]?年[底末]$|^(?:the )?(?:(?:start|beginning) of (?:the |this |next |last )?month|end of (?:the |this |next |last )?(?:month|year)|month end)$/;
/** A month by its name, or a part of it: `12月`, `2026年12月底`, `12月上旬`, `in december`. */
const NAMED_MONTH = /^(?:in )?((?:20\d\d年)?\d{1,2}月|[a-z]{3,}(?: 20\d\d)?)份?([初底末]|[上中下]旬)?$/;
/** So many days, weeks or months from today on, or the day after them. */
const WITHIN = /^(未来|接下来|(?:in )?(?:the )?next |within (?:the next )?)?(in )?(\d{1,3}|a) ?([天日周]|个月|个?(?:星期|礼拜)|days?|weeks?|months?)(?:([之以]?内)|([之以]?后))?$/;
/** Today and what follows: up to a day, and before all of a week or a month, `下周前`; `by next week` has it to its end. */
const UNTIL = /^(?!.*前.*前)(.*?\D.*?) ?[之以]?前$|^before (.+)$|^by (.+)$/;
/** What follows a day, a week or a month, without an end; `前后` is about it. */
const AFTER = /^(..+?) ?[之以]?(?<!前)后$|^after (.+)$/;
/** Days that follow one another, each by its name. */
const LISTED = /^(.*?\D.*?)(?: ?[和与及、,] ?| and | )(.*\D.*)$/;
/** What is of today and of no other day: `今天`, `本周`, `this month`. */
const NOW = /^(?:[今本这]|t(?!he))/;
/** Numerals of a day as people dictate it; those of a weekday are none. */
const DICTATED = /[零一二三四五六七八九〇两十百]+(?=[年月日号天周]|个月|个?(?:星期|礼拜))|(?<=月)[零一二三四五六七八九十]+/g;
function week(today: string, later: number): Days {
  const monday = dayAfter(today, later - ((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
  return [monday, dayAfter(monday, 6)];
}
function month(today: string, later: number): Days {
  const [year, number] = today.split('-').map(Number) as [number, number];
  const first = (n: number): string => new Date(Date.UTC(year, number - 1 + n, 1)).toISOString().slice(0, 10);
  return [first(later), dayAfter(first(later + 1), -1)];
}
/** The same day so many months later, the last one where there is none. */
function later(today: string, months: number): string {
  const [first, last] = month(today, months);
  return [dayAfter(first, Number(today.slice(8)) - 1), last].sort()[0]!;
}
/** The day that `下月初` or `end of the month` names; a beginning that is over is that of the next month. */
function edge(text: string, today: string): string {
  const off = /上|last/.test(text) ? -1 : /[下明]|next/.test(text) ? 1 : 0;
  if (/年|year/.test(text)) return `${Number(today.slice(0, 4)) + off}-12-31`;
  const [first, last] = month(today, off);
  if (!/初|start|begin/.test(text)) return last;
  return first < today && !/[上本这]|this|last/.test(text) ? month(today, 1)[0] : first;
}
/** The days that such words name, or null. */
function spanOf(text: string, today: string): Days | null {
  const [, which, isEnding, isMonth] = SPAN.exec(text) ?? [];
  const [, coming, then, many, unit = '', inside = coming, after = then] = WITHIN.exec(text) ?? [];
  if (inside || after) {
    const count = many === 'a' ? 1 : Number(many);
    const last = /[月m]/.test(unit) ? later(today, count) : dayAfter(today, count * (/[周星礼w]/.test(unit) ? 7 : 1));
    return [inside ? today : last, last];
  }
  if (which !== undefined) {
    const off = WEEKS[which.trim()] ?? 0;
    const [monday, sunday] = week(today, off * 7);
    return isMonth ? month(today, off) : [isEnding ? dayAfter(sunday, -1) : monday, sunday];
  }
  const [, name, part] = NAMED_MONTH.exec(text) ?? [];
  const begins = name === undefined ? null : parseDay(name.endsWith('月') ? `${name}1日` : `1 ${name}`, today);
  if (begins !== null) {
    const [first, last] = month(begins, 0);
    const third = part?.endsWith('旬') ? '上中下'.indexOf(part[0]!) : -1;
    if (third >= 0) return [dayAfter(first, third * 10), third === 2 ? last : dayAfter(first, third * 10 + 9)];
    return part === undefined ? [first, last] : part === '初' ? [first, first] : [last, last];
  }
  return EDGE.test(text) ? [edge(text, today), edge(text, today)] : null;
}
const WEEKDAY = '(?:[上下本这]*个?(?:周|星期|礼拜)[一二三四五六日天]|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})';
/** A text with its years in four digits, `明年1月`, `26-12-25`, and two days in one word apart: `今明2天`. */
const spelledOut = (text: string, today: string): string =>
  text.replace(/(?<=[a-z]{3})\. (?=\d)/g, ' ').replace(/([去今明])年(?=\d)/g, (_, year: string) => `${Number(today.slice(0, 4)) + '去今明'.indexOf(year) - 1}年`).replace(/(?<![\d./-])\d\d(?=年\d|([./-])\d{1,2}\1\d{1,2}(?!\d))/g, '20$&').replace(/([今明])([明后])2?天/, '$1天到$2天');
/** From one day to another, whatever stands between them; between weekdays, and numbers of which the month or the day is named, a hyphen does: `3-12` is a bed. */
const RANGE = new RegExp(`^(?:from |[从自] ?)?(.*\\D.*?) ?(?:[到至~]| - | to |(?= ?-)(?:(?<=[./月]\\d+|\\d[日号]) ?- ?(?=\\d+[./月日号])|(?<=${WEEKDAY}) ?- ?(?=${WEEKDAY})|(?<=[a-z]{3} \\d+) ?- ?(?=[a-z]{3}|\\d+$)))(?!期) ?(.*\\D.*|(?<=[a-z]{3} .*)\\d+)$`);
/** A day, or several that have one name; half a day is among them as its day. */
function named(text: string, today: string): Days | null {
  const one = parseHalfDay(text, today)?.day ?? null;
  return spanOf(text, today) ?? (one === null ? null : [one, one]);
}
/** The same, or several that follow one another: each is read once, or the head of a roster would take twice as long with each of its days. */
function listed(text: string, today: string): Days | null {
  let [, head = '', rest = ''] = LISTED.exec(text) ?? [];
  let days = named(text, today);
  if (days !== null || head === '') return days;
  days = named(head, today);
  while (days?.[1]) {
    const [from, to] = days;
    const next = dayAfter(to, 1);
    // `12月31日和1日`, `12月25日和周末` of days to come: counted from there
    const follows = (part: string): string => (isBareDay(part) ? [next] : NOW.test(part) ? [today] : [today, next]).map((day) => named(part, day)).find((found) => found?.[0] === next)?.[1] ?? '';
    const last = follows(rest);
    if (last) return [from, last];
    [, head = '', rest = ''] = LISTED.exec(rest) ?? [];
    days = [from, follows(head)];
  }
  return null;
}
/** All after the days that are read so. */
function following(text: string, today: string, read: typeof listed): Days | null {
  const [, zh, after = zh] = AFTER.exec(text) ?? [];
  const over = after && read(after, today)?.[1];
  return over ? [dayAfter(over, 1), ''] : null;
}
/** The same, or all up to such a day or after it. */
function bounded(text: string, today: string): Days | null {
  const [, zh, before = zh, by = before] = UNTIL.exec(text) ?? [];
  const [begins = '', ends = ''] = (by && listed(by, today)) || [];
  // of one that has begun, `周末前` on a Saturday, to its end
  const until = begins === ends || !before || begins <= today ? ends : dayAfter(begins, -1);
  if (until) return until < today ? null : [today, until];
  return listed(text, today) ?? following(text, today, listed);
}
/** From one day to another, or null. */
function between(text: string, today: string): Days | null {
  const [, first = '', end = ''] = RANGE.exec(text) ?? [];
  const from = first && bounded(first, today)?.[0];
  // what would be before the first day, `12月1日到月底`, is counted from there; what says no week or month, `1日到5日`, always is
  for (const day of from ? (isBareDay(end) ? [from, today] : [today, from]) : []) {
    const to = bounded(end, day)?.[1];
    if (to && to >= from!) return [from!, to];
  }
  // the nearest such day from there may be that of the year before, `1月到9月`
  const to = from && /^\d{1,2}[月./-]/.test(end) && bounded(end, dayAfter(from, 182))?.[1];
  return to && to >= from && to.slice(0, 4) === from.slice(0, 4) ? [from, to] : null;
}
/** The days that a text names, or null. */
const daysOf = (text: string, today: string): Days | null => between(text, today) ?? bounded(text, today) ?? following(text, today, between);

/** Stays that begin or end on these days; today's are tabs of the list. */
function stays(which: 'starts' | 'ends', [from, to]: Days, { today, day }: By, who: string): Jump {
  const listOf = (asks: Record<string, string>): string => `${LIST_PATHS.order}?${queryFor(asks)}`;
  const field = which === 'starts' ? 'plannedStart' : 'plannedEnd';
  const asked = from === to ? [`${field}:is:${from}`] : [`${field}:from:${from}`, ...(to ? [`${field}:to:${to}`] : [])];
  const where = (...clauses: string[]): Record<string, string> => Object.fromEntries([...clauses, ...(who ? [`patientName:has:${who}`] : [])].map((clause, i) => [`where[${i}]`, clause]));
  const plain = listOf(where(...asked, to && to < today ? WAS : WAITING));
  const said = `${who && `${who} · `}${day(from)}${from === to || !to ? '' : ` – ${day(to)}`}`;
  const title = which === 'starts' ? (to ? msg`${said} 开始的订单` : msg`${said} 起开始的订单`) : to ? msg`${said} 到期的订单` : msg`${said} 起到期的订单`;
  return { id: `jump:${which}`, icon: 'calendar', title, ...(from === today && to === today ? { to: listOf({ due: `${which}_today`, ...where() }), after: { day: today, to: plain } } : { to: plain }) };
}

/** Where this text leads: the orders of a day. Nothing is looked up or counted. */
export function jumpsOf(text: string, by: By): Jump[] {
  if ((by.scope !== null && by.scope !== 'order') || !by.viewer.paths.includes(LIST_PATHS.order)) return [];
  const named = namedIn(text);
  const words = spelledOut(folded(named === null ? text : named.kinds.includes('order') ? named.text : '').replace(DICTATED, inDigits), by.today);
  const dayIn = (pattern: RegExp, text = words): Days | null => {
    const found = pattern.exec(text)?.slice(1).find((part) => part !== undefined);
    return found === undefined ? null : daysOf(pattern === ENDS ? found.replace(/^最?近(?=\d)/, '未来') : found, by.today);
  };
  // a month in English that stands alone is rather something else: `may`, `mar`
  const alone = /^[a-z]+$/.test(words) ? null : spanOf(words, by.today);
  const [standing = words] = UNTIL.exec(words)?.slice(1).filter((part) => part !== undefined) ?? [];
  const day = alone ?? (ALONE.test(standing.replace(/[上下]午$/, '')) || EDGE.test(standing) || RANGE.test(words) || (/[一-龥]/.test(words) && LISTED.test(words)) ? daysOf(words, by.today) : null);
  const [ends, starts] = [dayIn(ENDS) ?? day, dayIn(STARTS) ?? day];
  if (ends === null && starts === null && SAID.test(words))
    for (let at = 1; at < words.length; at += 1) {
      const [head, tail] = [words.slice(0, at), words.slice(at)].map((part) => part.trim()) as [string, string];
      const spaced = /\s/.test(words.slice(at - 1, at + 1));
      for (const [beside, said] of [[head, tail], [tail, head]] as const) {
        if (!PLACE.test(beside) && (!spaced || !PERSON.test(beside) || Object.values(STATUS_CALLED).flat().includes(beside) || daysOf(beside, by.today) !== null)) continue;
        for (const [which, pattern] of [['ends', ENDS], ['starts', STARTS]] as const) {
          const days = dayIn(pattern, said);
          if (days !== null) return [stays(which, days, by, PLACE.test(beside) ? '' : beside)];
        }
      }
    }
  return [...(ends === null ? [] : [stays('ends', ends, by, '')]), ...(starts === null ? [] : [stays('starts', starts, by, '')])];
}

/** The map of beds at the bed that an order was found by, where a place was named with it: `骨科 12床`, `骨科12床`. */
export function bedJump(text: string, { id, detail, why }: FoundRow, { paths }: By['viewer']): Jump | null {
  const [kind, no] = id.split(':');
  const words = folded(text).split(' ').flatMap(placeApart);
  if (kind !== 'order' || why !== 'bed' || words.length < 2 || !paths.includes('/order/bed')) return null;
  return { id: `jump:bed:${no!}`, icon: 'hospital', title: msg`床位图：${detail}`, to: href('/order/bed', {}, { order: no }) };
}
