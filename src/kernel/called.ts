import type { Status } from '../../machines/order.ts';

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
const STATUSES = Object.entries(STATUS_CALLED).map(([status, called]) => [status, new RegExp(`(?<!\\S)(?:${called.join('|').replaceAll(' ', ' ?')})(?!\\S)`, 'g')] as const);
/** A folded text of which the names of statuses are one word each, as an order's line says them. */
export const statusesWhole = (text: string): string => (text.includes(' ') ? STATUSES.reduce((said, [status, called]) => said.replace(called, status), text) : text);
/** Whether a word is a status as an order's line says it. */
export const isStatus = (word: string): boolean => Object.hasOwn(STATUS_CALLED, word);

/** What people call a record of each kind; of hanzi the name may follow without a space. A bed is not a hospital's. */
const KINDS = [
  [['caregiver'], /^(?:(?:护工|护理员)\s*|(?:hugong|caregiver)\s+)(?=\S)|(?<=\S)\s+(?:护工|护理员|hugong|caregiver)$/i],
  [['order', 'patient'], /^(?:(?:订单号?|患者|病人)\s*|(?:dingdan|huanzhe|bingren|order|patient)\s+)(?=\S)|(?<=\S)\s+(?:订单|患者|病人|dingdan|huanzhe|bingren|order|patient)$/i],
  [['hospital'], /^(?:医院|yiyuan|hospital)\s+(?=\D+$)/i],
] as const;
/** What of a text is asked of records of a kind: of `护工 赵艳` what stands beside the name of that kind; null where it is another's. Kinds that nobody names are asked all of it. */
export function askedOf(kind: string, text: string): string | null {
  const named = KINDS.find(([, called]) => called.test(text));
  if (named === undefined || !KINDS.some(([kinds]) => (kinds as readonly string[]).includes(kind))) return text;
  return (named[0] as readonly string[]).includes(kind) ? text.replace(named[1], '') : null;
}
