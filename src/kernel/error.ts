/** The error catalogue (spec section 8): HTTP status, body code, and the words in both languages. */
export type Language = 'zh-cn' | 'en';

export const FAULTS = {
  expired: [401, 401, '当前页面已失效，请重新登录', 'This page has expired. Sign in again.'],
  unverified: [401, 40101, '身份验证失败，请重新登录', 'Verification failed, please Login again.'],
  bad_sign_in: [400, 40001, '账号或密码不正确', 'The username or password is not correct.'],
  bad_captcha: [400, 40002, '验证码不正确或已失效，换一张再试', 'The captcha is wrong or has expired. Try the new one.'],
  bad_input: [400, 40000, '填写有误：{detail}', 'Check what you entered: {detail}'],
  bad_code: [400, 40003, '验证码不正确或已失效', 'The code is wrong or has expired.'],
  weak_password: [400, 40004, '密码须为 8 至 128 个字符，且不能是常见或容易猜到的', 'A password has 8 to 128 characters and is not a common or easily guessed one.'],
  wrong_password: [400, 40005, '密码不正确', 'The password is not correct.'],
  challenge_over: [400, 40006, '两步验证已失效，重新登录', 'Two-step verification has expired. Sign in again.'],
  same_password: [400, 40008, '新密码不能与原密码相同', 'The new password must differ from the old one.'],
  bad_file: [400, 40007, '文件无法读取：{detail}', 'The file cannot be read: {detail}'],
  forbidden: [403, 40300, '没有权限执行此操作', 'You do not have the right to do this.'],
  must_change: [403, 40301, '先把一次性密码改成自己的密码', 'Change the one-time password to one of your own first.'],
  not_found: [404, 40400, '没有找到，或不在你的数据范围内', 'Not found, or outside what you can see.'],
  method: [405, 40500, '不支持的请求方法', 'This method is not supported.'],
  conflict: [409, 40900, '内容已被他人修改，刷新后再试', 'Someone changed this meanwhile. Reload and try again.'],
  refused: [409, 40901, '当前状态不能这样做：{detail}', 'Not possible in this state: {detail}'],
  key_reused: [409, 40902, '同一操作编号用于不同的内容', 'The same idempotency key came with other content.'],
  taken: [409, 40903, '已被使用：{detail}', 'Already in use: {detail}'],
  last_admin: [409, 40904, '至少要保留一个启用的超级管理员', 'At least one enabled super administrator must remain.'],
  yourself: [409, 40905, '不能对自己的账号这样做', 'You cannot do this to your own account.'],
  reserved: [409, 40906, '这个字典编码被系统保留', 'This dictionary code is reserved by the system.'],
  already_on: [409, 40908, '验证器应用已经启用，先停用再重新设置', 'The authenticator app is already on. Turn it off first.'],
  shown_once: [409, 40909, '已经完成，其中的内容只显示一次', 'Already done. What it showed is shown only once.'],
  lapsed: [409, 40910, '没有办成：提交的内容已经失效，刷新后重新提交', 'This was not done: what was sent is no longer valid. Reload and send it again.'],
  needed: [409, 40911, '系统要用字典 {detail}，不能删除、停用，也不能改编码；名称和字典项可以改', 'The system uses the dictionary {detail}: it can be neither deleted, disabled nor given another code. Its name and its items can be changed.'],
  no_contact: [409, 40907, '账号没有绑定手机', 'The account has no phone.'],
  too_large: [413, 41300, '内容过大', 'The content is too large.'],
  not_json: [415, 41500, '只接受 JSON', 'Only JSON is accepted.'],
  not_form: [415, 41501, '只接受表单中的一个文件（multipart/form-data）', 'Only a form with one file is accepted (multipart/form-data).'],
  too_many: [429, 42900, '操作过于频繁，{seconds} 秒后再试', 'Too many attempts. Try again in {seconds} s.'],
  broken: [500, 50000, '系统出错', 'System error'],
  ended_twice: [500, 50001, '没有办成：服务器两次在处理它时中断，不再重试', 'This was not done: the server ended twice while at it, and does not try again.'],
  unavailable: [503, 50300, '数据库暂不可用，稍后再试', 'The database is not available right now. Try again soon.'],
  stopping: [503, 50302, '系统正在重启，稍后再试', 'The system is restarting. Try again soon.'],
  unsent: [503, 50301, '验证码没有发出，稍后再试', 'The code was not sent. Try again soon.'],
} as const satisfies Record<string, readonly [status: number, code: number, zh: string, en: string]>;
export type FaultName = keyof typeof FAULTS;
/** A refusal of which only the name was kept, in words: without its values the clause that they make goes too. A name that is not in the catalogue stands for itself. */
export const reasonWords = (name: string, language: Language): string => (Object.hasOwn(FAULTS, name) ? FAULTS[name as FaultName][language === 'en' ? 3 : 2].replace(/(?:[，：:]|(?<=\.) )[^，：:.]*\{.*|\s*\{\w+\}/, '') : name);

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
