// Words of the standard dictionaries that a later schema says better (0038_english.sql): what an administrator has called otherwise stays.
import { expect, test } from 'vitest';
import { migrateDatabase } from '../src/host/db/migrate.ts';
import { bareDatabase } from './kit/database.ts';

test('an installation that stands gets the better English words, and keeps its own', async () => {
  const old = await bareDatabase();
  const rows = async <T extends object>(text: string): Promise<T[]> => (await old.pool.query<T>(text)).rows;
  const versions = async (): Promise<Record<string, number>> => Object.fromEntries((await rows<{ code: string; version: number }>('select dict_code as code, version::int as version from sys_dict')).map(({ code, version }) => [code, version]));
  const english = async (code: string): Promise<string[]> => (await rows<{ word: string }>(`select concat(value, ': ', label_en) as word from sys_dict_item where dict_code = '${code}' order by sort, id`)).map(({ word }) => word);
  try {
    await migrateDatabase(old, '0037_ledger');
    await rows(`update sys_dict_item set label_en = 'Community clinic' where dict_code = 'hospital_kind' and value = 'general'`);
    await rows(`insert into sys_dict_item (dict_code, sort, value, label, label_en) values ('hospital_kind', 9, 'own', '自设', 'General hospital')`);
    const before = await versions();
    await migrateDatabase(old);
    expect(await english('hospital_kind')).toEqual(['general: Community clinic', 'specialist: Specialist', 'tcm: Chinese medicine', 'rehab: Rehabilitation', 'maternity: Maternity', 'own: General hospital']);
    expect(await english('caregiver_level')).toEqual(['junior: Junior', 'middle: Mid-level', 'senior: Senior', 'expert: Expert']);
    // whoever keeps a dictionary by its version reads those anew, and no other
    const after = await versions();
    expect(Object.keys(after).filter((code) => after[code] !== before[code]).sort()).toEqual(['caregiver_level', 'hospital_kind']);
  } finally {
    await old.close();
  }
});
