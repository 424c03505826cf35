import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DictForm } from '../../src/areas/dictionary/dict.form.tsx';
import { ItemForm } from '../../src/areas/dictionary/item.form.tsx';
import type { EntryDraft } from '../../src/ui/entry.tsx';
import type { DictRow, ItemRow } from '../../src/areas/dictionary/contract.ts';
import { dictionaryChanged, readCache, useDictionary } from '../../src/ui/dictionary.ts';
import { setDictionarySource, type DictionaryItem, type LoadDictionary } from '../../src/ui/dictionary-source.ts';
import { keptDraft } from '../../src/ui/draft.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { SelectField } from '../../src/ui/select-field.tsx';
import { connectionLost, connectionStands } from '../../src/ui/network.ts';

const item = (value: string, label: string, more: Partial<DictionaryItem> = {}) => ({ value, label, labelEn: null, tag: null, status: 1, ...more });
type Items = readonly DictionaryItem[];
const gender = (label = '男'): Items => [item('1', label, { labelEn: 'Male' }), item('2', '女', { status: 0 })];
const load = vi.fn<LoadDictionary>();
const cached = (): unknown => JSON.parse(localStorage.getItem('dict_cache') ?? 'null');

beforeEach(async () => {
  localStorage.clear();
  load.mockReset();
  setDictionarySource(load);
  await activate('zh-cn');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Shown({ code }: { code: string }) {
  const { label, options } = useDictionary(code);
  return <p>{['1', '2', '9'].map((value) => label(value)).join(' ')} | {options.map((o) => o.label).join(' ')}</p>;
}
async function show(code = 'gender'): Promise<HTMLElement> {
  const { container } = render(<LocaleProvider><Shown code={code} /></LocaleProvider>);
  await act(async () => {});
  return container;
}

test('labels come from the server, are kept as the items of their code, and follow the language; what is off is not offered', async () => {
  load.mockResolvedValue(gender());
  const shown = await show();
  await waitFor(() => expect(shown.textContent).toBe('男 女 9 | 男'));
  expect(cached()).toEqual({ gender: gender() });
  await act(() => activate('en'));
  expect(shown.textContent).toBe('Male 女 9 | Male');
  expect(load.mock.calls).toEqual([['gender']]);
});
test('a form offers what it can send and what is on, in the order of the dictionary; what it holds already keeps its own words', async () => {
  load.mockResolvedValue([item('card', '刷卡'), item('unionpay', '云闪付'), item('wechat', '微信支付', { status: 0 }), item('cash', '现金')]);
  const methods = ['cash', 'wechat', 'card'] as const;
  function Form() {
    return <SelectField label="方式" name="method" value="wechat" options={useDictionary('known', methods)} onChange={() => {}} />;
  }
  const { container } = render(<LocaleProvider><Form /></LocaleProvider>);
  const offered = (): string[] => [...container.querySelectorAll('option')].map(({ value, text }) => `${value} ${text}`);
  // all of them until it has come, for money waits for no words
  expect(offered()).toEqual(['cash ', 'wechat ', 'card ']);
  await waitFor(() => expect(offered()).toEqual(['wechat 微信支付', 'card 刷卡', 'cash 现金']));
});
test('a dictionary that did not come without a connection comes with it, into the page that waits', async () => {
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue(gender());
  act(() => connectionLost());
  const shown = await show('lost');
  expect(shown.textContent).toBe('1 2 9 | ');
  await act(async () => connectionStands());
  expect(shown.textContent).toBe('男 女 9 | 男');
});
test('what is kept is shown at once and asked for again', async () => {
  localStorage.setItem('dict_cache', JSON.stringify({ level: gender() }));
  let answer = (_: Items): void => {};
  load.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const shown = await show('level');
  expect(shown.textContent).toContain('男');
  await act(async () => answer(gender('男性')));
  expect(shown.textContent).toContain('男性');
  expect(cached()).toEqual({ level: gender('男性') });
});
test.each(['{', '[]', '7', 'null', '"gender"', '{"gender":7}', '{"gender":[{"value":1}]}', '{"gender":{"version":1,"items":[]}}', '{"__proto__":[]}'])('a broken cache %s is none', async (text) => {
  expect([...readCache(text)].filter(([code]) => code === 'gender')).toEqual([]);
  localStorage.setItem('dict_cache', text);
  load.mockResolvedValue(gender());
  const shown = await show();
  await waitFor(() => expect(shown.textContent).toContain('男'));
});
test('the sound part of a cache that is broken in part is used', () => expect([...readCache(JSON.stringify({ gender: gender(), relation: 7 })).keys()]).toEqual(['gender']));
test('a server that does not answer leaves values as they are', async () => {
  load.mockRejectedValue(new Error('网络不通'));
  expect((await show()).textContent).toBe('1 2 9 | ');
});
test('a change here is shown here at once; of two questions the later one counts', async () => {
  load.mockResolvedValueOnce(gender());
  const shown = await show();
  await waitFor(() => expect(shown.textContent).toContain('男'));
  const answers: ((d: Items) => void)[] = [];
  load.mockImplementation(() => new Promise((resolve) => void answers.push(resolve)));
  dictionaryChanged('gender');
  dictionaryChanged('gender');
  await act(async () => answers[1]!(gender('新')));
  await act(async () => answers[0]!(gender('旧')));
  expect(shown.textContent).toContain('新');
  expect(cached()).toEqual({ gender: gender('新') });
});
test('a change in another tab is heard; its removal, which is a sign-out, empties ours', async () => {
  load.mockResolvedValue(gender());
  const shown = await show();
  await waitFor(() => expect(shown.textContent).toContain('男'));
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'dict_cache', newValue: JSON.stringify({ gender: gender('男士') }) })));
  expect(shown.textContent).toContain('男士');
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'dict_cache', newValue: '{broken' })));
  expect(shown.textContent).toContain('男士');
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'dict_cache', newValue: null })));
  expect(shown.textContent).toBe('   | ');
});
test('used again within five minutes nothing is asked, later it is; the clock alone asks nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'setInterval'] });
  load.mockResolvedValue(gender());
  for (const [minutes, calls] of [[0, 1], [4, 1], [2, 2]] as const) {
    vi.advanceTimersByTime(minutes * 60_000);
    const view = render(<LocaleProvider><Shown code="gender" /></LocaleProvider>);
    await act(async () => {});
    expect([minutes, load.mock.calls.length]).toEqual([minutes, calls]);
    vi.advanceTimersByTime(20_000);
    view.unmount();
  }
  render(<LocaleProvider><Shown code="gender" /></LocaleProvider>);
  vi.advanceTimersByTime(3_600_000);
  await act(async () => {});
  expect(load).toHaveBeenCalledTimes(2);
});
test('storage that cannot be used does no harm', async () => {
  const broken = new Proxy({}, { get: () => () => { throw new Error('forbidden'); } });
  vi.stubGlobal('localStorage', broken);
  load.mockResolvedValue(gender());
  const shown = await show('relation');
  await waitFor(() => expect(shown.textContent).toContain('男'));
});

