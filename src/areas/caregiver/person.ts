import { sql, type SQL } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import { dayAt, dayText, parseDay } from '../../host/calendar.ts';
import { maskedIdentity, maskedPhone, toldNumber } from '../../host/column.ts';
import { birthdayOf, idNumberFault } from '../../host/identity.ts';
import { readings } from '../../host/pinyin.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { may } from '../../kernel/access.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault, type Language } from '../../kernel/error.ts';
import { act, refuse, tell, type Act, type Change } from './act.ts';
import type { Acted, caregiver, CaregiverEdit, CaregiverForm, KnownPerson, NewCaregiver } from './contract.ts';
import { rowsOf } from './row.ts';
import { asWritten, CAREGIVERS, LIVING_CAREGIVER, numbered } from './tables.ts';

/** Fields with their columns, but those that need more than to be written down. */
const COLUMNS = {
  name: 'name', gender: 'gender', level: 'level', employment: 'employment', birthday: 'birthday', originProvince: 'origin_province', originCity: 'origin_city', languages: 'languages', education: 'education', marital: 'marital', heightCm: 'height_cm', weightKg: 'weight_kg',
  emergencyName: 'emergency_name', emergencyPhone: 'emergency_phone', bankName: 'bank_name', bankAccount: 'bank_account', skills: 'skills', yearsExperience: 'years_experience', hiredOn: 'hired_on', idNo: 'id_no', mobile: 'mobile',
} as const satisfies Partial<Record<keyof CaregiverEdit, string>>;
type Field = keyof typeof COLUMNS;
const FIELDS = Object.keys(COLUMNS) as Field[];
/** Types of the columns that are no text. */
const TYPES: Partial<Record<Field, string>> = { gender: 'smallint', birthday: 'date', heightCm: 'smallint', weightKg: 'smallint', yearsExperience: 'smallint', hiredOn: 'date', languages: 'text[]', skills: 'text[]' };
const written = (field: Field, value: unknown): SQL => sql`${Array.isArray(value) ? sql.param(value) : value}::${sql.raw(TYPES[field] ?? 'text')}`;
type Facts = Partial<Record<Field, string | number | readonly string[] | null | undefined>>;
/** Told to nobody: the story and the audit say that they changed, with their ends alone. */
const PERSONAL: ReadonlySet<Field> = new Set(['idNo', 'mobile', 'emergencyPhone', 'bankAccount']);
/** A personal number as the story and the audit tell it. */
export const ends = (value: string): string => (value.length >= 9 ? `${value.slice(0, 3)}****${value.slice(-4)}` : '****');
const said = (field: Field, value: Facts[Field] | undefined): string | number | null => (value === undefined || value === null || value === '' ? null : PERSONAL.has(field) ? ends(String(value)) : Array.isArray(value) ? value.join('、') : (value as string | number));

const UNIQUE: Record<string, readonly [string, string]> = { caregiver_id_no_uq: ['身份证号', 'ID number'], caregiver_mobile_uq: ['手机', 'phone'], caregiver_staff_no_key: ['工号', 'staff number'] };
/** What an index has already, in words. @throws Fault taken, or what it was */
const tellTaken = (language: Language) => (error: unknown): never => {
  const words = UNIQUE[(error as { cause?: { constraint?: string } }).cause?.constraint ?? ''];
  if (words === undefined) throw error;
  throw new Fault('taken', { detail: words[language === 'en' ? 1 : 0] });
};
/** @throws Fault bad_input for what is no day, refused for a birthday that has not come */
function checkDays(given: Pick<CaregiverEdit, 'birthday' | 'hiredOn'>, from: Ask['from']): void {
  for (const field of ['birthday', 'hiredOn'] as const) {
    const text = given[field];
    const day = typeof text === 'string' ? parseDay(text) : 0;
    if (day === null) throw new Fault('bad_input', { detail: field });
    if (field === 'birthday' && day > dayAt(Date.now())) refuse('born_later', from);
  }
}
/** @throws Fault refused for a birthday that is not the one inside the ID number, which whoever edits does not see */
function checkBirthday(birthday: string | null | undefined, idNo: string | null, from: Ask['from']): void {
  const inside = idNo === null ? null : birthdayOf(idNo);
  if (typeof birthday === 'string' && inside !== null && birthday !== dayText(inside)) refuse('born_otherwise', from);
}
/** Who has this ID number: first whoever is kept out, then whoever is there; those who are gone count only when they are kept out. */
async function knownBy(reach: Reach, idNo: string): Promise<KnownPerson | null> {
  // whoever is kept out is kept out everywhere, so this asks beyond anyone's scope
  const [row] = await reach.run<KnownPerson>(sql`
    select c.staff_no as "staffNo", c.name, c.status, c.status_reason as reason, c.review_on::text as "reviewOn", c.deleted_at is not null as gone from caregiver c
    where c.id_no = ${idNo} and (c.deleted_at is null or c.status = 'blacklisted') order by c.status = 'blacklisted' desc, c.id desc limit 1`);
  return row ?? null;
}
/** An ID number, looked at. @throws Fault refused for one that cannot be, or that is blacklisted: to whoever may ask `match`, with who it is and why */
async function admitted(reach: Reach, idNo: string, own: string | null, { viewer, from }: Pick<Ask, 'viewer' | 'from'>): Promise<string> {
  if (idNumberFault(idNo) !== null) refuse('id_number', from);
  const known = await knownBy(reach, idNo);
  if (known?.status === 'blacklisted' && known.staffNo !== own) refuse('blacklisted_person', from, may(viewer, 'biz:caregiver:add') ? ` · ${[known.name, known.staffNo, known.reason, known.reviewOn].filter(Boolean).join(' · ')}` : '');
  return idNo;
}
/** Whether someone of this ID number is known, and how they stand. */
export const matchPerson = ({ reach, body }: Pick<Ask<typeof caregiver.match>, 'reach' | 'body'>): Promise<KnownPerson | null> => knownBy(reach, body.idNo);

