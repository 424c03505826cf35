import * as z from 'zod/mini';
import { answerStream, type Feed, type Served } from '../../host/answer.ts';
import { may } from '../../kernel/access.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { live, type Change } from './contract.ts';
import { caregiversWithin, changedWithin, dictionariesWithin, hospitalsWithin } from './store.ts';

const version = z._default(z.nullable(z.int()), null);
/** What is said on the channel `order` (areas/order/act.ts, host/sweep.ts): also the departments that an order left and came to. */
const ofOrder = z.object({ no: z.string(), version, hospitalId: z.string(), departmentIds: z.array(z.string()) });
/** What is said there when something is done to a month of a hospital's books (areas/settlement/close.ts). */
const ofBooks = z.strictObject({ hospitalId: z.string() });
/** What is said on the channel `caregiver` (areas/caregiver/act.ts, areas/order/act.ts, host/health.ts): the hospitals they are or were posted to. */
const ofCaregiver = z.object({ no: z.string(), version, hospitalIds: z.array(z.string()) });
/** What is said on the channel `hospital` (areas/hospital/edit.ts), by its id. */
const ofHospital = z.object({ no: z.string(), version: z.int() });
/** What is said on the channel `dictionary` (areas/dictionary/store.ts), by its code. */
const ofDictionary = ofHospital;
/** Changes of orders, and of the books they stand in. */
const orders: Feed<Change> = {
  channel: 'order',
  may: live.orders.may,
  read: (payload) => {
    const given: unknown = JSON.parse(payload);
    const books = ofBooks.safeParse(given);
    if (books.success) return { message: null, places: [{ hospitalId: books.data.hospitalId, departmentIds: null }] };
    const said = ofOrder.parse(given);
    return { message: { no: said.no, version: said.version }, places: [{ hospitalId: said.hospitalId, departmentIds: said.departmentIds }] };
  },
  missed: null,
};
const caregivers: Feed<Change> = {
  channel: 'caregiver',
  may: live.caregivers.may,
  read: (payload) => {
    const said = ofCaregiver.parse(JSON.parse(payload));
    return { message: { no: said.no, version: said.version }, places: said.hospitalIds.map((hospitalId) => ({ hospitalId, departmentIds: null })) };
  },
  missed: null,
};
const hospitals: Feed<Change> = {
  channel: 'hospital',
  may: live.hospitals.may,
  read: (payload) => {
    const said = ofHospital.parse(JSON.parse(payload));
    return { message: said, places: [{ hospitalId: said.no, departmentIds: null }] };
  },
  missed: null,
};
const dictionaries: Feed<Change> = { channel: 'dictionary', may: live.dictionaries.may, read: (payload) => ({ message: ofDictionary.parse(JSON.parse(payload)), places: null }), missed: null };
type Told = Reply<typeof live.all>;
const part = (of: Told['of'], feed: Feed<Change>): Feed<Told> => ({
  ...feed,
  read: (payload) => {
    const { message, places } = feed.read(payload);
    return { message: { of, said: message }, places };
  },
  missed: { of, said: null },
});
/** Live changes. */
export const served: Served[] = [
  answerStream(live.orders, [orders], (ask) => changedWithin(ask.reach, ask.query.ago ?? 0)),
  answerStream(live.caregivers, [caregivers], (ask) => caregiversWithin(ask.reach, ask.query.ago ?? 0)),
  answerStream(live.hospitals, [hospitals], (ask) => hospitalsWithin(ask.reach, ask.query.ago ?? 0)),
  answerStream(live.dictionaries, [dictionaries], (ask) => dictionariesWithin(ask.reach, ask.query.ago ?? 0)),
  answerStream(live.all, [part('/live', orders), part('/live/caregivers', caregivers), part('/live/hospitals', hospitals), part('/live/dictionaries', dictionaries)], async ({ reach, viewer, query: { ago = 0 } }) => {
    const of = (path: Told['of']) => (said: Change): Told => ({ of: path, said });
    return [
      ...(may(viewer, 'biz:order:list') ? (await changedWithin(reach, ago)).map(of('/live')) : []),
      ...(may(viewer, 'biz:caregiver:list') ? (await caregiversWithin(reach, ago)).map(of('/live/caregivers')) : []),
      ...(may(viewer, 'biz:order:list') ? (await hospitalsWithin(reach, ago)).map(of('/live/hospitals')) : []),
      ...(await dictionariesWithin(reach, ago)).map(of('/live/dictionaries')),
    ];
  }),
];
