/** The error catalogue (spec section 8): HTTP status, body code, and the words in both languages. */
export type Language = 'zh-cn' | 'en';

export const FAULTS = {
  expired: [401, 401, '当前页面已失效，请重新登录', 'This page has expired. Sign in again.'],
  bad_sign_in: [400, 40001, '账号或密码不正确', 'The account or password is not correct.'],
  bad_captcha: [400, 40002, '验证码不正确或已失效，换一张再试', 'The captcha is wrong or has expired. Try the new one.'],
  bad_input: [400, 40000, '填写有误：{detail}', 'Check what you entered: {detail}'],
  forbidden: [403, 40300, '没有权限执行此操作', 'You do not have the right to do this.'],
  not_found: [404, 40400, '没有找到，或不在你的数据范围内', 'Not found, or outside what you can see.'],
  method: [405, 40500, '不支持的请求方法', 'This method is not supported.'],
  conflict: [409, 40900, '内容已被他人修改，刷新后再试', 'Someone changed this meanwhile. Reload and try again.'],
  refused: [409, 40901, '当前状态不能这样做：{detail}', 'Not possible in this state: {detail}'],
  key_reused: [409, 40902, '同一操作编号用于不同的内容', 'The same idempotency key came with other content.'],
  too_large: [413, 41300, '内容过大', 'The content is too large.'],
  not_json: [415, 41500, '只接受 JSON', 'Only JSON is accepted.'],
  too_many: [429, 42900, '操作过于频繁，{seconds} 秒后再试', 'Too many attempts. Try again in {seconds} s.'],
  broken: [500, 50000, '系统出错', 'System error'],
  unavailable: [503, 50300, '数据库暂不可用，稍后再试', 'The database is not available right now. Try again soon.'],
} as const satisfies Record<string, readonly [status: number, code: number, zh: string, en: string]>;
export type FaultName = keyof typeof FAULTS;

/** A refusal the person may see. `values` fill the braces of its words. */
export class Fault extends Error {
  readonly status: number;
  readonly code: number;
  constructor(
    readonly fault: FaultName,
    readonly values: Record<string, string | number> = {},
  ) {
    super(fault);
    [this.status, this.code] = FAULTS[fault];
  }
  /** The sentence in the reader's language. */
  words(language: Language): string {
    return FAULTS[this.fault][language === 'en' ? 3 : 2].replace(/\{(\w+)\}/g, (_, name: string) => String(this.values[name] ?? ''));
  }
}
