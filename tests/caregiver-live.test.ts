import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '../src/areas/live/contract.ts';
import { formOf, PREFIX } from './kit/api.ts';
import { booked, CARER_HEAD, carer, importSheet, ORDER_HEAD } from './kit/intake.ts';
import { listen, type Listener } from './kit/listen.ts';
import { startStaff } from './kit/staff.ts';

const { api, kit, here, there, client, done, made } = await startStaff();
let base: string;
const open: Listener[] = [];
/** Opens the stream of caregivers as this person. */
async function hear(username: string, query = ''): Promise<Listener> {
  const stream = await listen(`${base}${PREFIX}/live/caregivers${query}`, (await api.signIn(username)).token);
  open.push(stream);
  return stream;
}
beforeAll(async () => {
  base = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const stream of open) stream.leave();
  await api.close();
});
const NAMED = { languages: ['普通话'] };

test('a change of a caregiver is heard where they are posted and by whoever sees every hospital, and nowhere else', async () => {
  const [elsewhere, own] = [await made({ hospitalId: there.hospitalId }), await made({ hospitalId: here.hospitalId })];
  const [all, resident, hospital] = [await hear('ops'), await hear('resident'), await hear('hospital')];
  for (const no of [elsewhere, own]) await done(no, 'edit', NAMED);
  expect([await all.next(), await all.next()]).toEqual([elsewhere, own].map((no) => ({ no, version: 2 })));
  for (const stream of [resident, hospital]) expect(await stream.next()).toEqual({ no: own, version: 2 });
});
test('who was away hears first what happened meanwhile, in their own scope, and after too long that it is better to read all again', async () => {
  await new Promise((then) => setTimeout(then, 1_600));
  const [elsewhere, own] = [await made({ hospitalId: there.hospitalId }), await made({ hospitalId: here.hospitalId })];
  const [all, resident, gone] = [await hear('ops', '?ago=1500'), await hear('resident', '?ago=1500'), await hear('resident', '?ago=86400000')];
  for (const no of [elsewhere, own]) await done(no, 'edit', NAMED);
  const first = [await all.next(), await all.next()] as { no: string }[];
  expect(first.toSorted((a, b) => (a.no < b.no ? -1 : 1))).toEqual([elsewhere, own].map((no) => ({ no, version: 1 })));
  expect([await resident.next(), await resident.next()]).toEqual([1, 2].map((version) => ({ no: own, version })));
  expect([await gone.next(), await gone.next()]).toEqual([null, { no: own, version: 2 }]);
});
test('whoever left one\'s hospitals while one was away is heard of too, and nobody hears of them who never had them', async () => {
  const [gone, elsewhere] = [await made({ hospitalId: here.hospitalId }), await made({ hospitalId: there.hospitalId })];
  const stayed = await hear('resident');
  await done(elsewhere, 'post', { postings: [] });
  await done(gone, 'post', { postings: [] });
  expect(await stayed.next()).toEqual({ no: gone, version: 2 });
  const stream = await hear('resident', '?ago=60000');
  const heard: string[] = [];
  do heard.push(((await stream.next()) as { no: string }).no);
  while (heard.at(-1) !== gone);
  expect(heard).not.toContain(elsewhere);
});
test('of what a caregiver does at another hospital who was away hears what moves when they are free, and nothing else, as who was there', async () => {
  const [quiet, booked] = [await kit.caregiver('静', [here, there], { staff_no: 'QUIET' }), await kit.caregiver('忙', [here, there], { staff_no: 'BOOKED' })];
  const [paid, handed] = await Promise.all([quiet, booked].map(async ({ id }) => {
    const no = await kit.order(there, { service_state: 'in_service', payable_fen: 10_000 });
    await kit.stint(await kit.orderId(no), id, 'serving', -1, 4);
    return no;
  }));
  expect((await client.ops.post(`/orders/${paid}/pay`, { body: { version: 1, amountFen: 100, method: 'cash' } })).status).toBe(200);
  expect((await client.ops.post(`/orders/${handed}/complete`, { body: { version: 1, reason: '提前出院' } })).status).toBe(200);
  const near = await hear('resident', '?ago=60000');
  const heard: string[] = [];
  while (!heard.includes(booked.no)) heard.push(((await near.next()) as { no: string }).no);
  await done(await made({ hospitalId: here.hospitalId }), 'edit', NAMED);
  heard.push(((await near.next()) as { no: string }).no);
  expect(heard).not.toContain(quiet.no);
});
test('of a complaint who was away hears as who was there: where the order is, and nowhere else', async () => {
  const [near, far] = [await kit.caregiver('近诉', [here, there], { staff_no: 'NEAR' }), await kit.caregiver('远诉', [here, there], { staff_no: 'FAR' })];
  const stayed = await hear('resident');
  for (const [{ id, no }, place] of [[far, there], [near, here]] as const) {
    const order = await kit.order(place, { service_state: 'in_service', payable_fen: 10_000 });
    await kit.stint(await kit.orderId(order), id, 'serving', -1, 4);
    expect((await client.ops.post(`/orders/${order}/complain`, { body: { kind: 'complaint', severity: 2, content: '夜里睡着', caregiverNo: no } })).status).toBe(200);
  }
  expect(await stayed.next()).toEqual({ no: near.no, version: null });
  const away = await hear('resident', '?ago=60000');
  const last = await made({ hospitalId: here.hospitalId });
  await done(last, 'edit', NAMED);
  const heard: { no: string; version: number | null }[] = [];
  do heard.push((await away.next()) as { no: string; version: number | null });
  while (heard.at(-1)!.no !== last || heard.at(-1)!.version !== 2);
  expect(heard).toContainEqual({ no: near.no, version: null });
  expect(heard).not.toContainEqual({ no: far.no, version: null });
});
/** What the streams are told after all else, so that silence is heard. */
const last = (channel: string) => api.rows('select pg_notify($1, $2)', [channel, JSON.stringify({ no: 'LAST', version: 1, hospitalId: '1', hospitalIds: [], departmentIds: [] })]);
test('who was away while an import was only tried has missed nothing', async () => {
  expect((await client.ops.post('/caregivers/import', { ...formOf([CARER_HEAD, carer(100, { 服务医院: '第一医院' })].join('\n')), query: { dryRun: 'true' } })).body).toMatchObject({ result: { created: 1 } });
  const stream = await hear('ops', '?ago=60000');
  await last('caregiver');
  const heard: Change[] = [];
  do heard.push((await stream.next()) as Change);
  while (heard.at(-1)?.no !== 'LAST');
  expect(heard).not.toContain(null);
});
test.each(['caregivers', 'caregivers by the command', 'orders by the command'])('who was away while an import of %s ended that began long before is told to read all again', async (what) => {
  const [table, row, path] = what.startsWith('orders')
    ? ['care_order', [ORDER_HEAD, booked(100, { 医院: '第一医院', 订单状态: '待派单' })], '/live'] as const
    : ['caregiver', [CARER_HEAD, carer(what === 'caregivers' ? 100 : 101, { 服务医院: '第一医院' })], '/live/caregivers'] as const;
  const text = row.join('\n');
  const { token } = await api.signIn('ops');
  await api.rows('create or replace function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(4); return null; end $$');
  await api.rows(`create trigger linger after insert on ${table} for each statement execute function linger()`);
  const folder = mkdtempSync(join(tmpdir(), 'nursing-live-'));
  try {
    if (what === 'caregivers') expect((await client.ops.post('/caregivers/import', { ...formOf(text), query: { dryRun: 'false' } })).body).toMatchObject({ result: { created: 1 } });
    else {
      writeFileSync(join(folder, 'sheet.csv'), text);
      expect(await importSheet(api.database, table === 'caregiver' ? 'caregivers' : 'orders', join(folder, 'sheet.csv'), '--create-places')).toMatchObject({ failure: '', report: [] });
    }
    const stream = await listen(`${base}${PREFIX}${path}?ago=3900`, token);
    open.push(stream);
    await last(table.replace('care_', ''));
    expect(await stream.next()).toBeNull();
  } finally {
    await api.rows(`drop trigger linger on ${table}`);
    rmSync(folder, { recursive: true });
  }
});
