import type { OrderEvent } from '../../../machines/order.ts';
import type { Command } from '../../kernel/area.ts';
import type { RefusalName } from '../../kernel/refusal.ts';
import { Actions as Bar } from '../../ui/action.tsx';
import { area } from './area.ts';
import type { OrderRow } from './contract.ts';

/** The commands that act on an order, by the area's own list. */
const ACTING: readonly Command[] = area.commands!.filter(({ on }) => on === 'order');
const GRAVE = new Set(['cancel']);
/** What usually comes next: the first of these that is possible is the primary action. */
const NEXT: readonly OrderEvent[] = ['refund-approve', 'refund-pay', 'refund-request', 'assign', 'start', 'complete', 'settle', 'evaluate', 'renew'];
/** Refusals that only say that there is no occasion for it: what is refused so is left out, like what the state does not know. */
const IDLE: ReadonlySet<RefusalName | null> = new Set<RefusalName>(['wrong_state', 'closed', 'nothing_owed', 'nothing_due_back', 'refund_not_requested', 'refund_not_approved', 'evaluation_closed', 'evaluated', 'nothing_to_undo', 'undo_not_own', 'undo_late', 'undo_money']);

/** What may be done to the order (ui/action.tsx). */
export const Actions = ({ row }: { row: OrderRow }) => <Bar commands={ACTING} row={row} next={NEXT} idle={IDLE} grave={GRAVE} />;
