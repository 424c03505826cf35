import type { Language } from '../../kernel/error.ts';

/** A word in both languages, Chinese first. */
type Both = readonly [zh: string, en: string];
/** The one of the reader's language. */
export const inWords = ([zh, en]: Both, language: Language): string => (language === 'en' ? en : zh);

export const GENDER_LABELS: Record<number, Both> = { 0: ['未填写', 'Not given'], 1: ['男', 'Male'], 2: ['女', 'Female'] };
export const STATUS_LABELS: Record<number, Both> = { 1: ['启用', 'Enabled'], 0: ['停用', 'Disabled'] };
/** The fields of an account, as sheets head their columns and refusals name them. */
export const FIELD_LABELS = {
  username: ['账号', 'Account'], nickname: ['姓名', 'Name'], gender: ['性别', 'Gender'], role: ['角色', 'Role'], mobile: ['手机', 'Mobile'], email: ['邮箱', 'Email'],
  hospitals: ['医院', 'Hospitals'], status: ['状态', 'Status'], lastLoginAt: ['上次登录', 'Last sign-in'], createdAt: ['创建时间', 'Created'],
} as const satisfies Record<string, Both>;
/** A field of an account that a sheet can have. */
export type Field = keyof typeof FIELD_LABELS;
