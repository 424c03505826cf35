import { answerStream, type Served } from '../../host/answer.ts';
import { live } from './contract.ts';
import { changedWithin } from './store.ts';

/** What is said on the channel `order` (areas/order/act.ts, host/sweep.ts): also the departments that an order left and came to. */
interface Said {
  no: string;
  version?: number;
  hospitalId: string;
  departmentIds: string[];
}
/** Live changes. */
export const served: Served[] = [
  answerStream(
    live.orders,
    {
      channel: 'order',
      read: (payload) => {
        const { no, version = null, hospitalId, departmentIds } = JSON.parse(payload) as Said;
        return { message: { no, version }, hospitalId, departmentIds };
      },
      missed: null,
    },
    (ask) => changedWithin(ask.reach, ask.query.ago ?? 0),
  ),
];
