// The list of hospitals hears what a colleague changes, and does not ask once more for what one did oneself.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HospitalRow } from '../../src/areas/hospital/contract.ts';
import { area } from '../../src/areas/hospital/area.ts';
import HospitalPage from '../../src/areas/hospital/system.hospital.page.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { runCommand } from '../../src/ui/effect.ts';
import { navigate } from '../../src/ui/location.ts';
import { lastDone } from '../../src/ui/palette/last.ts';
import { answerBy, enter, never } from '../kit/console.ts';

const ROW: HospitalRow = { id: '7', code: 'YY007', name: '青石湾中心医院', level: null, kind: null, city: null, departments: 1, beds: 2, liveOrders: 0, contractEnd: null, status: 1, version: 4, can: ['edit', 'status'] };
const STORED = {
  id: '7', code: 'YY007', name: '青石湾中心医院', shortName: null, level: null, kind: null, province: null, city: null, district: null, address: null, contactName: null, contactPhone: null,
  contractNo: null, contractStart: null, contractEnd: null, feeBp: 0, prepayDays: 0, status: 1, version: 4,
};
let asked: number;
let exported: unknown;
let tell: (said: { no: string; version: number | null } | null) => void;
let leave: () => Promise<void>;
beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
beforeEach(async () => {
  [asked, tell] = [0, () => { throw new Error('nobody listens'); }];
  answerBy(({ path, body }) => {
    if (path === '/live/all') return new Response(new ReadableStream({ start: (hand) => void (tell = (said) => hand.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ of: '/live/hospitals', said })}\n\n`))) }));
    if (path === '/hospitals/export') exported = body;
    if (path === '/hospitals/7') return STORED;
    if (path !== '/hospitals') return never;
    asked += 1;
    return { list: [ROW], total: 1, pageNum: 1, pageSize: 100 };
  });
  leave = await enter({ userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
  navigate('/system/hospital');
  render(<LocaleProvider><HospitalPage /></LocaleProvider>);
  await screen.findByText('青石湾中心医院');
});
afterEach(() => leave());

test('an export has the city too, which the list shows below the name', async () => {
  await act(async () => void fireEvent.keyDown(document.body, { key: 'E', shiftKey: true }));
  await screen.findByText(/另加城市。/, {}, { timeout: 20_000 });
  await act(async () => void fireEvent.submit(document.querySelector('dialog form')!));
  await waitFor(() => expect(exported).toMatchObject({ columns: ['code', 'name', 'level', 'kind', 'status', 'contractEnd', 'departments', 'beds', 'liveOrders', 'city'] }));
});

test('a hospital has been changed once the form was sent, not when it was opened', async () => {
  const edit = area.commands!.find(({ id }) => id === 'hospital.edit')!;
  await act(async () => runCommand(edit));
  expect(lastDone()).toBeNull();
  const name = await waitFor(() => document.querySelector<HTMLInputElement>('[name=name]')!);
  await waitFor(() => expect(name.value).toBe('青石湾中心医院'));
  act(() => void fireEvent.change(name, { target: { value: '青石湾医院' } }));
  await act(async () => void fireEvent.submit(name.form!));
  await waitFor(() => expect(lastDone()?.command).toBe(edit));
  // which way it goes is by the hospital: what was done to one is no repeat on the next
  expect(area.commands!.find(({ id }) => id === 'hospital.status')!.once).toBe(true);
});
test.each([
  ['the version that stands there, as after one’s own deed', { no: '7', version: 4 }, false], ['one that is older', { no: '7', version: 3 }, false], ['a newer one', { no: '7', version: 5 }, true],
  ['a hospital that is not in sight', { no: '8', version: 1 }, true], ['something that moves no version', { no: '7', version: null }, true], ['that something may have been missed', null, true],
])('%s is heard: %j', async (_what, said, asks) => {
  await waitFor(() => expect(() => tell(said)).not.toThrow(), { timeout: 5_000 });
  const before = asked;
  // what is heard is gathered for less than half a second
  if (asks) await waitFor(() => expect(asked).toBeGreaterThan(before), { timeout: 20_000 });
  else await act(() => new Promise((done) => setTimeout(done, 2_000)));
  expect(asked > before).toBe(asks);
});