const row: ItemRow = { id: '7', dictCode: 'gender', value: '1', label: '男', labelEn: 'Male', tag: null, status: 1, sort: 1, remark: null, version: 4 };
const sent: { url: string; method: string; body: unknown; key: string | null }[] = [];
function serve(...answers: { status: number; code: number; message?: string; result?: unknown }[]): void {
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(new URL(url instanceof Request ? url.url : String(url), 'http://localhost/'), init);
    sent.push({ url: new URL(request.url).pathname, method: request.method, body: await request.clone().json().catch(() => null), key: request.headers.get('idempotency-key') });
    const { status, code, message = '', result = null } = answers[Math.min(sent.length, answers.length) - 1]!;
    return new Response(JSON.stringify({ success: code === 0, code, message, result }), { status, headers: { 'content-type': 'application/json' } });
  });
}
const onSaved = vi.fn();
const onClose = vi.fn();
let opened = 0;
function open(given: ItemRow | null = row, page = `/test?${(opened += 1)}`): void {
  onSaved.mockReset();
  onClose.mockReset();
  render(<LocaleProvider><ItemForm page={page} code="gender" row={given} next={5} onSaved={onSaved} onClose={onClose} /></LocaleProvider>);
}
const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string): void => void fireEvent.change(field(label), { target: { value } });
const saidOf = (input: HTMLElement): string | null => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
const ctrlEnter = () => act(async () => void fireEvent.keyDown(field('值'), { key: 'Enter', ctrlKey: true }));

