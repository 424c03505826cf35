import { sql } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import { clientOf, type Client } from '../../host/bulk.ts';
import { dayText } from '../../host/calendar.ts';
import type { Download } from '../../host/download.ts';
import { followRules } from '../../host/health.ts';
import { begin, type Progress } from '../../host/progress.ts';
import type { Runner } from '../../host/reach.ts';
import { fieldsOf, plainly, shownCell } from '../../host/sheet/heading.ts';
import { readSheet } from '../../host/sheet/read.ts';
import { sheetFile } from '../../host/sheet/write.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault, type Language } from '../../kernel/error.ts';
import { joined } from '../../kernel/shape.ts';
import { CALLED, type CalledIn } from './caregiver.ts';
import { cellsOf, HEADINGS, KEYS, rowsOf, type Line } from './caregiver-sheet.ts';
import { blacklisted, languagesOf, originOf, writeCaregivers, type Person } from './caregiver-write.ts';
import { readRows, refuseRepeats, sound } from './check.ts';
import { CAREGIVER_ROWS, REPORTED, type intake } from './contract.ts';
import { Faults } from './report.ts';

type Report = Reply<typeof intake.caregivers>;
/** People written by one statement: the progress is told between them. */
const AT_ONCE = 500;

/** Hospitals by name and by code, as people read them; one name of two hospitals has both. */
async function hospitalsByWord(client: Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ id: string; code: string; name: string }>('SELECT id::text, code, name FROM hospital WHERE deleted_at IS NULL');
  const words = new Map<string, string[]>();
  for (const { id, code, name } of rows) for (const word of new Set([plainly(code), plainly(name)])) words.set(word, [...(words.get(word) ?? []), id]);
  return words;
}
interface Known {
  staffNo: string;
  name: string;
  gender: number;
  idNo: string | null;
  mobile: string;
  province: string | null;
  city: string | null;
  languages: string[];
  level: string;
  employment: string;
  hiredOn: string | null;
  gone: boolean;
}
/** Everyone who has a number of one of these lines. */
async function whoIsThere(client: Client, lines: readonly Line[]): Promise<Record<'staffNo' | 'idNo' | 'mobile', Map<string, Known>>> {
  const { rows } = await client.query<Known>(
    `SELECT staff_no AS "staffNo", name, gender, id_no AS "idNo", mobile, origin_province AS province, origin_city AS city, languages, level, employment, hired_on::text AS "hiredOn", deleted_at IS NOT NULL AS gone
     FROM caregiver WHERE staff_no = ANY($1::text[]) OR (deleted_at IS NULL AND id_no = ANY($2::text[])) OR (deleted_at IS NULL AND mobile = ANY($3::text[]))`,
    [lines.flatMap(({ values }) => values.工号 ?? []), lines.map(({ values }) => values.身份证号), lines.map(({ values }) => values.手机)],
  );
  const living = rows.filter(({ gone }) => !gone);
  return { staffNo: new Map(rows.map((row) => [row.staffNo, row])), idNo: new Map(living.map((row) => [row.idNo ?? '', row])), mobile: new Map(living.map((row) => [row.mobile, row])) };
}
/** Columns in which the sheet says something else than the system. Where someone stands, is posted and is certified moves on in the system: an older word on it is no difference. */
function differences(there: Known, { values: v }: Line): string[] {
  const origin = originOf(v.籍贯);
  const pairs: [column: string, said: unknown, kept: unknown][] = [
    ['工号', v.工号, there.staffNo], ['姓名', v.姓名, joined(there.name)], ['性别', v.性别, there.gender], ['身份证号', v.身份证号, there.idNo], ['手机', v.手机, there.mobile], ['籍贯', v.籍贯 && `${origin.province} ${origin.city}`, `${there.province} ${there.city}`],
    ['语言', v.语言 && languagesOf(v.语言).join(), there.languages.join()], ['等级', v.等级, there.level], ['性质', v.性质, there.employment], ['入职日期', v.入职日期 === null ? null : dayText(v.入职日期), there.hiredOn],
  ];
  return pairs.filter(([, said, kept]) => said !== null && said !== '' && said !== kept).map(([column]) => column);
}
/** The lines of people who are not known yet, and how many are known as they are; everything else is a fault. */
async function check(client: Client, lines: readonly Line[], faults: Faults): Promise<{ fresh: { line: Line; hospitals: string[] }[]; unchanged: number }> {
  const [words, there, barred] = [await hospitalsByWord(client), await whoIsThere(client, lines), await blacklisted(client, lines.map(({ values }) => values.身份证号))];
  let unchanged = 0;
  const fresh = lines.flatMap((line) => {
    const { row, values: v } = line;
    const known = (v.工号 === null ? undefined : there.staffNo.get(v.工号)) ?? there.idNo.get(v.身份证号);
    const bar = barred.get(v.身份证号);
    if (bar !== undefined && known?.staffNo !== v.工号) {
      faults.add(row, '身份证号', bar.reason);
      return [];
    }
    const found = v.服务医院.map((name) => words.get(plainly(name)) ?? []);
    if (known?.gone === true) faults.add(row, '工号', ['属于已删除的护工', 'Belongs to a caregiver who was deleted.']);
    else if (known !== undefined) {
      const differing = differences(known, line);
      for (const column of differing) faults.add(row, column, [`护工 ${known.staffNo} 已在系统中，这一列与系统不同；导入不改动已有护工`, `Caregiver ${known.staffNo} is known and has another value here; imports do not change existing caregivers.`]);
      if (differing.length === 0) unchanged++;
      return [];
    } else {
      if (there.mobile.has(v.手机)) faults.add(row, '手机', ['属于另一位护工', 'Belongs to another caregiver.']);
      if (found.some((ids) => ids.length === 0)) faults.add(row, '服务医院', ['没有这家医院', 'There is no such hospital.']);
      else if (found.some((ids) => ids.length > 1)) faults.add(row, '服务医院', ['有多家医院叫这个名称，改填医院编码', 'Several hospitals have this name: use the code.']);
      if ((v.状态 === 'active' || v.状态 === 'on_leave') && v.健康证到期 === null) faults.add(row, '健康证到期', ['在岗和休假的护工要有健康证', 'Active or on-leave caregivers need a health certificate.']);
    }
    return [{ line, hospitals: [...new Set(found.flat())] }];
  });
  return { fresh, unchanged };
}