/** The next running number; those that came with a seed or an import are stepped over. */
async function nextNumber(tx: Runner): Promise<string> {
  const draw = async (): Promise<string> => (await tx.execute<{ no: string }>(sql`select 'PY' || nextval('caregiver_staff_no') as no`)).rows[0]!.no;
  const free = async (no: string): Promise<boolean> => (await tx.execute(sql`select 1 from caregiver where staff_no = ${no}`)).rows.length === 0;
  const first = await draw();
  if (await free(first)) return first;
  await tx.execute(sql`select setval('caregiver_staff_no', greatest(nextval('caregiver_staff_no'), (select max(substring(staff_no from 3)::bigint) from caregiver where staff_no ~ '^PY[0-9]{6,12}$')))`);
  return draw();
}

/** Someone new, who waits for approval. @throws Fault refused with the reason, taken, bad_input, not_found for a hospital out of scope */
export function create({ viewer, reach, write, from, body }: Ask<typeof caregiver.create>): Promise<Acted> {
  const { staffNo, hospitalId, ...given }: NewCaregiver = body;
  checkDays(given, from);
  const work = write(async (tx) => {
    const inside = new Reach(tx, reach.scope);
    const idNo = await admitted(inside, given.idNo, null, { viewer, from });
    checkBirthday(given.birthday, idNo, from);
    const facts: Facts = { ...given, idNo, birthday: given.birthday ?? dayText(birthdayOf(idNo)!), languages: given.languages ?? [], skills: given.skills ?? [] };
    const { pinyin, initials } = readings(given.name);
    const there = FIELDS.filter((field) => facts[field] !== undefined);
    const no = staffNo?.toUpperCase() ?? (await nextNumber(tx));
    const { rows: [made] } = await tx.execute<{ id: string }>(sql`
      insert into caregiver (staff_no, name_pinyin, name_initials, id_no_last4, created_by, updated_by, ${sql.raw(there.map((field) => COLUMNS[field]).join(', '))})
      values (${no}, ${pinyin}, ${initials}, ${idNo.slice(-4)}, ${viewer.userId}, ${viewer.userId}, ${sql.join(there.map((field) => written(field, facts[field])), sql`, `)}) returning id::text`);
    const { id } = made!;
    if (typeof hospitalId === 'string') {
      const { rows: posted } = await tx.execute(sql`insert into caregiver_hospital (caregiver_id, hospital_id, during) select ${id}::bigint, h.id, daterange(coalesce(${given.hiredOn ?? null}::date, (now() at time zone 'Asia/Shanghai')::date), null) from hospital h where h.id = ${hospitalId}::bigint and h.deleted_at is null returning id`);
      if (posted.length === 0) throw new Fault('not_found');
    }
    const after: Change = Object.fromEntries(there.map((field) => [field, said(field, facts[field])]));
    await tell(tx, { id, posted: [] }, viewer, { event: 'create', from: null, to: 'pending', after });
    const [row = null] = await rowsOf(inside, viewer, [id]);
    return { result: { row }, entity: 'caregiver', entityId: no, after: { ...after, staffNo: no } };
  });
  return work.catch(tellTaken(from.language));
}

