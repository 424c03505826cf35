import { may } from '../../kernel/access.ts';
import type { Area, FoundRow, Records, Viewer } from '../../kernel/area.ts';
import type { Hit, IndexPage } from '../../kernel/found.ts';
import { currentLanguage } from '../language.tsx';
import { currentViewer, onSession } from '../session.ts';
import { palette } from './actor.ts';
import { firstQuestions } from './ahead.ts';
import type { FindIndex } from './finder.ts';
import { favour, recents as ids, onMemory, unpin } from './memory.ts';

/** More than are ever shown before typing. */
const MOST = 100;
/** Opened from the palette since signing in. */
const opened = new Map<string, FoundRow>();
/** What the index says of those that are used: also after the page was loaded anew. */
let indexed: ReadonlyMap<string, FoundRow> = new Map();
/** What the server said of those that the index does not hold. */
const fetched = new Map<string, FoundRow>();
/** Asked of the server, or being asked. */
const sought = new Set<string>();
/** Kinds of records that the index holds. */
let kinds: ReadonlySet<string> = new Set();
let shown: readonly FoundRow[] | null = null;
const listeners = new Set<() => void>();
function renew(): void {
  shown = null;
  for (const listener of listeners) listener();
}
onMemory(renew);
/** Whose they are: another role may see less. */
let owner = '';
onSession(() => {
  const viewer = currentViewer();
  const now = viewer === null ? '' : `${viewer.userId}/${viewer.role}`;
  if (now === owner) return;
  owner = now;
  for (const known of [opened, fetched, sought]) known.clear();
  indexed = new Map();
  renew();
});
const kindOf = (id: string): string => id.slice(0, id.indexOf(':'));
/** Whether a record can be shown again another time: one of the index, or that its server can be asked for by its number. */
export const staysKnown = (id: string): boolean => kinds.has(kindOf(id));

/** Keeps a record that was opened from the palette, in memory only, because it names a patient: shown without asking anyone. */
export function addRecent(row: FoundRow): void {
  opened.delete(row.id);
  opened.set(row.id, row);
  for (const oldest of opened.keys()) {
    if (opened.size <= MOST) break;
    opened.delete(oldest);
  }
  renew();
}
/** What has left the index, or all of a kind where their eyes are others, is not named here either, unless the server still tells it. Gives those that had been opened and may have ended. */
function leaveOut(kind: string, { text, reset }: IndexPage): string[] {
  const all = [...opened.keys(), ...sought].filter((id) => kindOf(id) === kind);
  const gone = reset ? all : text.split('\n').flatMap((line) => (line.startsWith('-') ? [`${kind}:${line.slice(1)}`] : []));
  const named = gone.filter((id) => [opened.delete(id), fetched.delete(id), sought.delete(id)].includes(true));
  if (named.length > 0) renew();
  return reset ? [] : named;
}
/** Records to offer before typing: what is pinned, then what is used most; without those that one has forgotten. The same until one of them changes. */
export const recents = (): readonly FoundRow[] => (shown ??= ids().flatMap((id) => indexed.get(id) ?? fetched.get(id) ?? opened.get(id) ?? []));
/** Calls back when they have changed. */
export const onRecents = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/**
 * Keeps what the index says of the records that this person uses: asked when it has become whole, when another record is used, and whenever the palette
 * opens or closes, so that they are there before it is opened, and so is what the first sign will be asked. What is being looked for goes before.
 */
export function followRecents({ areas, viewer, index }: { areas: readonly Area[]; viewer: Viewer; index: FindIndex }): () => void {
  const rows = new Map<string, NonNullable<Records['row']>>();
  const readers = new Map<string, NonNullable<Records['read']>>();
  const leave: (() => void)[] = [];
  let whole = false;
  let taken = index.now();
  let said = '';
  let closed = true;
  let gone = false;
  function ask(): void {
    const liked = ids().slice(0, MOST);
    if (whole && liked.length > 0 && palette.getSnapshot().context.text === '') index.ask({ text: '', kinds: null, most: MOST, ids: liked });
    if (!whole || !closed) return;
    index.favour(favour());
    index.expect(firstQuestions());
  }
  /** Asks the server once for these: what has ended is in no index, and may be pinned or opened lately all the same. What it does not tell either is pinned no longer. */
  async function seek(wanted: readonly string[]): Promise<void> {
    const whose = owner;
    for (const [kind, read] of readers) {
      const missing = wanted.filter((id) => kindOf(id) === kind && !sought.has(id));
      if (missing.length === 0) continue;
      for (const id of missing) sought.add(id);
      try {
        const found = await read(missing.map((id) => id.slice(kind.length + 1)));
        if (gone || whose !== owner) return;
        // those that have left once more meanwhile are asked for anew
        for (const row of found) if (sought.has(row.id)) fetched.set(row.id, row);
        renew();
        unpin(missing.filter((id) => sought.has(id) && !fetched.has(id)));
      } catch {
        // asked again when the palette opens or closes
        for (const id of missing) sought.delete(id);
      }
    }
  }
  function take(hits: readonly Hit[]): void {
    const now = JSON.stringify([currentLanguage(), hits]);
    if (now === said) return;
    said = now;
    indexed = new Map(hits.flatMap((hit) => (rows.has(hit.kind) ? [[hit.id, rows.get(hit.kind)!(hit)] as const] : [])));
    renew();
  }
  function heard(): void {
    const was = whole;
    whole = index.ready();
    const answer = index.now();
    const told = answer !== taken && answer?.text === '' ? answer : null;
    taken = answer;
    // what it knew may be no longer this person's
    if (was && !whole) take([]);
    else if (whole && !was) ask();
    else if (whole && told !== null) {
      take(told.hits);
      void seek(favour().pinned.filter((id) => !indexed.has(id)));
    }
  }
  const wanted = areas.flatMap(({ id, records }) => (records !== undefined && may(viewer, records.may) ? [{ id, load: records.load }] : []));
  void Promise.all(wanted.map(async ({ id, load }) => {
    // without its code its records cannot be drawn
    const { row, read } = await load().catch((): Partial<Records> => ({}));
    if (row !== undefined) rows.set(id, row);
    if (read !== undefined) readers.set(id, read);
  })).then(() => {
    if (gone) return;
    kinds = new Set(rows.keys());
    const turned = palette.subscribe((now) => {
      if (now.matches('closed') === closed) return;
      closed = !closed;
      ask();
    });
    leave.push(onMemory(ask), index.subscribe(heard), index.onFed((kind, page) => {
      void seek(leaveOut(kind, page));
      // the index may be whole without it
      if (page.reset) ask();
    }), () => turned.unsubscribe());
    heard();
  });
  return () => {
    gone = true;
    for (const left of leave) left();
  };
}
