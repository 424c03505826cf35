import { afterAll, describe, expect, test } from 'vitest';
import type { Acted, CaregiverDetail } from '../src/areas/caregiver/contract.ts';
import { code } from '../src/areas/intake/cell.ts';
import { formOf, type Client } from './kit/api.ts';
import { dayFromNow } from './kit/care.ts';
import { startStaff } from './kit/staff.ts';

const { api, kit, here, there, client, form, idNumber, see, does, done, made, worker } = await startStaff();
afterAll(() => api.close());
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const upload = async (no: string, id: string, name: string) => client.ops.post<Acted>(`/caregivers/${no}/certificates/${id}/file`, { ...formOf(PNG, { name }), query: { version: (await see(no)).version } });
const audited = () => api.rows<{ text: string }>(`select a::text as text from audit_event a where a.entity = 'caregiver' order by a.id`);

describe('bank account and emergency phone', () => {
  const numbers = { bankAccount: '6222021234567890', emergencyPhone: '13998765432' };
  test('stand masked in the form, and stay as they are where none is given', async () => {
    const no = await made({ ...numbers, emergencyName: '陈哥' });
    for (const by of [client.resident, client.ops]) {
      const { body, text } = await by.get(`/caregivers/${no}/form`);
      expect(body.result).toMatchObject({ bankAccount: '622*********7890', emergencyPhone: '139****5432', emergencyName: '陈哥' });
      for (const secret of Object.values(numbers)) expect(text).not.toContain(secret);
    }
    const kept = async () => (await client.ops.post(`/caregivers/${no}/reveal`, { body: {} })).body.result;
    await done(no, 'edit', { emergencyName: '陈姐' }, client.resident);
    expect(await kept()).toMatchObject(numbers);
    await done(no, 'edit', { emergencyPhone: null }, client.resident);
    expect(await kept()).toMatchObject({ ...numbers, emergencyPhone: null });
  });
});

