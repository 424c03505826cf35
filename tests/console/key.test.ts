import { expect, test } from 'vitest';
import type { KeyEntry } from '../../src/kernel/area.ts';
import { capsOf } from '../../src/kernel/cap.ts';
import { capText, isCharacter, spokenKeys } from '../../src/kernel/key.ts';
import { besideText, clashWith, editsText, keyFaults, reservedIn } from '../../src/kernel/key-clash.ts';
import '../../src/ui/modal.ts';
import { composing, opensPalette, pressed, pressName, readings, typing } from '../../src/ui/key.ts';

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

/** What a browser keeps and never tells the page of, or does beside it. */
const KEPT = ['$mod+Tab', '$mod+Shift+Tab', '$mod+PageDown', '$mod+PageUp', '$mod+Space', 'Control+Space', 'Alt+e', 'Alt+f', 'Alt+d', '$mod+Shift+p', '$mod+Shift+k', '$mod+Shift+i', '$mod+Shift+j', '$mod+Shift+c', '$mod+Shift+Delete', '$mod+Shift+n', '$mod+Shift+t', '$mod+Shift+w', '$mod+n', '$mod+t', '$mod+w', '$mod+g'];
const entry = (id: string, keys: string, more: Partial<KeyEntry> = {}): KeyEntry => ({ id, scope: 'global', keys, words: { id }, ...more });
test('clashes, beginnings of sequences and the browser’s keys are faults', () => {
  expect(keyFaults([entry('a', 'g o'), entry('b', 'g c')])).toEqual([]);
  expect(keyFaults([entry('a', 'g o'), entry('b', 'g o')])).toHaveLength(1);
  expect(keyFaults([entry('a', 'g'), entry('b', 'g o')])).toHaveLength(1);
  expect(keyFaults([entry('a', 'x|g'), entry('b', 'g o')])).toHaveLength(1);
  expect(keyFaults([entry('a', '[Shift]+?'), entry('b', '?')])).toHaveLength(1);
  expect(keyFaults([entry('a', 'x'), entry('a', 'y')])).toHaveLength(1);
  for (const keys of ['$mod+w', 'Control+t', '$mod+1', 'F5', 'Alt+ArrowLeft', 'g Tab', 'Enter', '$mod+p', '$mod+q', '$mod+0', '$mod+-', '$mod+=', '$mod++', '$mod+s', '$mod+d', '$mod+Shift+i', 'F3', ...KEPT]) expect([keys, keyFaults([entry('a', keys)]).length]).toEqual([keys, 1]);
  expect(keyFaults([entry('a', '$mod+p', { instead: true }), entry('b', 'Enter', { fixed: true })])).toEqual([]);
});
test('only what is heard at one moment clashes: scopes, places, and what stands beside them', () => {
  const list = (on: string, beside?: string[]) => ({ scope: 'list' as const, on, ...(beside === undefined ? {} : { beside }) });
  expect(keyFaults([entry('a', 'e', list('order')), entry('b', 'e', list('hospital'))])).toEqual([]);
  expect(keyFaults([entry('a', 'e', list('order')), entry('b', 'e', list('order'))])).toHaveLength(1);
  expect(keyFaults([entry('a', 'e', list('order')), entry('b', 'e')])).toHaveLength(1);
  expect(keyFaults([entry('a', 'n', { scope: 'page', on: 'x' }), entry('b', 'n o')])).toHaveLength(1);
  expect(keyFaults([entry('a', 'e', { scope: 'page', on: 'x', beside: ['order'] }), entry('b', 'e', list('order'))])).toHaveLength(1);
  expect(keyFaults([entry('a', 'e', { scope: 'page', on: 'x' }), entry('b', 'e', list('order'))])).toEqual([]);
  for (const scope of ['dialog', 'palette'] as const) expect(keyFaults([entry('a', '$mod+j', { scope }), entry('b', '$mod+j')])).toEqual([]);
  expect(keyFaults([entry('a', 'Escape', { fixed: true, shares: true }), entry('b', 'Escape', { fixed: true })])).toEqual([]);
  // sharing a key is no leave to swallow a sequence that begins with it
  expect(keyFaults([entry('a', 'g', { shares: true }), entry('b', 'g o')])).toHaveLength(1);
});
test('who asks for a key is told whose it is', () => {
  const all = [entry('a', 'x'), entry('b', 'g o')];
  expect(clashWith(all, entry('c', ''), 'x')).toEqual({ entry: all[0], clash: 'same' });
  expect(clashWith(all, entry('c', ''), 'g')).toEqual({ entry: all[1], clash: 'begins' });
  // a developer may let two share a key; a person who chooses one is told whose it is
  const shared = [entry('s', 'Home', { shares: true })];
  expect([clashWith(shared, entry('c', ''), 'Home'), clashWith(shared, entry('c', ''), 'Home', true)?.entry, clashWith(shared, entry('c', '', { shares: true }), 'Home', true)]).toEqual([null, shared[0], null]);
  // what is heard over dialogs and in text is in the way of theirs
  expect(clashWith([entry('d', '$mod+Enter', { scope: 'dialog' })], entry('c', '', { typing: true }), '$mod+Enter')?.entry.id).toBe('d');
  expect([clashWith(all, entry('a', 'x'), 'x'), clashWith(all, entry('c', ''), 'Shift+X'), reservedIn('g $mod+w')]).toEqual([null, null, '$mod+w']);
});

