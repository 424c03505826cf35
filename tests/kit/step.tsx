import { useEffect, useReducer } from 'react';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { OrderRow } from '../../src/areas/order/contract.ts';
import { thingOf } from '../../src/ui/order-thing.ts';
import { areas } from '../../src/areas.gen.ts';
import type { Area, Command, Thing } from '../../src/kernel/area.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { useHere } from '../../src/ui/here.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { palette } from '../../src/ui/palette/actor.ts';
import { PaletteHost } from '../../src/ui/palette/host.tsx';
import { setOwnMemory, type Ran } from '../../src/ui/palette/memory-source.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { WorkNote } from '../../src/ui/work-note.tsx';
import { answerBy, enter, type Sent } from './console.ts';
import { settle } from './settle.ts';
import { ROW as LISTED } from './shown-order.ts';
import { input, press } from './typist.ts';

// A page of orders, the palette over it and a server that tries and does what its commands send: for console tests of steps.
export const viewer: SignedIn = { userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/order/index', '/order/:no', '/caregiver/index'] };
export const ROW: OrderRow = { ...LISTED, orderNo: 'PH1', patientName: '王秀英', version: 4, can: ['assign', 'cancel', 'pay'], cannot: {} };
export const rows = ['PH1', 'PH2', 'PH3'].map((orderNo) => ({ ...ROW, orderNo }));
export const candidate = (caregiverNo: string, name: string, blocks: string[] = []) => ({ caregiverNo, name, gender: 2, age: 40, level: 'senior', languages: [], ratingAvg: 4.8, ratingCount: 9, patientsNow: 0, fits: ['posted', 'free'], blocks, blockedBy: null, certificateEndsOn: null });
const CARERS = [candidate('HG1', '李护'), candidate('HG2', '赵护'), candidate('HG3', '周护', ['on_leave'])];
interface Desk {
  /** Writes that came, questions that came, lines of the audit, and what was done on the page. */
  sent: Sent[];
  asked: string[];
  ran: Ran[];
  acted: { command: string; on: string }[];
  /** What the page says of its records. */
  place: { on: string; row: Thing | undefined; selection: Thing[]; count?: number; whole?: unknown };
  answer: (call: Sent) => unknown;
  candidates: (text: string) => unknown;
  /** Why it is not to be done to this order. */
  refusalOf: (orderNo: string) => string | null;
  /** The version that an order has on the server. */
  versionOf: (orderNo: string) => number;
  /** The numbers that the page was told to select. */
  selected: (readonly string[])[];
  /** ms that a dry run takes. */
  tries: number;
  /** Has the page draw its records anew. */
  redraw: () => void;
  /** Signs out, with nothing drawn any more. */
  leave: () => Promise<void>;
}
export const desk: Desk = { sent: [], asked: [], ran: [], acted: [], place: { on: 'order', row: undefined, selection: [] }, answer: () => null, candidates: () => [], refusalOf: () => null, versionOf: () => 4, selected: [], tries: 0, redraw: () => {}, leave: async () => {} };

function Page() {
  const [, redraw] = useReducer((nth: number) => nth + 1, 0);
  useEffect(() => void (desk.redraw = redraw), []);
  useHere<Thing>({
    get on() { return desk.place.on; },
    row: () => desk.place.row,
    selection: () => desk.place.selection,
    count: () => desk.place.count ?? desk.place.selection.length,
    whole: () => desk.place.whole,
    select: (nos) => void desk.selected.push(nos),
    act: (command: Command, on) => void desk.acted.push({ command: command.id, on: [on as Thing | readonly Thing[]].flat().map(({ no }) => no).join() }),
  });
  return <button type="button">page</button>;
}
/** The page with the palette's code at hand. */
export async function show(own: readonly Area[] = areas): Promise<void> {
  render(<LocaleProvider><Page /><PaletteHost areas={own} viewer={viewer} /><Announcer /><Toaster /><WorkNote /></LocaleProvider>);
  await act(async () => void (await Promise.all([import('../../src/ui/palette/palette.tsx'), areas.find(({ id }) => id === 'order')!.steps!.load()])));
  screen.getByText('page').focus();
}
async function reply(call: Sent): Promise<unknown> {
  const { path, query, body } = call;
  desk.asked.push(`${path}?${decodeURIComponent(query)}`);
  if (path.endsWith('/candidates')) return desk.candidates(new URLSearchParams(query).get('q') ?? '');
  if (path === '/orders/rows') return (new URLSearchParams(query).get('nos') ?? '').split(',').map((orderNo) => ({ ...ROW, orderNo, version: desk.versionOf(orderNo), can: ['start', 'complete', 'extend', 'assign', 'cancel'] }));
  if (path === '/orders/check') {
    if (desk.tries > 0) await new Promise((done) => setTimeout(done, desk.tries));
    return ((body['nos'] as string[] | undefined) ?? ['PH1', 'PH2', 'PH3']).map((orderNo, i) => ({ id: String(i + 1), orderNo, patientName: '王秀英', version: desk.versionOf(orderNo), refusal: desk.refusalOf(orderNo) }));
  }
  if (path.endsWith('/changes')) return [{ id: '9', version: 6, event: 'edit', from: null, to: null, actor: '小刘', actorRole: 1, reason: null, at: '2026-11-21T01:00:00Z', before: {}, after: {}, undone: false }];
  if (call.method !== 'POST') return [];
  desk.sent.push(call);
  return desk.answer(call);
}
/** Signs in; what is asked is given up when it is aborted, as a browser does. */
export async function signIn(): Promise<void> {
  desk.leave = await enter(viewer, viewer.allowed);
  answerBy(reply);
  const whole = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => new Promise((done, fail) => {
    init.signal?.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
    whole(url, init).then(done, fail);
  }));
}
/** Before each test of a file everything is as if nobody had been here. */
export function freshDesk(): void {
  beforeEach(async () => {
    for (const list of [desk.sent, desk.asked, desk.ran, desk.acted, desk.selected]) list.length = 0;
    Object.assign(desk, {
      place: { on: 'order', row: thingOf(ROW), selection: [] }, tries: 0,
      answer: (call: Sent) => ({ row: { ...ROW, orderNo: call.path.split('/')[2], version: 5, can: ['undo'] } }),
      candidates: (text: string) => CARERS.filter(({ name, caregiverNo }) => `${name} ${caregiverNo}`.includes(text)),
      refusalOf: (orderNo: string) => (orderNo === 'PH2' ? 'booked' : null),
      versionOf: () => 4,
    });
    await signIn();
    setOwnMemory({ load: async () => ({ ids: [], texts: [] }), keep: async (changes) => changes, ran: async (one) => void desk.ran.push(one) });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await act(async () => palette.send({ type: 'close' }));
    setOwnMemory(null);
    await desk.leave();
  });
}
export const box = () => screen.getByRole<HTMLInputElement>('combobox');
export const titles = () => screen.queryAllByRole('option').map((option) => option.querySelector('span')!.textContent);
export const chosen = () => screen.queryAllByRole('option', { selected: true }).map((option) => option.querySelector('span')!.textContent);
export const chips = () => [...document.querySelectorAll('#palette-chips > *')].map(({ textContent }) => textContent);
export const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent).join('\n');
export { settle };
/** Some ms go by. */
export const wait = (ms: number) => act(async () => void (await new Promise((r) => setTimeout(r, ms))));
/** Ctrl+K, the words of a command, Enter. */
export async function begin(words = '派单'): Promise<void> {
  press('Control+k');
  await settle();
  input(words);
  await settle();
  press('Enter');
  await settle();
}
export const keys = async (...pressed: string[]): Promise<void> => {
  for (const key of pressed) {
    press(key);
    await settle();
  }
};
/** An answer that comes when the test says so. */
export function later<T>(): { came: Promise<T>; come: (value: T) => Promise<void> } {
  let come = (_: T): void => {};
  const came = new Promise<T>((done) => void (come = done));
  return { came, come: (value) => act(async () => come(value)) };
}