test('a staff number that the form takes is found, and read by a sheet', async () => {
  const names = async (path: string, q: string): Promise<string> => JSON.stringify((await client.ops.get(path, { query: { q, ...(path.endsWith('find-in') ? { row: '-1' } : {}) } })).body.result);
  for (const [staffNo, taken] of [['CHEN-A', true], ['LIFANG', true], ['A1', false], ['A1B', true], ['-77', false], ['A'.repeat(32), true], ['A'.repeat(33), false]] as const) {
    const { status } = await client.ops.post('/caregivers', { body: form({ staffNo }) });
    expect([staffNo, status, 'value' in code(staffNo)]).toEqual([staffNo, taken ? 200 : 400, taken]);
    if (!taken) continue;
    expect(await names('/caregivers/find', staffNo)).toContain(`"${staffNo}"`);
    expect(await names('/caregivers/find-in', staffNo.toLowerCase())).not.toBe('null');
  }
});
describe('postings elsewhere', () => {
  const told = ({ timeline }: CaregiverDetail) => timeline.filter(({ event }) => event === 'post' || event === 'undo').map(({ event, before, after }) => [event, before['postings'], after['postings']]);
  const own = { hospitalId: here.hospitalId, from: dayFromNow(-10), to: null };
  const foreign = { hospitalId: there.hospitalId, from: dayFromNow(0), to: dayFromNow(20) };
  test('are told to whoever sees that hospital, by an event and by what takes it back; to others there was none', async () => {
    const no = await worker();
    await done(no, 'post', { postings: [own] });
    const first = told(await see(no, client.resident));
    expect(first).toEqual([['post', `第一医院 ${dayFromNow(0)} – `, `第一医院 ${dayFromNow(-10)} – `]]);
    await done(no, 'post', { postings: [own, foreign] });
    await done(no, 'undo');
    const both = `第一医院 ${dayFromNow(-10)} – ；第二医院 ${dayFromNow(0)} – ${dayFromNow(20)}`;
    expect(told(await see(no)).slice(1)).toEqual([['post', `第一医院 ${dayFromNow(-10)} – `, both], ['undo', both, `第一医院 ${dayFromNow(-10)} – `]]);
    for (const by of [client.resident, client.hospital]) {
      expect(told(await see(no, by))).toEqual(first);
      expect((await by.get(`/caregivers/${no}`)).text).not.toMatch(new RegExp(`第二医院|${dayFromNow(20)}`));
    }
  });
  test('who posts somebody away from all their own hospitals may take that back for ten minutes, and nobody else of that hospital', async () => {
    const [no, other] = [await worker(), await worker()];
    for (const postings of [[], [{ ...own, from: dayFromNow(1) }]]) {
      const { version } = await see(no);
      expect((await does(no, 'post', { postings }, client.resident)).body.result.row).toBe(null);
      expect((await client.resident.get(`/caregivers/${no}`)).status).toBe(404);
      const undo = (by: Client, seen = version + 1) => by.post<Acted>(`/caregivers/${no}/undo`, { body: { version: seen } });
      expect([(await undo(client.hospital)).status, (await undo(client.ops)).status]).toEqual([404, 409]);
      const back = await undo(client.resident);
      expect([back.status, back.body.result.row!.hospitals]).toEqual([200, ['第一医院']]);
      // what was taken back is no way in again
      expect((await undo(client.resident, version + 2)).status).toBe(409);
    }
    await done(other, 'post', { postings: [] }, client.resident).catch(() => null);
    await done(other, 'suspend', { reason: '投诉' });
    expect((await does(other, 'undo', {}, client.resident)).status).toBe(404);
  });
  test('who has been posted to and fro for years can be posted once more', async () => {
    const no = await worker();
    const past = Array.from({ length: 60 }, (_, i) => ({ hospitalId: (i % 2 === 0 ? here : there).hospitalId, from: dayFromNow(-700 + i * 7), to: dayFromNow(-694 + i * 7) }));
    expect((await done(no, 'post', { postings: [...past, own] })).hospitals).toEqual(['第一医院']);
    expect((await see(no)).postings).toHaveLength(61);
  });
  test('of an event at several hospitals each reader is told their own part', async () => {
    const no = await worker();
    await done(no, 'post', { postings: [{ ...own, to: dayFromNow(40) }, foreign] });
    expect(told(await see(no, client.resident))).toEqual([['post', `第一医院 ${dayFromNow(0)} – `, `第一医院 ${dayFromNow(-10)} – ${dayFromNow(40)}`]]);
    await done(no, 'undo');
    expect(told(await see(no, client.resident)).at(-1)).toEqual(['undo', `第一医院 ${dayFromNow(-10)} – ${dayFromNow(40)}`, `第一医院 ${dayFromNow(0)} – `]);
    expect((await see(no, client.resident)).timeline.map(({ event }) => event)).toEqual(['create', 'certify', 'approve', 'post', 'undo']);
  });
});

