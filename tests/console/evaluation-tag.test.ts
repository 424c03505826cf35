import { expect, test } from 'vitest';
import { tagsOf } from '../../src/ui/evaluation-tag.ts';

test('a tag that came from elsewhere is said as it is, whatever objects have by that name', () => {
  const own = ['细心', 'constructor', 'toString', '__proto__'];
  expect(tagsOf(['准时', ...own], ({ message }) => `said ${message}`)).toEqual(['said 准时', ...own]);
});
