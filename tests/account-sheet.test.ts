import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buffer } from 'node:stream/consumers';
import type { account } from '../src/areas/account/contract.ts';
import { readSheet } from '../src/host/sheet/read.ts';
import { sheetFile } from '../src/host/sheet/write.ts';
import type { Reply } from '../src/kernel/endpoint.ts';
import { formOf, startApi, type Answer, type Api, type Client, type Given } from './kit/api.ts';
import { textColumns } from './kit/intake.ts';
import { soon } from './kit/soon.ts';
import { careKit } from './kit/care.ts';

type Report = Reply<typeof account.import>;
const HEAD = ['账号', '姓名', '性别', '角色', '手机', '邮箱', '医院', '状态'];
let api: Api;
let admin: Client;
let ops: Client;
let hospitals: string[];
beforeAll(async () => {
  api = await startApi();
  const kit = await careKit(api.database);
  hospitals = [(await kit.place('第一医院', ['骨科'], { code: 'YY01' })).hospitalId, (await kit.place('第二医院')).hospitalId];
  for (let i = 0; i < 2; i++) await kit.place('同名医院', ['骨科'], { code: `TM0${i}` });
  await api.account({ username: 'admin', role: 1 });
  await api.account({ username: 'ops', role: 2 });
  await api.account({ username: 'resident', role: 3, hospitals: [hospitals[0]!] });
  await api.rows(`update sys_user set mobile = '13800000001', nickname = '=1+1' where username = 'resident'`);
  [admin, ops] = [await api.as('admin'), await api.as('ops')];
});
afterAll(() => api.close());
let before: number;
const accounts = async (): Promise<number> => (await api.rows<{ n: number }>('select count(*)::int as n from sys_user'))[0]!.n;
beforeEach(async () => void (before = await accounts()));

const xlsx = (rows: readonly (readonly string[])[], head: readonly string[] = HEAD): Promise<Buffer> => buffer(sheetFile({ title: '账号', type: 'xlsx', columns: head.map((heading) => ({ heading })), rows }).body as NodeJS.ReadableStream);
const csv = (rows: readonly (readonly string[])[], head: readonly string[] = HEAD): string => [head, ...rows].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
const send = (who: Client, file: Buffer | string, { dryRun = false, ...more }: { dryRun?: boolean } & Given = {}): Promise<Answer<Report>> => who.post<Report>('/sys/import', { ...formOf(file), query: { dryRun: String(dryRun) }, ...more, headers: { ...formOf('').headers, ...more.headers } });
const cells = async (answer: Answer): Promise<string[][]> => (await readSheet(answer.bytes, 'zh-cn')).map((line) => line.cells);

describe('the template', () => {
  test.each(['xlsx', 'csv'])('%s has the headings in the reader\'s language, and what is filled in can be imported', async (type) => {
    const answer = await ops.get('/sys/template', { query: { type } });
    expect([answer.status, answer.headers['content-disposition']]).toEqual([200, `attachment; filename="_.${type}"; filename*=UTF-8''${encodeURIComponent('账号导入模板')}.${type}`]);
    expect(await cells(answer)).toEqual([HEAD]);
    if (type === 'xlsx') expect(textColumns(answer.bytes)).toEqual(HEAD.map(() => true));
    expect((await send(ops, answer.bytes, { dryRun: true })).body.result).toEqual({ rows: 0, created: 0, dryRun: true, faults: [] });
    expect((await cells(await ops.get('/sys/template', { query: { type }, headers: { 'x-language': 'en' } })))[0]).toEqual(['Account', 'Name', 'Gender', 'Role', 'Mobile', 'Email', 'Hospitals', 'Status']);
  });
});

