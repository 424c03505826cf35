import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';

/** User info (spec section 3, domain.md): kept by the console in local or session storage. */
export const userInfo = z.strictObject({
  userId: z.string(),
  username: z.string(),
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  role: z.int(),
  roles: z.array(z.string()),
  perms: z.array(z.string()),
});
export type UserInfo = z.output<typeof userInfo>;

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const pair = { token: z.string(), refreshToken: z.string(), /** seconds until the access token ends */ expiresIn: z.int() };
const meta = z.strictObject({
  title: z.string(),
  icon: z.optional(z.string()),
  hidden: z.optional(z.boolean()),
  alwaysShow: z.optional(z.boolean()),
  keepAlive: z.optional(z.boolean()),
  affix: z.optional(z.boolean()),
  params: z.optional(z.record(z.string(), z.string())),
});
const leaf = { path: z.string(), redirect: z.optional(z.string()), component: z.string(), name: z.string(), meta };
const route = z.strictObject({ ...leaf, children: z.optional(z.array(z.strictObject(leaf))) });

export const session = {
  captcha: endpoint('GET /sys/captcha/randomImage', { may: 'open', limit: 'captcha', summary: '图形验证码', reply: z.strictObject({ captchaKey: z.string(), captchaBase64: z.string() }) }),
  signIn: endpoint('POST /sys/login', {
    may: 'open', limit: 'sign-in', audit: 'sign-in', summary: '登录',
    body: z.strictObject({ username: text(64), password: text(128), captchaKey: text(64), captchaCode: text(8), rememberMe: z._default(z.boolean(), false) }),
    reply: z.strictObject({ ...pair, userInfo }),
  }),
  refresh: endpoint('POST /sys/refresh-token', { may: 'open', limit: 'sign-in', summary: '刷新令牌', body: z.strictObject({ refreshToken: text(200) }), reply: z.strictObject(pair) }),
  signOut: endpoint('POST /sys/logout', { may: 'signed-in', audit: 'sign-out', summary: '退出登录', reply: z.null() }),
  me: endpoint('GET /sys/me', { may: 'signed-in', summary: '当前用户', reply: userInfo }),
  routes: endpoint('GET /sys/routes', { may: 'signed-in', summary: '可用路由', reply: z.array(route) }),
};
