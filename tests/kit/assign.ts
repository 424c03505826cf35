import type { Api, Client } from './api.ts';
import { careKit, dayFromNow, type Place } from './care.ts';

type Row = Record<string, unknown>;
interface Wanted extends Row {
  patient?: string;
  /** First and last day, in days from now. */
  from?: number;
  to?: number;
  start_half?: 'AM' | 'PM';
  end_half?: 'AM' | 'PM';
}
/** What an order looks like to whoever acts on it. */
export interface Shown {
  orderNo: string;
  version: number;
  status: string;
  caregiverName: string | null;
  stints: { caregiverName: string; from: string; to: string; status: string; exclusive: boolean; reason: string | null }[];
}

/** Orders with their days, caregivers fit for them, and the verbs that give the one to the other. */
export async function assignKit(api: Pick<Api, 'database' | 'rows'>) {
  const kit = await careKit(api.database);
  const service = (mode: string, most: number): Promise<string> => kit.insert('service_item', { code: `s-${mode}-${most}`, name: `${mode} ${most}`, care_mode: mode, coverage: 'full24', max_patients: most });
  const made = {
    ...kit,
    /** Services that one caregiver gives to two, and to three, at once. */
    two: await service('one_to_many', 2),
    three: await service('one_to_many', 3),
    /** An order of a new patient with its days, each at 10,001 fen; its number. */
    async stay(place: Place, { from = 0, to = 3, ...row }: Wanted = {}): Promise<string> {
      const no = await kit.order(place, { planned_start: dayFromNow(from), planned_end: dayFromNow(to), unit_price_fen: 10_001, ...row });
      await api.rows(
        `insert into order_service_day (order_id, day, fraction, unit_price_fen, amount_fen)
         select id, d::date, f, 10001, floor(10001 * f + 0.5) from care_order, generate_series(planned_start, planned_end, '1 day') d,
           lateral (select 1 - case when d = planned_start and start_half = 'PM' then 0.5 else 0 end - case when d = planned_end and end_half = 'AM' then 0.5 else 0 end as f) x where order_no = $1`,
        [no],
      );
      await api.rows(`insert into order_event (order_id, event, to_state, actor_id, actor_role) select id, 'create', service_state, ${kit.actorId}, 2 from care_order where order_no = $1`, [no]);
      return no;
    },
    /** A shared stay: its service and mode. */
    shared: (id: string): Row => ({ service_item_id: id, care_mode: 'one_to_many' }),
    fit: (name: string, places: readonly Place[], row: Row = {}) => kit.caregiver(name, places, { certificate: dayFromNow(100), ...row }),
    read: async (client: Client, no: string): Promise<Shown> => (await client.get<Shown>(`/orders/${no}`)).body.result,
    /** Asks for a verb with the version as it is. */
    async verb(client: Client, verb: string, no: string, body: Row) {
      const [row] = await api.rows<{ version: number }>('select version from care_order where order_no = $1', [no]);
      return client.post<{ row: Shown }>(`/orders/${no}/${verb}`, { body: { version: row!.version, ...body } });
    },
    /** The days with who has them: `first/second pay/of the second`. */
    days: async (no: string): Promise<string[]> =>
      (
        await api.rows<{ line: string }>(
          `select concat(y.fraction, ' ', c.name, '/', r.name, ' ', y.caregiver_pay_fen, '/', y.relief_pay_fen) as line from order_service_day y join care_order o on o.id = y.order_id
           left join caregiver c on c.id = y.caregiver_id left join caregiver r on r.id = y.relief_id where o.order_no = $1 order by y.day`,
          [no],
        )
      ).map(({ line }) => line),
    /** All that an event could touch. */
    all: async (): Promise<unknown[]> => Promise.all(['care_order', 'order_assignment', 'order_service_day', 'order_event', 'caregiver'].map((table) => api.rows(`select * from ${table} order by 1, 2`))),
  };
  return made;
}
