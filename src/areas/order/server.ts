import { answer, type Served } from '../../host/answer.ts';
import { order } from './contract.ts';
import { readOrder } from './detail.ts';
import { findOrders } from './find.ts';
import { listOrders } from './store.ts';

/** The order endpoints. */
export const served: Served[] = [
  answer(order.list, (ask) => listOrders(ask.reach, ask.viewer, ask.query)),
  answer(order.find, (ask) => findOrders(ask.reach, ask.viewer, ask.query.q)),
  answer(order.detail, (ask) => readOrder(ask.reach, ask.viewer, ask.params['no'])),
];
