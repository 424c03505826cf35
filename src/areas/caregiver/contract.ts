import * as z from 'zod/mini';
import { CAREGIVER_EVENTS, CAREGIVER_STATES } from '../../../machines/caregiver.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { indexPage, indexQuery, linesQuery } from '../../kernel/indexed.ts';
import { exportBy, filterBy, findInQuery, foundIn, listBy, searchedBy, selectedBy, sortBy } from '../../kernel/list-shape.ts';
import type { ListFields } from '../../kernel/list.ts';
import { day, digits, fen, id, idNumber, instant, marks, mobile, most, pageOf, personName, text, window } from '../../kernel/shape.ts';
import { sheetType } from '../../kernel/sheet.ts';

export const CAREGIVER_STATUSES = CAREGIVER_STATES;
export const CAREGIVER_LEVELS = ['junior', 'middle', 'senior', 'expert'] as const;
export const CERTIFICATE_KINDS = ['health', 'care_worker', 'elderly_care', 'training', 'police_clearance', 'insurance', 'id_card', 'other'] as const;
export const EMPLOYMENTS = ['staff', 'partner'] as const;

const optional = <T extends z.ZodMiniType>(shape: T) => z.optional(z.nullable(shape));
const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));
/** The version that someone has seen: another one by now is a conflict. */
export const version = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
export const reason = text(500);
/** Days of one leave at most. */
export const LONGEST_LEAVE = 400;
/** Any phone: with an area code, an extension. */
const phone = z.string().check(z.trim(), z.regex(/^[\d+() -]{5,20}$/));

/** What is kept of a person beside name, number and contact; each absent field stays as it is. */
const facts = {
  birthday: optional(day), originProvince: optional(text(32)), originCity: optional(text(32)), languages: z.optional(z.array(text(20)).check(z.maxLength(12))), education: optional(text(20)), marital: optional(text(20)),
  heightCm: optional(whole(80, 250)), weightKg: optional(whole(25, 250)), emergencyName: optional(personName(40)), emergencyPhone: optional(phone), bankName: optional(text(60)), bankAccount: optional(z.string().check(z.trim(), z.regex(/^[\d ]{8,32}$/))),
  skills: z.optional(z.array(text(20)).check(z.maxLength(30))), yearsExperience: optional(whole(0, 60)), hiredOn: optional(day),
};
const gender = z.union([z.literal(1), z.literal(2)]);
/** Someone new. `staffNo`: absent, the next running number. `hospitalId`: where they are posted from the first day on. */
export const newCaregiver = z.strictObject({
  staffNo: optional(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9-]{2,31}$/))), name: personName(40), gender, idNo: idNumber, mobile, level: z.enum(CAREGIVER_LEVELS), employment: z.enum(EMPLOYMENTS), hospitalId: optional(id), ...facts,
});
export type NewCaregiver = z.output<typeof newCaregiver>;
/** What changes. ID number, phones and bank account: only where another one is given, for they are never shown whole. */
export const caregiverEdit = z.strictObject({ version, name: z.optional(personName(40)), gender: z.optional(gender), idNo: z.optional(idNumber), mobile: z.optional(mobile), level: z.optional(z.enum(CAREGIVER_LEVELS)), employment: z.optional(z.enum(EMPLOYMENTS)), ...facts });
export type CaregiverEdit = z.output<typeof caregiverEdit>;
/** The form as it is; ID number, phones and bank account masked. */
export const caregiverForm = z.strictObject({
  staffNo: z.string(), version: z.int(), name: z.string(), gender: z.int(), idNo: z.nullable(z.string()), mobile: z.string(), level: z.string(), employment: z.string(), birthday: z.nullable(day), originProvince: z.nullable(z.string()), originCity: z.nullable(z.string()),
  languages: z.array(z.string()), education: z.nullable(z.string()), marital: z.nullable(z.string()), heightCm: z.nullable(z.int()), weightKg: z.nullable(z.int()), emergencyName: z.nullable(z.string()), emergencyPhone: z.nullable(z.string()),
  bankName: z.nullable(z.string()), bankAccount: z.nullable(z.string()), skills: z.array(z.string()), yearsExperience: z.nullable(z.int()), hiredOn: z.nullable(day),
});
export type CaregiverForm = z.output<typeof caregiverForm>;

