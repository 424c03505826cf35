import { act, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadDictionary } from '../../src/areas/dictionary/client.ts';
import { dictionaryChanged, readCache, useDictionary } from '../../src/ui/dictionary.ts';
import { setDictionarySource, type DictionaryItem, type LoadDictionary } from '../../src/ui/dictionary-source.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { SelectField } from '../../src/ui/select-field.tsx';
import { connectionLost, connectionStands } from '../../src/ui/network.ts';
import { answerBy, enter } from '../kit/console.ts';

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
test('what somebody changes elsewhere is asked for once it rests, not in one breath with all others; what this page has not asked for is not', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const leave = await enter({ userId: '2', username: 'ops', nickname: '', avatar: null, role: 2, roles: [], perms: ['biz:order:list'] });
  let say = (_: unknown): void => {};
  let label = '男';
  const asked: string[] = [];
  answerBy(({ path }) => {
    if (path === '/live/all') return new Response(new ReadableStream({ start: (hand) => void (say = (said) => hand.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ of: '/live/dictionaries', said })}\n\n`))) }));
    asked.push(path);
    return { dictCode: 'told', version: asked.length, items: gender(label) };
  });
  setDictionarySource(loadDictionary);
  const shown = await show('told');
  await waitFor(() => expect(shown.textContent).toContain('男'));
  const rest = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await rest(6_000);
  label = '男性';
  for (const no of ['told', 'untold', 'told']) say({ no, version: 9 });
  await rest(5_000);
  expect(asked.length).toBe(1);
  await rest(11_000);
  expect([shown.textContent, asked]).toEqual(['男性 女 9 | 男性', ['/sys/told/items', '/sys/told/items']]);
  // some may have been missed: it is asked for when it is used again
  say(null);
  await rest(20_000);
  expect(asked.length).toBe(2);
  await show('told');
  await waitFor(() => expect(asked.length).toBe(3));
  // and while it stays in use the next change is heard all the same
  await rest(6_000);
  say(null);
  say({ no: 'told', version: 10 });
  await rest(130_000);
  expect(asked.length).toBe(4);
  await leave();
});
