// What a list says of a refusal of which only the name was kept: a whole sentence, though the values of its braces are gone.
import { expect, test } from 'vitest';
import { FAULTS, reasonWords } from '../src/kernel/error.ts';

test.each(Object.keys(FAULTS).flatMap((name) => [[name, 'zh-cn'], [name, 'en']] as const))('%s in %s is whole without its values', (name, language) => {
  const words = reasonWords(name, language);
  expect(words).toMatch(/\p{L}/u);
  expect(words).not.toMatch(/[{}]| {2}|秒|\bin +s\b|[，、：；:,;]\s*$|^[，。：；:,;.\s]|\s$|[，。：；:,;.]\s*[，。：；:,;.]|\s[，。：；:,;.]|字典\s/);
});
test('the values alone go, with the clause that is nothing without them', () => {
  expect(['too_many', 'bad_input', 'needed', 'conflict', 'gone.unknown'].map((name) => reasonWords(name, 'zh-cn'))).toEqual(['操作过于频繁', '填写有误', '系统要用字典，不能删除、停用，也不能改编码；名称和字典项可以改', '内容已被他人修改，刷新后再试', 'gone.unknown']);
  expect(['too_many', 'bad_input', 'needed', 'conflict', 'toString'].map((name) => reasonWords(name, 'en'))).toEqual(['Too many attempts.', 'Check what you entered', 'The system uses the dictionary: it can be neither deleted, disabled nor given another code. Its name and its items can be changed.', 'Someone changed this meanwhile. Reload and try again.', 'toString']);
});
