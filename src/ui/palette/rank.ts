import { msg } from '@lingui/core/macro';
import { scopeOf, SCOPE_SIGNS, type Scope } from '../../../machines/palette.ts';
import type { Choice, Command, FoundRow, Here, KeyEntry, Words } from '../../kernel/area.ts';
import { FAR, usedAs } from '../../kernel/favour.ts';
import { severalIn, type Tier } from '../../kernel/found.ts';
import { refusal, refusalOfAll } from '../../kernel/offered.ts';
import { refusalWords, type RefusalName } from '../../kernel/refusal.ts';
import type { Denied } from '../command.ts';
import { formatOf } from '../format.ts';
import { currentLanguage } from '../language.tsx';
import { choosesSetting, isKept } from '../setting-command.ts';
import type { Jump } from './jump.ts';
import { keywordsOf } from './keyword.ts';
import { begins, fold, isNumber, match, opensWhole, pressTier } from './match.ts';
import type { Mode } from './mode.ts';
import { marksOfBed, marksOfHit, marksOfIndexed, tailOf } from './reason.ts';
import { SCOPES, SCOPE_WORDS, showsCommand, showsRecent } from './scope.ts';
import type { Found, Indexed, Question, Results } from './results.ts';

/** A row as it is drawn: what it is, and which characters of its title matched. The same object is the same picture. */
export type Row = { id: string; title: string; marks: readonly number[] } & (
  | { kind: 'command'; command: Command; /** The record, or how many, that it acts on. */ on?: string; several?: boolean; /** Why it cannot be done. */ why?: string | null; /** It chooses what is chosen already. */ kept?: boolean; /** How well it answers. */ tier?: Tier }
  | { kind: 'record'; record: FoundRow; recent: boolean; /** Marked characters of the quiet second fact. */ beside: readonly number[]; /** The tail that was typed, where neither shows it. */ typed: string; tier?: Tier }
  | { kind: 'jump'; jump: Jump }
  | { kind: 'scope'; scope: Scope; sign: string }
  | { kind: 'choice'; choice: Choice } | { kind: 'key'; keys: string } | { kind: 'gone' }
);
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
  results: Results;
  commands: readonly Command[];
  recents: readonly FoundRow[];
  jumps: readonly Jump[];
  say: (words: Words) => string;
  headings: { command: Words; recent: Words; go: Words; setting: Words; session: Words };
  /** How high a command stands among those of its tier. */
  standing?: (id: string) => number;
  /** Ids of rows that stand first before typing, in this order. */
  pinned?: readonly string[];
  /** What has the focus and what is selected. */
  here?: Here | null;
  /** A command that was left half way, and on what. */
  left?: { command: Command; title: string; on: string } | null;
  /** What cannot be done: who names such a command does not mean one that has its signs among others. */
  barred?: readonly Denied[];
  /** What else has a key; of these commands none. */
  keys?: readonly KeyEntry[];
  /** Where a record leads besides itself, for what was typed. */
  beside?: (record: FoundRow) => Jump | null;
}
/** At most this many rows are in the document, but for a few of each group below what the index found, however much that is. */
const [MOST, FEW] = [50, 5];
/** Of what leads to several places no more than these are told. */
const MOST_BESIDE = 3;
/** Records before typing: where commands stand below them, and where nothing does. */
const RECENT = { few: 8, many: 24 } as const;

