import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { account } from '../../src/areas/account/contract.ts';
import { auditTrail } from '../../src/areas/audit/contract.ts';
import { CallFailure, onRefused } from '../../src/ui/call.ts';
import { download, fileName } from '../../src/ui/download.ts';
import { activate } from '../../src/ui/language.tsx';

const saved: string[] = [];
const answer = (body: string, status: number, headers: Record<string, string>): void => void vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
const said = async (): Promise<CallFailure> => {
  const error: unknown = await download(account.export, { query: { type: 'csv' } }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(CallFailure);
  return error as CallFailure;
};
beforeEach(async () => {
  saved.length = 0;
  await activate('zh-cn');
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a file is saved under the name that the server gives it', async () => {
  answer('账号', 200, { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': "attachment; filename=\"a.csv\"; filename*=UTF-8''%E8%B4%A6%E5%8F%B7.csv" });
  await download(account.export, { query: { type: 'csv' } });
  expect(saved).toEqual(['账号.csv']);
  expect(document.querySelector('a[download]')).toBeNull();
});
test.each([400, 200])('a refusal that comes as JSON with %i is a message and never a file', async (status) => {
  answer(JSON.stringify({ success: false, code: 40300, message: '没有权限执行此操作', result: null }), status, { 'content-type': 'application/json; charset=utf-8' });
  expect(await said()).toMatchObject({ code: 40300, message: '没有权限执行此操作' });
  expect(saved).toEqual([]);
});
test.each([['an envelope without a file', JSON.stringify({ success: true, code: 0, message: '', result: null }), 200, 'application/json'], ['a page of a proxy', '<h1>Bad gateway</h1>', 502, 'text/html'], ['broken JSON', '{', 200, 'application/json']])('%s is no file', async (_name, body, status, type) => {
  answer(body, status, { 'content-type': type });
  expect((await said()).message).toBe('系统出错');
  expect(saved).toEqual([]);
});
test.each([['a page', 'text/html; charset=utf-8'], ['another kind of file', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'], ['nobody says what', '']])('%s in place of the file that was asked for is a message', async (_name, type) => {
  answer('<h1>Sign in to this network</h1>', 200, { 'content-type': type, 'content-disposition': 'attachment; filename="a.csv"' });
  expect((await said()).message).toContain('回来的不是文件');
  expect(saved).toEqual([]);
});
test('the audit is saved as the sheet it comes as unless asked for', async () => {
  answer('PK', 200, { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'content-disposition': 'attachment; filename="audit.xlsx"' });
  await download(auditTrail.export);
  expect(saved).toEqual(['audit.xlsx']);
  answer('<h1>Bad gateway</h1>', 200, { 'content-type': 'text/html' });
  await expect(download(auditTrail.export)).rejects.toBeInstanceOf(CallFailure);
  expect(saved).toHaveLength(1);
});
test('an ended session is told, as for any other call', async () => {
  const refused = vi.fn();
  onRefused(refused);
  answer(JSON.stringify({ success: false, code: 401, message: '当前页面已失效，请重新登录', result: null }), 401, { 'content-type': 'application/json' });
  await said();
  onRefused(() => {});
  expect(refused).toHaveBeenCalledTimes(1);
  expect(saved).toEqual([]);
});
test.each([
  [null, 'user'],
  ['attachment; filename="plain.csv"', 'plain.csv'],
  ["attachment; filename=\"plain.csv\"; filename*=UTF-8''%zz", 'plain.csv'],
  ["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", '.._.._etc_passwd'],
])('the name in %s', (disposition, name) => expect(fileName(disposition, 'user')).toBe(name));
