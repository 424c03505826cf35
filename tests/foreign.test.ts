import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { Endpoint } from '../src/kernel/endpoint.ts';
import { served } from '../src/served.gen.ts';
import { pathOf, startApi, type Answer, type Api, type Client } from './kit/api.ts';
import { careKit, dayFromNow, type Place } from './kit/care.ts';

// Two hospitals of one's own, then a third, in whose every text stands the sign 外 and in whose every number stands 8888.
let api: Api;
let kit: Awaited<ReturnType<typeof careKit>>;
let own: Place[];
let ownNo: string;
let ownCarer: { id: string; no: string };
let before: Map<string, unknown>;
const foreign: Record<'hospital' | 'no' | 'orderId' | 'carerNo' | 'carerId' | 'patientId', string> = { hospital: '', no: 'PH26888800001', orderId: '', carerNo: 'PY888801', carerId: '', patientId: '' };
let ops: Client;
const clients = new Map<string, Client>();
const FOREIGN = /外|8888|waiguo|wairen/;

const reads = served.map(({ endpoint: e }) => [`${e.method} ${e.path}`, e] as const).filter(([, e]) => e.method === 'GET' && e.may !== 'open');
/** Queries of calls about one row that need some. */
const NEEDED: Record<string, Record<string, unknown>> = { '/orders/:no/preview': { event: 'cancel' }, '/orders/:no/changes': { since: 0 }, '/orders/:no/candidates': { event: 'assign' }, '/hospitals/:id/services': { day: '2026-11-21' } };
const fields = (e: Endpoint): string[] => Object.keys((e.query as z.ZodMiniObject | undefined)?.shape ?? {});
/** Questions about one's own that everyone's day is made of. */
const questions = (e: Endpoint): [path: string, query: Record<string, unknown>][] => {
  if (e.path.includes(':')) return [ownNo, ownCarer.no].map((no) => [pathOf(e, no), NEEDED[e.path] ?? {}]);
  if (fields(e).includes('q')) return ['双院', 'shuangyuan', 'sy', '两处', '王芳', 'wangfang', 'wf', '5678', '11床', '骨科', '本院一', ownNo, ownNo.slice(-5), 'PH26', '26', 'PY', '1', 'w', '李'].map((q) => [pathOf(e), { q }]);
  const all: Record<string, unknown>[] = [{}, { pageSize: 1 }, { pageNum: 2, pageSize: 1 }, { pageNum: 3, pageSize: 2 }, { status: 'in_service' }, { status: 'active' }, { due: 'starts_today' }, { due: 'ends_today' }, { due: 'waits_long' }, { rows: '1' }, { certificate: 'ending' }, ...own.map((p) => ({ hospitalId: p.hospitalId }))];
  return all.filter((query) => Object.keys(query).every((name) => fields(e).includes(name))).map((query) => [pathOf(e), query]);
};
/** When something was answered, and that one is here meanwhile, is told truly and says nothing of a hospital. */
const clocks = (name: string, v: unknown): boolean => name === 'lastSeenAt' || name === 'expiresAt' || (name === 'at' && typeof v === 'string' && v.startsWith(new Date().toISOString().slice(0, 10)));
const plain = ({ status, body }: Answer): unknown => ({ status, body: JSON.parse(JSON.stringify(body, (name, v: unknown) => (clocks(name, v) ? 'now' : v))) as unknown });
const versionOf = async (): Promise<number> => (await ops.get<{ version: number }>(`/caregivers/${ownCarer.no}`)).body.result.version;
/** Posts one's own caregiver to these places from these days on, as operations do. */
async function post(postings: readonly [Place, string][]): Promise<void> {
  const { status, text } = await ops.post(`/caregivers/${ownCarer.no}/post`, { body: { version: await versionOf(), postings: postings.map(([{ hospitalId }, from]) => ({ hospitalId, from, to: null })) } });
  expect(status, text).toBe(200);
}
async function everything(): Promise<Map<string, unknown>> {
  const told = new Map<string, unknown>();
  for (const [username, client] of clients) for (const [name, e] of reads) for (const [path, query] of questions(e)) told.set(`${username} ${name} ${path} ${JSON.stringify(query)}`, plain(await client.get(path, { query })));
  return told;
}
beforeAll(async () => {
  api = await startApi();
  kit = await careKit(api.database);
  own = [await kit.place('本院一', ['骨科']), await kit.place('本院二', ['内科'])];
  const both = await kit.patient('双院', { contact_mobile: '13800005678' });
  ownNo = await kit.order(own[0]!, { patient_id: both, service_state: 'in_service', planned_end: dayFromNow(0) });
  for (const place of own) await kit.order(place, { patient: '李四', service_state: 'assigned', planned_start: dayFromNow(0) });
  ownCarer = await kit.caregiver('两处', own, { certificate: dayFromNow(3) });
  await kit.caregiver('王芳', [own[1]!]);
  await kit.stint(await kit.orderId(ownNo), ownCarer.id, 'serving', -3, 1);
  for (const [username, role] of [['resident', 3], ['hospital', 4]] as const) {
    await api.account({ username, role, hospitals: own.map((p) => p.hospitalId) });
    clients.set(username, await api.as(username));
  }
  await api.account({ username: 'ops', role: 2 });
  ops = await api.as('ops');
  await post([[own[0]!, '2020-01-02'], [own[1]!, '2020-01-01']]);
  before = await everything();

  for (const table of ['hospital', 'care_order', 'caregiver', 'patient', 'hospital_department', 'hospital_ward', 'hospital_bed', 'order_assignment']) await api.rows(`select setval(pg_get_serial_sequence('${table}', 'id'), 888800)`);
  const place = await kit.place('外院', ['外科'], { code: 'W8888' });
  foreign.hospital = place.hospitalId;
  const stranger = await kit.patient('外人', { contact_mobile: '13800008888' });
  foreign.patientId = stranger;
  await kit.order(place, { patient_id: stranger, order_no: foreign.no, service_state: 'in_service', planned_start: dayFromNow(0), planned_end: dayFromNow(0), inpatient_no: 'ZY8888', diagnosis: '外伤' });
  foreign.orderId = await kit.orderId(foreign.no);
  // one's own patient and caregiver were there too
  await kit.order(place, { patient_id: both, order_no: 'PH26888800002', service_state: 'pending_assign', planned_start: dayFromNow(10), planned_end: dayFromNow(90) });
  const carer = await kit.caregiver('外护', [place], { staff_no: foreign.carerNo, mobile: '13900008888', certificate: dayFromNow(5) });
  foreign.carerId = carer.id;
  await post([[own[0]!, '2020-01-02'], [own[1]!, '2020-01-01'], [place, '2020-01-01']]);
  await ops.post(`/caregivers/${ownCarer.no}/undo`, { body: { version: await versionOf() } });
  await post([[place, '2020-01-03'], [own[0]!, '2020-01-02'], [own[1]!, '2020-01-01']]);
  // that something happened, but not where, is what a version says
  await api.rows('update caregiver set version = 2 where id = $1', [ownCarer.id]);
  await kit.stint(await kit.orderId('PH26888800002'), ownCarer.id, 'planned', 10, 90);
  await kit.stint(foreign.orderId, carer.id, 'serving', 0, 1);
});
afterAll(() => api.close());

