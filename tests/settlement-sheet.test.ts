// What leaves as a sheet of a month says inside whose it is, of which month, where that stands, and when it was made; its name tells it from others.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayFromNow } from './kit/care.ts';
import { closingKit, dayIn, monthBefore } from './kit/closing.ts';
import { startLife, type Life } from './kit/life.ts';

const [BEFORE, LAST, NOW] = [monthBefore(2), monthBefore(1), monthBefore(0)];
let life: Life;
let carer: { id: string; no: string };
let place: string;
let foreign: string;
let kit: ReturnType<typeof closingKit>;
beforeAll(async () => {
  life = await startLife();
  kit = closingKit(life);
  carer = await life.carer('孙一');
  for (const month of [BEFORE, LAST]) await kit.served(dayIn(month, 3), dayIn(month, 5), carer);
  const codes = await life.api.rows<{ code: string }>('select code from hospital order by id');
  [place, foreign] = codes.map(({ code }, i) => `${['第一医院', '第二医院'][i]} ${code}`) as [string, string];
});
afterAll(() => life.api.close());
async function sheet(query: object, { month = LAST, language = 'zh-CN', by = life.client.ops } = {}): Promise<{ name: string; plain: string; lines: string[][]; about: string[] }> {
  const { status, text, headers } = await by.get('/settlements/export', { query: { month, type: 'csv', ...query }, headers: { 'accept-language': language } });
  expect(status, text).toBe(200);
  const all = text.replace('\ufeff', '').trimEnd().split(/\r?\n/);
  const gap = all.findIndex((line) => /^,*$/.test(line));
  const [, plain, name] = /filename="([^"]+)"; filename\*=UTF-8''(\S+)/.exec(String(headers['content-disposition']))!;
  return { plain: plain!, name: decodeURIComponent(name!), lines: all.slice(0, gap).map((line) => line.split(',')), about: all.slice(gap + 1).map((line) => line.replace(/,+$/, '')) };
}
const hospitals = (id: string) => ({ by: 'hospital', hospitalId: id });

test('a hospital’s: its name and code, the month, where that stands, the day on which it was made; in both languages', async () => {
  const own = hospitals(life.place.hospitalId);
  expect((await sheet(own)).about).toEqual([`医院,${place}`, `月份,${LAST}`, '月结,未月结', `截至,${dayFromNow(0)}`]);
  expect((await sheet(own, { month: NOW })).about[2]).toBe('月结,进行中');
  expect((await kit.close(BEFORE)).status).toBe(200);
  expect((await sheet(own, { month: BEFORE, language: 'en' })).about).toEqual([`Hospital,${place}`, `Month,${BEFORE}`, 'Closing,Closed', `As of,${dayFromNow(0)}`]);
  expect((await sheet({ by: 'hospital' })).about).toEqual(['医院,全部', `月份,${LAST}`, `截至,${dayFromNow(0)}`]);
  expect((await sheet({ by: 'hospital' }, { by: life.client.resident, language: 'en' })).about[0]).toBe('Hospital,All in your data scope');
});
test('all caregivers’: of all hospitals, or the part of one, which says so', async () => {
  const { hospitalId } = life.place;
  expect((await sheet({ by: 'caregiver' })).about).toEqual(['医院,全部', `月份,${LAST}`, '月结,未月结', `截至,${dayFromNow(0)}`]);
  const part = await sheet({ by: 'caregiver', hospitalId }, { month: BEFORE });
  expect([part.about, part.name]).toEqual([[`医院,${place}`, `月份,${BEFORE}`, '月结,已月结', `截至,${dayFromNow(0)}`, '注,只含这家医院的服务日。'], `护工月度对账-第一医院-${BEFORE}.csv`]);
  expect((await sheet({ by: 'caregiver', hospitalId }, { language: 'en' })).about.at(-1)).toBe('Note,Days at this hospital only.');
});
test('a caregiver’s: name and number, and of each order whether its days are closed, as the page shows it', async () => {
  const own = { by: 'caregiver', caregiverNo: carer.no };
  const before = await sheet(own, { month: BEFORE });
  expect(before.about).toEqual([`护工,孙一 ${carer.no}`, `月份,${BEFORE}`, '月结,已月结', `截至,${dayFromNow(0)}`]);
  const at = before.lines[0]!.indexOf('月结');
  expect(before.lines.map((line) => line[at])).toEqual(['月结', '已月结', '']);
  const last = await sheet(own, { language: 'en' });
  expect([last.about[2], last.lines[1]![last.lines[0]!.indexOf('Closing')]]).toEqual(['Closing,Open', 'Open']);
  // nothing served: nothing stands anywhere
  expect((await sheet(own, { month: '2001-01' })).about).toEqual([`护工,孙一 ${carer.no}`, '月份,2001-01', `截至,${dayFromNow(0)}`]);
});
test('closed here and open there is closed in part', async () => {
  const { id, no } = await life.kit.caregiver('周二', [life.place, life.foreign], { certificate: '2099-01-01' });
  await kit.served(dayIn(LAST, 10), dayIn(LAST, 11), { no });
  const elsewhere = await life.kit.order(life.foreign);
  await life.api.rows(`insert into order_service_day (order_id, day, fraction, unit_price_fen, multiplier_bp, amount_fen, attendance, caregiver_id) select id, $2::date, 1, 100, 10000, 100, 'present', $3::bigint from care_order where order_no = $1`, [elsewhere, dayIn(LAST, 15), id]);
  expect((await kit.close(LAST)).status).toBe(200);
  expect((await sheet({ by: 'caregiver', caregiverNo: no })).about[2]).toBe('月结,部分已月结');
  expect((await sheet({ by: 'caregiver' }, { language: 'en' })).about[2]).toBe('Closing,Closed in part');
});
test('what a client that reads ASCII alone calls it tells hospitals, and one’s part, apart', async () => {
  const queries = [{ by: 'hospital' }, hospitals(life.place.hospitalId), hospitals(life.foreign.hospitalId), { by: 'caregiver' }, { by: 'caregiver', hospitalId: life.place.hospitalId }, { by: 'caregiver', hospitalId: life.foreign.hospitalId }, { by: 'caregiver', caregiverNo: carer.no }];
  const plain: string[] = [];
  for (const query of queries) plain.push((await sheet(query)).plain);
  const [one, other] = [life.place.hospitalId, life.foreign.hospitalId];
  expect(plain).toEqual([`month-${LAST}.csv`, `statement-${one}-${LAST}.csv`, `statement-${other}-${LAST}.csv`, `caregivers-${LAST}.csv`, `caregivers-${one}-${LAST}.csv`, `caregivers-${other}-${LAST}.csv`, `caregiver-${carer.no}-${LAST}.csv`]);
  expect((await sheet(hospitals(life.foreign.hospitalId))).about[0]).toBe(`医院,${foreign}`);
});
