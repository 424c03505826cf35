import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Bulk } from '../../src/areas/account/bulk.tsx';
import { Import } from '../../src/areas/account/import.dialog.tsx';
import { Secret } from '../../src/areas/account/secret.tsx';
import UserPage from '../../src/areas/account/system.user.page.tsx';
import { Announcer } from '../../src/ui/announce.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { setListMemory } from '../../src/ui/list/memory-source.ts';
import { navigate } from '../../src/ui/location.ts';
import { answerBy, enter } from '../kit/console.ts';

interface Sent {
  url: string;
  key: string | null;
  file: string | null;
}
const sent: Sent[] = [];
const answers: ((url: string) => { status?: number; body: Record<string, unknown> })[] = [];
const fine = (result: unknown) => ({ body: { success: true, code: 0, message: '', result } });
const refused = (message: string, status = 400, code = 40007) => ({ status, body: { success: false, code, message, result: null } });
const report = (more: object = {}) => ({ rows: 2, created: 2, dryRun: true, faults: [], ...more });
beforeEach(async () => {
  sent.length = 0;
  answers.length = 0;
  await activate('zh-cn');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const file = init.body instanceof FormData ? (init.body.get('file') as File) : null;
    sent.push({ url, key: new Headers(init.headers).get('Idempotency-Key'), file: file && (await file.text()) });
    const { status = 200, body } = answers.shift()!(url);
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());
const onImported = vi.fn();
const openImport = () => render(<LocaleProvider><Import onImported={onImported} onClose={() => {}} /></LocaleProvider>);
async function choose(content: string, name = '账号.csv'): Promise<void> {
  await act(async () => void fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [new File([content], name)] } }));
  await act(async () => {});
}
const go = () => screen.getByRole<HTMLButtonElement>('button', { name: /^导入/ });