type CommandRow = Row & { kind: 'command' };
/** A command that answers; `spread`: worst of all, its title has the signs among others. */
type CommandHit = CommandRow & { tier: Tier; spread: boolean };
type RecordHit = Row & { kind: 'record'; tier: Tier };
const commandRow = (command: Command, title: string, marks: readonly number[] = []): CommandRow => ({ id: command.id, title, marks, kind: 'command', command, kept: isKept(command) });
/** Why a record refuses, in the language in use. */
export const wordsOf = (why: RefusalName | null): string | null => (why === null ? null : refusalWords(why, currentLanguage()));
/** A command as its rows: one for the record that has the focus, one for those that are selected. */
function rowsOf(command: Command, { say, here = null }: Pick<Stock, 'say' | 'here'>, marks?: readonly number[]): CommandRow[] {
  const plain = commandRow(command, say(command.title), marks);
  if (command.on === undefined || here === null) return [plain];
  const { row, selection } = here;
  const count = formatOf(currentLanguage()).number(here.count ?? selection.length);
  const many = command.several === true && selection.length > 0;
  const { keys: _, ...keyless } = command; // the key is then that of the selection
  return [
    ...(many ? [{ ...plain, id: `${command.id}*`, several: true, on: say(msg`已选 ${count} 条`), why: wordsOf(refusalOfAll(command, here)) }] : []),
    ...(row === null ? [] : [{ ...plain, command: many ? keyless : command, several: false, on: row.name, why: wordsOf(refusal(command, row)) }]),
  ];
}
const NO_MARKS: readonly number[] = [];
const recordRow = (record: FoundRow, query: string, recent = false): Row => ({ id: record.id, title: record.title, marks: marksOfHit(record, query), kind: 'record', record, recent, beside: !recent && record.why === 'bed' ? marksOfBed(record.detail) : NO_MARKS, typed: record.why === 'phone' || record.why === 'identity' ? tailOf(query) : '' });
function indexedRow({ hit, record }: Indexed, query: string): RecordHit {
  const { title, detail } = marksOfIndexed(record, hit);
  return { id: record.id, title: record.title, marks: title, kind: 'record', record: { ...record, why: hit.why }, recent: false, beside: detail, typed: hit.why === 'phone' ? tailOf(query) : '', tier: hit.tier };
}
/** Of several orders those that are not there. */
const lostRows = ({ id: kind, text, rows, failure }: Found, title: string, say: Stock['say']): Row[] =>
  kind !== 'order' || failure !== null ? [] : severalIn(text).filter((no) => !rows.some(({ id }) => id === `order:${no}`)).map((named) => ({ id: `gone:${named}`, title: say(msg`${title}：没有 ${named}，或不在你的范围内`), marks: NO_MARKS, kind: 'gone' }));
/** Servers stop at a round number, 20 orders or 10 caregivers, and do not say whether there were more. */
const full = (rows: readonly unknown[]): boolean => rows.length > 0 && rows.length % 10 === 0;
const keyRow = ({ id, keys, words }: KeyEntry, say: Stock['say'], marks: readonly number[] = NO_MARKS): Row => ({ id: `key:${id}`, title: say(words), marks, kind: 'key', keys });
const [KEYS, PINNED] = [msg`按键`, msg`固定的`];
const groupOf = (id: string, heading: string, rows: readonly Row[], more: Partial<Group> = {}): Group => ({ id, heading, rows, pending: false, cut: false, ...more });

const graveLast = <T extends Row>(rows: readonly T[]): T[] => [...rows.filter((row) => !isGrave(row)), ...rows.filter(isGrave)];
/** The same groups; before them the first that does not begin with what cannot be taken back, for Enter is on it. */
function safeFirst(groups: readonly Group[]): Group[] {
  const shown = groups.filter(({ rows }) => rows.length > 0);
  const lead = shown.findIndex(({ rows: [row] }) => !isGrave(row));
  return lead < 1 ? shown : [shown[lead]!, ...shown.toSpliced(lead, 1)];
}
/** In help: the scopes with their signs. */
const signed = ({ say, results: { question: { scope } } }: Stock, which: (one: Scope) => boolean): Group =>
  groupOf('scope', say(msg`先键入一个符号，只找一类`), scope !== 'help' ? [] : SCOPES.filter((one) => one !== 'help' && which(one)).map((one): Row => ({ id: `scope:${one}`, title: say(SCOPE_WORDS[one].title), marks: NO_MARKS, kind: 'scope', scope: one, sign: SCOPE_SIGNS[one] })));
