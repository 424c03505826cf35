import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import type { Area, FoundRow, Records } from '../../src/kernel/area.ts';
import type { IndexPage } from '../../src/kernel/found.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { palette } from '../../src/ui/palette/actor.ts';
import type { FindIndex } from '../../src/ui/palette/finder.ts';
import { PaletteHost } from '../../src/ui/palette/host.tsx';
import { forgetLabour } from '../../src/ui/palette/labour.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { sameThread } from './find-index.ts';
import { type } from './typist.ts';

// The palette over an index of fifty orders, for console tests.
/** Who looks. */
export const viewer: SignedIn = { userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/dashboard', '/profile', '/order/index', '/caregiver/index', '/order/bed'] };
const NAMES = ['王丽', '王立', '李娜', '单雄信', '张伟', '吕布', '欧阳修', '仇英', '解缙', '查良镛'];
/** Before each test of a file Chinese on the first page, after it nothing drawn and the palette closed. */
export function freshPalette(): void {
  beforeEach(async () => {
    await activate('zh-cn');
    location.hash = '#/dashboard';
  });
  afterEach(() => {
    cleanup();
    act(() => palette.send({ type: 'close' }));
    forgetLabour();
  });
}
/** The number of the `i`th order. */
export const noOf = (i: number): string => `PH261121${String(10_000 + i)}`;
/** The orders as the index is fed. */
export const LINES = Array.from({ length: 50 }, (_, i) => [noOf(i), NAMES[i % 10], `${1000 + i}`, `${i + 1}`, i % 2, 'in_service', '2026-11-20', '2026-11-28', 1].join('\t'));
/** A page of the index. */
export const page = (text: string, more: Partial<IndexPage> = {}): IndexPage => ({ text, places: ['仁爱医院 · 骨科', '仁爱医院 · 心内科'], next: null, at: '2026-11-21T00:00:00Z', stamp: 's', reset: false, cut: false, ...more });
/** An order that only the server knows. */
export const old = (no: string, title = `旧人 ${no}`): FoundRow => ({ id: `order:${no}`, title, detail: '仁爱医院', to: `/order/${no}` });
/** The palette's code as its host fetches it: when the page is calm; `here` is when it has come. */
export function unaskedCode() {
  let come = (): void => {};
  const came = new Promise<void>((resolve) => { come = resolve; });
  const load = () => import('../../src/ui/palette/palette.tsx').finally(come);
  return { load, here: () => act(() => came) };
}
/** Lets answers come: first those of the index, and after the frame that shows them the servers are asked. */
export const tick = () => act(async () => { for (let turns = 0; turns < 12; turns += 1) await new Promise((r) => setTimeout(r, 1)); });

/** An index of fifty orders and five caregivers, and servers that answer when the test says so. `own`: areas whose records are found as they really are. */
export async function startPalette({ ready = true, own: kept = [] }: { ready?: boolean; own?: readonly string[] } = {}) {
  const asked: { id: string; q: string; signal: AbortSignal; answer: (rows: FoundRow[]) => Promise<void>; fail: () => Promise<void> }[] = [];
  const real = new Map<string, Records>();
  for (const id of ['order', 'caregiver', 'patient']) real.set(id, await areas.find((area) => area.id === id)!.records!.load());
  // what is found by servers alone has no row of the index
  const rowOf = (id: string) => { const { row, read } = real.get(id)!; return { ...(row === undefined ? {} : { row }), ...(read === undefined ? {} : { read }) }; };
  const own: Area[] = areas.map(({ records, ...area }) =>
    records === undefined || !real.has(area.id) ? { ...area, ...(records !== undefined && kept.includes(area.id) ? { records } : {}) } : {
      ...area,
      records: { ...records, load: () => Promise.resolve({ ...rowOf(area.id), find: (q: string, signal: AbortSignal) => new Promise<FoundRow[]>((resolve, reject) => {
        asked.push({ id: area.id, q, signal, answer: (rows) => act(async () => resolve(rows)), fail: () => act(async () => reject(new Error('网络不通'))) });
      }) }) },
    },
  );
  const index: FindIndex = sameThread();
  index.feed('order', page(LINES.join('\n'), ready ? {} : { next: '9' }));
  index.feed('caregiver', page(Array.from({ length: 5 }, (_, i) => [`HG${2001 + i}`, `护${NAMES[i]}`, '', '', 0, 'active', '', '', 1].join('\t')).join('\n')));
  await tick();
  expect(index.ready()).toBe(ready);
  const code = unaskedCode();
  render(<LocaleProvider><button type="button">page</button><PaletteHost areas={own} viewer={viewer} load={code.load} index={index} /><Announcer /></LocaleProvider>);
  await code.here();
  screen.getByText('page').focus();
  const last = (id: string) => asked.filter((one) => one.id === id).at(-1)!;
  return { asked, index, last, settle: async (rows: FoundRow[] = []) => { await last('order').answer(rows); await last('caregiver').answer([]); } };
}
/** What is seen and heard of the palette. */
export const box = () => screen.getByRole<HTMLInputElement>('combobox');
export const list = () => screen.getByRole('listbox');
export const ids = () => screen.queryAllByRole('option').map((option) => option.dataset.row);
export const records = () => ids().filter((id) => /^(order|caregiver):/.test(id!));
export const chosen = () => screen.queryAllByRole('option', { selected: true }).map((option) => option.dataset.row);
export const chips = () => [...document.querySelectorAll('dialog button:not([data-stop])')].map((chip) => chip.textContent);
export const headings = () => [...document.querySelectorAll('[cmdk-group-heading]')].map((heading) => heading.textContent);
export const marked = (id: string) => [...document.querySelectorAll(`[data-row="${id}"] mark`)].map((mark) => mark.textContent);
/** ms without a key after which the servers are asked, however hasty the keys were (search.ts). */
export const PAUSE = 130;
/** Keys as fast as nobody types, the answers to them, and a pause. */
export const enter = async (keys: string[]) => {
  type(keys);
  await tick();
  await act(() => new Promise((done) => setTimeout(done, PAUSE)));
};
/** Waits until also the rows below those that are seen first are drawn. */
export const whole = () => waitFor(() => {
  const options = screen.getAllByRole('option');
  expect(options).toHaveLength(Number(options[0]!.getAttribute('aria-setsize')));
});
