import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { palette } from '../../src/ui/palette/actor.ts';
import { setMode } from '../../src/ui/palette/mode.ts';
import { box, chips, chosen, enter, freshPalette, headings, ids, LINES, marked, noOf, old, page, records, startPalette, tick, whole } from '../kit/palette.tsx';
import { input, press, type } from '../kit/typist.ts';

// Scopes, composition, marks, jumps, reasons and the steps of a command, as one meets them in the palette.
freshPalette();
afterEach(() => act(() => setMode(null)));

test.each([['#', '订单', /^order:/], ['＃', '订单', /^order:/], ['@', '人员', /^(order|caregiver):/], ['＠', '人员', /^(order|caregiver):/]])('%s narrows to %s, a chip that one Backspace takes away', async (sign, title, kind) => {
  const s = await startPalette();
  await enter(['Control+k', sign]);
  expect([chips(), box().value]).toEqual([[title], '']);
  await enter([...'王丽']);
  expect(ids().length).toBeGreaterThan(3);
  for (const id of ids()) expect(id).toMatch(kind);
  expect(s.asked.some(({ id }) => id === 'caregiver')).toBe(title === '人员');
  // a key that is held empties the text and no more
  type(['Backspace', 'Backspace']);
  press('Backspace', { repeat: true });
  expect(chips()).toEqual([title]);
  press('Backspace');
  expect(chips()).toEqual([]);
});

test.each([['王 37床', false], ['王立 2床', true], ['2床 王立', true], ['2床王立', true], ['1001 2床', true], ['2床', false]])('among people %s finds the patient of that bed: %s', async (text, finds) => {
  await startPalette();
  press('Control+k');
  input(`@${text}`);
  await tick();
  expect(records().includes(`order:${noOf(1)}`)).toBe(finds);
  if (finds) expect(records()).toEqual([`order:${noOf(1)}`]);
});
test('among people a caregiver is found by their number', async () => {
  await startPalette();
  press('Control+k');
  input('@hg2001');
  await tick();
  expect([records(), marked('caregiver:HG2001')]).toEqual([['caregiver:HG2001'], ['HG2001']]);
});

test('a scope typed by an input method counts once it is composed; after the first sign it is text', async () => {
  await startPalette();
  press('Control+k');
  input('》', { isComposing: true });
  expect([chips(), box().value]).toEqual([[], '》']);
  act(() => void box().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '》' })));
  expect([chips(), box().value]).toEqual([['命令'], '']);
  await whole();
  expect(ids()).toEqual(expect.arrayContaining(['order.open', 'theme.dark']));
  await enter([...'王？']);
  expect([chips(), box().value]).toEqual([['命令'], '王？']);
});

test('results while the input method composes, with the signs marked that its letters spell', async () => {
  const s = await startPalette();
  press('Control+k');
  input("wang'li", { isComposing: true });
  await tick();
  const wanted = LINES.flatMap((line) => (/王[丽立]/.test(line) ? [`order:${line.slice(0, 13)}`] : []));
  expect(records().filter((id) => id!.startsWith('order:')).sort()).toEqual(wanted.sort());
  expect(marked(wanted[0]!)).toEqual([LINES.find((line) => wanted[0]!.endsWith(line.slice(0, 13)))!.split('\t')[1]]);
  expect(s.last('order').q).toBe('wangli');
  input('王丽');
  await tick();
  expect(records().every((id) => marked(id!).join() === '王丽')).toBe(true);
});

test('exact marks: initials and polyphones on their signs, digits in the number, the bed in the second fact, the phone said', async () => {
  await startPalette();
  const first = async (q: string): Promise<[string, string[]]> => {
    input(q);
    await tick();
    const id = records()[0]!;
    return [screen.getAllByRole('option').find((option) => option.dataset.row === id)!.textContent!, marked(id)];
  };
  press('Control+k');
  expect((await first('shanx'))[1]).toEqual(['单雄']);
  expect((await first('wl'))[1]).toEqual(['王丽']);
  expect((await first('10042'))[1]).toEqual(['10042']);
  expect((await first('37床'))[1]).toEqual(['37']);
  const [words, marks] = await first('1033');
  expect([words.includes('手机尾号 1033'), marks]).toEqual([true, []]);
});