/** As many running numbers, past all that were given otherwise, in this sheet too. */
async function runningNumbers(client: Client, count: number, given: readonly string[]): Promise<string[]> {
  if (count === 0) return [];
  await client.query(
    `SELECT setval('caregiver_staff_no', greatest(nextval('caregiver_staff_no'), (SELECT max(substring(no from 3)::bigint) FROM (SELECT staff_no AS no FROM caregiver UNION ALL SELECT unnest($1::text[])) x WHERE no ~ '^PY[0-9]{6,12}$')))`,
    [given],
  );
  const { rows } = await client.query<{ no: string }>(`SELECT 'PY' || nextval('caregiver_staff_no') AS no FROM generate_series(1, $1::int)`, [count]);
  return rows.map(({ no }) => no);
}
/** Writes them: where one stands follows from the certificate by the rule that holds for everyone, and each story begins. */
async function insert(tx: Runner, by: { userId: string; role: number }, fresh: readonly { line: Line; hospitals: string[] }[], progress: Progress): Promise<void> {
  const client = clientOf(tx);
  const given = fresh.flatMap(({ line }) => line.values.工号 ?? []);
  const numbers = await runningNumbers(client, fresh.length - given.length, given);
  const people = fresh.map(({ line: { values: v }, hospitals }): Person => ({
    staffNo: v.工号 ?? numbers.shift()!, name: v.姓名, gender: v.性别, idNo: v.身份证号, mobile: v.手机, origin: v.籍贯, languages: v.语言, level: v.等级 ?? 'junior', employment: v.性质 ?? 'partner', healthUntil: v.健康证到期, hospitals, hiredOn: v.入职日期, status: v.状态 ?? 'pending',
  }));
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const ids = await writeCaregivers(client, people.slice(at, at + AT_ONCE), by.userId);
    // whoever is on leave follows with the next sweep, whose line in their story keeps where they are to come back to
    await followRules(tx, ids.filter((_, i) => people[at + i]!.status !== 'on_leave'));
    await tx.execute(sql`
      insert into caregiver_event (caregiver_id, version, event, to_status, actor_id, actor_role, before, after)
      select c.id, c.version, 'create', c.status, ${by.userId}, ${by.role}, '{}', jsonb_build_object('staffNo', c.staff_no) from caregiver c where c.id = any(${sql.param(ids)}::bigint[]) order by c.id`);
    progress.rows = Math.min(at + AT_ONCE, people.length);
  }
  // too many to be named: who watches asks what changed
  if (people.length > 0) await tx.execute(sql`select pg_notify('caregiver', '')`);
}

