import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import type { Area, FoundRow, Here } from '../../src/kernel/area.ts';
import { allCommands } from '../../src/ui/command.ts';
import { activate, currentI18n, LocaleProvider } from '../../src/ui/language.tsx';
import { palette } from '../../src/ui/palette/actor.ts';
import { PaletteHost } from '../../src/ui/palette/host.tsx';
import { arrange } from '../../src/ui/palette/rank.ts';
import { marksOfHit, type Why } from '../../src/ui/palette/reason.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { unaskedCode } from '../kit/palette.tsx';
import { press, type } from '../kit/typist.ts';

// What the palette says of its answers: marks, reasons, how many, and what the keys do now.
const viewer: SignedIn = { userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/dashboard', '/profile', '/order/index', '/caregiver/index'] };
const row = (no: string, why?: Why, title = `张三 ${no}`) => ({ id: `order:${no}`, title, detail: '仁爱医院 · 骨科 · 12床', to: `/order/${no}`, ...(why === undefined ? {} : { why }) });
type Answer = FoundRow[] | Error | 'never';
/** The palette over a server that answers at once. */
async function open(order: (q: string) => Answer, caregiver: (q: string) => Answer = () => []): Promise<void> {
  const find = (answer: (q: string) => Answer) => () => Promise.resolve({ find: (q: string): Promise<FoundRow[]> => {
    const rows = answer(q);
    return rows === 'never' ? new Promise(() => {}) : rows instanceof Error ? Promise.reject(rows) : Promise.resolve(rows);
  } });
  const own: Area[] = areas.map(({ records, ...area }) => (records === undefined || !['order', 'caregiver'].includes(area.id) ? area : { ...area, records: { ...records, load: find(area.id === 'order' ? order : caregiver) } }));
  const code = unaskedCode();
  render(<LocaleProvider><PaletteHost areas={own} viewer={viewer} load={code.load} /></LocaleProvider>);
  await code.here();
  press('Control+k');
}
async function ask(text: string): Promise<void> {
  type(text);
  await act(async () => { await new Promise((r) => setTimeout(r, 10)); });
}
const foot = () => document.querySelector('dialog footer')!.textContent;
const said = () => document.querySelector('dialog output')!.textContent;
const marked = () => screen.getAllByRole('option').map((option) => [...option.querySelectorAll('mark')].map((mark) => mark.textContent).join('|'));

beforeEach(() => activate('zh-cn'));
afterEach(() => {
  cleanup();
  palette.send({ type: 'close' });
});

test.each<[why: Why, query: string, title: string, marked: string, marks?: number[]]>([
  ['initials', 'zs', '张三 PH26', '张三', [0, 1]], ['pinyin', 'san', '张三 PH26', '三', [1]], ['initials', 'ph', '普华 PH26', ''],
  ['name', '三', '张三 PH26', '三'], ['number', '26', '张三 PH26', '26'], ['name', '张三 骨科', '张三 PH26', '张三'], ['phone', '26', '张三 PH26', ''], ['bed', '26', '张三 PH26', ''], ['staff', 'hg2', '张三 HG26', 'HG2'],
])('%s %s marks in %s: %s', (why, query, title, wanted, marks = []) => {
  expect(marksOfHit({ title, why, marks }, query).map((at) => title[at]).join('')).toBe(wanted);
});

test('what could not be searched is searched again by its key, by its button, and by Enter where there is no row', async () => {
  let [asked, fails] = [0, true];
  const rows = (q: string): Answer => {
    asked += 1;
    return fails ? new Error('网络不通') : q === '张' ? [row('1', 'name')] : [];
  };
  await open(rows);
  await ask('张');
  expect([screen.getByRole('alert').textContent, asked]).toEqual(['没有查完：网络不通 AltR 再查一次', 1]);
  const settle = () => act(async () => { await new Promise((r) => setTimeout(r, 10)); });
  press('Alt+r', { altKey: true, code: 'KeyR' });
  await settle();
  expect(asked).toBe(2);
  press('Enter');
  await settle();
  expect(asked).toBe(3);
  fails = false;
  act(() => screen.getByRole('button', { name: /再查一次/ }).click());
  await settle();
  expect([asked, screen.queryByRole('alert'), screen.getAllByRole('option').length]).toEqual([4, null, 1]);
  // and what has answered is not asked for anew
  press('Alt+r', { altKey: true, code: 'KeyR' });
  await settle();
  expect(asked).toBe(4);
});
test('an identity number that answers is said', async () => {
  await open(() => [row('1', 'identity')]);
  for (const [text, tail] of [['4590', '4590'], ['11010119900307459x', '459X']]) {
    act(() => palette.send({ type: 'type', text: '' }));
    await ask(text!);
    expect(screen.getByRole('option').textContent).toContain(`身份证尾号 ${tail} · 仁爱医院`);
    expect(marked()).toEqual(['']);
  }
});
test('a hit by initials or by its bed is marked in the list; one by phone says so, with no more than the tail', async () => {
  await open((q) => (q === 'zv' ? [{ ...row('1', 'initials'), marks: [0, 1] }] : q.endsWith('8888') ? [row('2', 'phone')] : [row('3', 'bed')]));
  await ask('zv');
  expect(marked()).toEqual(['张三']);
  for (let n = 0; n < 2; n += 1) press('Backspace');
  await ask('8888');
  expect(screen.getByRole('option').textContent).toContain('手机尾号 8888 · 仁爱医院');
  for (const text of ['13812348888', '张三 8888']) {
    act(() => palette.send({ type: 'type', text: '' }));
    await ask(text);
    expect(screen.getByRole('option').textContent).toContain('手机尾号 8888 · 仁爱医院');
  }
  for (const text of ['12床', '骨科 12 床', '骨科12', '12床 3病区']) {
    act(() => palette.send({ type: 'type', text: '' }));
    await ask(text);
    expect([text, screen.getByRole('option').textContent, marked()]).toEqual([text, '张三 3仁爱医院 · 骨科 · 12床', ['12']]);
  }
});

test('a very long name gives way to the number, which keeps its marks; of what fits nothing more is drawn', async () => {
  await open(() => [row('1', 'number', `${'阿'.repeat(34)} PH26112110042`), row('2', 'number', '张三 PH26112110042')]);
  await ask('10042');
  expect([...document.querySelectorAll('[role=option] [class*=number]')].map((one) => [one.textContent, one.querySelector('mark')?.textContent])).toEqual([[' PH26112110042', '10042']]);
  expect([marked(), screen.getAllByRole('option')[0]!.textContent]).toEqual([['10042', '10042'], `${'阿'.repeat(34)} PH26112110042仁爱医院 · 骨科 · 12床`]);
});

test('an older answer keeps the marks of its own question until the new one is here', () => {
  const words = { id: 'x' };
  const headings = { command: words, recent: words, go: words, setting: words, session: words };
  const results = { question: { text: '张三丰', spelled: '张三丰', scope: null }, local: null, found: [{ id: 'order', title: words, text: '张三', rows: [row('1', 'name', '张三丰 1')], failure: null }] };
  const [group] = arrange({ results, commands: [], jumps: [], recents: [], say: () => '', headings });
  expect(group!.rows[0]!.marks).toEqual([0, 1]);
});

const ordered = (text: string, name: string) => {
  const words = { id: 'x' };
  const record = row('1', 'pinyin', name);
  const hit = { id: 'order:1', kind: 'order', code: '1', name, place: '', bed: '', status: '', from: '', to: '', version: 1, tier: 1, why: 'pinyin', marks: [0] } as const;
  const results = { question: { text, spelled: text, scope: null }, local: { kinds: [{ id: 'order', title: words, rows: name === '' ? [] : [{ hit, record }] }], total: 1, cut: false }, found: [] };
  const headings = { command: words, recent: words, go: words, setting: words, session: words };
  const here = { on: 'order', row: { no: 'PH1', id: '1', name: '张三 PH1', version: 1, can: ['hand', 'change'], cannot: {} }, selection: [] } as unknown as Here;
  return arrange({ results, commands: allCommands(areas), jumps: [], recents: [], say: (of) => currentI18n()._(of), headings, here }).flatMap(({ rows }) => rows.map(({ title }) => title));
};
test('who types the name of a command has it first, also where it cannot be done; a piece of a hidden word stands behind people', async () => {
  await activate('en');
  expect(ordered('assign', '')[0]).toBe('Assign');
  await activate('zh-cn');
  expect(ordered('派单', '')[0]).toBe('派单');
  const [first, ...others] = ordered('chang', '常青 1');
  expect(first).toBe('常青 1');
  expect(others).toContain('更换护工');
  // a word of it that is typed whole stays above them
  expect(ordered('change', '常青 1')[0]).not.toBe('常青 1');
});
test('money, a bed or a going home that is said in another word finds its command; what cannot be taken back is not found by signs that only stand somewhere in its name', async () => {
  await activate('zh-cn');
  const said: [text: string, first: string][] = [
    ['付款', '收款'], ['fukuan', '收款'], ['支付', '收款'], ['交费', '收款'], ['收钱', '收款'], ['出院', '完成服务'], ['换床', '修改患者'], ['转床', '修改患者'], ['转科', '修改患者'], ['收据', '打印订单'], ['工资', '护工工资'],
  ];
  expect(said.map(([text]) => [text, ordered(text, '')[0]])).toEqual(said);
  expect(ordered('工资', '')).toContain('护工对账单');
  expect([ordered('付款', '').includes('支付退款'), ordered('消订单', '').includes('取消订单'), ordered('消单', ''), ordered('取消单', '')]).toEqual([false, true, [], ['取消订单']]);
  // letters of its English name find it in both languages, and money in Chinese the payment
  expect(ordered('cncl', '')).toContain('取消订单');
  await activate('en');
  expect([ordered('cncl', '').includes('Cancel order'), ordered('付款', '')]).toEqual([true, ['Take payment']]);
});
test('an answer as long as the server gives at most is called the first of it', async () => {
  await open((q) => Array.from({ length: q === 'zv' ? 20 : 13 }, (_, i) => row(`${q}${i}`, 'initials')));
  await ask('zv');
  expect(said()).toBe('前 20 条结果');
  expect(document.querySelector('[cmdk-group-heading]')!.textContent).toBe('订单 · 前 20 条');
  await ask('x');
  expect(said()).toBe('13 条结果');
  expect(document.querySelector('[cmdk-group-heading]')!.textContent).toBe('订单');
});

test('while a source has failed or has not answered, nothing is counted and nothing is said not to exist', async () => {
  await open((q) => (q === 'zq' ? new Error('网络不通') : 'never'));
  await ask('z');
  expect([said(), screen.queryByText(/没有找到/)]).toEqual(['', null]);
  await ask('q');
  expect(screen.getByRole('alert').textContent).toContain('没有查完：网络不通');
  expect([said(), screen.queryByText(/没有找到/), foot()]).toEqual(['', null, 'Tab 不能做的Esc 清空']);
});

test('a failure beside answers is no count of them', async () => {
  await open(() => [row('1')], () => new Error('网络不通'));
  await ask('张');
  expect([screen.getAllByRole('option').length, said()]).toEqual([1, '']);
});

test('the foot names what the keys do now', async () => {
  await open((q) => (q.includes('无') ? [] : [row('1'), row('2')]));
  expect(foot()).toBe('Enter 打开↑↓ 选择Tab 不能做的AltW 为什么在这里Esc 关闭');
  await ask('张');
  expect(foot()).toBe('Enter 打开↑↓ 选择Tab 不能做的AltW 为什么在这里Esc 清空');
  await ask('无');
  expect(screen.getByText(/没有找到“张无”/)).toBeTruthy();
  expect(foot()).toBe('Tab 不能做的Esc 清空');
  press('Escape');
  await ask('深色主题');
  expect(foot()).toContain('Enter 执行');
});

test('whatever has the focus, keys belong to the palette', async () => {
  await open(() => []);
  const box = screen.getByRole('combobox');
  const lose = () => act(() => (document.activeElement as HTMLElement).blur());
  expect(press('Tab')).toBe(false);
  expect(document.querySelector('dialog')!.contains(document.activeElement)).toBe(true);
  lose();
  expect(press('a')).toBe(true);
  expect(document.activeElement).toBe(box);
  lose();
  press('ArrowDown');
  expect(screen.getByRole('option', { selected: true }).getAttribute('aria-posinset')).not.toBe('1');
  await ask('a');
  lose();
  press('Escape');
  expect([palette.getSnapshot().matches('closed'), palette.getSnapshot().context.text]).toEqual([false, '']);
  lose();
  press('Escape');
  expect(palette.getSnapshot().matches('closed')).toBe(true);
});
test('what nothing of the selection allows is not offered before typing, and says why when it is asked for', async () => {
  await activate('zh-cn');
  const words = { id: 'x' };
  const headings = { command: words, recent: words, go: words, setting: words, session: words };
  const thing = (name: string, ...can: string[]) => ({ name, can, cannot: {} });
  const rowsFor = (text: string, ...selection: ReturnType<typeof thing>[]) => arrange({ results: { question: { text, spelled: text, scope: null }, local: null, found: [] }, commands: allCommands(areas), jumps: [], recents: [], say: (of) => currentI18n()._(of), headings, here: { on: 'order', row: null, selection } }).flatMap(({ rows }) => rows);
  const starts = (rows: ReturnType<typeof rowsFor>) => rows.filter(({ id }) => id === 'order.start*').map((one) => one.kind === 'command' && Boolean(one.why));
  const [some, none] = [[thing('张三 PH1', 'start'), thing('李四 PH2')], [thing('张三 PH1'), thing('李四 PH2')]];
  expect([starts(rowsFor('', ...some)), starts(rowsFor('', ...none)), starts(rowsFor('开始服务', ...some)), starts(rowsFor('开始服务', ...none))]).toEqual([[false], [], [false], [true]]);
});
