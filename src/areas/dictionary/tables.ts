import { sql } from 'drizzle-orm';
import type { Source } from '../../host/reach.ts';
import { DICTIONARY_CODES } from '../../kernel/dictionary.ts';

/** Dictionaries (alias `d`) are the same for everyone; who may change them is a right. */
export const DICTIONARIES: Source = { from: sql`sys_dict d`, scope: () => sql`true` };
/** Items (alias `i`) with their dictionary. */
export const ITEMS: Source = { from: sql`sys_dict_item i join sys_dict d on d.dict_code = i.dict_code`, scope: () => sql`true` };
/** Whether the product asks for it by its code. */
export const NEEDED = sql`d.dict_code = any(${sql.param([...DICTIONARY_CODES])}::text[])`;
/** A dictionary as `dictRow` of the contract has it. */
export const DICTIONARY = sql`d.id::text, d.dict_code as code, d.name, d.status, d.remark, (select count(*)::int from sys_dict_item i where i.dict_code = d.dict_code) as items, ${NEEDED} as needed, d.version`;
/** An item as `itemRow` of the contract has it. */
export const ITEM = sql`i.id::text, i.dict_code as "dictCode", i.value, i.label, i.label_en as "labelEn", i.tag_type as tag, i.status, i.sort, i.remark, i.version`;