test('a hospital that joins changes nothing of what the others are told: lists, totals, counts, search, records', async () => {
  const after = await everything();
  expect(before.size).toBeGreaterThan(80);
  for (const [question, told] of before) expect([question, after.get(question)]).toEqual([question, told]);
});

describe.each(reads)('%s', (_name, e) => {
  test('has no answer about a foreign hospital, whatever is asked of it', async () => {
    const asked = [...Object.values(foreign), '外院', '外人', '外护', '外科', 'wairen', 'wr', 'waihu', 'wh', 'waike', '8888', '88', '外', '外科 11床', '外院 外人', 'W8888', 'ZY8888', '13800008888', '13900008888', 'PH2688', 'py8888', foreign.no.toLowerCase(), '外%', '%', '_'];
    for (const [username, client] of clients)
      for (const one of asked)
        for (const name of fields(e).filter((field) => !field.startsWith('page'))) {
          const { status, text, body } = await client.get<{ total?: number; list?: unknown[] } | unknown[]>(pathOf(e), { query: { [name]: one } });
          expect([200, 400, 403, 404]).toContain(status);
          // a number that is not one's own is answered like one that never was: by itself
          const gone = name === 'nos' ? `-${one}` : '';
          expect([username, name, one, FOREIGN.exec(text.replace(`"${gone}"`, '""'))?.[0]]).toEqual([username, name, one, undefined]);
          if (status !== 200) continue;
          if ('stamp' in body.result) {
            expect(body.result).toMatchObject({ text: gone, places: [], next: null });
            continue;
          }
          // '88', '%' and '_' are nobody's; a filter for what is not one's own is an empty list, not everything, and counts nothing
          const counts = Object.fromEntries(Object.entries(body.result).map(([key, value]) => [key, Array.isArray(value) ? [] : 0]));
          expect([username, name, one, body.result]).toEqual([username, name, one, Array.isArray(body.result) ? [] : 'list' in body.result ? expect.objectContaining({ list: [], total: 0 }) : counts]);
        }
  });
  if (e.path.includes(':'))
    test('answers a foreign record in the very bytes of one that never was', async () => {
      const query = NEEDED[e.path] ?? {};
      for (const client of clients.values()) {
        // what cannot be an id is not there for anyone; so each is compared with one of its own kind
        const never = { digits: await client.get(pathOf(e, '77777777'), { query }), words: await client.get(pathOf(e, 'PH26777700001'), { query }) };
        // whoever may not ask is told that, whatever was asked for
        const { perms } = (await client.get<{ perms: string[] }>('/sys/me')).body.result;
        const open = [e.may].flat().some((m) => m === 'open' || m === 'signed-in' || perms.includes(m));
        // a key is the reader's own, and one that is not known has no progress
        if (e.path === '/exports/:key') expect([never.digits.status, never.digits.body.result]).toEqual([200, null]);
        else expect(never.digits.status).toBe(open ? 404 : 403);
        for (const no of [...Object.values(foreign), 'PH26888800002', foreign.no.toLowerCase()]) {
          const { status, text, headers } = await client.get(pathOf(e, no), { query });
          const same = /^\d+$/.test(no) ? never.digits : never.words;
          expect([no, status, text, Object.keys(headers)]).toEqual([no, same.status, same.text, Object.keys(same.headers)]);
        }
      }
    });
});

