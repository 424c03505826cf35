// What an import that was cut off has left: `node job-kept.mjs`, the database by the environment as for the server.
import { verifyAudit } from '../../src/areas/audit/verify.ts';
import { openDatabase } from '../../src/host/db/open.ts';
import { readSettings } from '../../src/host/settings.ts';

/** How many of each, and where the jobs stand. */
export interface KeptJobs {
  caregivers: number;
  events: number;
  audited: number;
  jobs: string[];
  fault: unknown;
}
const database = await openDatabase(readSettings(process.env), 'batch');
const { rows: [kept] } = await database.pool.query<Omit<KeptJobs, 'fault'>>(`
  select (select count(*)::int from caregiver where staff_no like 'TS%') as caregivers, (select count(*)::int from caregiver_event e join caregiver c on c.id = e.caregiver_id where c.staff_no like 'TS%') as events,
    (select count(*)::int from audit_event where action = 'caregiver.import' and ok) as audited,
    array(select state || ' ' || (ask is null and file is null)::text from job where user_id <> 0 order by id) as jobs`);
const said: KeptJobs = { ...kept!, fault: (await verifyAudit(database)).fault };
await database.close();
process.stdout.write(JSON.stringify(said));
