import { msg } from '@lingui/core/macro';
import { refusal, type Command, type FoundRow, type Here, type Words } from '../../kernel/area.ts';
import type { RefusalName } from '../../kernel/refusal.ts';
import { formatOf } from '../format.ts';
import { currentLanguage } from '../language.tsx';
import { isNumber, match } from './match.ts';
import { marksOfHit } from './reason.ts';
import type { Found } from './search.ts';

/** A row as it is drawn: what it is, and which characters of its title matched. */
export type Row = { id: string; title: string; marks: readonly number[] } & ({ kind: 'command'; command: Command; /** The record, or how many, that it acts on. */ on?: string; several?: boolean; /** Why it cannot be done to that record. */ why?: RefusalName | null } | { kind: 'record'; record: FoundRow; recent: boolean; /** The text it answers; empty before typing. */ query: string });
/** Rows under one heading. `pending`: they answer an older text, or nothing is known yet; Enter never opens them. */
export interface Group {
  id: string;
  heading: string;
  rows: readonly Row[];
  pending: boolean;
  /** There may be more than these: the answer has the length at which servers stop, or no more rows are drawn. */
  cut: boolean;
}
/** Everything the palette could show. `say` puts words into the interface language. */
export interface Stock {
  query: string;
  commands: readonly Command[];
  found: readonly Found[];
  recents: readonly FoundRow[];
  say: (words: Words) => string;
  headings: { command: Words; recent: Words; go: Words; setting: Words; session: Words };
  /** What has the focus and what is selected. */
  here?: Here | null;
}
/** At most this many rows are in the document. */
const MOST = 50;

type CommandRow = Row & { kind: 'command' };
const commandRow = (command: Command, title: string, marks: readonly number[] = []): CommandRow => ({ id: command.id, title, marks, kind: 'command', command });
/** A command as its rows: one for the record that has the focus, one for those that are selected. */
function rowsOf(command: Command, { say, here = null }: Stock, marks?: readonly number[]): CommandRow[] {
  const plain = commandRow(command, say(command.title), marks);
  if (command.on === undefined || here === null) return [plain];
  const { row, selection } = here;
  const count = formatOf(currentLanguage()).number(here.count ?? selection.length);
  const many = command.several === true && selection.length > 0;
  // the key is then that of the selection
  const { keys: _, ...keyless } = command;
  return [
    ...(many ? [{ ...plain, id: `${command.id}*`, several: true, on: say(msg`已选 ${count} 条`) }] : []),
    ...(row === null ? [] : [{ ...plain, command: many ? keyless : command, several: false, on: row.name, why: refusal(command, row) }]),
  ];
}
const recordRow = (record: FoundRow, query: string, recent = false): Row => ({ id: record.id, title: record.title, marks: marksOfHit(record, query), kind: 'record', record, recent, query });
/** Servers stop at a round number, 20 orders or 10 caregivers, and do not say whether there were more. */
const full = (rows: readonly unknown[]): boolean => rows.length > 0 && rows.length % 10 === 0;

function beforeTyping(stock: Stock): Group[] {
  const { commands, recents, say, headings, here } = stock;
  // what fits here: what may be done now to the record one is at
  const acting = commands.filter(({ on }) => on !== undefined).flatMap((command) => rowsOf(command, stock)).filter(({ why }) => !why);
  const part = (group: Exclude<Command['group'], 'here'>): Group => ({ id: group, heading: say(headings[group]), pending: false, cut: false, rows: commands.filter((c) => c.group === group).map((c) => commandRow(c, say(c.title))) });
  return [{ id: 'here', heading: here?.row?.name ?? say(headings.command), pending: false, cut: false, rows: [...acting.filter(({ several }) => several), ...acting.filter(({ several }) => !several)] }, { id: 'recent', heading: say(headings.recent), pending: false, cut: false, rows: recents.map((record) => recordRow(record, '', true)) }, part('go'), part('setting'), part('session')];
}

/**
 * The groups in their order: commands that what was typed names or begins, records area by area, then commands that only contain it.
 * Digits mean records. Groups without rows stay in the list while they are pending: what may yet come above a row decides what Enter does.
 */
export function arrange(stock: Stock): Group[] {
  const { query, commands, found, say, headings } = stock;
  if (query === '') return beforeTyping(stock).filter((group) => group.rows.length > 0);
  const hits = commands.flatMap((command) => {
    const title = say(command.title);
    const hit = match(query, title, command.keywords);
    return hit === null ? [] : rowsOf(command, stock, hit.marks).map((row) => ({ row, tier: isNumber(query) || row.why ? ('loose' as const) : hit.tier }));
  });
  const tier = (...tiers: string[]): Row[] => tiers.flatMap((t) => hits.filter((hit) => hit.tier === t).map((hit) => hit.row));
  const heading = say(headings.command);
  const groups: Group[] = [
    { id: 'first', heading, pending: false, cut: false, rows: tier('exact', 'prefix') },
    ...found.map((source) => ({ id: source.id, heading: say(source.title), pending: source.text !== query, cut: full(source.rows), rows: source.rows.map((record) => recordRow(record, source.text)) })),
    { id: 'more', heading, pending: false, cut: false, rows: tier('loose') },
  ];
  let room = MOST;
  return groups
    .map((group) => {
      const rows = group.rows.slice(0, room);
      room -= rows.length;
      return { ...group, rows, cut: group.cut || rows.length < group.rows.length };
    })
    .filter((group) => group.rows.length > 0 || group.pending);
}

/** What Enter would open: the first row of all, unless an answer that belongs above it is still under way. */
export function best(groups: readonly Group[]): Row | 'wait' | null {
  for (const group of groups) {
    if (group.pending) return 'wait';
    if (group.rows.length > 0) return group.rows[0]!;
  }
  return null;
}
/** Whether the row with this id answers the present text. */
export const isFresh = (groups: readonly Group[], id: string): boolean => groups.some((group) => !group.pending && group.rows.some((row) => row.id === id));
