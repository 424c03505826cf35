import { msg } from '@lingui/core/macro';
import type { Status } from '../../../machines/order.ts';
import type { Command, Viewer, Words } from '../../kernel/area.ts';
import { LIST_PATHS } from '../list/view.ts';
import { STATUS_WORDS } from '../order-status.ts';
import { colourCommand } from '../setting-command.ts';
import { fold, match } from './match.ts';
import type { Question } from './results.ts';

/** How each is called whatever the language in use: its name, its pinyin, its English name, and as people say it. What is overdue is a list as well. */
const CALLED: Readonly<Record<Status | 'overdue', readonly string[]>> = {
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

/** Commands that are there once something is typed: among settings any colour, else the list of the orders of a status that it begins or names. Of other words beside a status the list has filters of its own. */
export function typedCommands({ text, spelled, scope }: Question, { paths }: Pick<Viewer, 'paths'>, say: (words: Words) => string): readonly Command[] {
  if (scope === 'setting') return [colourCommand(text) ?? []].flat();
  if (text === '' || !paths.includes(LIST_PATHS.order)) return [];
  const asked = ` ${fold(text)} `;
  return Object.entries(CALLED).flatMap(([status, called]) => {
    const named = called.some((one) => asked.includes(` ${one} `));
    // `派单` is something one does
    if (!named && !['exact', 'prefix'].includes(match(spelled, called[0]!, called)?.tier ?? '')) return [];
    const [title, of] = [say(msg`订单`), say(status === 'overdue' ? msg`过期未办` : STATUS_WORDS[status as Status])];
    return { id: `order.status.${status}`, title: msg`${title} · ${of}`, keywords: named ? [...called, text] : called, goes: `${LIST_PATHS.order}?${status === 'overdue' ? 'due' : 'status'}=${status}`, group: 'go' };
  });
}
