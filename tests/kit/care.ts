import * as z from 'zod/mini';
import type { Ask } from '../../src/host/answer.ts';
import type { Database } from '../../src/host/db/open.ts';
import { readings } from '../../src/host/pinyin.ts';
import { Reach, type Scope } from '../../src/host/reach.ts';
import { namesOf, rightsOf } from '../../src/kernel/access.ts';
import type { Endpoint, Reply } from '../../src/kernel/endpoint.ts';
import { served } from '../../src/served.gen.ts';

type Row = Record<string, unknown>;
/** A hospital with one department, ward and bed per given department name. */
export interface Place {
  hospitalId: string;
  departments: { id: string; wardId: string; bedId: string }[];
}

/** Asks an endpoint as someone of this scope would: query parsed, answer parsed, refusals thrown as Fault. Sign-in and rights are tested elsewhere. */
export function door({ db }: Pick<Database, 'db'>, scope: Scope) {
  return async <E extends Endpoint>(endpoint: E, query: Row = {}, params: Record<string, string> = {}): Promise<Reply<E>> => {
    const own = served.find((s) => s.endpoint === endpoint)!;
    const viewer = { userId: '1', sessionId: '', username: 'admin', nickname: '', role: 1, roles: namesOf(1), perms: rightsOf(1) };
    const ask = { viewer, from: { ip: '', userAgent: '', requestId: '', language: 'zh-cn' }, reach: new Reach(db, scope), params, query: endpoint.query && z.parse(endpoint.query, query) } as unknown as Ask;
    return z.parse(endpoint.reply, await own.run(ask, undefined as never)) as Reply<E>;
  };
}

/** Days from now in UTC+8, `YYYY-MM-DD`. */
export const dayFromNow = (days: number): string => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** Puts single rows into an empty database; every field has a plain default that a test may replace. */
export async function careKit({ pool }: Database) {
  let n = 0;
  async function insert(table: string, row: Row): Promise<string> {
    const names = Object.keys(row);
    const { rows } = await pool.query<{ id: string }>(`insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning id::text`, Object.values(row));
    return rows[0]!.id;
  }
  const named = (name: string): Row => {
    const { pinyin, initials } = readings(name);
    return { name, name_pinyin: pinyin, name_initials: initials };
  };
  const entity = await insert('sys_entity', { kind: 'user' });
  const actorId = await insert('sys_user', { id: entity, username: 'clerk', nickname: '小周', password_hash: '!', role: 2 });
  const serviceId = await insert('service_item', { code: 's1', name: '一对一全天陪护', care_mode: 'one_to_one', coverage: 'full24' });

  const kit = {
    actorId,
    insert,
    async place(name: string, departments: readonly string[] = ['骨科'], row: Row = {}): Promise<Place> {
      const hospitalId = await insert('hospital', { code: `H${++n}`, name, ...row });
      const made: Place['departments'] = [];
      for (const department of departments) {
        const id = await insert('hospital_department', { hospital_id: hospitalId, code: `D${++n}`, name: department });
        const wardId = await insert('hospital_ward', { hospital_id: hospitalId, department_id: id, name: `${department}一病区` });
        made.push({ id, wardId, bedId: await insert('hospital_bed', { ward_id: wardId, hospital_id: hospitalId, bed_no: String(11 + made.length) }) });
      }
      return { hospitalId, departments: made };
    },
    patient: (name: string, row: Row = {}): Promise<string> => insert('patient', { ...named(name), gender: 1, ...row }),
    /** An order of a new patient, in the first department; its number. */
    async order(place: Place, { patient = '李四', department = 0, ...row }: Row & { patient?: string; department?: number } = {}): Promise<string> {
      const at = place.departments[department]!;
      const order_no = `PH26${String(1_000_000 + ++n)}`;
      const made = {
        order_no, hospital_id: place.hospitalId, department_id: at.id, ward_id: at.wardId, bed_id: at.bedId, patient_id: row['patient_id'] ?? (await kit.patient(patient)), service_item_id: serviceId, care_mode: 'one_to_one', coverage: 'full24',
        unit_price_fen: 26_000, caregiver_share_bp: 7000, hospital_fee_bp: 500, planned_start: dayFromNow(-3), planned_end: dayFromNow(3), created_by: actorId, ...row,
      };
      await insert('care_order', made);
      return made.order_no;
    },
    orderId: async (no: string): Promise<string> => (await pool.query<{ id: string }>('select id::text from care_order where order_no = $1', [no])).rows[0]!.id,
    /** A caregiver posted to these places since 2020; the staff number. */
    async caregiver(name: string, places: readonly Place[], { certificate, posted = '[2020-01-01,)', ...row }: Row & { certificate?: string; posted?: string } = {}): Promise<{ id: string; no: string }> {
      const no = `PY${100_000 + ++n}`;
      const id = await insert('caregiver', { staff_no: no, ...named(name), gender: 2, mobile: `1380000${String(n).padStart(4, '0')}`, status: 'active', ...row });
      for (const place of places) await insert('caregiver_hospital', { caregiver_id: id, hospital_id: place.hospitalId, during: posted });
      if (certificate !== undefined) await insert('caregiver_certificate', { caregiver_id: id, kind: 'health', number: 'JK1', expires_on: certificate });
      return { id, no: (row['staff_no'] as string | undefined) ?? no };
    },
    stint: (orderId: string, caregiverId: string, status: string, from: number, to: number, row: Row = {}): Promise<string> =>
      insert('order_assignment', { order_id: orderId, caregiver_id: caregiverId, during: `[${dayFromNow(from)} 00:00+08,${dayFromNow(to)} 00:00+08)`, exclusive: false, status, assigned_by: actorId, ...row }),
  };
  return kit;
}
