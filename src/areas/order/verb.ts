import type { OrderEvent } from '../../../machines/order.ts';
import type { RefusalName } from '../../kernel/refusal.ts';
import type { Acted, OrderDetail } from './contract.ts';

/** What opens over an order as a drawer with its own address, `#/order/:no/:verb`: every event that asks something, and why the amount is what it is. */
export type Verb = Exclude<OrderEvent, 'undo'> | 'explain';

/** What a verb's form is given (`<verb>.form.tsx`, default export). */
export interface VerbProps {
  /** The newest that is known of the order. */
  detail: OrderDetail;
  /** The version that this person has seen: follows the order until something is entered, then stands still, so that a conflict is met. */
  version: number;
  /** Why the verb cannot be done to the newest that is known, or null. */
  why: RefusalName | null;
  /** The way out; asks first when something was entered. */
  leave: () => void;
  /** It was done: the drawer closes, lists and pages follow. `useVerb` calls it. */
  done: (acted: Acted) => void;
  /** Something was entered by a way that fires no input event, such as a number key. */
  touch: () => void;
}