test('a dictionary that forms need is changed without its code, which stays as it is', async () => {
  serve({ status: 200, code: 0, result: null });
  const needed: DictRow = { id: '5', code: 'relation', name: '关系', status: 1, remark: null, items: 3, needed: true, version: 2 };
  render(<LocaleProvider><DictForm page="/test-dictionary" row={needed} onSaved={onSaved} onClose={onClose} /></LocaleProvider>);
  expect(screen.queryByLabelText('编码')).toBeNull();
  type('名称', '与患者的关系');
  await act(async () => void fireEvent.keyDown(field('名称'), { key: 'Enter', ctrlKey: true }));
  await waitFor(() => expect(sent).toMatchObject([{ url: '/admin-api/sys/5', method: 'PUT', body: { code: 'relation', name: '与患者的关系', version: 2 } }]));
});
test('what is wrong is said under its field, the first takes the focus, nothing is sent', async () => {
  serve({ status: 200, code: 0, result: row });
  open(null);
  type('顺序', 'x');
  await ctrlEnter();
  expect([saidOf(field('值')), saidOf(field('中文标签')), saidOf(field('顺序'))]).toEqual(['填写值，最多 64 个字', '填写标签，最多 64 个字', '填写 0 至 100000 的整数，小的在前']);
  expect([document.activeElement, sent.length]).toEqual([field('值'), 0]);
});
test('Ctrl+Enter sends it whole, empty fields as none', async () => {
  serve({ status: 200, code: 0, result: row });
  open(null);
  type('值', '3');
  type('中文标签', ' 其他 ');
  await ctrlEnter();
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith(row));
  expect(sent).toMatchObject([{ url: '/admin-api/sys/gender/items', method: 'POST', body: { value: '3', labelEn: null, tag: null, sort: 5, status: 1, remark: null } }]);
});
test('a value that is taken is said under it; what was typed stays, and the same intention keeps its key', async () => {
  serve({ status: 409, code: 40903, message: '已被使用：2' }, { status: 503, code: 50300, message: '数据库暂不可用' }, { status: 200, code: 0, result: row });
  open();
  type('值', '2');
  await ctrlEnter();
  await waitFor(() => expect(saidOf(field('值'))).toBe('已被使用：2'));
  await ctrlEnter();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('数据库暂不可用'));
  expect(field('值').value).toBe('2');
  await ctrlEnter();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(new Set(sent.map((s) => s.key)).size).toBe(1);
});
test('after someone else changed it one may insist, knowing what is stored', async () => {
  serve({ status: 409, code: 40900, message: '内容已被他人修改' }, { status: 200, code: 0, result: { ...row, label: '他人的', version: 9 } }, { status: 200, code: 0, result: row });
  open();
  type('中文标签', '我的');
  await ctrlEnter();
  fireEvent.click(await screen.findByRole('button', { name: '以我填写的为准' }));
  expect(await screen.findByText(/他人的/)).toBeTruthy();
  expect(field('中文标签').value).toBe('我的');
  await ctrlEnter();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent.filter((s) => s.method === 'PUT').map((s) => (s.body as ItemRow).version)).toEqual([4, 9]);
});
test('closing asks only when something was typed', async () => {
  open();
  const cancel = () => act(async () => void document.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })));
  await cancel();
  expect(onClose).toHaveBeenCalledTimes(1);
  type('值', '8');
  await cancel();
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: '继续填写' }));
  expect(field('值').value).toBe('8');
  fireEvent.click(screen.getByRole('button', { name: /^取消/ }));
  fireEvent.click(screen.getByRole('button', { name: '放弃' }));
  expect(onClose).toHaveBeenCalledTimes(2);
});
test('Escape pressed twice closes nothing by itself', async () => {
  open();
  type('值', '8');
  const dialog = document.querySelector('dialog')!;
  await act(async () => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
  await act(async () => dialog.close());
  expect([dialog.open, onClose.mock.calls.length, field('值').value]).toEqual([true, 0, '8']);
});
test('what was typed outlives the page, for that record only, until it is thrown away', async () => {
  open(row, '/list');
  type('值', '8');
  cleanup();
  open({ ...row, id: '9', value: '2' }, '/list');
  expect(field('值').value).toBe('2');
  cleanup();
  open(row, '/list');
  expect([field('值').value, keptDraft<EntryDraft<ItemRow>>('/list')?.row]).toEqual(['8', row]);
  await act(async () => void document.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })));
  fireEvent.click(screen.getByRole('button', { name: '放弃' }));
  expect([onClose.mock.calls.length, keptDraft('/list')]).toEqual([1, null]);
});