test('keys are written as the keyboard has them', () => {
  expect(capsOf('g o', false)).toEqual(['G', 'O']);
  expect(capsOf('$mod+k', false)).toEqual(['Ctrl', 'K']);
  expect(capsOf('$mod+k', true)).toEqual(['⌘', 'K']);
  // what is called delete on an Apple keyboard is Backspace
  expect([capsOf('Alt+Delete', true), capsOf('Alt+Delete', false), capsOf('Backspace', true)]).toEqual([['⌥', '⌦'], ['Alt', 'Del'], ['⌫']]);
  expect(capsOf('[Shift]+?', false)).toEqual(['?']);
  expect(['g o', '$mod+Enter', 'Shift+V', 'Delete', 'Shift+Enter'].map((keys) => capText(keys, false))).toEqual(['G O', 'Ctrl Enter', '⇧V', 'Del', 'Shift Enter']);
  expect(['$mod+k', 'Escape|Backspace', 'Shift+R', 'g o'].map(spokenKeys)).toEqual(['Control+K Meta+K', 'Escape Backspace', 'Shift+R', undefined]);
});
test('characters alone are those of WCAG 2.1.4', () => {
  expect(['x', '1', '/', 'Shift+V', 'g o', '[Shift]+?', 't r'].filter((keys) => !isCharacter(keys))).toEqual([]);
  expect(['$mod+k', 'Delete', 'Escape', 'F2', 'Alt+x', 'ArrowDown', 'Space'].filter(isCharacter)).toEqual([]);
});

test('what is heard while one writes is no key of writing', () => {
  expect(['$mod+k', 'F2', 'Shift+F2', 'Alt+x', '$mod+Shift+x', 'Control+x'].filter((keys) => !besideText(keys))).toEqual([]);
  expect(['Backspace', 'Home', 'PageDown', 'Delete', 'Shift+Home', 'x', 'F', 'g o', 'Alt+x y'].filter(besideText)).toEqual([]);
  expect(['$mod+c', '$mod+v', '$mod+Z', 'Control+x', '$mod+Shift+z', '$mod+Backspace', '$mod+Home', 'Alt+ArrowUp'].filter((keys) => !editsText(keys))).toEqual([]);
  expect(['$mod+k', '$mod+j', 'F2', 'Alt+v'].filter(editsText)).toEqual([]);
});

