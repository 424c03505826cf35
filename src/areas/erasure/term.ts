import { sql, type SQL } from 'drizzle-orm';
import type { Runner } from '../../host/reach.ts';
import { eraseCaregivers, GONE_CAREGIVER, LEFT_OF_CAREGIVER } from './caregiver.ts';
import { erasePatients, LEFT_OF_PATIENT } from './patient.ts';
import { tellErasure, type Told } from './story.ts';

/** What is kept for a time only. What lasts a month or less (sessions, codes, tokens, answers for repeats, drafts) the server sweeps away by itself every hour (host/sweep.ts). */
export interface Term {
  id: 'patients' | 'visitors' | 'caregivers' | 'certificate-files' | 'accounts';
  /** Days that it is kept for, and since when. */
  days: number;
  since: string;
  /** A statement that answers the `id` of what has outlived it, in the order of ids; `border`: the instant before which that was. */
  due: (border: SQL) => SQL;
  /** Ends that of some of them, in the transaction `tx`, with a line of the audit; how many it has ended. @throws Doubtful when a person has to look at one of them first */
  end: (tx: Runner, ids: readonly string[]) => Promise<number>;
  /** How many at once. */
  batch: number;
}
const toldOf = (term: Term['id'], entity: string) => (erased: readonly string[]): Told => ({ action: 'data.retain', entity, after: { term, erased } });
/** When an order was over. */
const OVER = sql`greatest(o.closed_at, o.cancelled_at, o.actual_end_at, o.created_at)`;
const patientOf = (ids: readonly string[], tx: Runner, term: Term['id']): Promise<number> => erasePatients(tx, ids, toldOf(term, 'patient')).then(({ erased }) => erased.length);

/** How long what is kept (operating.md says the same). */
export const TERMS: readonly Term[] = [
  {
    id: 'patients', days: 1095, since: 'the end of their last order', batch: 50,
    due: (border) => sql`select p.id from patient p where ${LEFT_OF_PATIENT} and exists (select 1 from care_order o where o.patient_id = p.id)
      and not exists (select 1 from care_order o where o.patient_id = p.id and (${OVER} >= ${border} or (o.deleted_at is null and o.status not in ('closed', 'cancelled')))) order by p.id`,
    end: (tx, ids) => patientOf(ids, tx, 'patients'),
  },
  {
    id: 'visitors', days: 365, since: 'their record was made, without any order', batch: 50,
    due: (border) => sql`select p.id from patient p where ${LEFT_OF_PATIENT} and p.created_at < ${border} and not exists (select 1 from care_order o where o.patient_id = p.id) order by p.id`,
    end: (tx, ids) => patientOf(ids, tx, 'visitors'),
  },
  {
    id: 'caregivers', days: 1095, since: 'they left, or their record was deleted', batch: 1,
    due: (border) => sql`select c.id from caregiver c where ${LEFT_OF_CAREGIVER} and ${GONE_CAREGIVER} and coalesce(c.deleted_at, c.left_on::timestamp at time zone 'Asia/Shanghai', c.updated_at) < ${border} order by c.id`,
    end: (tx, ids) => eraseCaregivers(tx, ids, toldOf('caregivers', 'caregiver')).then(({ erased }) => erased.length),
  },
  {
    id: 'certificate-files', days: 365, since: 'the certificate ended or was revoked', batch: 200,
    due: (border) => sql`select f.certificate_id as id from caregiver_certificate_file f join caregiver_certificate k on k.id = f.certificate_id where coalesce(k.revoked_at, k.expires_on::timestamp at time zone 'Asia/Shanghai') < ${border} order by 1`,
    end: async (tx, ids) => {
      const { rows } = await tx.execute(sql`delete from caregiver_certificate_file where certificate_id = any(${sql.param(ids)}::bigint[]) returning 1`);
      await tx.execute(sql`update caregiver_certificate set file = null where id = any(${sql.param(ids)}::bigint[])`);
      await tellErasure(tx, { action: 'data.retain', entity: 'caregiver', after: { term: 'certificate-files', removed: rows.length } }, []);
      return rows.length;
    },
  },
  {
    id: 'accounts', days: 365, since: 'the account was deleted; name and nickname stay, for the audit says who did what', batch: 200,
    due: (border) => sql`select u.id from sys_user u where u.deleted_at < ${border} and (u.mobile is not null or u.email is not null or u.avatar is not null or u.last_login_ip is not null or u.totp_secret is not null) order by u.id`,
    end: async (tx, ids) => {
      const { rows } = await tx.execute(sql`
        update sys_user set mobile = null, email = null, avatar = null, last_login_ip = null, totp_secret = null, totp_confirmed_at = null, version = version + 1, updated_at = now() where id = any(${sql.param(ids)}::bigint[]) and deleted_at is not null returning 1`);
      await tx.execute(sql`delete from user_pref where user_id = any(${sql.param(ids)}::bigint[])`);
      await tellErasure(tx, { action: 'data.retain', entity: 'user', after: { term: 'accounts', erased: rows.length } }, []);
      return rows.length;
    },
  },
];