describe('an identity card', () => {
  const card = (number?: string | null, more: object = {}): object => ({ kind: 'id_card', number, expiresOn: dayFromNow(900), verified: false, ...more });
  const held = async (no: string, by: Client = client.ops) => (await see(no, by)).certificates.find(({ expiresOn }) => expiresOn === dayFromNow(900))!;
  test('tells its number nowhere but where it is asked for, which is noted; an edit keeps it where none is given, and no longer than it is one', async () => {
    const [idNo, other] = [idNumber(), idNumber()];
    const no = await made({ idNo });
    await done(no, 'certify', card(idNo, { issuer: '公安局' }));
    const { id } = await held(no);
    const kept = async () => (await api.rows<{ number: string | null }>('select number from caregiver_certificate where id = $1', [id]))[0]!.number;
    await done(no, `certificates/${id}/edit`, card(undefined, { issuer: '市公安局' }));
    expect(await kept()).toBe(idNo);
    await done(no, `certificates/${id}/edit`, card(other));
    await done(no, `certificates/${id}/verify`);
    for (const by of [client.ops, client.resident, client.hospital]) {
      expect(await held(no, by)).toMatchObject({ kind: 'id_card', number: `${other.slice(0, 3)}***********${other.slice(-4)}` });
      for (const secret of [idNo, other]) expect((await by.get(`/caregivers/${no}`)).text).not.toContain(secret);
    }
    expect((await client.ops.post(`/caregivers/${no}/reveal`, { body: {} })).body.result).toMatchObject({ idNo, idCards: [other] });
    const lines = await audited();
    for (const { text } of lines) for (const secret of [idNo, other]) expect(text).not.toContain(secret);
    expect(lines.at(-1)!.text).toContain('idCards');
    // called something else, it would be told
    await done(no, `certificates/${id}/edit`, card(undefined, { kind: 'training' }));
    expect(await kept()).toBeNull();
    await done(no, 'undo');
    expect(await kept()).toBe(other);
    await done(no, `certificates/${id}/edit`, card(null));
    expect(await kept()).toBeNull();
  });
  test('is downloaded only by who may see the number, and that is noted; nor is its name told', async () => {
    const no = await worker();
    await done(no, 'certify', card('310101198001010001'));
    const { id } = await held(no);
    expect((await upload(no, id, '310101198001010001.png')).status).toBe(200);
    const path = `/caregivers/${no}/certificates/${id}/file`;
    for (const by of [client.resident, client.hospital]) {
      expect((await by.get(path)).body.code).toBe(40_300);
      expect((await held(no, by)).file).toBeNull();
      expect((await by.get(`/caregivers/${no}`)).text).not.toContain('310101198001010001');
    }
    expect((await held(no)).file).toBe('310101198001010001.png');
    const got = await client.ops.get(path);
    expect([got.status, got.bytes.equals(PNG)]).toEqual([200, true]);
    const read = await api.rows<{ actor: string; ok: boolean; entityId: string; after: unknown }>(`select u.username::text as actor, a.ok, a.entity_id as "entityId", a.after from audit_event a join sys_user u on u.id = a.actor_id where a.action = 'caregiver.certificate-read' order by a.seq`);
    expect(read.map(({ actor, ok, entityId }) => [actor, ok, entityId])).toEqual([['resident', false, no], ['hospital', false, no], ['ops', true, no]]);
    expect((await audited()).some(({ text }) => text.includes('310101198001010001'))).toBe(false);
    // another kind is a paper for whoever works with them
    const [health] = (await see(no)).certificates.filter(({ kind }) => kind === 'health');
    await upload(no, health!.id, '健康证.png');
    expect((await client.hospital.get(`/caregivers/${no}/certificates/${health!.id}/file`)).status).toBe(200);
  });
  test('a certificate of someone else is not there, whatever is done to it', async () => {
    const [no, other] = [await worker(), await worker()];
    await done(other, 'certify', card('310101198001010002'));
    const { id } = await held(other);
    await upload(other, id, 'a.png');
    const before = JSON.stringify(await see(other));
    for (const [what, body] of [['edit', card('1')], ['verify', {}], ['revoke', { reason: '假' }]] as const) expect([what, (await does(no, `certificates/${id}/${what}`, body)).status]).toEqual([what, 404]);
    expect((await upload(no, id, 'a.png')).status).toBe(404);
    expect((await client.ops.get(`/caregivers/${no}/certificates/${id}/file`)).status).toBe(404);
    expect(JSON.stringify(await see(other))).toBe(before);
  });
});

describe('a number that is shown masked', () => {
  test('is found by the last four signs that are shown or as a whole, never by what lies between', async () => {
    const [phone, contact, idNo] = ['13876549021', '13765439022', '110105194912310038'];
    const carer = await kit.caregiver('尾号', [here], { mobile: phone, staff_no: 'TAIL-A', id_no: '11010519491231912X' });
    const order = await kit.order(here, { patient_id: await kit.patient('尾号人', { mobile: '13654329023', contact_mobile: contact, id_no: idNo }), service_state: 'pending_assign' });
    const questions: [path: string, number: string, query: object][] = [
      ['/caregivers/find', phone, {}], ['/caregivers/find-in', phone, { row: -1 }], [`/orders/${order}/candidates`, phone, { event: 'assign' }],
      ['/orders/find', contact, {}], ['/orders/find-in', contact, { row: -1 }], ['/orders/find', '13654329023', {}], ['/patients/find', contact, {}], ['/patients/find', '13654329023', {}], ['/patients/find', idNo, {}], ['/caregivers/find', '11010519491231912X', {}], ['/caregivers/find-in', '11010519491231912x', { row: -1 }],
    ];
    const names = [carer.no, order, '尾号人'];
    for (const [path, number, query] of questions)
      for (let length = 4; length <= number.length; length++) {
        const { status, text, body } = await client.resident.get(path, { query: { ...query, q: number.slice(-length) } });
        const found = path.endsWith('find-in') ? body.result !== null : names.some((name) => text.includes(name));
        expect([path, number.slice(-length), status, found]).toEqual([path, number.slice(-length), 200, length === 4 || length === number.length]);
      }
  });
});
