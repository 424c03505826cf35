import * as z from 'zod/mini';
import type { Viewer } from '../../host/answer.ts';
import { clean } from '../../host/input.ts';
import { ROLE_LABELS } from '../../host/role.ts';
import { SHEET } from '../../host/sheet/bound.ts';
import { plainly } from '../../host/sheet/heading.ts';
import { dialled, isFormulaError, isShortened, trim } from '../../host/sheet/text.ts';
import { namesOf, ROLES } from '../../kernel/access.ts';
import type { Language } from '../../kernel/error.ts';
import { mobile, personName } from '../../kernel/shape.ts';
import { email, username } from './contract.ts';
import { mayGrant } from './edit.ts';
import { SHEET_FIELDS } from './export.ts';
import { GENDER_LABELS, inWords, STATUS_LABELS } from './label.ts';
import { isBound } from './place.ts';

type SheetField = (typeof SHEET_FIELDS)[number];
/** One account as a line of a sheet says it. */
export interface SheetAccount {
  row: number;
  username: string;
  nickname: string;
  gender: number;
  role: number;
  mobile: string | null;
  email: string | null;
  hospitals: string[];
  status: number;
}
/** Hospitals by name and by code, folded; one name of two hospitals has both. */
export type Directory = ReadonlyMap<string, readonly string[]>;

const REASONS = {
  needed: ['不能为空', 'Cannot be empty.'],
  long: [`超过 ${SHEET.cell} 个字`, `Must have no more than ${SHEET.cell} characters.`],
  unclean: ['含有无法保存的字符', 'Has characters that cannot be stored.'],
  formula: ['公式的结果出错', 'The formula gives an error.'],
  shortened: ['长数字的末几位已丢失：把这一列设为文本，重新填写', 'The last digits of a long number are lost: make the column text and enter it again.'],
  username: ['须以字母开头，3 至 32 个字母、数字或 . _ -', 'Must start with a letter and have 3 to 32 letters, digits or . _ -'],
  nickname: ['须为 1 至 32 个字', 'Must have 1 to 32 characters.'],
  gender: ['只能是男、女或未填写', 'Must be Male, Female or Not given.'],
  role: ['只能是超级管理员、运营、驻院管理或医院方', 'Must be Super administrator, Operations, Resident manager or Hospital side.'],
  above: ['不能授予高于自己的角色', 'You cannot grant a role above your own.'],
  mobile: ['须为 11 位手机号', 'Must be an 11-digit mobile number.'],
  email: ['不是有效的邮箱', 'Must be a valid email address.'],
  status: ['只能是启用或停用', 'Must be Enabled or Disabled.'],
  unbound: ['超级管理员和运营不限医院，须留空', 'Super administrators and operations are not limited to hospitals: leave it empty.'],
  hospital: ['没有这家医院', 'There is no such hospital.'],
  ambiguous: ['有多家医院叫这个名称，改填医院编码', 'Several hospitals have this name: use the code.'],
  repeated: ['与第 {row} 行重复', 'Repeats row {row}.'],
  taken: ['已被使用', 'Already in use.'],
  unnamed: ['这一列没有标题', 'This column has no heading.'],
} as const;
/** Why a cell is refused. */
export type Reason = keyof typeof REASONS;
/** The reason in the reader's language. */
export const reasonWords = (reason: Reason, language: Language, row?: number): string => inWords(REASONS[reason], language).replace('{row}', String(row));

const phone = z.pipe(z.string().check(z.overwrite(dialled)), mobile);
const ROLE_WORDS = new Map(ROLES.flatMap((role) => [...ROLE_LABELS[role]!, ...namesOf(role), String(role)].map((word) => [plainly(word), role] as const)));
const wordsOf = (labels: Record<number, readonly string[]>): Map<string, number> => new Map(Object.entries(labels).flatMap(([code, words]) => [...words, code].map((word) => [plainly(word), Number(code)] as const)));
// the last two stood in sheets before
const GENDER_WORDS = wordsOf({ ...GENDER_LABELS, 0: [...GENDER_LABELS[0]!, '未知', 'Unknown'] });
const STATUS_WORDS = wordsOf(STATUS_LABELS);

/** What a line says, and what is wrong with its cells. */
export function readRow(row: number, cells: Readonly<Record<SheetField, string>>, viewer: Viewer, directory: Directory): { account: SheetAccount; wrong: [SheetField, Reason][] } {
  const wrong: [SheetField, Reason][] = [];
  const fault = (field: SheetField, reason: Reason): undefined => void wrong.push([field, reason]);
  const said = (field: SheetField): string => {
    const long = cells[field].length > SHEET.cell;
    const cell = long ? '' : trim(cells[field]);
    const why = long ? 'long' : isFormulaError(cell) ? 'formula' : isShortened(cell) ? 'shortened' : clean(cell) ? null : 'unclean';
    if (why === null) return cell;
    fault(field, why);
    return '';
  };
  const refused = (field: SheetField): boolean => wrong.some(([name]) => name === field);
  const shaped = <T extends string | null>(field: 'username' | 'nickname' | 'mobile' | 'email', shape: z.ZodMiniType<string>, empty: T): string | T => {
    const cell = said(field);
    if (cell === '') {
      if (empty === '' && !refused(field)) fault(field, 'needed');
      return empty;
    }
    const read = z.safeParse(shape, cell);
    if (read.success) return read.data;
    fault(field, field);
    return empty;
  };
  const worded = (field: 'gender' | 'role' | 'status', words: Map<string, number>, empty: number | null): number => {
    const cell = said(field);
    if (cell === '' && empty !== null) return empty;
    const code = words.get(plainly(cell));
    if (code === undefined && !refused(field)) fault(field, cell === '' ? 'needed' : field);
    return code ?? -1;
  };
  const role = worded('role', ROLE_WORDS, null);
  if (role !== -1 && !mayGrant(viewer, role)) fault('role', 'above');
  const names = said('hospitals').split(/[、;；\r\n]/).map(plainly).filter((name) => name !== '');
  if (names.length > 0 && role !== -1 && !isBound(role)) fault('hospitals', 'unbound');
  const found = names.map((name) => directory.get(name) ?? []);
  if (found.some((ids) => ids.length === 0)) fault('hospitals', 'hospital');
  else if (found.some((ids) => ids.length > 1)) fault('hospitals', 'ambiguous');
  const account: SheetAccount = {
    row, username: shaped('username', username, ''), nickname: shaped('nickname', personName(32), ''), gender: worded('gender', GENDER_WORDS, 0), role,
    mobile: shaped('mobile', phone, null), email: shaped('email', email, null), hospitals: [...new Set(found.flat())], status: worded('status', STATUS_WORDS, 1),
  };
  return { account, wrong };
}
