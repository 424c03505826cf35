// One of a thing is said as one in English.
import { msg, plural } from '@lingui/core/macro';
import { afterAll, expect, test } from 'vitest';
import { activate, currentI18n, wantWholeCatalog } from '../../src/ui/language.tsx';

afterAll(() => activate('zh-cn'));
test.each([
  ['zh-cn', ['4.9（1 次）', '4.9（2 次）', '4.9 分 · 1 次', '1,234 次评价的平均']],
  ['en', ['4.9 (1 rating)', '4.9 (2 ratings)', '4.9 of 5 · 1 rating', 'average of 1,234 evaluations']],
] as const)('ratings are counted in %s', async (language, said) => {
  await activate(language);
  await wantWholeCatalog();
  const i18n = currentI18n();
  const [average, one, two, many] = [(4.9).toString(), 1, 2, 1234];
  expect([
    i18n._(msg`${[average][0]}（${plural([one][0]!, { other: '# 次' })}）`), i18n._(msg`${[average][0]}（${plural([two][0]!, { other: '# 次' })}）`),
    i18n._(msg`${[average][0]} 分 · ${plural([one][0]!, { other: '# 次' })}`), i18n._(msg`${plural([many][0]!, { other: '# 次' })}评价的平均`),
  ]).toEqual(said);
});