function beforeTyping(stock: Stock): Group[] {
  const { commands, recents, say, headings, here, keys = [], pinned = [], left = null, results: { question: { scope } } } = stock;
  const shown = commands.filter((command) => showsCommand(scope, command));
  // what fits here: what may be done now to the record one is at
  const acting = shown.filter(({ on }) => on !== undefined).flatMap((command) => rowsOf(command, stock)).filter(({ why }) => !why);
  const lately = recents.filter((record) => showsRecent(scope, record)).map((record) => recordRow(record, '', true));
  const able = [...acting, ...shown.filter(({ on }) => on === undefined).map((command) => commandRow(command, say(command.title))), ...lately];
  const first = graveLast(pinned.flatMap((id) => able.filter((row) => usedAs(row.id) === id)));
  const loose = <T extends Row>(rows: readonly T[]): T[] => rows.filter((row) => !first.some(({ id }) => id === row.id));
  const part = (group: Exclude<Command['group'], 'here'>): Group => groupOf(group, say(headings[group]), loose(shown.filter((c) => c.group === group && (scope !== null || !choosesSetting(c))).map((c) => commandRow(c, say(c.title)))));
  return [
    groupOf('left', say(msg`没有做完的`), left === null || !showsCommand(scope, left.command) ? [] : [{ ...commandRow(left.command, left.title), on: left.on }]),
    groupOf('pinned', say(PINNED), first),
    signed(stock, () => true),
    groupOf('here', acting.some(({ several }) => several) ? say(headings.command) : (here?.row?.name ?? say(headings.command)), loose(graveLast([...acting.filter(({ several }) => several), ...acting.filter(({ several }) => !several)]))),
    groupOf('recent', say(headings.recent), loose(lately).slice(0, shown.length > 0 ? RECENT.few : RECENT.many)),
    groupOf('page', say(headings.command), scope === null ? [] : loose(graveLast(shown.filter(({ calls }) => calls === 'key').map((command) => commandRow(command, say(command.title)))))), part('go'), part('setting'), part('session'),
    groupOf('keys', say(KEYS), keys.map((entry) => keyRow(entry, say))),
  ];
}
const isGrave = (row: Row | undefined): boolean => row?.kind === 'command' && row.command.grave === true;
/** By use, and below them what cannot be taken back. Of one command what is selected stays above the record that has the focus. */
const highest = (standing: Stock['standing']) => (a: CommandHit, b: CommandHit): number => {
  const worth = ({ command: { id } }: CommandRow): number => standing?.(id) ?? 0;
  return Number(isGrave(a)) - Number(isGrave(b)) || Number(a.spread) - Number(b.spread) || worth(b) - worth(a);
};
/** The commands that answer, and how well; in help also by the key that does it. */
function hitsOf(stock: Pick<Stock, 'commands' | 'say' | 'here'>, { text, spelled, scope }: Question): CommandHit[] {
  const { commands, say } = stock;
  return commands.filter((command) => showsCommand(scope, command)).flatMap((command) => {
    const title = say(command.title);
    const hit = match(spelled, title, keywordsOf(command));
    const press = scope === 'help' && command.keys !== undefined ? pressTier(text, command.keys) : null;
    if ((hit === null || (command.grave && hit.tier === 'spread' && hit.marks[0] !== 0 && (hit.marks.length > 0 || !/^\w/.test(text)))) && press === null) return [];
    // a piece of a word that nobody sees stands behind who is called so
    const word: Tier = hit === null || hit.tier === 'loose' || hit.tier === 'spread' ? 3 : hit.tier === 'exact' ? 0 : begins(text, title, keywordsOf(command)) && (hit.marks.length > 0 || opensWhole(text, keywordsOf(command))) ? 1 : 2;
    const tier: Tier = press !== null && press < word ? press : word;
    // digits mean records; what cannot be done is first where it is called just so; what cannot be taken back is never first because its name begins like what was meant, nor there at all for signs that stand somewhere in it, `付款` in `支付退款`; letters of a keyword begin one of its words, `cncl`
    const isNamed = fold(title) === fold(text);
    return rowsOf(command, stock, hit?.marks).map((row) => ({ ...row, spread: hit?.tier === 'spread', tier: isNumber(text) || (row.why && !isNamed) || (command.grave && tier > 0) ? (3 as const) : tier }));
  });
}
/** Whether a row is pinned and answers by more than signs that it has among others, or by where it is: then it stands first of all. */
const leads = (standing: Stock['standing'], { id, ...row }: Row): boolean => (standing?.(usedAs(id)) ?? 0) >= 2 * FAR && (row.kind === 'command' ? row.tier! < 3 : row.kind === 'record' && !['bed', 'place'].includes(row.record.why!));
/** The command that is called so, above which no record can come: it waits for none. Null where none is, or where it would choose a setting, which a person may be called like. */
export function namedCommand(stock: Pick<Stock, 'commands' | 'say' | 'here' | 'standing'>, question: Question): Row | null {
  const hits = hitsOf(stock, question);
  return hits.some((row) => leads(stock.standing, row)) ? null : (hits.filter(({ tier, command: { group } }) => tier === 0 && group !== 'setting').sort(highest(stock.standing))[0] ?? null);
}
/** Neighbours under one heading are one group. */
const merged = (groups: readonly Group[]): Group[] => groups.reduce<Group[]>((kept, group) => {
  const last = kept.at(-1);
  return last === undefined || last.heading !== group.heading || last.pending || group.pending ? [...kept, group] : [...kept.slice(0, -1), { ...last, rows: [...last.rows, ...group.rows], cut: last.cut || group.cut }];
}, []);

