import { createHash } from 'node:crypto';
import { insertRows, type Client } from '../../host/bulk.ts';
import { readings } from '../../host/pinyin.ts';
import { nextIds } from './batch.ts';

/** A place or service by its names; `key()` joins them. */
export const key = (...parts: readonly (string | null)[]): string => parts.join('\u001f');
// a code no person chose: short, and of the id, for a name that is new here may have been another's that was renamed and has kept its code
const codeOf = (id: string): string => `DR-${createHash('sha256').update(id).digest('hex').slice(0, 8).toUpperCase()}`;

/** What the sheet's names stand for in the database. Every id is text. */
export interface Places {
  hospital: Map<string, { id: string; feeBp: number }>;
  department: Map<string, string>;
  ward: Map<string, string>;
  bed: Map<string, string>;
}
/** Looks up hospitals of these names, with everything inside them. */
export async function readPlaces(client: Client, names: readonly string[]): Promise<Places> {
  const find = async <T extends object>(columns: string, from: string): Promise<T[]> =>
    (await client.query<T>(`SELECT ${columns} FROM hospital h ${from} WHERE h.name = ANY($1) AND h.deleted_at IS NULL`, [names])).rows;
  const hospitals = await find<{ name: string; id: string; fee_bp: number }>('h.name, h.id::text, h.fee_bp', '');
  const departments = await find<{ h: string; d: string; id: string }>('h.name AS h, d.name AS d, d.id::text', 'JOIN hospital_department d ON d.hospital_id = h.id');
  const wards = await find<{ d: string; w: string; id: string }>('w.department_id::text AS d, w.name AS w, w.id::text', 'JOIN hospital_ward w ON w.hospital_id = h.id');
  const beds = await find<{ w: string; b: string; id: string }>('b.ward_id::text AS w, b.bed_no AS b, b.id::text', 'JOIN hospital_bed b ON b.hospital_id = h.id');
  return {
    hospital: new Map(hospitals.map((row) => [row.name, { id: row.id, feeBp: row.fee_bp }])),
    department: new Map(departments.map((row) => [key(row.h, row.d), row.id])),
    ward: new Map(wards.map((row) => [key(row.d, row.w), row.id])),
    bed: new Map(beds.map((row) => [key(row.w, row.b), row.id])),
  };
}

const missing = <T>(all: readonly T[], nameOf: (item: T) => string, there: ReadonlyMap<string, unknown>): T[] => [...new Map(all.map((item) => [nameOf(item), item])).values()].filter((item) => !there.has(nameOf(item)));