const on = (keys: string) => ({ id: 'a', keys });
test('a key is known by what it writes, and by its place where that is no Latin letter', () => {
  // Russian: the letter at X writes ч, the sign at [ writes х; ? is Shift and 7
  expect(pressed(press({ key: 'ч', code: 'KeyX' }), on('x'))).toBe(true);
  expect(pressed(press({ key: 'Ч', code: 'KeyX', shiftKey: true }), on('x'))).toBe(false);
  expect(pressed(press({ key: 'Ч', code: 'KeyX', shiftKey: true }), on('Shift+X'))).toBe(true);
  expect(pressed(press({ key: 'х', code: 'BracketLeft' }), on('['))).toBe(true);
  expect(pressed(press({ key: '?', code: 'Digit7', shiftKey: true }), on('[Shift]+?'))).toBe(true);
  // German: Y and Z are exchanged, / is Shift and 7, [ is AltGr and 8, which Windows reports as Ctrl and Alt too
  expect([pressed(press({ key: 'z', code: 'KeyY' }), on('z')), pressed(press({ key: 'z', code: 'KeyY' }), on('y'))]).toEqual([true, false]);
  expect(pressed(press({ key: '/', code: 'Digit7', shiftKey: true }), on('/'))).toBe(true);
  const altGr = Object.assign(press({ key: '[', code: 'Digit8', ctrlKey: true, altKey: true }), { getModifierState: (name: string) => ['AltGraph', 'Control', 'Alt'].includes(name) });
  expect(pressed(altGr, on('['))).toBe(true);
  expect(pressed(press({ key: '[', code: 'BracketLeft', ctrlKey: true }), on('['))).toBe(false);
  // French: digits need Shift, and stand there without it too
  expect([pressed(press({ key: '1', code: 'Digit1', shiftKey: true }), on('1')), pressed(press({ key: '&', code: 'Digit1' }), on('1'))]).toEqual([true, true]);
  // an American ! is no 1, and caps lock changes no letter
  expect([pressed(press({ key: '!', code: 'Digit1', shiftKey: true }), on('1')), pressed(press({ key: 'X', code: 'KeyX' }), on('x'))]).toEqual([false, true]);
  expect(pressed(press({ key: 'x', code: 'KeyX', isComposing: true }), on('x'))).toBe(false);
});
/** With AltGr, as Linux and as Windows report it. */
const third = (key: string, code: string) => [{}, { ctrlKey: true, altKey: true }].map((flags) => Object.assign(press({ key, code, ...flags }), { getModifierState: (name: string) => name === 'AltGraph' }));
test('what AltGr writes is no key of its place: a letter, a sign that stands on a digit, a dead key', () => {
  for (const event of [...third('ś', 'KeyS'), ...third('€', 'KeyE'), ...third('Dead', 'KeyA')]) expect([pressed(event, on('s')), pressed(event, on('e')), pressed(event, on('a')), pressName(event)]).toEqual([false, false, false, null]);
  for (const event of third('[', 'Digit8')) expect([pressed(event, on('[')), pressed(event, on('8')), pressName(event)]).toEqual([true, false, '[']);
  for (const event of third('@', 'KeyQ')) expect([pressed(event, on('@')), pressed(event, on('q'))]).toEqual([true, false]);
  // a dead key by itself is its place
  expect([pressed(press({ key: 'Dead', code: 'BracketLeft' }), on('[')), pressName(press({ key: 'Dead', code: 'BracketLeft' }))]).toEqual([true, '[']);
});
test('where letters are not Latin, a sign at the place of a letter is that letter first; where they are, it is the sign', () => {
  const q = press({ key: '/', code: 'KeyQ' });
  // Dvorak
  pressed(press({ key: 'o', code: 'KeyS' }), on('x'));
  expect([pressed(q, on('q')), pressed(q, on('/')), pressName(q)]).toEqual([false, true, '/']);
  // Hebrew, Greek
  for (const [letter, sign] of [['ד', '/'], ['σ', ';']] as const) {
    pressed(press({ key: letter, code: 'KeyS' }), on('x'));
    const event = press({ key: sign, code: 'KeyQ' });
    expect([pressed(event, on('q')), pressed(event, on(sign)), pressName(event), readings(event).map(({ key }) => key)]).toEqual([true, true, 'q', ['q', sign]]);
    // what AltGr or the row of digits writes there is what it was
    expect(pressed(press({ key: '!', code: 'Digit1', shiftKey: true }), on('1'))).toBe(false);
  }
  pressed(press({ key: 'a', code: 'KeyA' }), on('x'));
});
test('a pressed key is written down as it will be read', () => {
  const of = (init: KeyboardEventInit) => pressName(press(init));
  expect([of({ key: 'x' }), of({ key: 'X', shiftKey: true }), of({ key: 'k', ctrlKey: true }), of({ key: '?', shiftKey: true, code: 'Slash' }), of({ key: 'F2' }), of({ key: 'ч', code: 'KeyX' }), of({ key: 'ArrowUp', altKey: true })]).toEqual(['x', 'Shift+X', '$mod+k', '?', 'F2', 'x', 'Alt+ArrowUp']);
  expect([of({ key: 'Shift' }), of({ key: 'Process' }), of({ key: '|' }), of({ key: 'x', metaKey: true }), pressName(press({ key: 'x', keyCode: 229 }))]).toEqual([null, null, null, null, null]);
  for (const init of [{ key: 'X', shiftKey: true }, { key: 'k', ctrlKey: true }, { key: '?', shiftKey: true }, { key: ' ', code: 'Space' }, { key: 'é', code: 'Digit2' }]) expect(pressed(press(init), on(pressName(press(init))!))).toBe(true);
});
test('a sign as a Chinese keyboard writes it, wide, is that sign: ？ opens help', () => {
  const of = (init: KeyboardEventInit) => pressName(press(init));
  expect([of({ key: '？', code: 'Slash', shiftKey: true }), of({ key: '／', code: 'Slash' }), of({ key: '，', code: 'Comma' }), of({ key: '：', code: 'Semicolon', shiftKey: true }), of({ key: '。', code: 'Period' }), of({ key: '【', code: 'BracketLeft' }), of({ key: 'ｘ', code: 'KeyX' }), of({ key: '１', code: 'Digit1' })]).toEqual(['?', '/', ',', ':', '.', '[', 'x', '1']);
  expect([pressed(press({ key: '？', code: 'Slash', shiftKey: true }), on('[Shift]+?')), pressed(press({ key: '？', code: 'Slash', shiftKey: true }), on('/'))]).toEqual([true, false]);
});
test('Escape that belongs to an input method is asked of no dialog by the browser; another is', () => {
  const left = (init: KeyboardEventInit & { keyCode?: number }) => document.body.dispatchEvent(press({ bubbles: true, cancelable: true, ...init }));
  expect([left({ key: 'Escape', isComposing: true, keyCode: 27 }), left({ key: 'Escape', keyCode: 229 }), left({ key: 'Escape', keyCode: 27 }), left({ key: 'Enter', isComposing: true })]).toEqual([false, false, true, true]);
});
