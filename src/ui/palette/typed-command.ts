import { msg } from '@lingui/core/macro';
import type { Status } from '../../../machines/order.ts';
import type { Command, Viewer, Words } from '../../kernel/area.ts';
import { LIST_PATHS } from '../list/view.ts';
import { STATUS_WORDS } from '../order-status.ts';
import { colourCommand } from '../setting-command.ts';
import { STATUS_CALLED, statusesApart } from './called.ts';
import { fold, match } from './match.ts';
import type { Question } from './results.ts';

/** Commands that are there once something is typed: among settings any colour, else the list of the orders of a status that it begins or names. Who says more than the status rather means those orders: then it stands below them. */
export function typedCommands({ text, spelled, scope }: Question, { paths }: Pick<Viewer, 'paths'>, say: (words: Words) => string): readonly Command[] {
  if (scope === 'setting') return [colourCommand(text) ?? []].flat();
  if (text === '' || !paths.includes(LIST_PATHS.order)) return [];
  const asked = ` ${fold(statusesApart(text))} `;
  return Object.entries(STATUS_CALLED).flatMap(([status, called]) => {
    const named = called.some((one) => asked.includes(` ${one} `) || asked.includes(` ${one.replaceAll(' ', '')} `));
    const alone = called.includes(asked.trim());
    // `派单` is something one does
    if (!named && !['exact', 'prefix'].includes(match(spelled, called[0]!, called)?.tier ?? '')) return [];
    const [title, of] = [say(msg`订单`), say(status === 'overdue' ? msg`过期未办` : STATUS_WORDS[status as Status])];
    return { id: `order.status.${status}`, title: msg`${title} · ${of}`, keywords: named && !alone ? [...called, `· ${text}`] : called, goes: `${LIST_PATHS.order}?${status === 'overdue' ? 'due' : 'status'}=${status}`, group: 'go' };
  });
}
