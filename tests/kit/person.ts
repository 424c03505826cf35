import type { Answer, Api, Client } from './api.ts';

/** How many phones were made up; a person has the number of theirs in the name. */
export let made = 0;
/** A phone that nobody has had yet. */
export const fresh = (): string => `138${String(10_000_000 + ++made)}`;
/** Someone new of role 3 with a phone and a mailbox, signed in. */
export async function newPerson(api: Api): Promise<{ id: string; username: string; phone: string; client: Client }> {
  const phone = fresh();
  const username = `person${made}`;
  const id = await api.account({ username, role: 3 });
  await api.rows('update sys_user set mobile = $2, email = $3 where id = $1', [id, phone, `${username}@Example.com`]);
  return { id, username, phone, client: await api.as(username) };
}
/** What is answered to a wrong code, and to what was done or pretends to be. */
export const BAD = { success: false, code: 40003, message: '验证码不正确或已失效', result: null };
export const FINE = { success: true, code: 0, message: '', result: null };
/** A code that is not this one. */
export const other = (code: string): string => (code === '000000' ? '111111' : '000000');
/** The parts of an answer that a stranger can compare. */
export const seen = ({ status, headers, text }: Answer) => ({ status, text, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-request-id' && name !== 'date')) });
