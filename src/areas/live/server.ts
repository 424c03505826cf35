import * as z from 'zod/mini';
import { answerStream, type Served } from '../../host/answer.ts';
import { live } from './contract.ts';
import { changedWithin } from './store.ts';

/** What is said on the channel `order` (areas/order/act.ts, host/sweep.ts): also the departments that an order left and came to. */
const said = z.object({ no: z.string(), version: z._default(z.nullable(z.int()), null), hospitalId: z.string(), departmentIds: z.array(z.string()) });
/** Live changes. */
export const served: Served[] = [
  answerStream(
    live.orders,
    {
      channel: 'order',
      read: (payload) => {
        const { no, version, hospitalId, departmentIds } = said.parse(JSON.parse(payload));
        return { message: { no, version }, hospitalId, departmentIds };
      },
      missed: null,
    },
    (ask) => changedWithin(ask.reach, ask.query.ago ?? 0),
  ),
];
