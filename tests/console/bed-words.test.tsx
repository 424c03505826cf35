// A bed beside other text says that it is one, in both languages; a number alone says nothing.
import { cleanup, render } from '@testing-library/react';
import { afterAll, afterEach, expect, test } from 'vitest';
import { Place, ShortOrder } from '../../src/areas/order/line.tsx';
import { bedOf, placeOf } from '../../src/areas/order/words.ts';
import { activate, currentI18n, LocaleProvider } from '../../src/ui/language.tsx';
import { ROW } from '../kit/shown-order.ts';

afterEach(cleanup);
afterAll(() => activate('zh-cn'));
const say = (words: { id: string }) => currentI18n()._(words);
const shown = (bedNo: string | null, Part = Place) => {
  cleanup();
  const { container } = render(<LocaleProvider><Part row={{ ...ROW, bedNo }} /></LocaleProvider>);
  return container.querySelector('[data-fact="bed"]')?.textContent;
};
test.each([['zh-cn', '12床', '· 12床'], ['en', 'Bed 12', '· Bed 12']] as const)('%s', async (language, alone, beside) => {
  await activate(language);
  expect(bedOf('12', say)).toBe(alone);
  expect(placeOf(['协和', null, '骨科'], '12', say)).toBe(`协和 · 骨科 ${beside}`);
  expect([shown('12'), shown('12', ShortOrder), shown('12床'), shown(null)]).toEqual([beside, beside, '· 12床', undefined]);
  // what names itself stays
  expect(bedOf('12床', say)).toBe('12床');
});