describe('importing', () => {
  test('a cell that is too long is told, and blanks inside one cost nothing', async () => {
    const blank = `a${' '.repeat(90_000)}b`;
    let body!: Awaited<ReturnType<typeof send>>['body'];
    await soon(4_000, async () => {
      ({ body } = await send(ops, await xlsx([['long.one', blank, '', '4', '', '', blank, ''], [blank, '甲', '', '4', '', blank, '', '']]), { dryRun: true }));
    });
    expect(body.result.faults.map(({ row, column, reason }) => [row, column, reason])).toEqual(expect.arrayContaining([[2, '姓名', '超过 2000 个字'], [2, '医院', '超过 2000 个字'], [3, '账号', '超过 2000 个字'], [3, '邮箱', '超过 2000 个字']]));
    expect(body.result.faults).toHaveLength(4);
    expect(body.result.faults.every(({ value }) => value.length <= 100)).toBe(true);
  });
  test('takes a gender in the console\'s words, and in those that sheets had before', async () => {
    const words = ['未填写', '未知', 'Not given', 'unknown', '男', 'Female', '0', ''];
    expect((await send(ops, await xlsx(words.map((word, i) => [`gender.${i}`, '甲', word, '4', '', '', '', ''])), { dryRun: true })).body.result).toMatchObject({ rows: words.length, faults: [] });
  });
  test('makes every account of the sheet, in one write that the audit tells of', async () => {
    const rows = [['zhang.san', '张三', '男', '驻院管理', '13811110001', 'zs@example.com', '第一医院\n第二医院', '启用'], ['li.si', '李四', '', '医院方', '', '', 'yy01', '停用'], ['wang.wu', '王五', '2', '2', '+86 １３８１１１１０００３', '', '', '']];
    const { status, body } = await send(ops, await xlsx(rows), { key: 'import-once-1' });
    expect([status, body.result]).toEqual([200, { rows: 3, created: 3, dryRun: false, faults: [] }]);
    expect((await send(ops, await xlsx(rows), { key: 'import-once-1' })).body.result.created).toBe(3); // the answer of the first
    expect((await send(ops, await xlsx(rows.slice(1)), { key: 'import-once-1' })).body.code).toBe(40902); // another file is another import
    expect(await accounts()).toBe(before + 3);
    expect(await api.rows(`select username::text, nickname, gender, role, mobile, email::text, status, password_hash, must_change_password, array(select hospital_id::text from sys_user_hospital h where h.user_id = u.id order by 1) as hospitals from sys_user u where username in ('zhang.san', 'li.si', 'wang.wu') order by id`)).toEqual([
      { username: 'zhang.san', nickname: '张三', gender: 1, role: 3, mobile: '13811110001', email: 'zs@example.com', status: 1, password_hash: '!', must_change_password: true, hospitals },
      { username: 'li.si', nickname: '李四', gender: 0, role: 4, mobile: null, email: null, status: 0, password_hash: '!', must_change_password: true, hospitals: [hospitals[0]] },
      { username: 'wang.wu', nickname: '王五', gender: 2, role: 2, mobile: '13811110003', email: null, status: 1, password_hash: '!', must_change_password: true, hospitals: [] },
    ]);
    const [row] = await api.rows<{ after: { created: string[] } }>(`select after from audit_event where action = 'user.import' and ok order by id desc limit 1`);
    expect(row!.after).toMatchObject({ rows: 3, dryRun: false, faults: 0 });
    for (const password of ['!', '', 'undefined']) expect((await api.attempt('zhang.san', password)).status).toBe(400);
    const { result } = (await ops.post<{ password: string }>(`/sys/users/reset/${row!.after.created[0]}`)).body;
    expect((await api.attempt('zhang.san', result.password)).status).toBe(200);
  });
  test('takes English headings in any order, CSV, GB18030, and a blank line between', async () => {
    expect((await send(ops, csv([['Hospital side', 'eng.one', 'Ann'], ['', '', ''], ['hospital', 'eng.two', 'Bob']], ['Role', 'ACCOUNT', ' name ']))).body.result).toEqual({ rows: 2, created: 2, dryRun: false, faults: [] });
    const gb = Buffer.concat([Buffer.from('d5cbbac52cd0d5c3fb2cbdc7c9ab0a', 'hex'), Buffer.from('gb.one,x,4\n')]); // 账号,姓名,角色
    expect((await send(ops, gb)).body.result).toMatchObject({ created: 1 });
  });
  test('a dry run tells the same and writes nothing', async () => {
    const rows = [['dry.run', '试', '', '4', '', '', '', '']];
    expect((await send(ops, await xlsx(rows), { dryRun: true })).body.result).toEqual({ rows: 1, created: 1, dryRun: true, faults: [] });
    expect(await accounts()).toBe(before);
    expect((await send(ops, await xlsx(rows))).body.result.created).toBe(1);
  });
  test('names every wrong cell, and with a single one nothing is written', async () => {
    const rows = [
      ['good.one', '好', '', '4', '', '', '', ''],
      ['1bad', '', '中', '老板', '138', 'not-mail', '无此医院', '随便'],
      ['RESIDENT', '旧', '', '3', '13800000001', '', '同名医院', ''],
      ['good.one', '重', '', '1', '', '', '', ''],
      ['above.one', '上', '', '2', '', '', '第一医院', ''],
      ['odd.one', '坏\ufffe', '', '4', '', '', '', ''],
      ['no.one', '#N/A', '', '4', '', '', '', ''],
      ['long.one', '长', '', '4', '1.38E+10', '', '', ''],
    ];
    const { status, body } = await send(ops, await xlsx(rows));
    expect([status, body.result.created, body.result.rows]).toEqual([200, 0, 8]);
    const faults = body.result.faults.map(({ row, column, value }) => `${row} ${column} ${value}`);
    expect(faults).toEqual(expect.arrayContaining(['3 账号 1bad', '3 姓名 ', '3 性别 中', '3 角色 老板', '3 手机 138', '3 邮箱 not-mail', '3 医院 无此医院', '3 状态 随便', '4 账号 RESIDENT', '4 手机 13800000001', '4 医院 同名医院', '5 账号 good.one', '5 角色 1', '6 医院 第一医院', '8 姓名 #N/A', '9 手机 1.38E+10']));
    expect(faults).toHaveLength(16);
    expect(body.result.faults.find(({ row, column }) => row === 5 && column === '账号')!.reason).toBe('与第 2 行重复');
    expect(body.result.faults.at(-1)!.reason).toBe('长数字的末几位已丢失：把这一列设为文本，重新填写');
    const english = await send(ops, await xlsx(rows), { headers: { 'x-language': 'en' } });
    expect(english.body.result.faults.find(({ row, column }) => row === 5 && column === 'Role')!.reason).toBe('You cannot grant a role above your own.');
    expect(english.body.result.faults.filter(({ row, column }) => row === 3 && ['Mobile', 'Gender'].includes(column)).map(({ reason }) => reason).sort()).toEqual(['Must be Male, Female or Not given.', 'Must be an 11-digit mobile number.']);
    expect(await accounts()).toBe(before);
    expect((await send(admin, await xlsx([['root.two', '管', '', '1', '', '', '', '']]))).body.result.created).toBe(1);
  });
  test('a heading that is missing, unknown or twice there is told, and so is what is no sheet', async () => {
    for (const [file, words] of [
      [csv([], ['账号', '姓名']), '缺少“角色”列'], [csv([], [...HEAD, '工资']), '不认识的列“工资”'], [csv([], [...HEAD, '账号']), '“账号”列出现两次'], ['', '没有内容'], [Buffer.from('PK\u0003\u0004rubbish'), '不是有效的'], ['not a zip', '不是账号表格，或者不是 Excel 文件。下载模板'], [`${csv([])}\r\n${'a,b,c\r\n'.repeat(5001)}`, '超过 5000 行'],
    ] as const) {
      const { status, body } = await send(ops, file as string);
      expect([words, status, body.code, body.message.includes(words)]).toEqual([words, 400, 40007, true]);
    }
    expect((await send(ops, csv([['a1a', '甲', '', '4', '', '', '', '', '多余']], [...HEAD, '']))).body.result.faults).toEqual([{ row: 2, column: '9', value: '多余', reason: '这一列没有标题' }]);
  });
  test('of two at once with one name, one is refused', async () => {
    const file = await xlsx([['racer', '快', '', '4', '', '', '', '']]);
    const answers = await Promise.all([send(ops, file), send(admin, file)]);
    expect(await accounts()).toBe(before + 1);
    expect(answers.filter(({ status, body }) => status === 200 && body.result.created === 1)).toHaveLength(1);
  });
  test('5,000 rows within ten seconds', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => [`bulk${i}`, `批量${i}`, '女', '驻院管理', `139${String(i).padStart(8, '0')}`, `bulk${i}@example.com`, '第一医院；第二医院', '启用']);
    const clear = async (): Promise<void> => {
      await api.rows(`delete from sys_user_hospital where user_id in (select id from sys_user where username::text like 'bulk%')`);
      await api.rows(`delete from sys_user where username::text like 'bulk%'`);
    };
    await soon(10_000, async () => {
      await clear();
      expect((await send(ops, await xlsx(rows))).body.result).toEqual({ rows: 5000, created: 5000, dryRun: false, faults: [] });
    });
    expect(await accounts()).toBe(before + 5000);
    const again = (await send(ops, await xlsx(rows))).body.result;
    expect([again.created, again.faults.length]).toEqual([0, 15_000]);
    await clear();
  });
});

