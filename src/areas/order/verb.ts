import type { OrderEvent } from '../../../machines/order.ts';
import type { VerbFormProps } from '../../ui/verb-drawer.tsx';
import type { Acted, OrderDetail } from './contract.ts';

/** What opens over an order as a drawer with its own address, `#/order/:no/:verb`: every event that asks something, whom it is given to, what is complained of, and why the amount is what it is. */
export type Verb = Exclude<OrderEvent, 'undo'> | 'hand' | 'complain' | 'explain';

/** What a verb's form is given (`<verb>.form.tsx`, default export). */
export type VerbProps = VerbFormProps<OrderDetail, Acted>;