test('a sheet that was pasted goes with its drawer: the next import begins without one', async () => {
  const leave = await enter({ userId: '1', username: 'a', nickname: '', avatar: null, role: 1, roles: [], perms: ['sys:user:list', 'sys:user:import'] });
  answerBy(({ path }) => (path === '/sys/users/import' ? report() : path === '/sys/users/list' ? { list: [], total: 0 } : []));
  location.hash = '#/system/user';
  render(<LocaleProvider><UserPage /></LocaleProvider>);
  await act(async () => {});
  const data = { getData: () => 'a\tb\nc\td', types: ['text/plain'] };
  await act(async () => void fireEvent.paste(document.body, { clipboardData: data }));
  expect(await screen.findByText(/已选“粘贴的表格/)).toBeTruthy();
  await act(async () => navigate('/system/user'));
  await act(async () => navigate('/system/user?import=1'));
  expect([document.querySelectorAll('input[type=file]').length, screen.queryByText(/已选“粘贴的表格/)]).toEqual([1, null]);
  await leave();
});
test('more than go at once are not begun: it says how many do', async () => {
  const leave = await enter({ userId: '1', username: 'a', nickname: '', avatar: null, role: 1, roles: [], perms: ['sys:user:list', 'sys:user:edit'] });
  const asked: string[] = [];
  answerBy(({ path }) => (asked.push(path), path === '/sys/users/list' ? { list: Array.from({ length: 200 }, (_, i) => ({ id: String(i), username: `u${i}`, nickname: '', role: 2, mobile: null, status: 1, hospitals: [], lastLoginAt: null, version: 1, can: [] })), total: 5001, pageNum: 1, pageSize: 200 } : []));
  location.hash = '#/system/user';
  render(<LocaleProvider><Announcer /><UserPage /></LocaleProvider>);
  await act(async () => {});
  fireEvent.click(screen.getByTitle('全选，不论有没有取到'));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '停用账号' })));
  expect(await screen.findByText('一次最多 5,000 个，用筛选分几次做')).toBeTruthy();
  expect([screen.getByText('已选 5,001 个') !== null, asked.some((path) => path.includes('selected')), document.querySelector('dialog')]).toEqual([true, false, null]);
  await leave();
});
test('a file is tried without writing, then written as one intention', async () => {
  openImport();
  expect(go().disabled).toBe(true);
  answers.push(() => fine(report()));
  await choose('a,b');
  expect(await screen.findByText('2 行都可以导入，还没有写入。')).toBeTruthy();
  answers.push(() => refused('数据库暂不可用，稍后再试', 503, 50300), () => fine(report({ dryRun: false })));
  await act(async () => void fireEvent.click(go()));
  expect(await screen.findByText('数据库暂不可用，稍后再试')).toBeTruthy();
  await act(async () => void fireEvent.click(go()));
  expect(await screen.findByText(/已导入 2 个账号/)).toBeTruthy();
  // what sent it is gone: the focus is on the way out, not nowhere
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '关闭' }));
  expect(sent.map(({ url, file }) => [new URL(url, 'http://x').search, file])).toEqual([['?dryRun=true', 'a,b'], ['?dryRun=false', 'a,b'], ['?dryRun=false', 'a,b']]);
  expect(sent[1]!.key).toMatch(/^[0-9a-f]{32}$/);
  expect(sent[2]!.key).toBe(sent[1]!.key);
  expect(onImported).toHaveBeenCalledTimes(1);
});
test('an import that is under way goes on without its drawer: closing asks about that, not about something typed', async () => {
  answers.push(() => fine(report()));
  openImport();
  await choose('账号,姓名');
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await act(async () => go().click());
  await act(async () => void document.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(screen.getAllByRole('button').slice(-2).map(({ textContent }) => textContent)).toEqual(['继续等待', '关闭']);
  expect(screen.getByRole('alertdialog', { name: '不等结果了？' }).textContent).toContain('正在导入，关闭后看不到结果。');
});
test('a server that dies in the middle of an import it has taken in is asked again, the same, until another tells what became of it', async () => {
  const asked: (string | null)[] = [];
  let looked = (): void => {};
  const seen = new Promise<void>((done) => (looked = done));
  setListMemory({ exported: async () => (looked(), { rows: 1, total: 2 }) } as unknown as Parameters<typeof setListMemory>[0]);
  openImport();
  answers.push(() => fine(report()));
  await choose('a,b');
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers).get('Idempotency-Key'));
    if (asked.length === 1) await seen.then(() => new Promise((done) => setTimeout(done)));
    if (asked.length < 3) throw new TypeError('lost');
    return new Response(JSON.stringify(fine(report({ dryRun: false })).body));
  });
  await act(async () => void fireEvent.click(go()));
  expect(await screen.findByText(/连接断了，导入在服务器上继续/, {}, { timeout: 20_000 })).toBeTruthy();
  expect(await screen.findByText(/已导入 2 个账号/, {}, { timeout: 20_000 })).toBeTruthy();
  expect(new Set(asked)).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]));
  expect(asked).toHaveLength(3);
});
test('what is wrong is a table of cells, and nothing can be written', async () => {
  openImport();
  answers.push(() => fine(report({ created: 0, faults: [{ row: 3, column: '手机', value: '<b>12</b>', reason: '须为 11 位手机号' }] })));
  await choose('x');
  const cells = [...document.querySelectorAll('tbody td')].map((cell) => cell.textContent);
  expect(cells).toEqual(['3', '手机', '<b>12</b>', '须为 11 位手机号']);
  expect(screen.getByText(/什么都没有写入/)).toBeTruthy();
  expect(go().disabled).toBe(true);
});
test('a file that is refused stays chosen and can be tried again; a larger one is not even sent', async () => {
  openImport();
  answers.push(() => refused('文件无法读取：没有内容'), () => fine(report()));
  await choose('');
  expect(screen.getByRole('alert').textContent).toBe('文件无法读取：没有内容');
  expect(screen.getByText(/已选“账号.csv”/)).toBeTruthy();
  answers.unshift(() => refused('文件无法读取：没有内容'));
  const again = screen.getByRole('button', { name: '再试一次' });
  act(() => again.focus());
  await act(async () => void fireEvent.click(again));
  expect(document.activeElement).toBe(document.querySelector('input[type=file]'));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '再试一次' })));
  expect(await screen.findByText(/都可以导入/)).toBeTruthy();
  await choose('x'.repeat(5 * 1024 * 1024 + 1), '大.csv');
  expect(screen.getByRole('alert').textContent).toContain('“大.csv”超过 5 MB');
  expect(sent).toHaveLength(3);
});
test.each([
  ['a proxy that takes less', '<h1>413 Request Entity Too Large</h1>', 413, /不收这么大的文件。分成/],
  ['a page of the network', '<h1>Please sign in to this network</h1>', 200, /没有送到系统.*（200）.*稍后再试/],
])('%s: it says why and what to do, and the file stays', async (_name, page, status, words) => {
  openImport();
  vi.stubGlobal('fetch', async () => new Response(page, { status, headers: { 'content-type': 'text/html' } }));
  await choose('a,b');
  expect(screen.getByRole('alert').textContent).toMatch(words);
  expect(screen.getByRole('button', { name: '再试一次' })).toBeTruthy();
});
test.each([
  [200, { success: false, message: '表格有误', result: null }], [500, { message: 'X' }], [400, { success: false, code: 'E1', message: '第 2 行' }], [413, { success: false, code: 41300, message: '内容过大' }],
])('what the server says in words with %i is said as it is', async (status, body) => {
  openImport();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));
  await choose('a,b');
  expect(screen.getByRole('alert').textContent).toBe(body.message);
});
test('an answer about a file that is no longer chosen is dropped', async () => {
  openImport();
  let late = (_: Response): void => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (late = resolve)));
  await choose('old');
  const first = late;
  // one that is not even sent is said at once
  await choose('x'.repeat(5 * 1024 * 1024 + 1), '大.csv');
  expect(screen.getByRole('alert').textContent).toContain('“大.csv”超过 5 MB');
  await choose('new');
  await act(async () => first(new Response(JSON.stringify(fine(report({ rows: 77 })).body))));
  expect(screen.queryByText(/77/)).toBeNull();
  await act(async () => late(new Response(JSON.stringify(fine(report({ rows: 3 })).body))));
  expect(await screen.findByText(/3 行都可以导入/)).toBeTruthy();
});
test('a file that is read later than the one chosen after it does not take its place', async () => {
  openImport();
  answers.push(() => fine(report({ rows: 3 })), () => fine(report({ rows: 77 })));
  const bytes: (() => void)[] = [];
  const slow = (name: string): File => Object.assign(new File([name], `${name}.csv`), { arrayBuffer: () => new Promise((done, fail) => void bytes.push(name === 'bad' ? () => fail(new Error('unread')) : () => done(new TextEncoder().encode(name)))) });
  const pick = (file: File): Promise<void> => act(async () => void fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } }));
  for (const name of ['old', 'bad']) await pick(slow(name));
  await choose('new');
  for (const arrive of bytes) await act(async () => arrive());
  expect(await screen.findByText(/3 行都可以导入/)).toBeTruthy();
  expect([sent.map(({ file }) => file), screen.queryByText(/已选“账号/) !== null, screen.queryByRole('alert')]).toEqual([['new'], true, null]);
});