test('the same questions do find it for operations: they were worth asking', async () => {
  for (const path of [`/orders/${foreign.no}`, `/caregivers/${foreign.carerNo}`, `/caregivers/${ownCarer.no}`, '/orders', '/caregivers', '/hospitals/options', '/orders/find?q=wairen', '/orders/find?q=8888', '/caregivers/find?q=8888', `/orders?hospitalId=${foreign.hospital}`]) {
    const { status, text } = await ops.get(path);
    expect([path, status, FOREIGN.test(text)]).toEqual([path, 200, true]);
  }
});

test('a person moved from a hospital sees no more of it on the very next call', async () => {
  const id = await api.account({ username: 'moved', role: 3, hospitals: [foreign.hospital] });
  const client = await api.as('moved');
  expect((await client.get(`/orders/${foreign.no}`)).status).toBe(200);
  await api.rows('update sys_user_hospital set hospital_id = $2 where user_id = $1', [id, own[0]!.hospitalId]);
  expect((await client.get(`/orders/${foreign.no}`)).status).toBe(404);
  for (const path of ['/orders', '/caregivers', '/hospitals/options', '/sys/users/profile']) expect((await client.get(path)).text).not.toMatch(FOREIGN);
  await api.rows('delete from sys_user_hospital where user_id = $1', [id]);
  expect((await client.get<{ total: number }>('/orders')).body.result.total).toBe(0);
});
