import type { Status } from '../../../machines/order.ts';
import { MOST } from './query.ts';

/** How each status is called whatever the language in use: its name, its pinyin, its English name, and as people say it. What is overdue is a list as well. */
export const STATUS_CALLED: Readonly<Record<Status | 'overdue', readonly string[]>> = {
  pending_assign: ['待派单', 'dai pai dan', 'to assign'],
  pending_service: ['待服务', 'dai fu wu', 'to start'],
  in_service: ['服务中', 'fu wu zhong', 'in service'],
  pending_payment: ['待结清', 'dai jie qing', 'to settle', '欠款', 'qian kuan', 'owed'],
  pending_evaluation: ['待评价', 'dai ping jia', 'to evaluate'],
  refunding: ['退款中', 'tui kuan zhong', 'refunding'],
  closed: ['已完成', 'yi wan cheng', 'closed'],
  cancelled: ['已取消', 'yi qu xiao', 'cancelled'],
  overdue: ['过期未办', 'guo qi wei ban', 'overdue', '逾期', 'yu qi'],
};
const STATUSES = Object.entries(STATUS_CALLED).map(([status, called]) => [status, new RegExp(`(?<!\\S)(?:${called.join('|').replaceAll(' ', ' ?')})(?!\\S)`, 'gi')] as const);
const HANZI = Object.values(STATUS_CALLED).flat().filter((one) => one > '一').join('|');
/** Where a word follows the name of a status without a space, as in `已完成骨科`; `服务中心` is a word of its own, `服务中心内科` and `服务中心理科` not. */
const GLUED = new RegExp(`(?<!\\S)(${HANZI})(?=[\\p{Script=Han}a-z])(?!(?<=服务中)心(?!理科|[内外血胸脏]))`, 'gu');
/** Where it stands behind a word. */
const BEHIND = new RegExp(`(?<=\\p{Script=Han})(?:${HANZI})(?!\\S)`, 'gu');
/** A text with the names of statuses apart from what is said beside them. */
export const statusesApart = (text: string): string => text.replace(GLUED, '$1 ').replace(BEHIND, ' $&');
/** A text of which the names of statuses are one word each, as an order's line says them; a status alone is but a name. */
export function statusesWhole(text: string): string {
  const apart = statusesApart(text);
  return apart.includes(' ') ? STATUSES.reduce((said, [status, called]) => said.replace(called, status), apart) : apart;
}

/** What people call a record of each kind: in hanzi, which the rest may follow without a space, and in letters. A hospital has no number, and no bed. */
const KINDS = ([['caregiver', '护工|護工|护理员', 'hugong|caregiver'], ['order patient', '订单|訂單|患者|病人', 'dingdan|huanzhe|orders?|patient']] as const).map(([kinds, signs, letters]) => [kinds.split(' '), new RegExp(`^(?:(?:${signs})[\\s:：#]*|(?:${letters})[\\s:：#]+)(?=\\S)|(?<=\\S)(?:\\s*的?(?:${signs})|\\s+(?:${letters}))$`, 'i')] as const);
const NAMED: readonly (readonly [readonly string[], RegExp])[] = [...KINDS, [['hospital'], /^(?:医院|hospital)[\s:：]+(?=\D+$)/i]];
/** Which records a text names, `护工 赵艳`, and what of it is asked of those. Null: none, or none by that name. */
export function namedIn(text: string): { kinds: readonly string[]; text: string } | null {
  const [kinds, called] = NAMED.find(([, one]) => one.test(text)) ?? [];
  return kinds === undefined ? null : { kinds, text: text.replace(called!, '') };
}
/** What of a text is asked of records of a kind, of orders with the names of statuses in one word each; null where it names others. Kinds that nobody names are asked all of it. */
export function askedOf(kind: string, text: string): string | null {
  const named = namedIn(text);
  const own = named === null || !NAMED.some(([kinds]) => kinds.includes(kind)) ? text : named.kinds.includes(kind) ? named.text : null;
  if (own === null || kind !== 'order') return own;
  const whole = statusesWhole(own);
  // the one word of a status is longer than its name, and none is cut
  return whole.length <= MOST ? whole : whole.slice(0, MOST + 1).replace(/ \S*$/, '').slice(0, MOST);
}
/** Which records a text names, what of it is asked of the index, and all that was typed where that is more. */
export function indexedIn(typed: string): { kinds: readonly string[] | null; text: string; typed?: string } {
  const named = namedIn(typed);
  const text = statusesWhole(named?.text ?? typed);
  return { kinds: named?.kinds ?? null, text, ...(text === typed ? {} : { typed }) };
}
