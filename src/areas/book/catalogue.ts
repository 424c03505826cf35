import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask, Written } from '../../host/answer.ts';
import { asKept } from '../../host/kept.ts';
import type { Reach, Runner } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { toldWords } from '../../kernel/refusal.ts';
import { touchFree } from '../order/tables.ts';
import type { book, ServiceRow } from './contract.ts';
import { SERVICE } from './tables.ts';

type Body<K extends 'addService' | 'editService'> = z.output<NonNullable<(typeof book)[K]['body']>>;
/** Services of the whole company: no hospital's own, and never so many that one would page through them. */
const MOST = 500;

/** The catalogue, by code. */
export const listServices = (reach: Reach): Promise<ServiceRow[]> => reach.run<ServiceRow>(sql`select ${SERVICE} from service_item s order by s.code, s.id limit ${MOST}`);

async function read(tx: Runner, id: string): Promise<ServiceRow> {
  const { rows: [row] } = await tx.execute<ServiceRow & Record<string, unknown>>(sql`select ${SERVICE} from service_item s where s.id = ${id}`);
  if (row === undefined) throw new Fault('not_found');
  return row;
}
/** @throws Fault taken for a code that another service has */
async function kept(tx: Runner, statement: SQL, code: string): Promise<{ id: string } | undefined> {
  try {
    return (await tx.execute<{ id: string }>(statement)).rows[0];
  } catch (error) {
    if ((((error as Error).cause ?? error) as { code?: string }).code === '23505') throw new Fault('taken', { detail: code });
    throw error;
  }
}

/** A new service. @throws Fault taken */
export async function addService(tx: Runner, body: Body<'addService'>): Promise<Written<ServiceRow>> {
  const made = await kept(tx, sql`
    insert into service_item (code, name, care_mode, max_patients, coverage, dependency, description, status)
    values (${body.code}, ${body.name}, ${body.careMode}, ${body.maxPatients}, ${body.coverage}, ${body.dependency}, ${body.description}, ${body.status}) returning id::text`, body.code);
  const result = await read(tx, made!.id);
  return { result, entity: 'service', entityId: result.id, after: result };
}
/** Changes a service; what its orders were made by stands. @throws Fault not_found, conflict, taken, refused */
export async function editService(tx: Runner, id: string, { version, ...body }: Body<'editService'>, from: Ask['from']): Promise<Written<ServiceRow>> {
  // orders point at it by a key: this waits for one that is being made, and one that comes waits for this
  await tx.execute(sql`select 1 from service_item where id = ${id} for update`);
  const before = await read(tx, id);
  if (before.version !== version) throw new Fault('conflict');
  if (before.used && (body.careMode !== before.careMode || body.maxPatients !== before.maxPatients || body.coverage !== before.coverage)) throw new Fault('refused', { detail: toldWords('service_used', from.language) });
  await kept(tx, sql`
    update service_item set code = ${body.code}, name = ${body.name}, care_mode = ${body.careMode}, max_patients = ${body.maxPatients}, coverage = ${body.coverage}, dependency = ${body.dependency},
      description = ${body.description}, status = ${body.status}, version = version + 1 where id = ${id}`, body.code);
  asKept(body, before, { id: null }, from.language);
  const result = await read(tx, id);
  if (result.name !== before.name) await touchFree(tx, sql`o.service_item_id = ${id}::bigint`);
  return { result, entity: 'service', entityId: id, before, after: result };
}
