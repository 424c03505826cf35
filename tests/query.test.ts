import fc from 'fast-check';
import { parse } from 'qs';
import { expect, test } from 'vitest';
import { queryText } from '../src/kernel/href.ts';

const word = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom('a', 'b', '张', ' ', '%', '&', '=', '+', '#', "'") });
const key = fc.stringMatching(/^[a-z][a-zA-Z]{0,5}$/);
test('what the console writes into an address is what the server reads out of it', () => {
  const value = fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 3 }), fc.dictionary(key, fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 3 })), { minKeys: 1, maxKeys: 3 }));
  fc.assert(fc.property(fc.dictionary(key, value, { maxKeys: 4 }), (query) => {
    expect(JSON.parse(JSON.stringify(parse(queryText(query))))).toEqual(JSON.parse(JSON.stringify(query)));
  }));
});
test('lists by their index, what is undefined left out, null empty, the rest as text', () => {
  expect(queryText({ where: ['a:eq:1', 'b:in:2,3'], sort: undefined, page: 2, all: true, note: null, none: {} })).toBe('where%5B0%5D=a%3Aeq%3A1&where%5B1%5D=b%3Ain%3A2%2C3&page=2&all=true&note=');
});
