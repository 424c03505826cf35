import { href } from '../../kernel/href.ts';
import { useHere } from '../../ui/here.ts';
import { remember } from '../../ui/known.ts';
import { navigate } from '../../ui/location.ts';
import { isForm, thingOf } from '../../ui/order-thing.ts';
import { forgetOrder, undo } from './acted.ts';
import type { CheckedSelection } from './bulk-check.ts';
import type { OrderRow } from './contract.ts';

/** The verbs' own name in a command's id, `order.<verb>`: an address, but for undo and for what opens a page of its own. */
const verbOf = (id: string): string => id.slice('order.'.length);

/** Opens a verb over its order; closing it leads back to where one was. */
export function openVerb(row: OrderRow, verb: string): void {
  remember('order', row.orderNo, row);
  navigate(href('/order/:no/:verb', { no: row.orderNo, verb }), { state: { over: true } });
}
/**
 * Says on which orders commands act while a page is shown: the focused row, and the rows that are selected. `several` does an event
 * to those; `onOpen` is told before a verb opens over its order.
 */
export function useOrderHere({ row, selection = () => [], count, whole, select, several, onOpen }: {
  row: () => OrderRow | undefined;
  selection?: () => readonly OrderRow[];
  /** How many are selected, where not all are at hand. */
  count?: () => number | null;
  /** The selection as the server reads it, where not all are at hand. */
  whole?: () => CheckedSelection | undefined;
  /** Selects these and no others. */
  select?: (nos: readonly string[]) => void;
  several?: (event: string, rows: readonly OrderRow[]) => void;
  onOpen?: () => void;
}): void {
  useHere({
    on: 'order',
    row: () => {
      const one = row();
      return one && thingOf(one);
    },
    selection: () => selection().map(thingOf),
    ...(count === undefined ? {} : { count }),
    ...(whole === undefined ? {} : { whole }),
    ...(select === undefined ? {} : { select }),
    act: (command, on) => {
      const { id, event } = command;
      if (Array.isArray(on)) return several?.(event!, on as readonly OrderRow[]), true;
      const one = on as OrderRow;
      if (event === 'undo') return void undo(one);
      // what was too early when it was read: the form asks anew
      if (event !== undefined && !(one.can as readonly string[]).includes(event)) forgetOrder(one.orderNo);
      onOpen?.();
      openVerb(one, verbOf(id));
      return isForm(command);
    },
  });
}
