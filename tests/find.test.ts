import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { order } from '../src/areas/order/contract.ts';
import type { Database } from '../src/host/db/open.ts';
import { careKit, door, type Place } from './kit/care.ts';
import { testDatabase } from './kit/database.ts';

let database: Database;
let kit: Awaited<ReturnType<typeof careKit>>;
let ask: ReturnType<typeof door>;
let bone: Place;
beforeAll(async () => {
  database = await testDatabase();
  kit = await careKit(database);
  ask = door(database, 'all');
  bone = await kit.place('第一医院', ['骨科', '内科']);
  const done = { service_state: 'completed', eval_state: 'done' };
  await kit.order(bone, { patient: '张三', order_no: 'PH26110130001', ...done });
  await kit.order(bone, { patient: '张三', order_no: 'PH26110230002', service_state: 'in_service', department: 1 });
  await kit.order(bone, { patient: '张三', order_no: 'PH26110330003', ...done });
  await kit.order(bone, { patient: '张三丰', order_no: 'PH26110430004' });
  await kit.order(bone, { patient: '小张三', order_no: 'PH26110530005' });
  await kit.order(bone, { patient: '赵四', order_no: 'PH26110630006' });
  await kit.order(bone, { patient: '章散', order_no: 'PH26110730007' });
  await kit.order(bone, { patient: '单雄', order_no: 'PH26110830008' });
  await kit.order(bone, { patient: '吕䶮', order_no: 'PH26110930009' });
  await kit.order(bone, { order_no: 'PH26111030010', patient_id: await kit.patient('陈七', { contact_mobile: '13800030001' }) });
  await kit.order(bone, { order_no: 'PH26300011011', patient: '周八' });
  await kit.order(bone, { order_no: 'PH26111130012', patient: '吴九', bed_id: null, bed_text: '加3', department: 1 });
  await kit.order(bone, { order_no: 'PH26111230013', patient: '100%_吴' });
  await kit.order(bone, { order_no: 'PH26111330014', patient: '秦十', bed_id: null, bed_text: '3-12' });
});
afterAll(() => database.close());

/** `patient last-two-of-number why`, in the order of the answer. */
const found = async (q: string): Promise<string[]> => (await ask(order.find, { q })).map(({ row, why }) => `${row.patientName} ${row.orderNo.slice(-2)} ${why}`);

