import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { CAREGIVER_EXPORTED } from '../src/areas/caregiver/contract.ts';
import type { intake } from '../src/areas/intake/contract.ts';
import { checkCharacter } from '../src/kernel/id-number.ts';
import { SHEET } from '../src/host/sheet/bound.ts';
import { readSheet } from '../src/host/sheet/read.ts';
import { sheetFile } from '../src/host/sheet/write.ts';
import { zip } from '../src/host/sheet/zip.ts';
import type { Reply } from '../src/kernel/endpoint.ts';
import type { Fault } from '../src/kernel/error.ts';
import { formOf, type Answer, type Client, type Given } from './kit/api.ts';
import { dayFromNow } from './kit/care.ts';
import { CARER_HEAD, carer, textColumns } from './kit/intake.ts';
import { health, startStaff, type Staff } from './kit/staff.ts';

type Report = Reply<typeof intake.caregivers>;
let staff: Staff;
let ops: Client;
beforeAll(async () => {
  staff = await startStaff();
  ops = staff.client.ops;
  await staff.kit.place('晨光医院', ['骨科'], { code: 'CG01' });
  for (let i = 0; i < 2; i++) await staff.kit.place('同名医院', ['骨科'], { code: `TM0${i}` });
});
afterAll(() => staff.api.close());
let before: number;
const count = async (): Promise<number> => (await staff.api.rows<{ n: number }>('select count(*)::int as n from caregiver'))[0]!.n;
beforeEach(async () => void (before = await count()));

