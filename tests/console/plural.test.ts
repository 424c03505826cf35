// One of a thing is said as one in English, and what is done is said in one form.
import { msg, plural } from '@lingui/core/macro';
import { afterAll, expect, test } from 'vitest';
import { ACTION_WORDS } from '../../src/areas/audit/words.ts';
import { activate, currentI18n, wantWholeCatalog } from '../../src/ui/language.tsx';

/** As candidates and records say it. */
function said(row: { average: string; count: number }): string[] {
  const i18n = currentI18n();
  return [i18n._(msg`${row.average}（${plural(row.count, { other: '# 次' })}）`), i18n._(msg`${row.average} 分 · ${plural(row.count, { other: '# 次' })}`), i18n._(msg`${plural(row.count, { other: '# 次' })}评价的平均`)];
}
afterAll(() => activate('zh-cn'));
test.each([
  ['zh-cn', 1, ['4.9（1 次）', '4.9 分 · 1 次', '1 次评价的平均']],
  ['zh-cn', 1234, ['4.9（1,234 次）', '4.9 分 · 1,234 次', '1,234 次评价的平均']],
  ['en', 1, ['4.9 (1 rating)', '4.9 of 5 · 1 rating', 'average of 1 evaluation']],
  ['en', 1234, ['4.9 (1,234 ratings)', '4.9 of 5 · 1,234 ratings', 'average of 1,234 evaluations']],
] as const)('ratings are counted in %s: %i', async (language, count, words) => {
  await activate(language);
  await wantWholeCatalog();
  expect(said({ average: '4.9', count })).toEqual(words);
});
test.each([[1, 'Cells to correct: 1, in a sheet of 1 row. Nothing'], [1234, 'Cells to correct: 1, in a sheet of 1,234 rows. Nothing']])('a sheet of %i rows', async (count, words) => {
  await activate('en');
  await wantWholeCatalog();
  const rows = count.toLocaleString('en');
  expect(currentI18n()._(msg`${rows} 行中有 ${'1'.trim()} 处要改，什么都没有写入。改好以后再选一次文件。`).slice(0, words.length)).toBe(words);
});
test('what the audit says was done is said in one form: as a command', async () => {
  await activate('en');
  await wantWholeCatalog();
  const words = Object.values(ACTION_WORDS).map((one) => currentI18n()._(one));
  expect(words.filter((each) => /^(?:\w+ed|See)\b/.test(each))).toEqual([]);
});
