import { answer, type Served } from '../../host/answer.ts';
import { order } from './contract.ts';
import { findOrders } from './find.ts';
import { listOrders, readOrder } from './store.ts';

/** The order endpoints. */
export const served: Served[] = [
  answer(order.list, (ask) => listOrders(ask.reach, ask.query)),
  answer(order.find, (ask) => findOrders(ask.reach, ask.query.q)),
  answer(order.detail, (ask) => readOrder(ask.reach, ask.params['no'])),
];