const columnOf = (field: Field): SQL => sql`c.${sql.raw(COLUMNS[field])}${sql.raw(TYPES[field] === 'date' ? '::text' : '')} as ${sql.identifier(field)}`;
/** The form as it is, personal numbers masked. @throws Fault not_found */
export async function readForm(reach: Reach, no: string | undefined): Promise<CaregiverForm> {
  const plain = FIELDS.filter((field) => !PERSONAL.has(field));
  const row = await reach.one<CaregiverForm>(CAREGIVERS, {
    columns: sql`c.staff_no as "staffNo", c.version, ${sql.join(plain.map(columnOf), sql`, `)}, ${maskedIdentity(sql`c.id_no`)} as "idNo", ${maskedPhone(sql`c.mobile`)} as mobile, ${maskedPhone(sql`c.emergency_phone`)} as "emergencyPhone", ${maskedIdentity(sql`c.bank_account`)} as "bankAccount"`,
    where: [LIVING_CAREGIVER, numbered(no ?? '')], order: asWritten(no ?? ''),
  });
  if (row === undefined) throw new Fault('not_found');
  return row;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
/** Changes what is kept of someone, each field that is given. @throws Fault as `act`; taken, bad_input */
export const edit = (ask: Act<CaregiverEdit>): Promise<Acted> =>
  act(ask, 'edit', async (tx, held, inside) => {
    const { version: _v, reason: _r, ...given } = ask.body;
    checkDays(given, ask.from);
    const { rows: [was] } = await tx.execute<Facts>(sql`select ${sql.join(FIELDS.map(columnOf), sql`, `)} from caregiver c where c.id = ${held.id}`);
    const idNo = given.idNo === undefined ? undefined : await admitted(inside, given.idNo, held.staffNo, ask);
    // another number says another birthday, as for someone new
    const now: Facts = { ...given, ...(idNo === undefined ? {} : { idNo, birthday: given.birthday ?? dayText(birthdayOf(idNo)!) }) };
    const changed = FIELDS.filter((field) => now[field] !== undefined && !same(now[field], was![field]));
    if (changed.includes('birthday') || changed.includes('idNo')) checkBirthday(now.birthday as string | null | undefined, (idNo ?? was!.idNo ?? null) as string | null, ask.from);
    if (changed.length === 0) refuse('nothing_changed', ask.from);
    const { pinyin, initials } = readings(given.name ?? held.name);
    return {
      set: [...changed.map((field) => sql`${sql.raw(COLUMNS[field])} = ${written(field, now[field])}`), sql`name_pinyin = ${pinyin}`, sql`name_initials = ${initials}`, ...(idNo === undefined ? [] : [sql`id_no_last4 = right(${idNo}::text, 4)`])],
      before: Object.fromEntries(changed.map((field) => [field, said(field, was![field])])),
      after: Object.fromEntries(changed.map((field) => [field, toldNumber(said(field, was![field]), said(field, now[field]))])),
    };
  }).catch(tellTaken(ask.from.language));

/** What is masked everywhere else, once; the audit says who looked, never what. @throws Fault not_found */
export function reveal({ reach, write, params }: Ask<typeof caregiver.reveal>): Promise<Reply<typeof caregiver.reveal>> {
  return write(async (tx) => {
    const row = await new Reach(tx, reach.scope).one<Reply<typeof caregiver.reveal> & { staffNo: string }>(CAREGIVERS, {
      columns: sql`c.staff_no as "staffNo", c.id_no as "idNo", c.mobile, c.emergency_phone as "emergencyPhone", c.bank_account as "bankAccount",
        array(select k.number from caregiver_certificate k where k.caregiver_id = c.id and k.kind = 'id_card' and k.number is not null and k.revoked_at is null order by k.id) as "idCards"`,
      where: [LIVING_CAREGIVER, numbered(params['no'] ?? '')], order: asWritten(params['no'] ?? ''),
    });
    if (row === undefined) throw new Fault('not_found');
    const { staffNo, ...result } = row;
    return { result, secret: true, entity: 'caregiver', entityId: staffNo, after: { revealed: Object.entries(result).filter(([, value]) => value !== null && value.length > 0).map(([field]) => field) } };
  });
}