/** Makes the hospitals of these names that are not there. */
export async function makeHospitals(client: Client, places: Places, names: readonly string[]): Promise<void> {
  const fresh = missing(names, (name) => name, places.hospital);
  const ids = await nextIds(client, 'hospital', fresh.length);
  await insertRows(client, 'hospital', { id: 'bigint', code: 'text', name: 'text', name_pinyin: 'text', name_initials: 'text' }, fresh.map((name, i) => ({ id: ids[i]!, code: codeOf(ids[i]!), name, name_pinyin: readings(name).pinyin, name_initials: readings(name).initials })));
  for (const [i, name] of fresh.entries()) places.hospital.set(name, { id: ids[i]!, feeBp: 0 });
}
/** Where an order's patient lies, by name. */
export interface Lie {
  hospital: string;
  department: string;
  ward: string | null;
  bed: string | null;
}
/** Makes the departments, wards and beds that are not there; their hospitals are. */
export async function makeInside(client: Client, places: Places, lies: readonly Lie[]): Promise<void> {
  const hospitalId = (lie: Lie): string => places.hospital.get(lie.hospital)!.id;
  const departmentName = (lie: Lie): string => key(lie.hospital, lie.department);
  const departments = missing(lies, departmentName, places.department);
  const departmentIds = await nextIds(client, 'hospital_department', departments.length);
  await insertRows(client, 'hospital_department', { id: 'bigint', hospital_id: 'bigint', code: 'text', name: 'text' }, departments.map((lie, i) => ({ id: departmentIds[i]!, hospital_id: hospitalId(lie), code: codeOf(departmentIds[i]!), name: lie.department })));
  for (const [i, lie] of departments.entries()) places.department.set(departmentName(lie), departmentIds[i]!);

  const departmentId = (lie: Lie): string => places.department.get(departmentName(lie))!;
  const wardName = (lie: Lie): string => key(departmentId(lie), lie.ward);
  const wards = missing(lies.filter((lie) => lie.ward !== null), wardName, places.ward);
  const wardIds = await nextIds(client, 'hospital_ward', wards.length);
  await insertRows(client, 'hospital_ward', { id: 'bigint', hospital_id: 'bigint', department_id: 'bigint', name: 'text' }, wards.map((lie, i) => ({ id: wardIds[i]!, hospital_id: hospitalId(lie), department_id: departmentId(lie), name: lie.ward })));
  for (const [i, lie] of wards.entries()) places.ward.set(wardName(lie), wardIds[i]!);

  const bedName = (lie: Lie): string => key(places.ward.get(wardName(lie))!, lie.bed);
  const beds = missing(lies.filter((lie) => lie.ward !== null && lie.bed !== null), bedName, places.bed);
  const bedIds = await nextIds(client, 'hospital_bed', beds.length);
  await insertRows(client, 'hospital_bed', { id: 'bigint', hospital_id: 'bigint', ward_id: 'bigint', bed_no: 'text' }, beds.map((lie, i) => ({ id: bedIds[i]!, hospital_id: hospitalId(lie), ward_id: places.ward.get(wardName(lie))!, bed_no: lie.bed })));
  for (const [i, lie] of beds.entries()) places.bed.set(bedName(lie), bedIds[i]!);
}

/** A service as the database has it. */
export interface Service {
  id: string;
  mode: string;
  coverage: string;
  dependency: string | null;
}
/** What a service's name says of it, or null: `一对二全天陪护` one caregiver for two, round the clock. */
export function serviceNamed(name: string): { mode: string; capacity: number; coverage: string; dependency: string | null } | null {
  const many = /一对([二两三四五六七八九十]|多)/.exec(name);
  const special = name.includes('特护') || name.includes('特级');
  if (!many && !special && !name.includes('一对一')) return null;
  const capacity = many ? (many[1] === '多' ? 4 : many[1] === '两' ? 2 : '二三四五六七八九十'.indexOf(many[1]!) + 2) : 1;
  return { mode: many ? 'one_to_many' : 'one_to_one', capacity, coverage: name.includes('夜班') ? 'night' : name.includes('白班') ? 'day' : 'full24', dependency: special ? 'special' : null };
}
/** The services of the database by name. */
export async function readServices(client: Client): Promise<Map<string, Service>> {
  const { rows } = await client.query<Service & { name: string }>('SELECT name, id::text, care_mode AS mode, coverage, dependency FROM service_item ORDER BY id DESC');
  return new Map(rows.map(({ name, ...service }) => [name, service]));
}
/** Makes the services of these names; each name says what it is (`serviceNamed`). */
export async function makeServices(client: Client, services: Map<string, Service>, names: readonly string[]): Promise<void> {
  const fresh = missing(names, (name) => name, services);
  const ids = await nextIds(client, 'service_item', fresh.length);
  const said = fresh.map((name) => serviceNamed(name)!);
  await insertRows(client, 'service_item', { id: 'bigint', code: 'text', name: 'text', care_mode: 'text', max_patients: 'smallint', coverage: 'text', dependency: 'text' }, fresh.map((name, i) => ({ id: ids[i]!, code: codeOf(ids[i]!), name, care_mode: said[i]!.mode, max_patients: Math.min(said[i]!.capacity, 12), coverage: said[i]!.coverage, dependency: said[i]!.dependency })));
  for (const [i, name] of fresh.entries()) services.set(name, { id: ids[i]!, ...said[i]! });
}
