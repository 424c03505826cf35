import { msg } from '@lingui/core/macro';
import type { Words } from '../../kernel/area.ts';
import { favourOf, merged, MOST, NOTHING, ROW_ID, textKey, usedAs, usedOnce, worth, type Learned, type Memory } from '../../kernel/favour.ts';
import type { Favour } from '../../kernel/found.ts';
import { CallFailure, DROPPED } from '../call.ts';
import { rested } from '../live.ts';
import { currentViewer, onParting, onSession } from '../session.ts';
import { ownMemory } from './memory-source.ts';

/** Milliseconds of rest before what was learned is sent. */
const REST = 2_000;
/** Signs of the longest text that is learned: a longer one is hardly typed twice. */
const LONGEST = 24;

/** What something that happened writes into a memory. */
type Change = (before: Memory) => Memory;
let memory: Memory = NOTHING;
/** Whose it is: the account and the role it has. */
let owner = '';
let known: 'no' | 'asked' | 'yes' = 'no';
/** What happened before what is kept was here: done again upon it, and not sent before, because alone it would be worth less. */
let early: Change[] = [];
/** Rows that the server does not know yet: ids, and texts with their ids. */
let unsent = new Set<string>();
let resting: ReturnType<typeof setTimeout> | undefined;
/** Ends with whoever it is: what waits for the page to rest waits no more. */
let stay = new AbortController();
let favoured: Favour | null = null;
const listeners = new Set<() => void>();

/** What is kept, with one id for each command; of those that were kept under two the later. */
const oneEach = ({ ids, texts }: Memory, beside = NOTHING): Memory => merged({ ids: ids.map((row) => ({ ...row, id: usedAs(row.id) })), texts: texts.map((row) => ({ ...row, id: usedAs(row.id) })) }, beside, Date.now());
const nameOf = ({ text, id }: Pick<Learned, 'text' | 'id'>): string => `${text} ${id}`;
function put(next: Memory): void {
  memory = next;
  favoured = null;
  for (const listener of listeners) listener();
}
function apply(change: Change): void {
  const { ids, texts } = change(memory);
  for (const { id } of ids) unsent.add(id);
  for (const row of texts) unsent.add(nameOf(row));
  put(merged(memory, { ids, texts }, Date.now()));
}
function happened(change: Change): void {
  apply(change);
  if (known === 'yes') return soon();
  early.push(change);
  void load();
}

async function load(): Promise<void> {
  const source = ownMemory();
  if (source === null || known !== 'no' || owner === '') return;
  known = 'asked';
  const whose = owner;
  try {
    const kept = await source.load();
    if (whose !== owner) return;
    known = 'yes';
    put(oneEach(kept));
    early.forEach(apply);
    early = [];
    soon();
  } catch {
    // what is learned lasts as long as the page; asked again with the next use
    if (whose === owner) known = 'no';
  }
}
function soon(): void {
  clearTimeout(resting);
  resting = setTimeout(() => void send(false), REST);
}
async function send(leaving: boolean): Promise<void> {
  clearTimeout(resting);
  const source = ownMemory();
  if (source === null || known !== 'yes' || unsent.size === 0) return;
  const [sent, whose] = [unsent, owner];
  unsent = new Set();
  try {
    const all = await source.keep({ ids: memory.ids.filter(({ id }) => sent.has(id)), texts: memory.texts.filter((row) => sent.has(nameOf(row))) }, leaving);
    // with it comes what another tab has learned
    if (whose === owner) put(oneEach(all, memory));
  } catch (error) {
    // goes with the next use
    if (whose === owner && !(error instanceof CallFailure && error.code === DROPPED)) unsent = new Set([...unsent, ...sent]);
  }
}

/** Another person, or another role, has another memory; nobody has none. */
function follow(): void {
  const viewer = currentViewer();
  const now = viewer === null ? '' : `${viewer.userId}/${viewer.role}`;
  if (now === owner) return;
  clearTimeout(resting);
  stay.abort();
  stay = new AbortController();
  [owner, known, early, unsent] = [now, 'no', [], new Set()];
  put(NOTHING);
  // with a one-time password the server would refuse
  if (viewer !== null && viewer.allowed.mustChange !== true) void rested(stay.signal).then(load);
}
onSession(follow);
follow();
onParting(() => send(false));
addEventListener('pagehide', () => void send(true));
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void send(true));

/** Calls back when something was learned, or has come from the server. */
export const onMemory = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
/** What this person uses, the same object until something is learned: time alone changes no order. */
export const favour = (): Favour => (favoured ??= favourOf(memory, Date.now()));
/** A row was chosen, for this text; empty before typing. */
export function used(row: string, text: string): void {
  const id = usedAs(row);
  if (!ROW_ID.test(id)) return;
  const now = Date.now();
  const key = text.length > LONGEST ? '' : textKey(text);
  happened(({ ids, texts }) => {
    const before = ids.find((row) => row.id === id);
    const pair = texts.find((row) => row.text === key && row.id === id);
    return { ids: [{ id, pin: before?.pin ?? 0, ...usedOnce(before, now) }], texts: key === '' ? [] : [{ text: key, id, ...usedOnce(pair, now) }] };
  });
}
/** What to say of a row that is not there each time, such as a place that the text leads to. */
export const NOT_PINNED = msg`这一条不能固定：能固定的是命令、订单、护工和医院`;
/** Puts a row first for good, or no longer; what to say of it. */
export function pin(of: string): Words {
  const id = usedAs(of);
  const before = memory.ids.find((row) => row.id === id);
  const pinned = (before?.pin ?? 0) > 0;
  if (!ROW_ID.test(id)) return NOT_PINNED;
  if (!pinned && memory.ids.filter((row) => row.pin > 0).length >= MOST.pins) return msg`固定的已满，先取消一条`;
  const now = Date.now();
  happened(({ ids }) => {
    const row = ids.find((one) => one.id === id);
    return { ids: [{ id, v: row === undefined ? 0 : worth(row, now), at: now, pin: pinned ? 0 : now }], texts: [] };
  });
  return pinned ? msg`已取消固定` : msg`已固定在最前`;
}
/** Rows that are there no more for this person keep no place. */
export function unpin(gone: readonly string[]): void {
  const now = Date.now();
  const pinned = ({ ids }: Memory): Memory['ids'] => ids.filter(({ id, pin: since }) => since > 0 && gone.includes(id));
  if (pinned(memory).length > 0) happened((before) => ({ ids: pinned(before).map((row) => ({ ...row, v: worth(row, now), at: now, pin: 0 })), texts: [] }));
}
/** Forgets that a row was ever used, chosen for a text, or pinned; what to say of it. */
export function forget(of: string): Words {
  const id = usedAs(of);
  const now = Date.now();
  if (!memory.ids.some((row) => row.id === id && (row.v > 0 || row.pin > 0)) && !memory.texts.some((row) => row.id === id && row.v > 0)) return msg`没有用过，也没有固定，没有可清除的`;
  happened(({ ids, texts }) => ({ ids: ids.filter((row) => row.id === id).map((row) => ({ ...row, v: 0, pin: 0, at: now })), texts: texts.filter((row) => row.id === id).map((row) => ({ ...row, v: 0, at: now })) }));
  return msg`已清除，不再靠前`;
}
/** Ids to offer before anything is typed, commands among them: what is pinned, then what is used most. */
export function recents(): string[] {
  const { score, pinned } = favour();
  return [...new Set([...pinned, ...Object.keys(score).sort((a, b) => score[b]! - score[a]!)])];
}