/** A certificate as it is written down. `verified`: someone has seen the original. `number`: absent, an identity card keeps the one that it has, for it is never shown whole. */
const certificateForm = z.strictObject({ version, kind: z.enum(CERTIFICATE_KINDS), number: optional(text(64)), issuer: optional(text(80)), issuedOn: optional(day), expiresOn: optional(day), verified: z.boolean() });
export type CertificateForm = z.output<typeof certificateForm>;
/** Bytes that a picture or document of a certificate may have. */
export const FILE_BYTES = 5 * 1024 * 1024;
/** The postings to hospitals within the writer's reach, all of them, those that are over too: of years of weekly turns; `to` null: without end. */
const postingForm = z.strictObject({ version, postings: z.array(z.strictObject({ hospitalId: id, from: day, to: z.nullable(day) })).check(z.maxLength(400)) });
/** First and last day. */
const leaveForm = z.strictObject({ version, from: day, to: day, reason: optional(reason) });


/** A certificate in a few words; days below 0: it has ended that long ago. */
const certificateLeft = z.strictObject({ kind: z.enum(CERTIFICATE_KINDS), daysLeft: z.int() });
/**
 * A row of the list. `healthDaysLeft`: days until the health certificate ends, negative when it has, null when there is none.
 * `certificates`: of each other kind the one that lasts longest, where it ends within 90 days or has ended, most urgent first.
 * `nextFree`: the first day from today on without a patient and without leave; null for who is not at work, or on leave without days. `can` and `cannot`: what this reader may do, and what stands in the way.
 */
