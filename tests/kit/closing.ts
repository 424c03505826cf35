import { sumsOf, type Statement, type Sums } from '../../src/areas/settlement/contract.ts';
import type { Answer, Client } from './api.ts';
import { dayFromNow } from './care.ts';
import type { Life } from './life.ts';

/** The month so many months before this one, `2026-10`. */
export const monthBefore = (months: number): string => {
  const [year, month] = dayFromNow(0).split('-').map(Number) as [number, number];
  const n = year * 12 + month - 1 - months;
  return `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;
};
/** A day of a month. */
export const dayIn = (month: string, day: number): string => `${month}-${String(day).padStart(2, '0')}`;

/** Statements, closing and reopening on a server of startLife. */
export const closingKit = (life: Life) => {
  const hospitalId = life.place.hospitalId;
  const kit = {
    statement: async (month: string, by: Client = life.client.ops, hospital = hospitalId): Promise<Statement> => (await by.get<Statement>('/settlements/hospital', { query: { month, hospitalId: hospital } })).body.result,
    /** Closes what is shown now, or was; `seen`: what of it was otherwise. */
    async close(month: string, by: Client = life.client.ops, seen: Partial<Sums & Pick<Statement, 'version'>> = {}, hospital = hospitalId): Promise<Answer<Statement>> {
      const shown = { ...(await kit.statement(month, life.client.ops, hospital)), ...seen };
      return by.post<Statement>('/settlements/close', { body: { hospitalId: hospital, month, version: shown.version, sums: sumsOf(shown) } });
    },
    async reopen(month: string, reason = '漏了一天', by: Client = life.client.ops): Promise<Answer<Statement>> {
      return by.post<Statement>('/settlements/reopen', { body: { hospitalId, month, version: (await kit.statement(month)).version, reason } });
    },
    /** Marks its pay as paid, or takes that back; `more`: a reason, or a version that was seen. */
    async pays(verb: 'pay' | 'unpay', month: string, more: object = {}, by: Client = life.client.ops): Promise<Answer<Statement>> {
      return by.post<Statement>(`/settlements/${verb}`, { body: { hospitalId, month, version: (await kit.statement(month)).version, ...more } });
    },
    /** An order with these days, served from its beginning to its end. */
    async served(from: string, to: string, carer: { no: string }, more: object = {}): Promise<string> {
      const no = await life.made({ plannedStart: from, startHalf: 'AM', plannedEnd: to, endHalf: 'PM', ...more });
      await life.done(no, 'assign', { caregiverNo: carer.no });
      await life.done(no, 'start', { reason: '补录' });
      await life.done(no, 'complete', { end: { day: to, half: 'PM' } });
      return no;
    },
    /** All that a closing guards, as it stands. */
    books: () => Promise.all(['order_service_day', 'order_payment', 'order_adjustment', 'settlement_period', 'caregiver_pay', 'care_order', 'order_assignment', 'order_event'].map((table) => life.api.rows(`select * from ${table} order by 1, 2`))),
  };
  return kit;
};
