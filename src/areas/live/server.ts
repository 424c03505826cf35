import * as z from 'zod/mini';
import { answerStream, type Served } from '../../host/answer.ts';
import { live } from './contract.ts';
import { caregiversWithin, changedWithin } from './store.ts';

const version = z._default(z.nullable(z.int()), null);
/** What is said on the channel `order` (areas/order/act.ts, host/sweep.ts): also the departments that an order left and came to. */
const ofOrder = z.object({ no: z.string(), version, hospitalId: z.string(), departmentIds: z.array(z.string()) });
/** What is said there when a month of a hospital's books is closed or opened again (areas/settlement/close.ts). */
const ofBooks = z.strictObject({ hospitalId: z.string() });
/** What is said on the channel `caregiver` (areas/caregiver/act.ts, areas/order/act.ts, host/health.ts): the hospitals they are or were posted to. */
const ofCaregiver = z.object({ no: z.string(), version, hospitalIds: z.array(z.string()) });
/** Live changes. */
export const served: Served[] = [
  answerStream(
    live.orders,
    {
      channel: 'order',
      read: (payload) => {
        const given: unknown = JSON.parse(payload);
        const books = ofBooks.safeParse(given);
        if (books.success) return { message: null, places: [{ hospitalId: books.data.hospitalId, departmentIds: null }] };
        const said = ofOrder.parse(given);
        return { message: { no: said.no, version: said.version }, places: [{ hospitalId: said.hospitalId, departmentIds: said.departmentIds }] };
      },
      missed: null,
    },
    (ask) => changedWithin(ask.reach, ask.query.ago ?? 0),
  ),
  answerStream(
    live.caregivers,
    {
      channel: 'caregiver',
      read: (payload) => {
        const said = ofCaregiver.parse(JSON.parse(payload));
        return { message: { no: said.no, version: said.version }, places: said.hospitalIds.map((hospitalId) => ({ hospitalId, departmentIds: null })) };
      },
      missed: null,
    },
    (ask) => caregiversWithin(ask.reach, ask.query.ago ?? 0),
  ),
];