export const caregiverRow = z.strictObject({
  id, staffNo: z.string(), name: z.string(), gender: z.int(), age: z.nullable(z.int()), level: z.enum(CAREGIVER_LEVELS), employment: z.enum(EMPLOYMENTS), status: z.enum(CAREGIVER_STATES), suspendedFor: z.nullable(z.enum(['health', 'other'])),
  hospitals: z.array(z.string()), servingUntil: z.nullable(day), nextFree: z.nullable(day), healthExpiresOn: z.nullable(day), healthDaysLeft: z.nullable(z.int()), certificates: z.array(certificateLeft), ratingAvg: z.nullable(z.number()), ratingCount: z.int(), mobile: z.string(),
  version: z.int(), can: z.array(z.enum(CAREGIVER_EVENTS)), cannot: z.record(z.string(), z.string()),
});
export type CaregiverRow = z.output<typeof caregiverRow>;
/** What the list can be asked and sorted by (kernel/list.ts). `hospitalId`: posted there today; `mobile`: as it is shown, masked. */
export const CAREGIVER_FIELDS = {
  staffNo: { type: 'text', sort: true }, name: { type: 'text', sort: true }, gender: { type: 'choice', values: ['1', '2'] }, level: { type: 'choice', values: CAREGIVER_LEVELS, sort: true }, employment: { type: 'choice', values: EMPLOYMENTS, sort: true }, status: { type: 'choice', values: CAREGIVER_STATES, sort: true },
  hospitalId: { type: 'id', nullable: true }, mobile: { type: 'text' }, origin: { type: 'text', nullable: true }, servingUntil: { type: 'day', nullable: true, sort: true }, healthExpiresOn: { type: 'day', nullable: true, sort: true },
  ratingAvg: { type: 'number', nullable: true, sort: true }, ratingCount: { type: 'number', sort: true }, hiredOn: { type: 'day', nullable: true, sort: true }, createdAt: { type: 'instant', sort: true },
} as const satisfies ListFields;
/** Filters of the list; `certificate=ending`: some certificate of a caregiver at work ends within 30 days; `review=due`: kept out until a day that has come. */
const filter = { status: z.optional(z.enum(CAREGIVER_STATES)), hospitalId: z.optional(id), certificate: z.optional(z.literal('ending')), review: z.optional(z.literal('due')), ...searchedBy, ...filterBy(CAREGIVER_FIELDS) };
export const caregiverQuery = z.strictObject({ ...listBy(CAREGIVER_FIELDS), ...filter });
/** Columns that an export can have; ids as the list's. */
export const CAREGIVER_EXPORTED = ['no', 'name', 'level', 'status', 'serving', 'nextFree', 'hospital', 'health', 'certificates', 'employment', 'mobile', 'rating', 'gender', 'age'] as const;
/** `number`: an identity card's is masked. `file`: the name of its picture or document; null also where the reader may not have it. `verified`: someone has seen the original. */
export const certificate = z.strictObject({
  id, kind: z.enum(CERTIFICATE_KINDS), number: z.nullable(z.string()), issuer: z.nullable(z.string()), issuedOn: z.nullable(day), expiresOn: z.nullable(day), daysLeft: z.nullable(z.int()), verified: z.boolean(), verifiedBy: z.nullable(z.string()), file: z.nullable(z.string()),
});
export type Certificate = z.output<typeof certificate>;
const told = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
/** One event of a caregiver's story; `version`: the one that it made. No actor: time did it. */
export const caregiverLine = z.strictObject({ id, version: z.int(), event: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()), actor: z.nullable(z.string()), actorRole: z.nullable(z.int()), reason: z.nullable(z.string()), at: instant, before: told, after: told, undone: z.boolean() });
export type CaregiverLine = z.output<typeof caregiverLine>;
export const caregiverDetail = z.strictObject({
  ...caregiverRow.shape, idNo: z.nullable(z.string()), origin: z.nullable(z.string()), birthday: z.nullable(day), languages: z.array(z.string()), skills: z.array(z.string()), hiredOn: z.nullable(day), leftOn: z.nullable(day), statusReason: z.nullable(z.string()), reviewOn: z.nullable(day),
  education: z.nullable(z.string()), marital: z.nullable(z.string()), heightCm: z.nullable(z.int()), weightKg: z.nullable(z.int()), yearsExperience: z.nullable(z.int()),
  emergencyName: z.nullable(z.string()), emergencyPhone: z.nullable(z.string()), bankName: z.nullable(z.string()), bankAccount: z.nullable(z.string()), undoUntil: z.nullable(instant),
  certificates: z.array(certificate),
  /** Postings within the reader's scope. */
  postings: z.array(z.strictObject({ hospitalId: id, hospital: z.string(), from: day, to: z.nullable(day) })),
  /** Leaves that are not over, and the latest that are, newest first; first and last day. */
  leaves: z.array(z.strictObject({ id, from: day, to: day, reason: z.nullable(z.string()), over: z.boolean() })),
  /** The latest stints within the reader's scope that came about: those not over, then the others, each newest first; at most 20. */
  stints: z.array(z.strictObject({ orderNo: z.string(), patientName: z.string(), hospital: z.string(), from: instant, to: instant, status: z.enum(['planned', 'serving', 'ended']) })),
  /** Complaints within the reader's scope; wishes for somebody else and incidents are none. */
  complaints: z.int(),
  /** What happened, oldest first, the latest 50. */
  timeline: z.array(caregiverLine),
});
export type CaregiverDetail = z.output<typeof caregiverDetail>;
/** Columns of the board: ended, and ending within 30, 60 and 90 days, each day in one column alone. */
export const ENDINGS = ['expired', '30', '60', '90'] as const;
export type Ending = (typeof ENDINGS)[number];
const windowed = { ...window, count: z.optional(z.enum(['0', 'only'])) };
const boardQuery = z.strictObject({ ...windowed, within: z.enum(ENDINGS), kind: z.optional(z.enum(CERTIFICATE_KINDS)), hospitalId: z.optional(id) });
/** A certificate that has ended or soon does, of its kind the one that lasts longest, with whose it is; `number` masked. `caregiver.version` moves when either changes. */
const endingCard = z.strictObject({ id, kind: z.enum(CERTIFICATE_KINDS), number: z.nullable(z.string()), expiresOn: day, daysLeft: z.int(), verified: z.boolean(), caregiver: caregiverRow });
export type EndingCard = z.output<typeof endingCard>;
/** Days that a roster can have at once. */
const ROSTER_DAYS = 31;
/** `from` and as many days on. */
const rosterDays = { days: z._default(digits(ROSTER_DAYS), 14) };
const rosterQuery = z.strictObject({ ...windowed, from: day, ...rosterDays, hospitalId: z.optional(id) });
const halfDay = z.enum(['AM', 'PM']);
/** First and last day, within the days that were asked for. */
const span = z.strictObject({ from: day, to: day });
const halves = { ...span.shape, begins: halfDay, ends: halfDay };
/**
 * A caregiver at work over some days. A stint out of the reader's scope says only that it is there: number, patient and coverage are null. `begins` PM: at noon of its first
 * day, `ends` AM: at noon of its last. `unhealthy`: no health certificate is valid; `unposted`: posted nowhere within the reader's scope, or not to the hospital that was asked for.
 */