describe('what comes as a file', () => {
  test('one file in a form and nothing else', async () => {
    const good = csv([['form.one', '表', '', '4', '', '', '', '']]);
    const part = '--edge\r\nContent-Disposition: form-data; name="file"; filename="b.csv"\r\n\r\nx\r\n';
    for (const [given, status, fault] of [
      [{ body: { file: 'x' } }, 415, 41501], [{}, 415, 41501], [{ raw: good, headers: { 'content-type': 'text/csv' } }, 415, 41501], [{ raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 41501],
      [formOf(good, { field: 'other' }), 400, 40000], [formOf(good, { more: part }), 400, 40000], [formOf(good, { more: '--edge\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n' }), 400, 40000],
      [{ ...formOf(good), headers: { 'content-type': 'multipart/form-data' } }, 400, 40007], [{ raw: '--edge\r\nContent-Disp', headers: { 'content-type': 'multipart/form-data; boundary=edge' } }, 400, 40007],
      [{ raw: '--edge--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=edge' } }, 400, 40000], [formOf(Buffer.alloc(5 * 1024 * 1024 + 1)), 413, 41300], [formOf(Buffer.alloc(7 * 1024 * 1024)), 413, 41300],
      [formOf(good, { field: '__proto__' }), 400, 40007],
    ] as [Given, number, number][]) {
      const { status: got, body } = await ops.post('/sys/import', given);
      expect([JSON.stringify(given).slice(0, 80), got, body.code]).toEqual([JSON.stringify(given).slice(0, 80), status, fault]);
    }
    expect(await accounts()).toBe(before);
  });
  test('is taken by no other call', async () => {
    for (const path of ['/sys/users/create', '/sys/login', '/sys']) expect((await admin.post(path, formOf('x'))).status).toBe(415);
  });
  test('any name of a file, and no right no reading', async () => {
    for (const name of ['../../etc/passwd', '账号😀.xlsx', 'a\\"b', '\u0000', '']) expect((await ops.post<Report>('/sys/import', { ...formOf(csv([]), { name }), query: { dryRun: 'true' } })).status).toBeLessThan(500);
    expect((await (await api.as('resident')).post('/sys/import', formOf('x'))).status).toBe(403);
    expect((await api.anonymous.post('/sys/import', formOf('x'))).status).toBe(401);
  });
});