const rows = ['1', '2', '3'].map((id) => ({ id, username: `u${id}`, nickname: null, status: 1 }));
test('several accounts: each has its result, and only what failed is tried again with the same key', async () => {
  const onChanged = vi.fn();
  render(<LocaleProvider><Bulk verb="disable" rows={rows} onChanged={onChanged} onClose={() => {}} /></LocaleProvider>);
  answers.push(() => fine(null), () => refused('不能对自己的账号这样做', 409, 40905), () => fine(null), () => fine(null));
  await act(async () => void fireEvent.submit(document.querySelector('form')!));
  expect(await screen.findByText('2 个已完成，1 个没有成功')).toBeTruthy();
  expect([...document.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual(['u1完成', 'u2不能对自己的账号这样做', 'u3完成']);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /重试没有成功的 1 个/ })));
  await waitFor(() => expect(screen.getByText('3 个都已完成')).toBeTruthy());
  expect(sent.map(({ url }) => /status\/(\d)/.exec(url)![1])).toEqual(['1', '2', '3', '2']);
  expect(sent[3]!.key).toBe(sent[1]!.key);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});
test('a server that is gone in the middle of several is waited for, and asked the same again', async () => {
  render(<LocaleProvider><Bulk verb="disable" rows={rows} onChanged={() => {}} onClose={() => {}} /></LocaleProvider>);
  answers.push(() => fine(null), () => { throw new TypeError('lost'); }, () => refused('数据库暂不可用，稍后再试', 503, 50300), () => fine(null), () => fine(null));
  await act(async () => void fireEvent.submit(document.querySelector('form')!));
  expect(await screen.findByText('3 个都已完成', {}, { timeout: 20_000 })).toBeTruthy();
  expect(sent.map(({ url }) => /status\/(\d)/.exec(url)![1])).toEqual(['1', '2', '2', '2', '3']);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});
test('a deletion without a reason is not sent', async () => {
  render(<LocaleProvider><Bulk verb="delete" rows={rows.slice(0, 1)} onChanged={() => {}} onClose={() => {}} /></LocaleProvider>);
  await act(async () => void fireEvent.submit(document.querySelector('form')!));
  expect(document.activeElement).toBe(screen.getByLabelText('删除的原因'));
  expect(screen.getByText('填写原因，记入审计日志')).toBeTruthy();
  expect(sent).toEqual([]);
});
test('where there is no clipboard the password is selected instead', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  const onDone = vi.fn();
  render(<LocaleProvider><Secret name="张三" password="Once-only-1" onDone={onDone} /></LocaleProvider>);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '复制' })));
  const field = screen.getByLabelText<HTMLInputElement>('一次性密码');
  expect([field.selectionStart, field.selectionEnd, document.activeElement === field]).toEqual([0, 11, true]);
  expect(screen.getByText('已选中，按 Ctrl+C 复制')).toBeTruthy();
  const dialog = document.querySelector('dialog')!;
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  // a browser does not ask a second time
  await act(async () => dialog.close());
  expect([onDone.mock.calls.length, dialog.open, field.value]).toEqual([0, true, 'Once-only-1']);
});