const rosterRow = z.strictObject({
  caregiver: caregiverRow,
  stints: z.array(z.strictObject({ ...halves, orderNo: z.nullable(z.string()), patientName: z.nullable(z.string()), coverage: z.nullable(z.string()), status: z.enum(['planned', 'serving', 'ended']) })),
  leaves: z.array(z.strictObject(halves)), unhealthy: z.array(span), unposted: z.array(span),
});
export type RosterRow = z.output<typeof rosterRow>;
/** A stint: `days` that are theirs, half days where they shared one or it was half. */
const workRow = z.strictObject({ id, orderNo: z.string(), patientName: z.string(), hospital: z.string(), department: z.string(), service: z.string(), from: instant, to: instant, days: z.number(), status: z.enum(['planned', 'serving', 'ended']) });
export type WorkRow = z.output<typeof workRow>;
const mark = z.int().check(z.minimum(1), z.maximum(5));
/** What someone said of them, for one order. */
export const evaluationRow = z.strictObject({
  id, orderNo: z.string(), patientName: z.string(), hospital: z.string(), source: z.enum(['family', 'hospital', 'provider']), overall: mark, skill: z.nullable(mark), attitude: z.nullable(mark), discipline: z.nullable(mark), tags: z.array(z.string()), content: z.nullable(z.string()), by: z.nullable(z.string()), at: instant,
});
export type EvaluationRow = z.output<typeof evaluationRow>;
/** The rating of the evaluations within the reader's scope, and how many of them have which mark from 1 to 5. */
export const rating = z.strictObject({ average: z.nullable(z.number()), count: z.int(), marks: z.array(z.int()) });
export type Rating = z.output<typeof rating>;
const payPeriod = z.strictObject({ from: day, to: day, paid: z.boolean() });
const pay = { days: z.number(), holidays: z.number(), amountFen: fen, paidFen: fen, aheadFen: fen };
/** What a caregiver earns in a month `2026-11`: `holidays` of the `days` are paid by another rate; of the amount, what has been paid out, and what is of days that are yet to come. */
const payMonth = z.strictObject({ month: z.string(), ...pay });
export type PayMonth = z.output<typeof payMonth>;
/** A day of an order and what of it is theirs; `days` 1 or 0.5. `shared`: it changed hands at noon. `period`: the one that it is settled in. */
const payDay = z.strictObject({ day, orderNo: z.string(), patientName: z.string(), hospital: z.string(), days: z.number(), multiplierBp: z.int(), shared: z.boolean(), ahead: z.boolean(), payFen: fen, period: z.nullable(payPeriod) });
export type PayDay = z.output<typeof payDay>;
/** What matched, for rank and marks. */
const foundCaregiver = z.strictObject({
  row: z.strictObject({ id, staffNo: z.string(), name: z.string(), gender: z.int(), level: z.enum(CAREGIVER_LEVELS), status: z.enum(CAREGIVER_STATES), hospitals: z.array(z.string()) }),
  why: z.enum(['name', 'pinyin', 'initials', 'phone', 'identity', 'staff']),
  marks,
});
export type FoundCaregiver = z.output<typeof foundCaregiver>;

/** What an event did: the row as it is now, or null where this person sees it no longer. `certificateId`: the one that was added or changed. */
const acted = z.strictObject({ row: z.nullable(caregiverRow), certificateId: z.optional(id) });
export type Acted = z.output<typeof acted>;
const plain = z.strictObject({ version });
const said = z.strictObject({ version, reason: z.optional(reason) });
const reasoned = z.strictObject({ version, reason });
/** Who has this ID number already. */
const known = z.strictObject({ staffNo: z.string(), name: z.string(), status: z.enum(CAREGIVER_STATES), reason: z.nullable(z.string()), reviewOn: z.nullable(day), gone: z.boolean() });
export type KnownPerson = z.output<typeof known>;
const verb = <const A extends string>(name: A) => `POST /caregivers/:no/${name}` as const;
const STATUS = { may: 'biz:caregiver:status', reply: acted } as const;
const CERTIFY = { may: 'biz:caregiver:certify', reply: acted } as const;
const EDIT = { may: 'biz:caregiver:edit', reply: acted } as const;

