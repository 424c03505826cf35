import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { exportBy, filterBy, findInQuery, foundIn, listBy, searchedBy, selectedBy, sortBy } from '../../kernel/list-shape.ts';
import type { ListFields } from '../../kernel/list.ts';
import { codeOf, id, instant, mobile, most, pageOf, personName, text, version } from '../../kernel/shape.ts';
import { dryRun, importReport, SHEET_UPLOAD, sheetType } from '../../kernel/sheet.ts';

const gender = z.union([z.literal(0), z.literal(1), z.literal(2)]);
const role = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
const status = z.union([z.literal(0), z.literal(1)]);
/** A mailbox. */
export const email = z.string().check(most(100), z.trim(), z.email());
/** 3–32 letters, digits, dots, dashes and underscores, beginning with a letter. */
export const username = z.string().check(z.trim(), z.regex(/^[A-Za-z][A-Za-z0-9._-]{2,31}$/));
/** Departments of one hospital an account sees; an empty list is the whole hospital. */
const place = z.strictObject({ hospitalId: id, departmentIds: z.array(id).check(z.maxLength(200)) });

/** An account as the list shows it; the phone is masked. `can`: what this viewer may do to it. */
const accountRow = z.strictObject({
  id, username: z.string(), nickname: z.nullable(z.string()), role: z.int(), hospitals: z.array(z.string()), mobile: z.nullable(z.string()), status: z.int(), lastLoginAt: z.nullable(instant), version: z.int(),
  can: z.array(z.enum(['edit', 'status', 'reset', 'delete'])),
});
export type AccountRow = z.output<typeof accountRow>;
/** What the list can be asked and sorted by (kernel/list.ts). */
export const ACCOUNT_FIELDS = {
  id: { type: 'id', sort: true, filter: false }, username: { type: 'text', sort: true }, nickname: { type: 'text', nullable: true, sort: true }, role: { type: 'choice', values: ['1', '2', '3', '4'], sort: true }, status: { type: 'choice', values: ['1', '0'], sort: true }, gender: { type: 'choice', values: ['0', '1', '2'] },
  hospitalId: { type: 'id', nullable: true }, mobile: { type: 'text', nullable: true }, lastLoginAt: { type: 'instant', nullable: true, sort: true }, createdAt: { type: 'instant', sort: true },
} as const satisfies ListFields;
/** What filters a list or an export of accounts. `keywords`: in account, name or phone. */
const filter = {
  ...searchedBy, role: z.optional(codeOf('1', '2', '3', '4')), status: z.optional(codeOf('0', '1')), hospitalId: z.optional(id), ...filterBy(ACCOUNT_FIELDS),
};
const sort = sortBy(ACCOUNT_FIELDS);
/** Columns an export may have, those of the list first; without a choice it has these first seven. */
export const EXPORTED = ['username', 'nickname', 'role', 'hospitals', 'mobile', 'status', 'lastLoginAt', 'gender', 'email', 'createdAt'] as const;
/** The chosen rows of an export: a list as the query string can carry one, or up to a thousand joined by commas. */
const chosen = z.union([z.array(id).check(z.maxLength(100)), z.string().check(z.regex(/^\d{1,18}(,\d{1,18}){0,999}$/))]);
/** The form of an account; phone and e-mail whole, because they are edited. */
export const accountForm = z.strictObject({ id, username: z.string(), nickname: z.string(), gender: z.int(), role: z.int(), mobile: z.nullable(z.string()), email: z.nullable(z.string()), status: z.int(), hospitals: z.array(place), version: z.int() });
export type AccountForm = z.output<typeof accountForm>;
const contact = { mobile: z.nullable(mobile), email: z.nullable(email) };
const places = z.array(place).check(z.maxLength(500));
const made = { nickname: personName(32), gender: z._default(gender, 0), role, mobile: z._default(contact.mobile, null), email: z._default(contact.email, null), hospitals: z._default(places, []) };
// what an edit leaves out stays as it is
const edited = { nickname: made.nickname, gender: z.optional(gender), role, mobile: z.optional(contact.mobile), email: z.optional(contact.email), hospitals: z.optional(places) };
/** A one-time password: shown once, to be changed at the first sign-in, which has seven days. */
const secret = z.strictObject({ id, password: z.string() });

/** One's own record; phone and e-mail masked. `version` guards the edit. */
export const profile = z.strictObject({
  id, username: z.string(), nickname: z.nullable(z.string()), gender: z.int(), avatar: z.nullable(z.string()), role: z.int(), mobile: z.nullable(z.string()), email: z.nullable(z.string()), hospitals: z.array(z.string()), lastLoginAt: z.nullable(instant), mustChangePassword: z.boolean(), version: z.int(),
});
/** What a person may change of their own record. `avatar`: a PNG or JPEG data address, at most 1 MB; null removes it; left out it stays. What is read-only may come back as it was read. */
export const profileEdit = z.strictObject({ nickname: personName(32), gender, avatar: z.optional(z.nullable(z.string().check(most(1_400_000), z.regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/)))), version, ...z.partial(z.pick(profile, { id: true, username: true, role: true, mobile: true, email: true, hospitals: true, lastLoginAt: true, mustChangePassword: true })).shape });
const code = z.string().check(z.regex(/^\d{6}$/));

/** An option of the data scope: a hospital's departments below it. */
const branch = z.strictObject({ value: id, label: z.string(), children: z.optional(z.array(z.strictObject({ value: id, label: z.string(), /** It is switched off: it can only be taken away. */ disabled: z.optional(z.literal(true)) }))) });

