import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, pageOf, window } from '../../kernel/shape.ts';

/** An account as the list shows it; the phone is masked. */
export const accountRow = z.strictObject({
  id, username: z.string(), nickname: z.nullable(z.string()), role: z.int(), hospitals: z.array(z.string()), mobile: z.nullable(z.string()), status: z.int(), lastLoginAt: z.nullable(instant),
});
/** One's own record; phone and e-mail masked. `version` guards the edit. */
export const profile = z.strictObject({
  id, username: z.string(), nickname: z.nullable(z.string()), gender: z.int(), role: z.int(), mobile: z.nullable(z.string()), email: z.nullable(z.string()), hospitals: z.array(z.string()), lastLoginAt: z.nullable(instant), version: z.int(),
});
/** Something one can see: a name of spaces and invisible signs is none. */
const VISIBLE = /[^\s\p{C}\p{Z}]/u;
/** What a person may change of their own record. `gender`: 0 unknown, 1 male, 2 female. */
export const profileEdit = z.strictObject({ nickname: z.string().check(z.trim(), z.maxLength(32), z.regex(VISIBLE)), gender: z.union([z.literal(0), z.literal(1), z.literal(2)]), version: z.int() });

export const account = {
  list: endpoint('GET /sys/users/list', { may: 'sys:user:list', summary: '账号列表', query: z.strictObject({ ...window }), reply: pageOf(accountRow) }),
  profile: endpoint('GET /sys/users/profile', { may: 'signed-in', summary: '个人资料', reply: profile }),
  editProfile: endpoint('PUT /sys/users/profile', { may: 'signed-in', audit: 'profile.edit', summary: '修改个人资料', body: profileEdit, reply: profile }),
};
