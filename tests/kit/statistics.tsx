// The page of the statistics over a server whose figures can be told: each its place in the table, 100 more at each step.
import { render, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { MEASURES } from '../../src/areas/statistics/measure.ts';
import { mondayOf } from '../../src/areas/statistics/question.ts';
import StatisticsPage from '../../src/areas/statistics/statistics.index.page.tsx';
import { Announcer } from '../../src/ui/announce.tsx';
import { boundCommands } from '../../src/ui/command.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { currentHref, navigate } from '../../src/ui/location.ts';
import { dayAfter, daysBetween, todayThere } from '../../src/ui/parse-day.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { answerBy, enter, never, refuse, type Sent } from './console.ts';

export const today = todayThere();
/** The first of thirty days. */
export const from = dayAfter(today, -29);
const PATHS = ['/statistics/index', '/order/index', '/caregiver/index'];
const COMMANDS = boundCommands(areas, { role: 1, roles: ['ROOT'], perms: [], paths: PATHS });
/** The page as the frame shows it. */
export function Console() {
  useShortcuts(COMMANDS);
  return <LocaleProvider><StatisticsPage /><Announcer /></LocaleProvider>;
}
/** What another answer is made of one. */
type Tells = (path: string, asks: URLSearchParams, answer: Record<string, unknown>) => Record<string, unknown>;
const deaf = (_: { no: string; version: number } | null): void => {
  throw new Error('nobody listens');
};
/** What the page asked for, and how the server behaves. `tell`: it says that an order, or something, has changed. */
export const server = { asked: [] as (Sent & { asks: URLSearchParams })[], fails: false, waits: false, empty: false, tells: null as Tells | null, tell: deaf };
/** The first days of the steps of a range. */
function stepsOf(first: string, last: string, by: string): string[] {
  const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => dayAfter(first, i));
  return [...new Set(days.map((day) => (by === 'day' ? day : by === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`)))];
}
/** Every figure is its place in the table; of the period before, one less. */
function figures(names: readonly string[], less = 0): Record<string, number | null> {
  return Object.fromEntries(names.map((name) => [name, server.empty ? null : (MEASURES as readonly string[]).indexOf(name) + 1000 - less]));
}
/** Someone who may see everything is signed in; gives the way out. */
export async function begin(): Promise<() => Promise<void>> {
  Object.assign(server, { asked: [], fails: false, waits: false, empty: false, tells: null, tell: deaf });
  const answer = (call: Sent) => {
    const asks = new URLSearchParams(call.query);
    const { path } = call;
    if (path === '/hospitals/options') return [{ id: '5', name: '第一医院' }, { id: '6', name: '第二医院' }];
    if (path === '/hospitals/5/departments') return [{ id: '51', name: '骨科' }];
    if (path === '/orders/names') return { departments: [{ name: '骨科', ids: ['51'] }], services: [{ id: '7', name: '全天一对一' }] };
    if (path === '/services') return [{ id: '7', code: 'full', name: '全天一对一', careMode: 'one_to_one', maxPatients: 1, coverage: 'full24', dependency: null, description: null, status: 1, used: true, version: 1 }];
    if (path === '/caregivers/find' && ['无此人', 'PY0'].includes(asks.get('q')!)) return [];
    if (path === '/live/all') return new Response(new ReadableStream({ start: (hand) => void (server.tell = (said) => hand.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ of: '/live', said })}\n\n`))) }));
    if (!path.startsWith('/statistics')) return never;
    server.asked.push({ ...call, asks });
    if (server.waits) return never;
    if (server.fails) return refuse({ status: 500, code: 50000, message: '系统出错' });
    if (path === '/statistics/bands') return { rows: ['ahead', 'd7', 'd30', 'd90', 'older'].map((band, i) => ({ band, orders: i, fen: i * 10_000 })), orders: 10, fen: 100_000, at: new Date().toISOString() };
    const range = { from: asks.get('from')!, to: asks.get('to')! };
    const names = asks.get('measures')?.split(',') ?? [...MEASURES];
    const previous = range.from === '' ? range : { from: dayAfter(range.from, -1 - daysBetween(range.from, range.to)), to: dayAfter(range.from, -1) };
    const whole = { ...range, previous, totals: figures(names), before: figures(names, 1), recounting: false, at: new Date().toISOString() };
    const told = (at: string, i: number) => ({ at, values: Object.fromEntries(names.map((name) => [name, server.empty ? null : i * 100])) });
    if (path === '/statistics/measures') {
      const steps = stepsOf(range.from, range.to, asks.get('by')!);
      return { ...whole, series: steps.map(told), ...(asks.has('earlier') && { earlier: steps.map((at, i) => told(dayAfter(i === 0 ? range.from : at, daysBetween(range.from, previous.from)), i)) }) };
    }
    if (path === '/statistics/groups') return { ...whole, rest: null, rows: [{ id: '6', name: '第二医院', values: figures(names), before: figures(names, 1) }, { id: '5', name: '第一医院', values: figures(names, 500), before: figures(names) }] };
    const days = stepsOf(range.from, range.to, asks.get('by')!);
    const rows = [{ id: '6', name: '第二医院', values: days.map((_, i) => i * 10) }, { id: '5', name: '第一医院', values: days.map((_, i) => i) }];
    return { days, rows: rows.filter(({ id }) => (asks.get('hospital') ?? id) === id), recounting: false, at: whole.at };
  };
  answerBy((call) => {
    const said = answer(call);
    return server.tells === null || said === never || !call.path.startsWith('/statistics') ? said : server.tells(call.path, new URLSearchParams(call.query), said as Record<string, unknown>);
  });
  return enter({ userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] }, { paths: PATHS, redirects: {}, cached: [] });
}
/** Opens the page at this query, and waits for its figures. */
export async function open(query = ''): Promise<void> {
  navigate(`/statistics/index${query}`);
  render(<Console />);
  if (!server.fails && !server.waits) await waitFor(() => expect(grid().textContent).toMatch(/1,00\d|—/));
}
/** The figures. */
export const grid = (): HTMLElement => screen.getByRole('grid', { name: '指标' });
export const row = (measure: string): HTMLElement => grid().querySelector<HTMLElement>(`[data-measure=${measure}]`)!;
/** What the address asks. */
export const query = (): Record<string, string> => Object.fromEntries(new URLSearchParams(currentHref().split('?')[1] ?? ''));
export const path = (): string => currentHref().split('?')[0]!;
export const picture = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });
export const slider = (): Promise<HTMLElement> => screen.findByRole('slider');
/** What is announced. */
export const shown = (): string => [...document.querySelectorAll('output')].map((output) => output.textContent).join('');