describe('exporting', () => {
  test.each(['xlsx', 'csv'])('%s: what is filtered, in the columns asked, with no live formula and no whole phone', async (type) => {
    const answer = await ops.get('/sys/export', { query: { type, keywords: 'resid', columns: ['username', 'nickname', 'role', 'hospitals', 'mobile', 'status'] } });
    expect(answer.status).toBe(200);
    expect(await cells(answer)).toEqual([['账号', '姓名', '角色', '医院', '手机', '状态'], ['resident', type === 'csv' ? "'=1+1" : '=1+1', '驻院管理', '第一医院', '138****0001', '启用']]);
    const english = await cells(await ops.get('/sys/export', { query: { type, keywords: 'resid' }, headers: { 'x-language': 'en' } }));
    expect(english[0]).toEqual(['Account', 'Name', 'Role', 'Hospitals', 'Mobile', 'Status', 'Last sign-in']);
    expect(english[1]).toMatchObject({ 2: 'Resident manager', 5: 'Enabled' });
  });
  test('the chosen ones, never those above, and the audit says how much went', async () => {
    const ids = (await api.rows<{ id: string }>(`select id::text from sys_user where username in ('admin', 'ops', 'resident') order by id`)).map(({ id }) => id);
    for (const chosen of [ids, ids.join(',')]) expect((await cells(await ops.get('/sys/export', { query: { ids: chosen, columns: ['username'] } }))).flat()).toEqual(['账号', 'ops', 'resident']);
    expect((await cells(await admin.get('/sys/export', { query: { ids, columns: ['username'] } }))).flat()).toEqual(['账号', 'admin', 'ops', 'resident']);
    // what is chosen is narrowed by a filter beside it
    for (const [filter, left] of [[{ role: 3 }, ['resident']], [{ keywords: 'OPS' }, ['ops']], [{ status: 0 }, []]] as const) expect((await cells(await ops.get('/sys/export', { query: { ids, ...filter, columns: ['username'] } }))).flat()).toEqual(['账号', ...left]);
    expect((await cells(await admin.get('/sys/export', { query: { ids, columns: ['username'] } }))).flat()).toEqual(['账号', 'admin', 'ops', 'resident']);
    expect(await api.rows(`select ok, after from audit_event where action = 'user.export' order by id desc limit 1`)).toEqual([{ ok: true, after: { rows: 3, columns: ['username'], type: 'xlsx', chosen: true, filtered: [] } }]);
  });
  test('a failed one is a message, not a file', async () => {
    for (const query of [{ columns: ['password_hash'] }, { columns: [] , type: 'pdf' }, { ids: '1;2' }, { createTime: ['x', 'y'] }, { createTime: ['2024-99-01', '2024-99-02'] }]) {
      const { status, headers, body } = await ops.get('/sys/export', { query });
      expect([status, headers['content-type'], headers['content-disposition'], body.success]).toEqual([400, 'application/json; charset=utf-8', undefined, false]);
    }
    expect((await (await api.as('resident')).get('/sys/export')).body.code).toBe(40300);
  });
});