test('digits: the end of a number, then a phone, then inside a number', async () => {
  expect(await found('30001')).toEqual(['张三 01 number', '周八 11 number']);
  expect(await found('３０００１')).toEqual(await found('30001'));
  expect(await found('0001')).toEqual(['张三 01 number', '陈七 10 phone', '周八 11 number']);
  expect(await found('13800030001')).toEqual(['陈七 10 phone']);
});
test('a whole number, in any case, and any part of it', async () => {
  expect(await found('ph26110930009')).toEqual(['吕䶮 09 number']);
  expect(await found('PH263')).toEqual(['周八 11 number']);
  expect(await found(' 261109 ')).toEqual(['吕䶮 09 number']);
});
test('hanzi: the whole name, its beginning, a part of it; alive before ended, then the newest', async () => {
  expect(await found('张三')).toEqual(['张三 02 name', '张三 03 name', '张三 01 name', '张三丰 04 name', '小张三 05 name']);
  expect(await found('䶮')).toEqual(['吕䶮 09 name']);
});
test('traditional characters find who is written in simplified ones', async () => {
  expect(await found('張三')).toEqual(await found('张三'));
  expect(await found('趙四')).toEqual(['赵四 06 name']);
  expect(await found('張三豐 骨科')).toEqual(await found('张三丰 骨科'));
});
test('pinyin and initials: whole words first, then beginnings, then inside', async () => {
  expect(await found('zhangsan')).toEqual(['章散 07 pinyin', '张三 02 pinyin', '张三 03 pinyin', '张三 01 pinyin', '张三丰 04 pinyin', '小张三 05 pinyin']);
  expect(await found('Zhang San')).toEqual(await found('zhangsan'));
  expect((await found('zs')).slice(0, 5)).toEqual(['章散 07 initials', '赵四 06 initials', '张三 02 initials', '张三 03 initials', '张三 01 initials']);
  expect(await found('zsf')).toEqual(['张三丰 04 initials']);
  expect(await found('lvyan')).toEqual(['吕䶮 09 pinyin']);
});
test('what the sound answered is said sign by sign, and nothing of what its text did', async () => {
  const marked = async (q: string): Promise<string[]> => (await ask(order.find, { q })).map(({ row, marks }) => marks.map((at) => row.patientName[at]).join(''));
  expect(await marked('zhangsan')).toEqual(['章散', '张三', '张三', '张三', '张三', '张三']);
  expect(await marked('zhangsanf')).toEqual(['张三丰']);
  expect(await marked('lv')).toEqual(['吕']);
  expect(await marked('张s')).toEqual(['张三', '张三', '张三', '张三', '张三']);
  expect(await marked('張s')).toEqual(await marked('张s'));
  expect(await marked("xia'zh")).toEqual([]);
  expect(await marked('sanf')).toEqual(['三丰']);
  expect(await marked('张三丰')).toEqual(['']);
});
test('inside a reading a word begins with a syllable', async () => {
  expect(new Set((await found('san')).map((one) => one.split(' ')[0]))).toEqual(new Set(['章散', '小张三', '张三丰', '张三']));
  for (const q of ['gsan', 'ngsan', 'angsan', 'hangs', 'gs 12床', 'hang 12床']) expect([q, await found(q)]).toEqual([q, []]);
  for (const q of ['zh 12床', 'san 12床', 'zs 12床']) expect([q, (await found(q)).map((one) => one.slice(0, 5))]).toEqual([q, ['张三 02']]);
});
test('the borders of an input method: a syllable ends there', async () => {
  expect(await found("zhang'san")).toEqual(await found('zhangsan'));
  expect([await found("zha'ng'san"), await found("zhangs'an"), await found("lv'yan"), await found("z's'f"), await found("z'hang")]).toEqual([[], [], ['吕䶮 09 pinyin'], ['张三丰 04 initials'], []]);
  expect(await found("'")).toEqual([]);
});
test('the same behind hanzi that stand already or beside other words, and ü for v', async () => {
  expect([await found("张s'f"), await found("张san'f"), await found("张sa'n"), await found("赵s'i")]).toEqual([['张三丰 04 initials'], ['张三丰 04 pinyin'], [], []]);
  expect((await found("张sa'n")).length).toBeLessThan((await found('张san')).length);
  expect([await found("内科 zhang'san"), await found("内科 zha'ngsan")]).toEqual([['张三 02 pinyin'], []]);
  expect([await found('lüyan'), await found("lü'yan"), await found('lü yan'), await found('Ｌüy'), await found('lü䶮'), await found('内科 lü')]).toEqual([...Array<string[]>(5).fill(['吕䶮 09 pinyin']), []]);
});
test('a department by its sound beside a bed', async () => {
  for (const q of ['nk 12床', 'neike 12床', 'nk12', 'nk12床', 'neike12', 'NK 12', 'nei 12床', 'nei ke 12', 'nei ke 12床']) expect([q, (await found(q))[0]]).toEqual([q, '张三 02 bed']);
  for (const q of ['gk 12床', 'gk12', 'gu ke 12', 'ke 12床', 'xk 12床']) expect([q, await found(q)]).toEqual([q, []]);
  expect(await found('nk zhangsan')).toEqual([]);
  expect(await found('zhangsan nk 12')).toEqual(['张三 02 pinyin']);
  expect((await found('zhang san 12'))[0]).toBe('张三 02 pinyin');
});
test('a surname of two readings is found by each', async () => {
  expect(await found('shanxiong')).toEqual(['单雄 08 pinyin']);
  expect(await found('danxiong')).toEqual(['单雄 08 pinyin']);
  expect(await found('danxi')).toEqual(['单雄 08 pinyin']);
});
test('a bed, known or written by hand, and words that narrow one another', async () => {
  expect(await found('12床')).toEqual(['张三 02 bed']);
  expect((await found('11床'))[0]).toBe('100%_吴 13 bed');
  expect((await found('12'))[0]).toBe('张三 02 bed');
  expect(await found('加3床')).toEqual(['吴九 12 bed']);
  expect(await found('加3')).toEqual(['吴九 12 bed']);
  expect([await found('3-12'), await found('3-12床')]).toEqual([['秦十 14 bed'], ['秦十 14 bed']]);
  for (const q of ['内科 12床', '内科 12 床', '内科 12 床位', '内科 十二床', '内科十二 床', '内科 bed 12']) expect([q, await found(q)]).toEqual([q, ['张三 02 bed']]);
  expect(await found('骨科 12床')).toEqual([]);
  expect([await found('内科12床'), await found('骨科12床'), await found('第一医院 内科12床'), await found('12床张三'), await found('张三12床'), await found('12床赵四')]).toEqual([['张三 02 bed'], [], ['张三 02 bed'], ['张三 02 bed'], ['张三 02 name'], []]);
  expect([await found('第一医院 · 内科 · 12床'), await found('第一医院 · 骨科 · 12床'), await found('张三 第一医院 内科 第一 13床'), await found('第一 医院 内科 张 三 12床')]).toEqual([['张三 02 bed'], [], [], ['张三 02 bed']]);
  expect(await found('张三 内科')).toEqual(['张三 02 name']);
  expect([await found('内科第12床'), await found('1病区 12床'), await found('1病区12床'), await found('一病区12床'), await found('2病区12床')]).toEqual([['张三 02 bed'], ['张三 02 bed'], ['张三 02 bed'], ['张三 02 bed'], []]);
  expect(await found('内科　张三')).toEqual(['张三 02 name']);
});
test('signs of LIKE mean themselves, and nothing finds nothing', async () => {
  expect(await found('100%_吴')).toEqual(['100%_吴 13 name']);
  for (const nothing of ['%', '_', '  ', '　', '\u0000', '\\', "'", 'xxqqzz', '没有这个人', '99999999', '张三%']) expect(await found(nothing)).toEqual([]);
});
test('any number is found by its last five digits, and any text at all is answered', async () => {
  const all = (await ask(order.list, { pageSize: '200' })).list;
  for (const { orderNo } of all) expect((await ask(order.find, { q: orderNo.slice(-5) }))[0]!.row.orderNo).toBe(orderNo);
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), fc.string({ unit: fc.constantFrom('张', '三', ' ', '1', 'z', '床', '%', '\\', "'", '\0', '\ud800', '-'), minLength: 1, maxLength: 12 })), async (q) => {
      expect((await ask(order.find, { q })).length).toBeLessThanOrEqual(20);
    }),
    { numRuns: 150 },
  );
});
test('a bed whose number ends in a letter, or begins with several', async () => {
  const place = await kit.place('第五医院', ['妇产科', '特需']);
  await kit.order(place, { order_no: 'PH26111530051', patient: '严一', bed_id: null, bed_text: '12A' });
  await kit.order(place, { order_no: 'PH26111530052', patient: '严二', bed_id: null, bed_text: 'VIP2床', department: 1 });
  for (const q of ['妇产科12A床', '妇产科 12A床', '妇产科 12A 床', '妇产科 12A', '12A', '12a床', 'fuchanke12a床']) expect([q, await found(q)]).toEqual([q, ['严一 51 bed']]);
  for (const q of ['特需VIP2床', '特需 VIP2床', 'VIP2床']) expect([q, await found(q)]).toEqual([q, ['严二 52 bed']]);
  expect(await found('妇产科12B床')).toEqual([]);
});
test('a place and what it stands beside in one word, and a department by its short name', async () => {
  const place = await kit.place('仁和医院', ['康复中心', '神经内科']);
  await kit.order(place, { order_no: 'PH26111630061', patient: '卫丽' });
  await kit.order(place, { order_no: 'PH26111630062', patient: '蒋一', department: 1 });
  for (const q of ['康复中心卫丽', '卫丽康复中心', '康复中心weili']) expect([q, (await found(q)).map((one) => one.slice(0, 5))]).toEqual([q, ['卫丽 61']]);
  for (const q of ['仁和神经内科12床', '仁和神经内科 12床', '神内 12床', '神内12床', '神内 蒋一']) expect([q, (await found(q)).map((one) => one.slice(0, 5))]).toEqual([q, ['蒋一 62']]);
  for (const q of ['神内', '神内 13床', '康复中心蒋一']) expect([q, await found(q)]).toEqual([q, []]);
});
test('of many of one name, twenty: those alive and the newest, each once', async () => {
  const place = await kit.place('第三医院');
  const made: string[] = [];
  for (let i = 0; i < 26; i++) made.push(await kit.order(place, { patient: '同名', service_state: i < 3 ? 'assigned' : 'completed' }));
  const rows = (await ask(order.find, { q: 'tongming' })).map(({ row }) => row.orderNo);
  expect(rows).toEqual([made[2], made[1], made[0], ...made.slice(-17).reverse()]);
});
test('a name that is everywhere: the newest of those alive, then the newest, for a scope its own', async () => {
  const place = await kit.place('第四医院', ['骨科', '内科']);
  const old = await kit.order(place, { patient: '众人', service_state: 'completed', eval_state: 'done' });
  // more than are looked at one by one (LOOKED of host/find.ts)
  await database.pool.query(`insert into patient (name, name_pinyin, name_initials) select '众人', 'zhongren', 'zr' from generate_series(1, 600)`);
  const newest: string[] = [];
  for (let i = 0; i < 3; i++) newest.push(await kit.order(place, { patient: '众人', service_state: i === 0 ? 'assigned' : 'completed', department: i % 2 }));
  const numbers = async (by: typeof ask): Promise<string[]> => (await by(order.find, { q: 'zhongr' })).map(({ row }) => row.orderNo);
  expect(await numbers(ask)).toEqual([newest[0], newest[2], newest[1], old]);
  expect(await numbers(door(database, [{ hospitalId: place.hospitalId, departments: [] }]))).toEqual([newest[0], newest[2], newest[1], old]);
  expect(await numbers(door(database, [{ hospitalId: place.hospitalId, departments: [place.departments[1]!.id] }]))).toEqual([newest[1]]);
  expect(await numbers(door(database, [{ hospitalId: bone.hospitalId, departments: [] }]))).toEqual([]);
});
test('a status beside other words is a condition of theirs, also one that has ended or is derived', async () => {
  const late = await kit.place('晚院', ['晚科']);
  const ended = { service_state: 'completed', eval_state: 'done' };
  await kit.order(late, { order_no: 'PH26112030020', patient: '冯早', ...ended });
  await kit.order(late, { order_no: 'PH26112030021', patient: '冯晚', service_state: 'in_service', planned_start: '2020-01-01', planned_end: '2020-01-05' });
  const numbers = async (q: string): Promise<string[]> => (await found(q)).map((one) => one.split(' ')[1]!);
  expect([await numbers('closed 晚科'), await numbers('wanke closed'), await numbers('closed 冯'), await numbers('closed 晚科 冯晚')]).toEqual([['20'], ['20'], ['20'], []]);
  expect([await numbers('overdue 晚科'), await numbers('晚院 overdue'), await numbers('in_service 晚科'), await numbers('cancelled 晚科')]).toEqual([['21'], ['21'], ['21'], []]);
  expect((await ask(order.find, { q: 'closed 晚科' }))[0]!.why).toBe('place');
  expect([await numbers('closed'), await numbers('closed overdue')]).toEqual([[], []]);
});
test('some signs in full and some by their initials, whichever: as most type a name', async () => {
  const place = await kit.place('第六医院', ['骨科', '内科']);
  for (const [i, patient] of ['王小明', '万国兴', '欧阳小梅', '李晓明', '单小美', '阿依古丽·买买提', '旺姆'].entries()) await kit.order(place, { patient, department: i === 3 ? 1 : 0, order_no: `PH2612013007${i}` });
  for (const [typed, wanted] of [['wangxm', '王小明'], ['wxming', '王小明'], ['wang xming', '王小明'], ['wgxing', '万国兴'], ['ouyxm', '欧阳小梅'], ['oyxmei', '欧阳小梅'], ['lixmi', '李晓明'], ['danxm', '单小美'], ['ayigl', '阿依古丽·买买提'], ['骨科 wangxm', '王小明'], ['12床 lixm', '李晓明']] as const) {
    expect([typed, (await ask(order.find, { q: typed })).map(({ row, marks }) => [row.patientName, marks.length > 0 || typed.includes('床')])]).toEqual([typed, [[wanted, true]]]);
  }
  for (const none of ['wangxl', 'wangxmx', 'wamxm', "wan'gxm", 'wangxm 内科', `${'wang'.repeat(12)}xm`]) expect([none, await ask(order.find, { q: none })]).toEqual([none, []]);
  expect([...new Set((await found('zhangsf')).concat(await found('zsan')).map((one) => one.split(' ')[0]))]).toEqual(['张三丰', '章散', '张三']);
  const listed = async (value: string): Promise<string[]> => (await ask(order.list, { where: [`patientName:has:${value}`] })).list.map(({ patientName }) => patientName);
  expect([await listed('WXMing'), await listed('wangxl')]).toEqual([['王小明'], []]);
  // a dot that nobody types, or types as they can
  for (const typed of ['阿依古丽买买提', '阿依古丽.买买提', '丽•买', '阿依古丽买买提 骨科']) expect([typed, (await found(typed)).map((one) => one.split(' ')[0])]).toEqual([typed, ['阿依古丽·买买提']]);
  expect([await listed('古丽买'), await listed('阿依古丽买提')]).toEqual([['阿依古丽·买买提'], []]);
});