const TAKEN: Record<string, readonly [string, string]> = { caregiver_id_no_uq: ['身份证号', 'ID number'], caregiver_mobile_uq: ['手机', 'phone'], caregiver_staff_no_key: ['工号', 'staff number'] };
/** Makes the caregivers of a sheet: all of them, or with a single fault none; a dry run only tells. @throws Fault bad_file, too_large, taken when someone was faster */
export async function importCaregivers({ viewer, file, query, write, from, reach, key }: Pick<Ask<typeof intake.caregivers>, 'viewer' | 'file' | 'query' | 'write' | 'from' | 'reach' | 'key'>): Promise<Report> {
  const { language } = from;
  const progress = begin(reach, viewer.userId, key, null);
  const inWords = ([zh, en]: readonly [string, string, ...string[]]): string => (language === 'en' ? en : zh);
  const labelOf = (column: string): string => (Object.hasOwn(HEADINGS.labels, column) ? inWords(HEADINGS.labels[column as keyof typeof HEADINGS.labels]) : column);
  try {
    const dryRun = query.dryRun === 'true';
    const [heading, ...lines] = await readSheet(file.bytes, language, { most: CAREGIVER_ROWS, queues: !dryRun });
    const fields = fieldsOf(heading, HEADINGS, language);
    const faults = new Faults('工号');
    const rows = rowsOf(lines, fields, faults);
    const good = readRows(rows, cellsOf(heading?.since1904, await reach.run<CalledIn>(sql.raw(CALLED))), faults);
    refuseRepeats(rows, KEYS, faults);
    const report = await write(async (tx) => {
      const { fresh, unchanged } = await check(clientOf(tx), sound(good, faults), faults);
      const fine = faults.all.length === 0;
      progress.total = fresh.length;
      if (fine && !dryRun) await insert(tx, viewer, fresh, progress);
      const told = [...faults.all].sort((a, b) => a.row - b.row).slice(0, REPORTED).map(({ row, column, value, reason }) => ({ row, column: labelOf(column), value: shownCell(value), reason: inWords(reason) }));
      const result: Report = { rows: lines.length, created: fine ? fresh.length : 0, unchanged, dryRun, faults: told, faultCount: faults.all.length };
      return { result, entity: 'caregiver', entityId: 'import', late: true, after: { rows: lines.length, dryRun, faults: faults.all.length, created: result.created, unchanged } };
    });
    progress.state = 'done';
    return report;
  } catch (error) {
    progress.state = 'failed';
    const taken = TAKEN[(error as { cause?: { constraint?: string } }).cause?.constraint ?? ''];
    if (taken !== undefined) throw new Fault('taken', { detail: inWords(taken) });
    throw error;
  }
}
// days a spreadsheet may know as days: sheetDay reads both
const DAYS: readonly string[] = ['健康证到期', '入职日期'];
/** An empty sheet with the headings that an import knows, in the reader's language. */
export const caregiverTemplate = (type: 'xlsx' | 'csv', language: Language): Download =>
  sheetFile({ title: language === 'en' ? 'caregiver-template' : '护工导入模板', type, columns: HEADINGS.fields.map((field) => ({ heading: HEADINGS.labels[field][language === 'en' ? 1 : 0], text: !DAYS.includes(field) })), rows: [] });
