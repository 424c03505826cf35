import { msg } from '@lingui/core/macro';
import { SCOPE_SIGNS, type Scope } from '../../../machines/palette.ts';
import type { Command, FoundRow, Words } from '../../kernel/area.ts';
import { PERSONAL, type Reason } from '../../kernel/found.ts';

/** What a scope is called, and what one types in it. */
export const SCOPE_WORDS: Readonly<Record<Scope, { title: Words; asks: Words }>> = {
  command: { title: msg`命令`, asks: msg`命令的名字、拼音或首字母` },
  order: { title: msg`订单`, asks: msg`订单号的任意一段、姓名、拼音、手机尾号或床号` },
  person: { title: msg`人员`, asks: msg`患者或护工的姓名、拼音、工号、手机或身份证尾号` },
  hospital: { title: msg({ context: '范围', message: '医院' }), asks: msg`医院的名字或拼音` },
  setting: { title: msg`设置`, asks: msg`主题、颜色（如 #d03050）、语言、尺寸` },
  help: { title: msg`帮助`, asks: msg`想做的事，或一个键` },
};
/** Each with the sign that begins it. */
export const SCOPES = Object.keys(SCOPE_SIGNS) as readonly Scope[];
/** The kinds of records that a scope looks among; null: all. */
const KINDS: Readonly<Record<Scope, readonly string[]>> = { command: [], order: ['order'], person: ['caregiver', 'order'], hospital: ['hospital'], setting: [], help: [] };
export const kindsOf = (scope: Scope | null): readonly string[] | null => (scope === null ? null : KINDS[scope]);
/** Whether the server of these records is asked: among people for patients in place of their orders, which it is asked for elsewhere by a whole ID number alone, for that is no order's. */
export const asksServer = (scope: Scope | null, kind: string, text: string): boolean => (scope === 'person' ? kind !== 'order' && (kind === 'patient' || KINDS.person.includes(kind)) : kind === 'patient' ? scope === null && /^\d{14,17}[\dx]$/i.test(text) : (kindsOf(scope)?.includes(kind) ?? true));
/** Whether a record that answered by `why` belongs here: among people an order stands for its patient. */
export const belongs = (scope: Scope | null, why: Reason | undefined): boolean => scope !== 'person' || why === undefined || PERSONAL.has(why);
/** Whether a scope shows this command; help shows those that have a key, and among orders there are the lists of a status. */
export const showsCommand = (scope: Scope | null, { id, group, keys }: Command): boolean =>
  scope === null || scope === 'command' || (scope === 'order' && id.startsWith('order.status.')) || (scope === 'setting' && group === 'setting') || (scope === 'help' && keys !== undefined);
/** Whether a scope shows this record among those opened lately. */
export const showsRecent = (scope: Scope | null, { id }: FoundRow): boolean => kindsOf(scope)?.includes(id.split(':')[0]!) ?? true;
