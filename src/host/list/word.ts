import { sql } from 'drizzle-orm';
import type { Language } from '../../kernel/error.ts';
import type { Reach } from '../reach.ts';

/** A value of a dictionary in the reader's language; the value itself where nobody has named it. */
export type Worded = (code: string, value: string | null) => string | null;
/** The words of these dictionaries, as a sheet says them. */
export async function wordsOf(reach: Reach, codes: readonly string[], language: Language): Promise<Worded> {
  const rows = await reach.run<{ code: string; value: string; label: string }>(sql`
    select i.dict_code as code, i.value, ${language === 'en' ? sql`coalesce(i.label_en, i.label)` : sql`i.label`} as label from sys_dict_item i where i.dict_code = any(${sql.param(codes)}::text[])`);
  const known = new Map(rows.map(({ code, value, label }) => [`${code} ${value}`, label]));
  return (code, value) => (value === null ? null : (known.get(`${code} ${value}`) ?? value));
}