/**
 * The groups in their order: what is pinned, where the text leads, behind who is called just so or was chosen for it, commands that it names or begins, records, commands whose initials it is or that
 * only contain it, and what the servers know beyond the index. Without an index the servers' records stand where its own would. Digits mean records. Groups
 * without rows stay in the list while they are pending: what may yet come above a row decides what Enter does.
 */
export function arrange(stock: Stock): Group[] {
  const { results: { question, local, found }, jumps, say, headings, standing, keys = [], barred = [] } = stock;
  const { text: query, spelled, scope } = question;
  if (query === '') return safeFirst(beforeTyping(stock));
  const all = hitsOf(stock, question);
  const hits = all.some(({ spread }) => spread) && refusedGroups(spelled, barred, say).length > 0 ? all.filter(({ spread }) => !spread) : all;
  const isFirst = (row: Row): boolean => leads(standing, row);
  const tier = (wanted: Tier): CommandHit[] => hits.filter((hit) => hit.tier === wanted && !isFirst(hit)).sort(highest(standing));
  const heading = say(headings.command);
  const jumpRow = (one: Jump): Row => ({ id: one.id, title: say(one.title), marks: NO_MARKS, kind: 'jump', jump: one });
  const jump = groupOf('jump', say(msg`直达`), jumps.map(jumpRow));
  const led = new Set<string>();
  /** Records, and where the first ones lead besides, each place once. */
  const besides = (rows: readonly Row[]): readonly Row[] =>
    rows.flatMap((row) => {
      const other = row.kind === 'record' && led.size < MOST_BESIDE ? (stock.beside?.(row.record) ?? null) : null;
      if (other === null || led.has(say(other.title))) return [row];
      led.add(say(other.title));
      return [row, jumpRow(other)];
    });
  const more = groupOf('more', heading, tier(3));
  // among people an order stands for its patient
  const titleOf = (id: string, title: Words): string => say(scope === 'person' && id === 'order' ? msg({ context: '范围', message: '患者' }) : title);
  // a patient whose only order is there is there
  const known = new Set(local?.kinds.flatMap(({ rows }) => rows.flatMap(({ record }) => [record.id, record.to])));
  const several = severalIn(query).length > 0;
  const answered = found.map((source) => {
    const title = titleOf(source.id, source.title);
    const rows = source.rows.filter(({ id, to }) => !known.has(id) && !known.has(to)).map((record) => recordRow(record, several ? '' : source.text));
    return groupOf(`found:${source.id}`, local === null || several ? title : say(msg`更多${title}`), [...(local === null ? besides(rows) : rows), ...lostRows(source, title, say)], { pending: source.text !== query, cut: !several && full(source.rows) });
  });
  const of = standing ?? ((): number => 0);
  const drawn = (local?.kinds ?? []).map(({ id, title, rows }) => ({ id, title, rows: rows.map((row) => indexedRow(row, query)) }));
  const pinned = groupOf('pinned', say(PINNED), besides([...hits, ...drawn.flatMap(({ rows }) => rows)].filter(isFirst).sort((a, b) => a.tier - b.tier || of(usedAs(b.id)) - of(usedAs(a.id)))));
  const isSaid = ({ record }: RecordHit): boolean => record.why === question.why;
  // the kind that is said, then the one that answers best, then the one whose best is used most
  const kinds = drawn.map((kind) => ({ ...kind, rows: kind.rows.filter((row) => !isFirst(row)) })).filter(({ rows }) => rows.length > 0).sort(({ rows: [a] }, { rows: [b] }) => Number(isSaid(b!)) - Number(isSaid(a!)) || a!.tier - b!.tier || of(b!.id) - of(a!.id));
  const indexed = kinds.map(({ id, title, rows }) => groupOf(id, titleOf(id, title), besides(rows)));
  // how the console looks never stands before a person who answers as well; initials are rather a person's than a command's, but for the command that one uses, also before there is an index; nor does one that is used less than who answers as well
  const best = kinds[0]?.rows[0];
  const below = ({ tier, command: { id, group } }: CommandHit): boolean =>
    best === undefined ? local === null && tier === 2 : best.tier <= tier && (group === 'setting' || (tier === 2 ? of(id) <= of(best.id) : best.tier === tier && of(id) < of(best.id)));
  const worded = [...tier(0), ...tier(1), ...tier(2)];
  const first = groupOf('first', heading, worded.filter((row) => !below(row)));
  const word = groupOf('word', heading, worded.filter(below));
  const pressed = keys.flatMap((entry) => {
    const hit = match(spelled, say(entry.words), keywordsOf({ keywords: entry.keywords ?? [] }));
    const press = pressTier(query, entry.keys);
    return hit === null && press === null ? [] : [{ row: keyRow(entry, say, hit?.marks), tier: press ?? 3 }];
  }).sort((one, other) => one.tier - other.tier);
  const key = groupOf('keys', say(KEYS), pressed.map(({ row }) => row));
  const rest = [...(pressed[0]?.tier === 0 ? [key] : []), pinned, first, ...(local === null ? [...answered, word, more] : [...indexed, word, more, ...answered]), ...(pressed[0]?.tier === 0 ? [] : [key])];
  // who is called like a day, and what was chosen for this text, goes before the day
  const named = (row: Row): boolean => (row.kind === 'record' && row.tier === 0) || (standing !== undefined && standing(usedAs(row.id)) >= FAR);
  const above = jumps.length === 0 ? 0 : rest.findLastIndex(({ rows }) => rows.some(named)) + 1;
  const tail = local === null ? [] : [word, more, ...answered];
  let room = MOST;
  return merged([signed(stock, (one) => one === scopeOf(query)), ...rest.slice(0, above), jump, ...rest.slice(above)]
    .map((group) => {
      if (tail.includes(group)) room = Math.max(room, FEW);
      const rows = group.rows.slice(0, room);
      room -= rows.length;
      return { ...group, rows, cut: group.cut || rows.length < group.rows.length };
    })
    .filter((group) => group.rows.length > 0 || group.pending));
}

/** What cannot be done now, and why; those that the text names, where there is one. */
export function refusedGroups(query: string, denied: readonly Denied[], say: (words: Words) => string): Group[] {
  const rows = denied.flatMap(({ command, why }): Row[] => {
    const title = say(command.title);
    const hit = query === '' ? { tier: 'exact', marks: NO_MARKS } : match(query, title, keywordsOf(command));
    return hit === null || hit.tier === 'spread' ? [] : [{ ...commandRow(command, title, hit.marks), id: `denied:${command.id}`, why: typeof why === 'string' ? why : say(why) }];
  });
  return rows.length === 0 ? [] : [groupOf('denied', say(msg`现在不能做`), rows.slice(0, MOST), { cut: rows.length > MOST })];
}

/** What a command that asks for its steps has to choose from. */
export const modeGroup = ({ id, heading, rows, pending }: Mode): Group => groupOf(id, heading, rows.slice(0, MOST).map((choice): Row => ({ id: `choice:${choice.value}`, title: choice.label, marks: NO_MARKS, kind: 'choice', choice })), { pending, cut: rows.length > MOST });
