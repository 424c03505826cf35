import { expect, test, vi } from 'vitest';

vi.mock('../../locales/en.po?first', () => {
  throw new Error('Loading chunk first-en failed');
});

test('a language whose words do not come is looked at in vain: the words before stay, and nothing is thrown that nobody hears', async () => {
  const { languageArrives, previewSetting } = await import('../../src/ui/setting.ts');
  const { activate, currentLanguage } = await import('../../src/ui/language.tsx');
  await activate('zh-cn');
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  previewSetting('language', 'en');
  await expect(languageArrives()).rejects.toThrow();
  previewSetting('language', null);
  await languageArrives();
  previewSetting('language', 'en');
  await new Promise((then) => setTimeout(then, 50));
  process.off('unhandledRejection', unheard);
  expect([unheard.mock.calls, currentLanguage()]).toEqual([[], 'zh-cn']);
});