export const account = {
  list: endpoint('GET /sys/users/list', { may: 'sys:user:list', audit: 'user.list', summary: '账号列表', query: z.strictObject({ ...listBy(ACCOUNT_FIELDS), ...filter }), reply: pageOf(accountRow) }),
  /** The next account in the list's order that has `q` in account, name or phone. */
  findIn: endpoint('GET /sys/users/find-in', { may: 'sys:user:list', audit: 'user.list', limit: 'search', summary: '列表内查找', query: z.strictObject({ ...findInQuery, ...filter, sort }), reply: foundIn }),
  /** The rows of a selection, piece by piece. */
  selected: endpoint('POST /sys/users/selected', { may: 'sys:user:list', audit: 'user.list', limit: 'read', summary: '选中的账号', body: selectedBy(filter), reply: z.array(accountRow) }),
  exportRows: endpoint('POST /sys/users/export', { may: 'sys:user:export', audit: 'user.export', limit: 'read', summary: '导出账号', body: exportBy(ACCOUNT_FIELDS, filter, EXPORTED), file: 'user', reply: z.null() }),
  create: endpoint('POST /sys/users/create', { may: 'sys:user:add', audit: 'user.add', summary: '新建账号', body: z.strictObject({ username, ...made, status: z._default(status, 1) }), reply: secret }),
  update: endpoint('POST /sys/users/update', { may: 'sys:user:edit', audit: 'user.edit', summary: '修改账号；没有写出的手机、邮箱、性别和医院保持不变，null 或 [] 才是清空', body: z.strictObject({ id, ...edited, version, ...z.partial(z.pick(accountForm, { username: true, status: true })).shape }), reply: accountForm }),
  /** `unchanged`: it was so before, and there is nothing to take back. */
  status: endpoint('POST /sys/users/status/:id', { may: 'sys:user:status', audit: 'user.status', summary: '启用或停用账号', query: z.strictObject({ status: z.enum(['0', '1']) }), reply: z.nullable(z.literal('unchanged')) }),
  reset: endpoint('POST /sys/users/reset/:id', { may: 'sys:user:reset', audit: 'user.reset', summary: '重置密码，并停用两步验证', reply: secret }),
  restore: endpoint('POST /sys/users/restore/:id', { may: 'sys:user:delete', audit: 'user.restore', summary: '撤销删除账号（十分钟内）', reply: z.null() }),
  template: endpoint('GET /sys/template', { may: 'sys:user:import', summary: '账号导入模板', query: z.strictObject({ type: sheetType }), file: 'user-template', reply: z.null() }),
  /** The address of the specification: what an address can hold, also the list's own query; an export has no window. The console asks `exportRows`. */
  export: endpoint('GET /sys/export', { may: 'sys:user:export', audit: 'user.export', summary: '导出账号', query: z.strictObject({ ...listBy(ACCOUNT_FIELDS), ...filter, ids: z.optional(chosen), columns: z.optional(z.array(z.enum(EXPORTED)).check(z.minLength(1), z.maxLength(EXPORTED.length))), type: z._default(z.enum(['xlsx', 'csv']), 'xlsx') }), file: 'user', reply: z.null() }),
  import: endpoint('POST /sys/import', { may: 'sys:user:import', audit: 'user.import', summary: '导入账号', query: z.strictObject({ dryRun }), upload: SHEET_UPLOAD, reply: importReport }),
  roles: endpoint('GET /sys/options', { may: 'signed-in', summary: '可选角色', reply: z.array(z.strictObject({ id: z.enum(['operation', 'inpatient_manager', 'hospital']), label: z.string() })) }),
  scope: endpoint('GET /sys/users/getHospitalInfo/:hospitalId', { may: ['sys:user:add', 'sys:user:edit'], summary: '数据权限选项；0 表示没有', reply: z.array(branch) }),
  profile: endpoint('GET /sys/users/profile', { may: 'signed-in', beforeChange: true, summary: '个人资料', reply: profile }),
  editProfile: endpoint('PUT /sys/users/profile', { may: 'signed-in', audit: 'profile.edit', summary: '修改个人资料', bytes: 1_600_000, body: profileEdit, reply: profile }),
  password: endpoint('PUT /sys/password', { may: 'signed-in', beforeChange: true, audit: 'password.change', summary: '修改密码', limit: 'sign-in', body: z.strictObject({ oldPassword: z.string().check(z.minLength(1), most(256)), newPassword: z.string().check(z.minLength(1), most(256)) }), reply: z.null() }),
  /** To one's own contact (whole, or masked as the profile shows it) for unbinding, to any other for binding. */
  sendCode: endpoint('GET /sys/send-verification-code', { may: 'signed-in', audit: 'code.send', limit: 'sign-in', summary: '发送绑定验证码', query: z.strictObject({ contact: text(100), contactType: z.enum(['MOBILE', 'EMAIL']) }), reply: z.null() }),
  mobile: endpoint('PUT /sys/mobile', { may: 'signed-in', audit: 'mobile.bind', limit: 'sign-in', summary: '绑定、更换或解绑手机；解绑时 mobile 为 null，验证码发往原手机', body: z.strictObject({ mobile: z.nullable(mobile), code }), reply: profile }),
  email: endpoint('PUT /sys/email', { may: 'signed-in', audit: 'email.bind', limit: 'sign-in', summary: '绑定、更换或解绑邮箱', body: z.strictObject({ email: z.nullable(email), code }), reply: profile }),
};
