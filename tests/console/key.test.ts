import { expect, test } from 'vitest';
import { caps, composing, keyFaults, opensPalette, typing } from '../../src/ui/key.ts';

const press = (init: KeyboardEventInit & { keyCode?: number }) => Object.assign(new KeyboardEvent('keydown', init), init.keyCode === undefined ? {} : { keyCode: init.keyCode });

test('Ctrl+K opens, on any layout; other keys and compositions do not', () => {
  expect(opensPalette(press({ key: 'k', ctrlKey: true }))).toBe(true);
  expect(opensPalette(press({ key: 'K', ctrlKey: true }))).toBe(true);
  expect(opensPalette(press({ key: 'л', code: 'KeyK', ctrlKey: true }))).toBe(true);
  expect(opensPalette(press({ key: 'e', code: 'KeyK', ctrlKey: true }))).toBe(false);
  for (const extra of [{ shiftKey: true }, { altKey: true }, { metaKey: true }, { ctrlKey: false }]) expect(opensPalette(press({ key: 'k', ctrlKey: true, ...extra }))).toBe(false);
  expect(opensPalette(press({ key: 'k', ctrlKey: true, isComposing: true }))).toBe(false);
});

test('an input method owns its keys', () => {
  expect(composing(press({ key: 'Enter', isComposing: true }))).toBe(true);
  expect(composing(press({ key: 'Process', keyCode: 229 }))).toBe(true);
  expect(composing(press({ key: 'Enter' }))).toBe(false);
});

test('where keys are text', () => {
  document.body.innerHTML = '<input id=a><input id=b type=checkbox><textarea id=c></textarea><select id=d></select><div id=e contenteditable><b id=f>x</b></div><button id=g>x</button>';
  const at = (id: string) => typing(document.getElementById(id));
  expect(['a', 'b', 'c', 'd', 'f', 'g'].map(at)).toEqual([true, false, true, true, true, false]);
});

test('clashes, beginnings of sequences and the browser’s keys are faults', () => {
  expect(keyFaults([{ id: 'a', keys: 'g o' }, { id: 'b', keys: 'g c' }, { id: 'c' }])).toEqual([]);
  expect(keyFaults([{ id: 'a', keys: 'g o' }, { id: 'b', keys: 'g o' }])).toHaveLength(1);
  expect(keyFaults([{ id: 'a', keys: 'g' }, { id: 'b', keys: 'g o' }])).toHaveLength(1);
  expect(keyFaults([{ id: 'a', keys: '$mod+w' }])).toHaveLength(1);
  expect(keyFaults([{ id: 'a' }, { id: 'a' }])).toHaveLength(1);
  expect(keyFaults([{ id: 'a', keys: 'e', on: 'order' }, { id: 'b', keys: 'e', on: 'hospital' }])).toEqual([]);
  for (const on of ['order', undefined]) expect(keyFaults([{ id: 'a', keys: 'e', on: 'order' }, { id: 'b', keys: 'e', ...(on === undefined ? {} : { on }) }])).toHaveLength(1);
});

test('keys are written as the keyboard has them', () => {
  expect(caps('g o', false)).toEqual(['G', 'O']);
  expect(caps('$mod+k', false)).toEqual(['Ctrl', 'K']);
  expect(caps('$mod+k', true)).toEqual(['⌘', 'K']);
  expect(caps('[Shift]+?', false)).toEqual(['?']);
});
