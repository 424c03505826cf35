import { msg } from '@lingui/core/macro';
import type { Scope } from '../../../machines/palette.ts';
import type { FoundRow, Viewer, Words } from '../../kernel/area.ts';
import { bedApart } from '../../kernel/bed.ts';
import { href } from '../../kernel/href.ts';
import { LIST_PATHS, queryFor } from '../list/view.ts';
import { parseDay, todayThere } from '../parse-day.ts';

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
const ENDS = /^(.+?)\s*(?:到期|结束|截止)$|^(?:ends?|ending|due|expires?)\s+(.+)$|^(.+)\s+(?:due|ends?|ending)$/i;
const STARTS = /^(.+?)\s*开始$|^(?:starts?|starting|begins?)\s+(.+)$|^(.+)\s+(?:starts?|starting)$/i;
/** A day that stands alone and can mean nothing else: `1225` is rather the end of a number, `sun` a surname. */
const ALONE = /^[大今明后昨前下周星期礼拜天日一二三四五六]{2,}$|^(today|tomorrow|yesterday)$|^\d{1,4}[-/.月]\d{1,2}([-/.]\d{1,2})?[日号]?$/i;
const WAITING = 'status:in:pending_assign|pending_service|in_service';

/** Stays that begin or end on a day; today's are tabs of the list. */
function stays(which: 'starts' | 'ends', iso: string, { today, day }: By): Jump {
  const listOf = (asks: Record<string, string>): string => `${LIST_PATHS.order}?${queryFor(asks)}`;
  const plain = listOf({ 'where[0]': `${which === 'starts' ? 'plannedStart' : 'plannedEnd'}:is:${iso}`, 'where[1]': WAITING });
  const said = day(iso);
  return { id: `jump:${which}`, icon: 'calendar', title: which === 'starts' ? msg`${said} 开始的订单` : msg`${said} 到期的订单`, ...(iso === today ? { to: listOf({ due: `${which}_today` }), after: { day: iso, to: plain } } : { to: plain }) };
}

/** Where this text leads: the orders of a day. Nothing is looked up or counted. */
export function jumpsOf(text: string, by: By): Jump[] {
  if ((by.scope !== null && by.scope !== 'order') || !by.viewer.paths.includes(LIST_PATHS.order)) return [];
  const words = text.normalize('NFKC').trim();
  const dayIn = (pattern: RegExp): string | null => {
    const found = pattern.exec(words);
    return found === null ? null : parseDay((found[1] ?? found[2] ?? found[3])!, by.today);
  };
  const alone = ALONE.test(words) ? parseDay(words, by.today) : null;
  const [ends, starts] = [dayIn(ENDS) ?? alone, dayIn(STARTS) ?? alone];
  return [...(ends === null ? [] : [stays('ends', ends, by)]), ...(starts === null ? [] : [stays('starts', starts, by)])];
}

/** The map of beds at the bed that an order was found by, where a place was named with it: `骨科 12床`, `骨科12床`. */
export function bedJump(text: string, { id, detail, why }: FoundRow, { paths }: By['viewer']): Jump | null {
  const [kind, no] = id.split(':');
  const words = text.normalize('NFKC').toLowerCase().trim().split(/\s+/).flatMap(bedApart);
  if (kind !== 'order' || why !== 'bed' || words.length < 2 || !paths.includes('/order/bed')) return null;
  return { id: `jump:bed:${no!}`, icon: 'hospital', title: msg`床位图：${detail}`, to: href('/order/bed', {}, { order: no }) };
}