const xlsx = (rows: readonly (readonly (string | number)[])[], head: readonly string[] = CARER_HEAD): Promise<Buffer> => buffer(sheetFile({ title: '护工', type: 'xlsx', columns: head.map((heading) => ({ heading })), rows }).body as NodeJS.ReadableStream);
/** A workbook as other writers have it: numbers are numbers, what begins as a cell stands as it is. */
const packed = (rows: readonly (readonly (string | number)[])[], book = ''): Promise<Buffer> => {
  const cell = (said: string | number): string => (typeof said === 'number' ? `<c><v>${said}</v></c>` : said.startsWith('<c>') ? said : `<c t="inlineStr"><is><t>${said}</t></is></c>`);
  return buffer(zip(Object.entries({
    'xl/workbook.xml': `<workbook xmlns:r="x"><workbookPr ${book}/><sheets><sheet r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="one.xml"/></Relationships>',
    'xl/one.xml': `<worksheet><sheetData>${rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
  }).map(([name, text]) => [name, [text]] as const)));
};
const csv = (rows: readonly (readonly string[])[], head: readonly string[] = CARER_HEAD): string => [head, ...rows].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
const send = (file: Buffer | string, { dryRun = false, who = ops, ...more }: { dryRun?: boolean; who?: Client } & Given = {}): Promise<Answer<Report>> => who.post<Report>('/caregivers/import', { ...formOf(file, { name: '护工.xlsx' }), query: { dryRun: String(dryRun) }, ...more, headers: { ...formOf('').headers, ...more.headers } });
const done = async (file: Buffer | string): Promise<Report> => {
  const { status, text, body } = await send(file);
  expect([status, text]).toEqual([200, text]);
  return body.result;
};
const told = ({ faults }: Report): string[] => faults.map(({ row, column, value }) => `${row} ${column} ${value}`);

describe('the template', () => {
  test.each(['xlsx', 'csv'])('%s has the columns as providers keep them, in the reader\'s language', async (type) => {
    const answer = await ops.get('/caregivers/template', { query: { type } });
    const cells = async (given: Answer): Promise<string[][]> => (await readSheet(given.bytes, 'zh-cn')).map((line) => line.cells);
    expect(await cells(answer)).toEqual([CARER_HEAD]);
    if (type === 'xlsx') expect(textColumns(answer.bytes)).toEqual(CARER_HEAD.map((head) => !['健康证到期', '入职日期'].includes(head)));
    expect((await send(answer.bytes, { dryRun: true })).body.result).toEqual({ rows: 0, created: 0, unchanged: 0, dryRun: true, faults: [], faultCount: 0 });
    expect((await cells(await ops.get('/caregivers/template', { query: { type }, headers: { 'x-language': 'en' } })))[0]!.slice(0, 4)).toEqual(['Staff number', 'Name', 'Gender', 'ID number']);
  });
});

describe('importing', () => {
  test('a dry run tells, and writes nothing; then everyone is written, with certificate, posting, story and audit', async () => {
    const rows = [carer(100, { 姓名: '王　芳' }), carer(101, { 姓名: '赵六', 籍贯: '四川省南充', 语言: '普通话/四川话', 服务医院: 'cg01\n第一医院', 状态: '停用', 等级: '高级' }), carer(102, { 状态: '' })];
    expect((await send(await xlsx(rows), { dryRun: true })).body.result).toEqual({ rows: 3, created: 3, unchanged: 0, dryRun: true, faults: [], faultCount: 0 });
    expect(await count()).toBe(before);
    expect(await done(await xlsx(rows))).toEqual({ rows: 3, created: 3, unchanged: 0, dryRun: false, faults: [], faultCount: 0 });
    expect(await staff.api.rows(`select c.staff_no, c.name, c.gender, c.birthday::text, c.id_no, c.mobile, c.origin_province, c.origin_city, c.languages, c.level, c.employment, c.hired_on::text, c.status, c.name_initials, array(select h.name from caregiver_hospital ch join hospital h on h.id = ch.hospital_id where ch.caregiver_id = c.id order by h.id) as at,
      (select expires_on::text from caregiver_certificate k where k.caregiver_id = c.id) as health from caregiver c where c.staff_no like 'TS1010%' order by 1`)).toMatchObject([
      { staff_no: 'TS10100', name: '王芳', gender: 2, birthday: '1970-01-01', origin_province: '浙江', origin_city: '乐清', languages: ['普通话'], level: 'junior', employment: 'partner', hired_on: '2024-05-06', status: 'active', name_initials: 'wf', at: ['晨光医院'], health: '2027-03-01' },
      { staff_no: 'TS10101', origin_province: '四川', origin_city: '南充', languages: ['普通话', '四川话'], level: 'senior', status: 'suspended', at: ['第一医院', '晨光医院'] },
      { staff_no: 'TS10102', status: 'pending' },
    ]);
    const one = await staff.see('TS10100', ops);
    expect(one.timeline).toMatchObject([{ event: 'create', from: null, to: 'active', actor: 'ops的昵称' }]);
    expect(one.can).toContain('undo');
    const [row] = await staff.api.rows<{ after: object }>(`select after from audit_event where action = 'caregiver.import' and ok order by id desc limit 1`);
    expect(row!.after).toEqual({ rows: 3, dryRun: false, faults: 0, created: 3, unchanged: 0 });
  });
  test('whoever has left is posted until yesterday at the latest', async () => {
    await done(csv([carer(280, { 状态: '离职', 入职日期: '' }), carer(281, { 状态: '离职', 入职日期: dayFromNow(0) }), carer(282, { 状态: '离职', 入职日期: '2024-05-06' })]));
    const posted = async (no: string) => (await staff.see(no)).postings.map(({ from, to }) => [from, to]);
    expect([await posted('TS10280'), await posted('TS10281'), await posted('TS10282')]).toEqual([[[dayFromNow(-1), dayFromNow(-1)]], [[dayFromNow(-1), dayFromNow(-1)]], [['2024-05-06', dayFromNow(-1)]]]);
    expect((await staff.see('TS10280')).hospitals).toEqual([]);
  });
  test('a second run changes nothing, by staff number or by ID number alone; what differs is told', async () => {
    await done(csv([carer(110), carer(111)]));
    const [by] = [await count(), await staff.api.rows(`update caregiver set name = '王 芳' where staff_no = 'TS10110'`)];
    expect(await done(csv([carer(110), carer(111, { 工号: '' })], CARER_HEAD.map((head) => head.replace('姓名', '姓　 名'))))).toMatchObject({ rows: 2, created: 0, unchanged: 2, faultCount: 0 });
    const { faults } = await done(csv([carer(110, { 姓名: '王方', 状态: '离职', 健康证到期: '2030-01-01' }), carer(111, { 工号: 'OTHER1' }), carer(112)]));
    expect(faults.map(({ row, column }) => `${row} ${column}`)).toEqual(['2 姓名', '3 工号']);
    expect(faults[1]!.reason).toContain('TS10111');
    expect(await count()).toBe(by);
  });
  test('while other sheets take all the room it waits for its turn; a dry run is told to ask again', async () => {
    let over = false;
    // whoever has a place takes it again at once
    const read = async (): Promise<void> => {
      while (!over) await readSheet(Buffer.from('a,b'), 'zh-cn');
    };
    const reading = Array.from({ length: SHEET.atOnce }, () => read().catch((fault: Fault) => fault.fault));
    const dry = await send(csv([carer(125)]), { dryRun: true });
    const { status, text } = await send(csv([carer(125), carer(126)]));
    over = true;
    expect([status, text]).toEqual([200, expect.stringContaining('"created":2')]);
    expect(dry).toMatchObject({ status: 429, body: { message: '操作过于频繁，5 秒后再试' } });
    // it had the next place that was free
    expect((await Promise.all(reading)).filter((fault) => fault === 'too_many')).toHaveLength(1);
  });
  test('without a staff number each gets a running one, past those of the sheet itself', async () => {
    const [row] = await staff.api.rows<{ n: number }>(`select coalesce(max(substring(staff_no from 3)::int) filter (where staff_no ~ '^PY[0-9]{6}$'), 100000) as n from caregiver`);
    const next = `PY${row!.n + 2}`;
    await done(csv([carer(120, { 工号: '' }), carer(121, { 工号: next }), carer(122, { 工号: '' })]));
    const made = await staff.api.rows<{ no: string }>(`select staff_no as no from caregiver where mobile in ('13800000120', '13800000122') order by mobile`);
    expect(new Set([next, ...made.map(({ no }) => no)]).size).toBe(3);
    for (const { no } of made) expect(no).toMatch(/^PY\d{6}$/);
  });
  test('names every wrong cell in the reader\'s language, and with a single one nothing is written', async () => {
    const rows = [carer(130), carer(131, { 性别: '中', 手机: '138', 身份证号: '33038219700101131X', 健康证到期: '2026-02-30', 等级: '大师' }), carer(132, { 服务医院: '无名医院' }), carer(133, { 服务医院: '同名医院' }), carer(134, { 手机: carer(130)[4]! }), carer(135, { 工号: carer(130)[0]! }), carer(136, { 健康证到期: '' }), carer(137, { 姓名: '坏\ufffd' }), carer(138, { 工号: '#', 姓名: '' }), carer(139, { 姓名: '#N/A', 籍贯: '#REF!' })];
    const { status, body } = await send(await xlsx(rows));
    expect([status, body.result.created, body.result.rows]).toEqual([200, 0, 10]);
    expect(told(body.result)).toEqual(['3 性别 中', '3 身份证号 33038219700101131X', '3 手机 138', '3 等级 大师', '3 健康证到期 2026-02-30', '4 服务医院 无名医院', '5 服务医院 同名医院', '6 手机 13800000130', '7 工号 TS10130', '8 健康证到期 ', '9 姓名 坏�', '10 工号 #', '10 姓名 ', '11 姓名 #N/A', '11 籍贯 #REF!']);
    expect(body.result.faultCount).toBe(15);
    expect(body.result.faults.at(-1)!.reason).toBe('公式的结果出错');
    const english = await send(await xlsx(rows), { headers: { 'x-language': 'en' } });
    expect(english.body.result.faults.find(({ row }) => row === 4)).toEqual({ row: 4, column: 'Hospital', value: '无名医院', reason: 'There is no such hospital.' });
    expect(await count()).toBe(before);
  });
  test('who is blacklisted does not come in by a sheet, deleted or not; a number that is someone\'s is told', async () => {
    const no = await staff.worker({ idNo: carer(140)[3]! });
    await staff.done(no, 'blacklist', { reason: '打骂患者', reviewOn: dayFromNow(90) });
    const there = await staff.made({ mobile: carer(142)[4]! });
    await staff.done(there, 'remove');
    await staff.made({ mobile: carer(143)[4]! });
    const report = await done(csv([carer(140), carer(141, { 工号: there }), carer(143)]));
    expect(report.faults.map(({ row, column, reason }) => `${row} ${column} ${reason.split(' · ')[0]}`)).toEqual(['2 身份证号 身份证号在黑名单中', '3 工号 属于已删除的护工', '4 手机 属于另一位护工']);
    expect(report.faults.find(({ column }) => column === '身份证号')!.reason).toContain('打骂患者');
    await staff.api.rows('update caregiver set deleted_at = now() where staff_no = $1', [no]);
    expect((await done(csv([carer(140)]))).faults.map(({ column }) => column)).toEqual(['身份证号']);
  });
  test('the rule of the health certificate holds: at work with one that has ended is suspended, and back with a new one', async () => {
    await done(csv([carer(150, { 健康证到期: dayFromNow(-1) }), carer(151, { 健康证到期: dayFromNow(0) })]));
    expect(await staff.see('TS10150')).toMatchObject({ status: 'suspended', suspendedFor: 'health' });
    expect(await staff.see('TS10151')).toMatchObject({ status: 'active' });
    expect(await staff.done('TS10150', 'certify', health(300))).toMatchObject({ status: 'active' });
  });
  test('takes English, other names of columns, days as spreadsheets count them, and the order as it is', async () => {
    const [, , , id] = carer(160);
    const head = ['Mobile', 'name', 'ID NUMBER', 'Gender', '用工性质', 'Hired on', '健康证到期日', 'Status', 'Level'];
    expect(await done(await xlsx([[13800000160, 'Ann', id!, 'female', 'Staff', 45_000, '2027/3/1', 'Active', 'Expert']], head))).toMatchObject({ created: 1 });
    expect((await staff.api.rows(`select name, gender, employment, level, hired_on::text, status from caregiver where mobile = '13800000160'`))[0]).toEqual({ name: 'Ann', gender: 2, employment: 'staff', level: 'expert', hired_on: '2023-03-15', status: 'active' });
  });
  test('days that are counted from 1904, as some spreadsheets do, are the same days', async () => {
    const [, , , id] = carer(161);
    const head = ['手机', '姓名', '身份证号', '性别', '入职日期', '健康证到期'];
    const counted = (said: string): Promise<Buffer> => packed([head, [13800000161, '安', id!, '女', 45_000 - 1_462, '2027/3/1']], said);
    for (const said of ['date1904="1"', 'date1904="true"']) expect((await send(await counted(said), { dryRun: true })).body.result).toMatchObject({ created: 1 });
    expect(await done(await counted('date1904="1"'))).toMatchObject({ created: 1 });
    expect(await staff.api.rows(`select hired_on::text, (select expires_on::text from caregiver_certificate k where k.caregiver_id = c.id) as health from caregiver c where mobile = '13800000161'`)).toEqual([{ hired_on: '2023-03-15', health: '2027-03-01' }]);
    // the very day that it was read as before differs now
    expect((await send(await counted('date1904="0"'))).body.result).toMatchObject({ created: 0, faultCount: 1 });
  });
  test('a number whose last digits a spreadsheet has lost is refused as such, whether what is left would pass or not', async () => {
    const reason = '长数字的末几位已丢失：把这一列设为文本，重新填写';
    // the check character of the first is right
    for (const [cell, value] of [['<c><v>3.1010119900307E+17</v></c>', '3.1010119900307E+17'], [310101199003080000, '3.1010119900308E+17']] as const) {
      const file = await packed([CARER_HEAD, carer(163).map((said, i) => (CARER_HEAD[i] === '身份证号' ? cell : said))]);
      expect(await done(file)).toMatchObject({ created: 0, faultCount: 1, faults: [{ row: 2, column: '身份证号', value, reason }] });
    }
    expect((await done(csv([carer(163, { 身份证号: '3.10101E+17', 手机: '1.38E+10' })]))).faults).toMatchObject([{ column: '身份证号', value: '3.10101E+17', reason }, { column: '手机', value: '1.38E+10', reason }]);
    const english = await send(csv([carer(163, { 身份证号: '3.10101E+17' })]), { headers: { 'x-language': 'en' } });
    expect(english.body.result.faults).toMatchObject([{ column: 'ID number', reason: 'the last digits of a long number are lost: make the column text and enter it again' }]);
    expect(await count()).toBe(before);
  });
  test('half a character is a fault of its cell', async () => expect(await done(await packed([CARER_HEAD, carer(168, { 姓名: '王_xD800_芳' }), carer(169, { 姓名: '王_xD83D__xDE00_' })]))).toMatchObject({ rows: 2, created: 0, faultCount: 1, faults: [{ row: 2, column: '姓名', reason: '有无法保存的字符' }] }));
  test('a day that a spreadsheet counts has the bounds of one in words', async () => {
    const [, , , id] = carer(162);
    const head = ['手机', '姓名', '身份证号', '性别', '入职日期'];
    const dry = async (day: number | string): Promise<unknown> => (await send(await xlsx([[13800000162, '安', id!, '女', day]], head), { dryRun: true })).body.result.faults;
    for (const day of ['2101-01-01', 73_416, 99_999]) expect(await dry(day)).toEqual([{ row: 2, column: '入职日期', value: String(day), reason: '年份不合理' }]);
    for (const day of ['2100-12-31', 73_415, 73_415.9]) expect(await dry(day)).toEqual([]);
  });
  test('a heading that is missing, unknown or twice there is told, and so is what is no sheet of caregivers', async () => {
    for (const [file, words] of [
      [csv([], CARER_HEAD.filter((name) => name !== '手机')), '缺少“手机”列'], [csv([], [...CARER_HEAD, '工资']), '不认识的列“工资”'], [csv([], [...CARER_HEAD, '手机号']), '“手机”列出现两次'], ['', '没有内容'], ['a,b\r\n1,2', '这不是护工表格'], [csv(Array.from({ length: 10_001 }, () => carer(100))), '超过 10000 行'],
    ] as const) {
      const { status, body } = await send(file);
      expect([words, status, body.code, body.message.includes(words)]).toEqual([words, 400, 40007, true]);
    }
  });
  test('rights: the resident and the hospital may not', async () => {
    for (const who of [staff.client.resident, staff.client.hospital]) expect((await send(csv([carer(170)]), { who })).status).toBe(403);
    expect(await count()).toBe(before);
  });
  test('of two at once with one person, one is refused and nothing is half written', async () => {
    const answers = await Promise.all([send(csv([carer(180), carer(181)])), send(csv([carer(180, { 姓名: '王方' }), carer(182)]), { who: staff.client.admin })]);
    expect(answers.filter(({ status, body }) => status === 200 && body.result.created === 2)).toHaveLength(1);
    expect(await count()).toBe(before + 2);
  });
});

test('what goes out has every column, phones masked and no ID number, whatever is asked for', async () => {
  await done(csv([carer(190, { 姓名: '钱多多' })]));
  const [{ id }] = await staff.api.rows<{ id: string }>(`select id::text from caregiver where staff_no = 'TS10190'`) as [{ id: string }];
  const file = await staff.client.resident.post('/caregivers/export', { body: { selection: { mode: 'include', ids: [id], filter: {} }, columns: CAREGIVER_EXPORTED, type: 'csv' } });
  expect(file.text.trim().split('\r\n')).toHaveLength(1); // posted elsewhere: out of the resident's reach
  const own = await ops.post('/caregivers/export', { body: { selection: { mode: 'include', ids: [id], filter: {} }, columns: CAREGIVER_EXPORTED, type: 'csv' } });
  const [head, line] = own.text.trim().split('\r\n').map((row) => row.split(','));
  expect([head!.length, line!.length]).toEqual([CAREGIVER_EXPORTED.length, CAREGIVER_EXPORTED.length]);
  expect(line).toEqual(expect.arrayContaining(['TS10190', '钱多多', '初级', '在岗', '晨光医院', '加盟', '138****0190', '女', '2027-03-01']));
  expect(own.text).not.toContain('13800000190');
  expect(own.text).not.toContain(carer(190)[3]);
  expect((await staff.client.hospital.post('/caregivers/export', { body: { selection: { mode: 'exclude', ids: [], filter: {} }, columns: ['no'] } })).status).toBe(403);
});

test('the sheet as a provider keeps it is understood: its good rows come in whole, its bad cells are told', async () => {
  const text = readFileSync(new URL('./fixture/caregiver.csv', import.meta.url));
  const records = parse(text, { columns: true, bom: true }) as Record<string, string>[];
  for (const name of new Set(records.map((row) => row['服务医院']!))) if (name !== '' && name !== '晨光医院') await staff.kit.place(name);
  const first = (await send(text, { dryRun: true })).body.result;
  expect(first.rows).toBe(records.length);
  const wrong = new Set(first.faults.map(({ row }) => row));
  const good = records.filter((_, i) => !wrong.has(i + 2));
  // the very cells that the command `import` refuses too
  expect(told(first).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['5 身份证号', '6 身份证号', '7 健康证到期', '8 手机', '9 工号', '9 身份证号', '9 手机', '10 性别', '11 姓名', '12 手机', '13 状态']);
  expect(await done(csv(good.map((row) => CARER_HEAD.map((name) => row[name]!))))).toMatchObject({ rows: good.length, created: good.length, faults: [] });
  expect(await count()).toBe(before + good.length);
});

test('10,000 rows: in bounded time and memory, with progress, all or none, and nothing the second time', { timeout: 240_000 }, async () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => {
    const id = `4401041985${String(1 + (i % 12)).padStart(2, '0')}${String(1 + (Math.floor(i / 12) % 28)).padStart(2, '0')}${String(100 + Math.floor(i / 336)).padStart(3, '0')}`;
    return carer(100, { 工号: `BIG${10_000 + i}`, 身份证号: id + checkCharacter(id), 手机: `1370${String(i).padStart(7, '0')}`, 姓名: `批量${'甲乙丙丁'[i % 4]}` });
  });
  const file = await xlsx(rows);
  const key = 'import-ten-thousand-1';
  const memory = process.memoryUsage().rss;
  const began = performance.now();
  const { status, body } = await send(file, { key });
  const took = performance.now() - began;
  expect([status, body.result.created, body.result.faultCount]).toEqual([200, 10_000, 0]);
  expect(took).toBeLessThan(60_000);
  expect(process.memoryUsage().rss - memory).toBeLessThan(500 * 1024 * 1024);
  expect((await ops.get(`/exports/${key}`)).body.result).toEqual({ rows: 10_000, total: 10_000, state: 'done' });
  expect(await count()).toBe(before + 10_000);
  expect((await done(file))).toMatchObject({ created: 0, unchanged: 10_000, faultCount: 0 });
  const worst = await send(await xlsx(rows.map((row) => row.map((cell, i) => (i === 1 ? '' : cell)))), { dryRun: true });
  expect([worst.body.result.faultCount, worst.body.result.faults.length]).toEqual([10_000, 1_000]);
});
