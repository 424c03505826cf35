import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DictForm } from '../../src/areas/dictionary/dict.form.tsx';
import { ItemForm } from '../../src/areas/dictionary/item.form.tsx';
import type { DictRow, ItemRow } from '../../src/areas/dictionary/contract.ts';
import { keptDraft } from '../../src/ui/draft.ts';
import type { EntryDraft } from '../../src/ui/entry.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';

beforeEach(() => activate('zh-cn'));
afterEach(() => vi.unstubAllGlobals());

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
  render(<LocaleProvider><ItemForm page={page} code="gender" row={given} onSaved={onSaved} onClose={onClose} /></LocaleProvider>);
}
const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string): void => void fireEvent.change(field(label), { target: { value } });
const saidOf = (input: HTMLElement): string | null => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
const ctrlEnter = () => act(async () => void fireEvent.keyDown(field('值'), { key: 'Enter', ctrlKey: true }));

test('a dictionary that forms need is changed without its code, which stays as it is, and is not switched off', async () => {
  serve({ status: 200, code: 0, result: null });
  const needed: DictRow = { id: '5', code: 'relation', name: '关系', status: 1, remark: null, items: 3, needed: true, version: 2 };
  const show = (given: DictRow) => render(<LocaleProvider><DictForm page="/test-dictionary" row={given} onSaved={onSaved} onClose={onClose} /></LocaleProvider>);
  // one that was switched off before can be switched on again, as one's own
  for (const [given, switches] of [[{ ...needed, status: 0 }, true], [{ ...needed, needed: false }, true], [needed, false]] as const) {
    cleanup();
    show(given);
    expect([screen.queryByLabelText('编码') === null, screen.queryByLabelText('状态') !== null]).toEqual([given.needed, switches]);
  }
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
test.each(['', '5'])('Ctrl+Enter sends it whole, empty fields as none; without a place (“%s”) it goes last', async (sort) => {
  serve({ status: 200, code: 0, result: row });
  open(null);
  expect([field('顺序').value, saidOf(field('顺序'))]).toEqual(['', '空着时排在最后']);
  type('顺序', sort);
  type('值', '3');
  type('中文标签', ' 其他 ');
  await ctrlEnter();
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith(row));
  expect(sent).toMatchObject([{ url: '/admin-api/sys/gender/items', method: 'POST', body: { value: '3', labelEn: null, tag: null, status: 1, remark: null } }]);
  expect((sent[0]!.body as { sort?: number }).sort).toBe(sort === '' ? undefined : 5);
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
  expect(await screen.findByText(/保存的是“他人的”/)).toBeTruthy();
  expect(field('中文标签').value).toBe('我的');
  await ctrlEnter();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent.filter((s) => s.method === 'PUT').map((s) => (s.body as ItemRow).version)).toEqual([4, 9]);
});
test('that the newest cannot be read is said, and one may try again', async () => {
  serve({ status: 409, code: 40900, message: '内容已被他人修改' }, { status: 500, code: 50000, message: '服务器没有取到' }, { status: 200, code: 0, result: { ...row, label: '他人的', version: 9 } });
  open();
  type('中文标签', '我的');
  await ctrlEnter();
  const press = async (): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name: '以我填写的为准' }));
  // impatience reads it once
  const button = await screen.findByRole('button', { name: '以我填写的为准' });
  for (const _ of [1, 2]) fireEvent.click(button);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('服务器没有取到'));
  expect(sent).toHaveLength(2);
  await press();
  expect(await screen.findByText(/保存的是“他人的”/)).toBeTruthy();
});
test('what someone else changed is told and kept, of an item as of a dictionary', async () => {
  serve({ status: 409, code: 40900, message: '内容已被他人修改' }, { status: 200, code: 0, result: { ...row, tag: 'danger', status: 0, version: 9 } }, { status: 200, code: 0, result: row });
  open();
  type('备注', '我的');
  await ctrlEnter();
  fireEvent.click(await screen.findByRole('button', { name: '以我填写的为准' }));
  expect(await screen.findByText('状态：启用 → 停用')).toBeTruthy();
  await ctrlEnter();
  await waitFor(() => expect(sent.at(-1)!.body).toMatchObject({ tag: 'danger', status: 0, remark: '我的', version: 9 }));
  cleanup();
  const dict: DictRow = { id: '5', code: 'relation', name: '关系', status: 1, remark: null, items: 3, needed: false, version: 2 };
  serve({ status: 409, code: 40900, message: '内容已被他人修改' }, { status: 200, code: 0, result: { ...dict, status: 0, version: 3 } }, { status: 200, code: 0, result: dict });
  render(<LocaleProvider><DictForm page="/test-dictionary-2" row={dict} onSaved={onSaved} onClose={onClose} /></LocaleProvider>);
  type('备注', '我的');
  const save = () => act(async () => void fireEvent.keyDown(field('名称'), { key: 'Enter', ctrlKey: true }));
  await save();
  fireEvent.click(await screen.findByRole('button', { name: '以我填写的为准' }));
  expect(await screen.findByText('状态：启用 → 停用')).toBeTruthy();
  await save();
  await waitFor(() => expect(sent.at(-1)!.body).toMatchObject({ status: 0, remark: '我的', version: 3 }));
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
