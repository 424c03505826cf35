import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULTS, FOLLOWING, VALUES, type SettingName, type Settings } from '../../src/kernel/setting.ts';
import { fromText, toText } from '../../src/ui/setting/text.ts';

const mark = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim());
const valueOf = (name: SettingName): fc.Arbitrary<unknown> => {
  const values: RegExp | readonly string[] = VALUES[name];
  if (!(values instanceof RegExp)) return fc.constantFrom(...values).map((text) => (typeof DEFAULTS[name] === 'boolean' ? text === 'true' : text));
  return name === 'themeColor' ? fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`) : mark;
};
const settings = fc.record(Object.fromEntries(FOLLOWING.map((name) => [name, valueOf(name)]))) as unknown as fc.Arbitrary<Settings>;

test('whatever is exported is imported as it was', () => {
  fc.assert(fc.property(settings, (given) => {
    const { values, faults } = fromText(toText((name) => given[name]));
    expect(faults).toEqual([]);
    expect(values).toEqual(given);
  }));
});
test('each bad line is named with its reason; good ones beside it are read', () => {
  expect(fromText('#theme=light\n\ntheme = dark\nsize＝large\ntheme\ntheme=light\ncolour=red\ndevice=mobile\nthemeColor=red\nlayout=right')).toEqual({
    values: { theme: 'dark', size: 'large' },
    faults: [
      { line: 5, why: 'form' }, { line: 6, why: 'twice', name: 'theme' }, { line: 7, why: 'unknown', name: 'colour' }, { line: 8, why: 'here', name: 'device' },
      { line: 9, why: 'value', name: 'themeColor', value: 'red', values: [] }, { line: 10, why: 'value', name: 'layout', value: 'right', values: ['left', 'top', 'mix'] },
    ],
  });
  for (const name of ['__proto__', 'constructor', 'toString']) expect(fromText(`${name}=1`).faults).toEqual([{ line: 1, why: 'unknown', name }]);
  fc.assert(fc.property(fc.string(), (text) => void fromText(text)));
});
