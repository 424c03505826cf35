import { afterEach, expect, test, vi } from 'vitest';
import { find } from '../../src/areas/patient/record.ts';
import type { FoundPatient } from '../../src/areas/patient/contract.ts';
import { setDictionarySource, type DictionaryItem, type LoadDictionary } from '../../src/ui/dictionary-source.ts';
import { enter, freshPalette, headings, ids, noOf, startPalette } from '../kit/palette.tsx';
import { press } from '../kit/typist.ts';

// Patients among people: what a row of the server says, where it leads, and where such rows stand.
freshPalette();
afterEach(() => vi.unstubAllGlobals());

const patientOf = (more: Partial<FoundPatient>): FoundPatient => ({
  id: '7', name: '王丽', gender: 0, birthday: null, age: 76, idNo: '110***********001X', mobile: '138****1234', contactName: null, contactRelation: null, contactMobile: null,
  lastOrderNo: 'PH2601010001', lastHospital: '仁爱医院', lastStart: '2026-01-01', several: false, why: 'pinyin', marks: [0, 1], ...more,
});
const rowsOf = async (patients: FoundPatient[]) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(decodeURIComponent(url));
    return new Response(JSON.stringify({ success: true, code: 200, message: '', result: patients, timestamp: 0 }), { headers: { 'content-type': 'application/json' } });
  });
  return { rows: await find('wangli', new AbortController().signal), asked };
};

test('a patient whose only order is one leads to it, one of several to the list of theirs, and two of one name are two rows', async () => {
  const { rows, asked } = await rowsOf([patientOf({}), patientOf({ id: '8', several: true }), patientOf({ id: '9', lastOrderNo: null, lastHospital: null, why: 'identity' })]);
  expect(asked[0]).toContain('/patients/find?q=wangli');
  expect(rows.map(({ id, title, to, trailing, why }) => [id, title, to, trailing, why])).toEqual([
    ['patient:7', '王丽', '/order/PH2601010001', 'PH2601010001', 'pinyin'],
    ['patient:8', '王丽', '/order/index?patientId=8', '全部订单', 'pinyin'],
    ['patient:9', '王丽', '/order/index?patientId=9', '没有订单', 'identity'],
  ]);
  expect(rows[0]!.detail).toBe('76 岁 · 138****1234 · 仁爱医院');
});

test('the sex is a word or nothing, also before any page has asked for its words', async () => {
  let come = (_: readonly DictionaryItem[]): void => {};
  const load = vi.fn<LoadDictionary>(() => new Promise((done) => void (come = done)));
  setDictionarySource(load);
  const asked = rowsOf([patientOf({ gender: 1 }), patientOf({ id: '8', gender: 2 })]);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  come([{ value: '1', label: '男', labelEn: 'Male', tag: null, status: 1 }]);
  expect((await asked).rows.map(({ detail }) => detail.split(' · ')[0])).toEqual(['男', '76 岁']);
});

const row = (id: string, to: string) => ({ id, title: '王丽', detail: '', to });
test('among people the server is asked for patients, not for orders; who has one order that stands there already is not told twice', async () => {
  const s = await startPalette();
  await enter(['Control+k', '@', ...'王丽']);
  expect(new Set(s.asked.map(({ id }) => id))).toEqual(new Set(['caregiver', 'patient']));
  const before = ids();
  expect(before).toContain(`order:${noOf(0)}`);
  await s.last('caregiver').answer([]);
  await s.last('patient').answer([row('patient:7', `/order/${noOf(0)}`), row('patient:8', '/order/index?patientId=8'), row('patient:9', '/order/PH2001010001')]);
  expect(ids()).toEqual([...before, 'patient:8', 'patient:9']);
  expect(headings().at(-1)).toBe('更多患者');
});
test('a whole ID number is asked of patients wherever it is typed, for no order has one', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'11010519491231002X']);
  expect(s.asked.filter(({ id }) => id === 'patient').at(-1)!.q).toBe('11010519491231002X');
  await s.settle();
  await s.last('patient').answer([{ ...row('patient:8', '/order/index?patientId=8'), why: 'identity' }]);
  expect(ids()).toContain('patient:8');
});
test('elsewhere an order stands for its patient, and nobody asks for patients', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'王丽']);
  expect(s.asked.map(({ id }) => id)).not.toContain('patient');
});
test('without an index the patients are all there is of them, and Enter opens theirs', async () => {
  const s = await startPalette({ ready: false });
  await enter(['Control+k', '@', ...'王丽']);
  await s.last('caregiver').answer([]);
  await s.last('patient').answer([row('patient:8', '/order/index?patientId=8')]);
  expect([ids(), headings()[0]]).toEqual([['patient:8'], '患者']);
  press('Enter');
  expect(location.hash).toBe('#/order/index?patientId=8');
});