test('Tab shows what is not possible and why; Enter there does nothing, typing on leaves it', async () => {
  await startPalette();
  await enter(['Control+k', ...'派单']);
  expect(ids()).not.toContain('denied:order.assign');
  // as it is on a wide screen: no button is drawn that Tab would go to
  document.querySelector<HTMLElement>('[data-close]')!.style.display = 'none';
  press('Tab');
  expect([headings(), ids()[0]]).toEqual([['现在不能做'], 'denied:order.assign']);
  expect(screen.getAllByRole('option')[0]!.textContent).toContain('先打开或移到一条记录');
  press('Enter');
  expect(palette.getSnapshot().matches('closed')).toBe(false);
  // said where it is seen: what lies behind the dialog is not
  await waitFor(() => expect(document.querySelector('dialog')!.textContent).toMatch(/先打开或移到一条记录[^]*先打开或移到一条记录/));
  press('Escape');
  expect([box().value, headings().includes('现在不能做')]).toEqual(['派单', false]);
  press('Tab');
  await enter(['x']);
  expect([box().value, headings().includes('现在不能做')]).toEqual(['派单x', false]);
});

test('? lists the scopes, and each is entered from there', async () => {
  await startPalette();
  await enter(['Control+k', '？']);
  expect(ids().slice(0, 5)).toEqual(['scope:command', 'scope:order', 'scope:person', 'scope:hospital', 'scope:setting']);
  type(['ArrowDown', 'Enter']);
  expect([chips(), box().value]).toEqual([['订单'], '']);
  type(['Escape', 'Escape']);
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('where the button that closes is drawn, Tab goes round it and the way to what is not possible', async () => {
  await startPalette();
  await enter(['Control+k']);
  const way = () => document.activeElement!.getAttribute('aria-label') ?? document.activeElement!.textContent;
  press('Tab');
  expect(way()).toBe('关闭');
  press('Tab');
  expect(way()).toContain('不能做的');
  act(() => (document.activeElement as HTMLElement).click());
  expect([headings(), way()]).toEqual([[expect.stringContaining('现在不能做')], expect.stringContaining('能做的')]);
  press('Tab');
  expect(document.activeElement).toBe(box());
  const back = () => void (press('Shift', { shiftKey: true }), press('Tab', { shiftKey: true }));
  back();
  expect(way()).toContain('能做的');
  back();
  expect(way()).toBe('关闭');
  press('x');
  expect(document.activeElement).toBe(box());
});

test.each([['骨科 37床', true], ['骨科37床', true], ['37床', false], ['心内科 2床', true], ['骨科 王丽', false]])('%s leads to the map of its bed besides: %s', async (text, leads) => {
  await startPalette();
  press('Control+k');
  input(text);
  await tick();
  const [first, second] = ids();
  expect([first?.startsWith('order:'), second === `jump:bed:${first!.slice(6)}`]).toEqual([true, leads]);
  if (!leads) return;
  type(['ArrowDown', 'Enter']);
  expect(location.hash).toBe(`#/order/bed?order=${first!.slice(6)}`);
});

test('a day leads to the orders that begin or end on it', async () => {
  await startPalette();
  await enter(['Control+k', ...'12-25到期']);
  expect(ids()[0]).toBe('jump:ends');
  press('Enter');
  expect(decodeURIComponent(location.hash)).toMatch(/^#\/order\/index\?where\[0\]=plannedEnd:is:\d{4}-12-25&/);
});

test('who is called like a day, and a bed written like one, stands before the day; whose name only begins so, behind it', async () => {
  const s = await startPalette();
  const line = (no: string, name: string, bed: string) => [no, name, '', bed, 0, 'in_service', '2026-11-20', '2026-11-28', 2].join('\t');
  s.index.feed('order', page([line('PH26112190001', '周天', '甲'), line('PH26112190002', '周天明', '3-12'), line('PH26112190003', '王明天', '乙')].join('\n')));
  await tick();
  press('Control+k');
  const first = async (text: string): Promise<(string | undefined)[]> => {
    input(text);
    await tick();
    return ids().slice(0, 3);
  };
  expect(await first('周天')).toEqual(['order:PH26112190001', 'order:PH26112190002', 'jump:ends']);
  expect(await first('3-12')).toEqual(['order:PH26112190002', 'jump:ends', 'jump:starts']);
  expect(await first('明天')).toEqual(['jump:ends', 'jump:starts', 'order:PH26112190003']);
});
test('a bed of two hospitals leads to the map of each', async () => {
  const s = await startPalette();
  s.index.feed('order', page([['PH26112190001', '甲', '', '37', 0, 'in_service', '2026-11-20', '2026-11-28', 2].join('\t'), ['PH26112190002', '乙', '', '37', 0, 'in_service', '2026-11-20', '2026-11-28', 2].join('\t')].join('\n'), { places: ['恩泽医院 · 骨科'] }));
  await tick();
  press('Control+k');
  input('骨科37床');
  await tick();
  // two stays of one bed lead to it once
  expect(ids().slice(0, 5)).toEqual(['order:PH26112190001', 'jump:bed:PH26112190001', 'order:PH26112190002', `order:${noOf(36)}`, `jump:bed:${noOf(36)}`]);
});

test('a pasted address or a number with words around it is asked for its number', async () => {
  await startPalette();
  press('Control+k');
  const paste = (text: string) => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    act(() => void box().dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect([paste(`https://peihu.example/#/order/${noOf(3)}?tab=2 的那张单子，共一百二十个字也不要紧，因为要的只是这个号，后面的话再长也没有关系`), box().value]).toEqual([true, noOf(3)]);
  await tick();
  expect(records()).toEqual([`order:${noOf(3)}`]);
  expect([paste('138 1234 5678'), box().value]).toEqual([true, '13812345678']);
  await tick();
  expect([paste('王丽'), box().value]).toEqual([false, '13812345678']);
});

test('of several pasted numbers each is a row, in their order; one that is not there is said', async () => {
  const s = await startPalette();
  press('Control+k');
  const nos = [noOf(7), 'PH20010100001', noOf(3)];
  input(nos.join('、'));
  await tick();
  expect([...new Set(s.asked.map(({ id, q }) => `${id} ${q}`))]).toEqual([`order ${nos.join(' ')}`]);
  await s.last('order').answer([old(noOf(7)), old(noOf(3))]);
  expect([ids(), chosen()]).toEqual([[`order:${noOf(7)}`, `order:${noOf(3)}`, 'gone:PH20010100001'], [`order:${noOf(7)}`]]);
  expect(screen.getAllByRole('option')[2]!.textContent).toBe('订单：没有 PH20010100001，或不在你的范围内');
  press('Enter');
  expect(location.hash).toBe(`#/order/${noOf(7)}`);
});

test('a key explains why a row stands where it does, and pins it', async () => {
  await startPalette();
  await enter(['Control+k', ...'wl']);
  press('w', { altKey: true, code: 'KeyW' });
  const said = () => [...document.querySelectorAll('dialog output')].at(-1)!.textContent;
  const reason = () => [...document.querySelectorAll('dialog output')].map((output) => output.textContent).find((words) => words!.includes('排在'));
  expect(reason()).toContain('排在最前：首字母');
  press('p', { altKey: true, code: 'KeyP' });
  expect(reason()).toContain('已固定');
  expect(said()).toBe('已固定在最前');
  press('Delete', { altKey: true, code: 'Delete' });
  expect([reason()!.includes('已固定'), said()]).toEqual([false, '已清除，不再靠前']);
  press('w', { altKey: true, code: 'KeyW' });
  expect([reason(), box().value]).toEqual([undefined, 'wl']);
});

test('the steps of a command stand in the place of the rows: chips, choices, what Enter does', async () => {
  await startPalette();
  await enter(['Control+k', ...'王']);
  const taken: (string | null)[] = [];
  const mode = { id: 'assign caregiver', chips: [{ id: 'order.assign', words: '派单' }, { id: 'no', words: 'PH1' }], asks: '选择护工', heading: '护工', text: '', pending: false, act: '下一步', rows: [{ value: 'HG1', label: '护一', refused: '在黑名单' }, { value: 'HG2', label: '护二' }], choose: (choice: { value: string } | null) => void taken.push(choice?.value ?? null) };
  act(() => setMode(mode));
  expect([ids(), box().placeholder, chips()]).toEqual([['choice:HG1', 'choice:HG2'], '选择护工', ['PH1']]);
  press('Enter');
  type(['ArrowDown', 'Enter']);
  press('Enter', { repeat: true });
  expect(taken).toEqual(['HG2']);
  act(() => setMode({ ...mode, id: 'assign confirm', rows: [] }));
  press('Enter');
  expect(taken).toEqual(['HG2', null]);
  // a very long name gives way to the number
  act(() => setMode({ ...mode, chips: [{ id: 'order.assign', words: `派单 · ${'阿'.repeat(34)} PH26112110042` }] }));
  expect([document.querySelector('dialog [class*=number]')?.textContent, chips()[0]!.length]).toEqual([' PH26112110042', 53]);
});
