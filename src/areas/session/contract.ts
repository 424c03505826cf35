import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { instant, mobile, most, text } from '../../kernel/shape.ts';

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

const whole = z.strictObject({ ...pair, userInfo });
/** What the account asks beside the password; `challenge` serves for five minutes and five tries. `mobile` is masked. */
const second = z.strictObject({ second: z.strictObject({ challenge: z.string(), methods: z.array(z.enum(['totp', 'sms', 'recovery'])), mobile: z.nullable(z.string()) }) });
const code = z.string().check(z.regex(/^\d{6}$/));
/** A place where an account is signed in. */
export const place = z.strictObject({ id: z.string(), ip: z.nullable(z.string()), userAgent: z.nullable(z.string()), rememberMe: z.boolean(), createdAt: instant, lastSeenAt: instant, expiresAt: instant, current: z.boolean() });
const asked = { password: z.string().check(z.minLength(1), most(256)) };

export const session = {
  captcha: endpoint('GET /sys/captcha/randomImage', { may: 'open', limit: 'captcha', summary: '图形验证码', reply: z.strictObject({ captchaKey: z.string(), captchaBase64: z.string() }) }),
  signIn: endpoint('POST /sys/login', {
    may: 'open', limit: 'sign-in', audit: 'sign-in', summary: '登录',
    body: z.strictObject({ username: text(64), password: z.string().check(z.minLength(1), most(256)), captchaKey: text(64), captchaCode: text(8), rememberMe: z._default(z.boolean(), false) }),
    reply: z.union([whole, second]),
  }),
  second: endpoint('POST /sys/login/second', { may: 'open', limit: 'sign-in', audit: 'sign-in.second', summary: '登录两步验证', body: z.strictObject({ challenge: text(100), method: z.enum(['totp', 'sms', 'recovery']), code: text(20) }), reply: whole }),
  sendSecond: endpoint('POST /sys/login/second/send', { may: 'open', limit: 'sign-in', audit: 'code.send', summary: '登录两步验证：发送短信验证码', body: z.strictObject({ challenge: text(100) }), reply: z.null() }),
  /** For a lost phone: the code goes to the phone that is bound, else to the mailbox; the answer is the same whoever asks. */
  sendCode: endpoint('POST /sys/sms/sendCode', { may: 'open', limit: 'sign-in', audit: 'code.send', summary: '发送短信验证码', body: z.strictObject({ userName: text(64) }), reply: z.null() }),
  updatePhone: endpoint('POST /sys/updatePhone', { may: 'open', limit: 'sign-in', audit: 'mobile.recover', summary: '登录前更换手机', body: z.strictObject({ userName: text(64), phone: mobile, smsCode: code }), reply: z.null() }),
  /** `idle`: seconds since someone last did something, from which the idle end is counted; without it that is now, or as it was where the call says that it is unattended. */
  refresh: endpoint('POST /sys/refresh-token', { may: 'open', limit: 'write', audit: 'refresh', summary: '刷新令牌', body: z.strictObject({ refreshToken: text(200), idle: z.optional(z.int().check(z.minimum(0))) }), reply: z.strictObject(pair) }),
  signOut: endpoint('POST /sys/logout', { may: 'signed-in', beforeChange: true, audit: 'sign-out', summary: '退出登录', reply: z.null() }),
  me: endpoint('GET /sys/me', { may: 'signed-in', beforeChange: true, summary: '当前用户', reply: userInfo }),
  places: endpoint('GET /sys/sessions', { may: 'signed-in', summary: '我的登录', reply: z.array(place) }),
  endPlace: endpoint('DELETE /sys/sessions/:sessionId', { may: 'signed-in', audit: 'session.end', summary: '在我的一台设备上退出登录', reply: z.null() }),
  placesOf: endpoint('GET /sys/users/:id/sessions', { may: 'sys:user:reset', audit: 'session.list', summary: '某账号的登录', reply: z.array(place) }),
  endPlacesOf: endpoint('DELETE /sys/users/:id/sessions', { may: 'sys:user:reset', audit: 'session.end', summary: '让某账号在所有设备上退出登录', reply: z.null() }),
  steps: endpoint('GET /sys/second-step', { may: 'signed-in', summary: '两步验证的设置', reply: z.strictObject({ totp: z.boolean(), sms: z.boolean(), recoveryLeft: z.int(), mobile: z.nullable(z.string()) }) }),
  /** `uri` is what an authenticator app reads as a QR code. Not in force until confirmed. */
  beginTotp: endpoint('POST /sys/second-step/totp', { may: 'signed-in', limit: 'sign-in', audit: 'totp.begin', summary: '开始设置动态口令', body: z.strictObject(asked), reply: z.strictObject({ secret: z.string(), uri: z.string() }) }),
  /** Ten recovery codes, shown this once. */
  confirmTotp: endpoint('PUT /sys/second-step/totp', { may: 'signed-in', limit: 'sign-in', audit: 'totp.on', summary: '启用动态口令', body: z.strictObject({ code }), reply: z.strictObject({ recoveryCodes: z.array(z.string()) }) }),
  endTotp: endpoint('POST /sys/second-step/totp/off', { may: 'signed-in', limit: 'sign-in', audit: 'totp.off', summary: '停用动态口令', body: z.strictObject(asked), reply: z.null() }),
  smsStep: endpoint('PUT /sys/second-step/sms', { may: 'signed-in', limit: 'sign-in', audit: 'sms-step.set', summary: '启用或停用短信验证', body: z.strictObject({ ...asked, on: z.boolean() }), reply: z.null() }),
  routes: endpoint('GET /sys/routes', { may: 'signed-in', beforeChange: true, summary: '可用路由', reply: z.array(route) }),
};
