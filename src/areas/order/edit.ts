import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import { maskedIdentity, maskedPhone, toldNumber } from '../../host/column.ts';
import { readings } from '../../host/pinyin.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { act, refuse, type Change } from './act.ts';
import type { Acted, order, orderEdit, OrderDetail } from './contract.ts';
import { bare, birthday, holders, identity, tellClash } from './create.ts';
import { OF_PATIENT, patientPart, tellOthers } from './patient-edit.ts';
import { checkedPlace } from './place.ts';

type Body = Omit<z.output<typeof orderEdit>, 'version'>;
/** Fields that are kept as they are typed: their column of care_order, or of the patient. */
const OF_ORDER = {
  inpatientNo: sql.raw('inpatient_no'), diagnosis: sql.raw('diagnosis'), careLevel: sql.raw('care_level'), infectious: sql.raw('infectious'), note: sql.raw('patient_note'),
  prefGender: sql.raw('pref_gender'), prefLevel: sql.raw('pref_level'), prefLanguage: sql.raw('pref_language'), requirements: sql.raw('requirements'),
} satisfies Partial<Record<keyof Body, SQL>>;
/** What the hospital side may change (domain.md): ward, bed, diagnosis, level. */
const HOSPITAL_SIDE: ReadonlySet<string> = new Set<keyof OrderDetail>(['wardName', 'bedNo', 'diagnosis', 'careLevel']);

type Current = { [K in keyof typeof OF_ORDER | keyof typeof OF_PATIENT]: string | number | boolean | null } & { departmentName: string; wardName: string | null; bedNo: string | null; bedText: string | null };
const columns = (alias: string, names: Record<string, SQL>): SQL => sql.join(Object.entries(names).map(([name, column]) => sql`${sql.raw(alias)}.${column} as ${sql.raw(`"${name}"`)}`), sql`, `);
/** The order's own facts and the patient's. */
async function current(tx: Runner, id: string): Promise<Current> {
  const { rows: [row] } = await tx.execute<Current & Record<string, unknown>>(sql`
    select ${columns('o', OF_ORDER)}, ${columns('p', { ...OF_PATIENT, patientBirthday: sql.raw('birthday::text') })}, d.name as "departmentName", w.name as "wardName", coalesce(b.bed_no, o.bed_text) as "bedNo", o.bed_text as "bedText"
    from care_order o join patient p on p.id = o.patient_id join hospital_department d on d.id = o.department_id left join hospital_ward w on w.id = o.ward_id left join hospital_bed b on b.id = o.bed_id where o.id = ${id}`);
  return row!;
}
/** What is told of a change masked, and how. */
const MASKED = { patientIdNo: maskedIdentity, patientMobile: maskedPhone, contactMobile: maskedPhone };
async function mask(tx: Runner, side: Change): Promise<void> {
  for (const [name, masked] of Object.entries(MASKED)) {
    if (!(name in side)) continue;
    const { rows: [row] } = await tx.execute<{ masked: string | null }>(sql`select ${masked(sql`${side[name]}::text`)} as masked`);
    side[name] = row!.masked;
  }
}

/** Changes where the patient lies, what ails them, who they are and what they wish for, each field that is given; the timeline shows before and after. Who they are shows on all of their orders. @throws Fault like `act`; not_found, bad_input, refused with the reason */
export const edit = (ask: Ask<typeof order.edit>): Promise<Acted> =>
  act(ask, 'edit', async (tx, held) => {
    const { viewer, from, reach } = ask;
    const body = ask.body.patientIdNo === undefined ? ask.body : { ...ask.body, patientIdNo: ask.body.patientIdNo?.toUpperCase() ?? null };
    // what they see masked, before anything is compared: whether a guess of theirs is right is told to nobody
    if (viewer.role === 4 && Object.keys(MASKED).some((name) => body[name as keyof Body] !== undefined)) refuse('field_not_yours', from);
    birthday(body.patientBirthday, 'patientBirthday');
    const inside = new Reach(tx, reach.scope);
    const was = await current(tx, held.id);
    const before: Change = {};
    const after: Change = {};
    const changes = (names: Record<string, SQL>): SQL[] =>
      Object.entries(names).flatMap(([name, column]) => {
        const [old, given] = [was[name as keyof Current], body[name as keyof Body]];
        if (given === undefined || given === old) return [];
        Object.assign(before, { [name]: old });
        Object.assign(after, { [name]: given });
        return [sql`${column} = ${given}`];
      });
    const set = changes(OF_ORDER);
    const ofPatient = changes(OF_PATIENT);

    // another department has other wards, another ward other beds
    const departmentId = body.departmentId ?? held.departmentId;
    const wardId = body.wardId !== undefined ? body.wardId : departmentId === held.departmentId ? held.wardId : null;
    const bedId = body.bedId !== undefined ? body.bedId : departmentId === held.departmentId && wardId === held.wardId ? held.bedId : null;
    const moved = departmentId !== held.departmentId || wardId !== held.wardId || bedId !== held.bedId || (body.bedId !== undefined && was.bedText !== null);
    if (moved) {
      const place = await checkedPlace(inside, held.hospitalId, { departmentId, wardId, bedId }, from);
      // a bed that came as mere text with an import stays in its ward
      const text = body.bedId === undefined && departmentId === held.departmentId && wardId === held.wardId ? was.bedText : null;
      set.push(sql`department_id = ${place.departmentId}`, sql`ward_id = ${place.wardId}`, sql`bed_id = ${place.bedId}`, sql`bed_text = ${text}`);
      for (const [name, value] of Object.entries({ departmentName: place.departmentName, wardName: place.wardName, bedNo: place.bedNo ?? text })) {
        const old = was[name as keyof Current];
        if (value === old) continue;
        Object.assign(before, { [name]: old });
        Object.assign(after, { [name]: value });
      }
    }
    if (Object.keys(after).length === 0 && !moved) refuse('nothing_changed', from);
    if (viewer.role === 4 && !Object.keys(after).every((name) => HOSPITAL_SIDE.has(name))) refuse('field_not_yours', from);

    const idNo = 'patientIdNo' in after ? identity(body.patientIdNo, from) : null;
    // two records are not made one by an edit
    const there = idNo === null ? undefined : await holders(inside, tx, idNo, held.hospitalId, { but: held.patientId });
    if (there !== undefined && there.rows.length > 0) refuse(there.rows.some(({ name }) => bare(name) === bare(body.patientName ?? String(was.patientName))) ? 'other_record' : 'other_name', from);
    if (ofPatient.length > 0) {
      const { pinyin, initials } = readings(body.patientName ?? String(was.patientName));
      await tx.execute(sql`update patient set ${sql.join(ofPatient, sql`, `)}, name_pinyin = ${pinyin}, name_initials = ${initials}, version = version + 1, updated_at = now() where id = ${held.patientId}`);
    }
    for (const side of [before, after]) await mask(tx, side);
    for (const name of Object.keys(MASKED)) if (name in after) after[name] = toldNumber(before[name]!, after[name]!);
    const [theirs, now] = [patientPart(before), patientPart(after)];
    return { set, before, after, ...(theirs === null || now === null ? {} : { also: [...(there?.also ?? []), ...(await tellOthers(tx, inside, held, ask, { before: theirs, after: now, undone: false }))] }) };
  }, { patient: patientPart(ask.body as Change) !== null }).catch(tellClash(ask.from));