export const caregiver = {
  list: endpoint('GET /caregivers', { may: 'biz:caregiver:list', audit: 'caregiver.list', summary: '护工列表', query: caregiverQuery, reply: pageOf(caregiverRow) }),
  /** The next caregiver in the list's order that `q` means: number, name or phone. `from`: in the roster of these days. */
  findIn: endpoint('GET /caregivers/find-in', { may: 'biz:caregiver:list', audit: 'caregiver.find', limit: 'search', summary: '列表内查找', query: z.strictObject({ ...findInQuery, ...filter, from: z.optional(day), ...rosterDays, sort: sortBy(CAREGIVER_FIELDS) }), reply: foundIn }),
  /** The rows of a selection, piece by piece. */
  selected: endpoint('POST /caregivers/selected', { may: 'biz:caregiver:list', audit: 'caregiver.list', limit: 'read', summary: '选中的护工', body: selectedBy(filter), reply: z.array(caregiverRow) }),
  export: endpoint('POST /caregivers/export', { may: 'biz:caregiver:export', audit: 'caregiver.export', limit: 'read', summary: '导出护工', body: exportBy(CAREGIVER_FIELDS, filter, CAREGIVER_EXPORTED), file: 'caregiver', reply: z.null() }),
  /** These caregivers as rows, those that are gone or out of scope left out: how a list follows live changes. */
  rows: endpoint('GET /caregivers/rows', { may: 'biz:caregiver:list', summary: '若干护工', query: z.strictObject({ nos: z.string().check(z.regex(/^[\w-]{1,32}(,[\w-]{1,32}){0,199}$/)) }), reply: z.array(caregiverRow) }),
  /** At most 10 of this person's scope, best first. */
  find: endpoint('GET /caregivers/find', { may: 'biz:caregiver:list', audit: 'caregiver.find', limit: 'search', summary: '查找护工', query: z.strictObject({ q: z.string().check(z.minLength(1), most(64)) }), reply: z.array(foundCaregiver) }),
  /** Who has not left, as lines of the palette's index: 5,000 a page, newest first, or what changed since an instant. */
  index: endpoint('GET /caregivers/index', { may: 'biz:caregiver:list', audit: 'caregiver.index', summary: '面板索引', query: indexQuery, reply: indexPage }),
  /** These caregivers as lines of it: how the index follows live changes. */
  lines: endpoint('GET /caregivers/lines', { may: 'biz:caregiver:list', audit: 'caregiver.index', summary: '索引中的若干护工', query: linesQuery, reply: indexPage }),
  /** A column of the board of certificates, the nearest to today first. */
  board: endpoint('GET /caregivers/board', { may: 'biz:caregiver:list', audit: 'caregiver.list', summary: '证件到期看板', query: boardQuery, reply: pageOf(endingCard) }),
  /** Who is at work, by name, with what each has on these days. */
  roster: endpoint('GET /caregivers/roster', { may: 'biz:caregiver:list', audit: 'caregiver.list', summary: '排班表', query: rosterQuery, reply: pageOf(rosterRow) }),
  /** Whether someone of this ID number is known already, blacklisted ones and those who were deleted too. */
  match: endpoint('POST /caregivers/match', { may: 'biz:caregiver:add', audit: 'caregiver.match', limit: 'search', summary: '按身份证号查重与黑名单', body: z.strictObject({ idNo: idNumber }), reply: z.nullable(known) }),
  detail: endpoint('GET /caregivers/:no', { may: 'biz:caregiver:list', audit: 'caregiver.read', summary: '护工详情', reply: caregiverDetail }),
  /** Everything they served and are to serve, newest first. */
  work: endpoint('GET /caregivers/:no/work', { may: 'biz:caregiver:list', audit: 'caregiver.work', summary: '护工的服务记录', query: z.strictObject(windowed), reply: pageOf(workRow) }),
  rating: endpoint('GET /caregivers/:no/rating', { may: 'biz:caregiver:list', summary: '护工的评分', reply: rating }),
  evaluations: endpoint('GET /caregivers/:no/evaluations', { may: 'biz:caregiver:list', audit: 'caregiver.evaluations', summary: '护工收到的评价', query: z.strictObject(windowed), reply: pageOf(evaluationRow) }),
  /** Pay is as personal as the account that it goes to: who may see that sees this. Newest month first. */
  pay: endpoint('GET /caregivers/:no/pay', { may: 'biz:caregiver:reveal', audit: 'caregiver.pay', summary: '护工每月工资', reply: z.array(payMonth) }),
  'pay-days': endpoint('GET /caregivers/:no/pay/:month', { may: 'biz:caregiver:reveal', audit: 'caregiver.pay', summary: '护工一个月的工资明细', reply: z.array(payDay) }),
  'pay-export': endpoint('GET /caregivers/:no/pay/:month/export', { may: 'biz:caregiver:reveal', audit: 'caregiver.pay-export', summary: '导出护工一个月的工资', query: z.strictObject({ type: sheetType }), file: 'caregiver-pay', reply: z.null() }),
  form: endpoint('GET /caregivers/:no/form', { may: 'biz:caregiver:edit', audit: 'caregiver.form', summary: '护工表单', reply: caregiverForm }),
  create: endpoint('POST /caregivers', { may: 'biz:caregiver:add', audit: 'caregiver.create', summary: '新建护工', body: newCaregiver, reply: acted }),
  edit: endpoint(verb('edit'), { ...EDIT, audit: 'caregiver.edit', summary: '修改护工', body: caregiverEdit }),
  post: endpoint(verb('post'), { ...EDIT, audit: 'caregiver.post', summary: '安排驻点', body: postingForm }),
  leave: endpoint(verb('leave'), { ...EDIT, audit: 'caregiver.leave', summary: '请假', body: leaveForm }),
  'leave-cancel': endpoint('POST /caregivers/:no/leave/:id/cancel', { ...EDIT, audit: 'caregiver.leave-cancel', summary: '取消请假', body: plain }),
  certify: endpoint(verb('certify'), { ...CERTIFY, audit: 'caregiver.certify', summary: '登记证件', body: certificateForm }),
  'certificate-edit': endpoint('POST /caregivers/:no/certificates/:id/edit', { ...CERTIFY, audit: 'caregiver.certificate-edit', summary: '修改证件', body: certificateForm }),
  'certificate-verify': endpoint('POST /caregivers/:no/certificates/:id/verify', { ...CERTIFY, audit: 'caregiver.certificate-verify', summary: '核验证件', body: plain }),
  'certificate-revoke': endpoint('POST /caregivers/:no/certificates/:id/revoke', { ...CERTIFY, audit: 'caregiver.certificate-revoke', summary: '作废证件', body: reasoned }),
  /** PDF, PNG or JPEG, looked at before it is kept; takes the place of the one before, and then `verified=1` says that its original was seen. */
  'certificate-file': endpoint('POST /caregivers/:no/certificates/:id/file', { ...CERTIFY, audit: 'caregiver.certificate-file', summary: '上传证件文件', query: z.strictObject({ version: digits(1_000_000), verified: z.optional(z.literal('1')) }), upload: { field: 'file', bytes: FILE_BYTES } }),
  /** Of an identity card only for who may see its number. */
  'certificate-read': endpoint('GET /caregivers/:no/certificates/:id/file', { may: 'biz:caregiver:list', audit: 'caregiver.certificate-read', summary: '下载证件文件', file: 'certificate', reply: z.null() }),
  /** Whole, once, and noted who looked. `idCards`: numbers of certificates of that kind. */
  reveal: endpoint(verb('reveal'), { may: 'biz:caregiver:reveal', audit: 'caregiver.reveal', summary: '显示完整身份证号和手机', reply: z.strictObject({ idNo: z.nullable(z.string()), mobile: z.string(), emergencyPhone: z.nullable(z.string()), bankAccount: z.nullable(z.string()), idCards: z.array(z.string()) }) }),
  approve: endpoint(verb('approve'), { ...STATUS, audit: 'caregiver.approve', summary: '通过审核', body: said }),
  return: endpoint(verb('return'), { ...STATUS, audit: 'caregiver.return', summary: '销假', body: said }),
  suspend: endpoint(verb('suspend'), { ...STATUS, audit: 'caregiver.suspend', summary: '停派', body: reasoned }),
  reinstate: endpoint(verb('reinstate'), { ...STATUS, audit: 'caregiver.reinstate', summary: '恢复派单', body: said }),
  quit: endpoint(verb('quit'), { ...STATUS, audit: 'caregiver.quit', summary: '办理离职', body: reasoned }),
  rehire: endpoint(verb('rehire'), { ...STATUS, audit: 'caregiver.rehire', summary: '重新入职', body: said }),
  /** Once more for who is in it: another reason or another day of review. */
  blacklist: endpoint(verb('blacklist'), { ...STATUS, audit: 'caregiver.blacklist', summary: '列入黑名单', body: z.strictObject({ version, reason, reviewOn: day }) }),
  unblacklist: endpoint(verb('unblacklist'), { ...STATUS, audit: 'caregiver.unblacklist', summary: '移出黑名单', body: reasoned }),
  remove: endpoint(verb('remove'), { may: 'biz:caregiver:delete', audit: 'caregiver.remove', summary: '删除护工', body: plain, reply: acted }),
  undo: endpoint(verb('undo'), { may: 'biz:caregiver:list', audit: 'caregiver.undo', summary: '撤销', body: plain, reply: acted }),
};
