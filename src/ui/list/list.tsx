import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Endpoint } from '../../kernel/endpoint.ts';
import type { ListName } from '../../kernel/list.ts';
import { KeyCap, useKeyProps, useKeys } from '../bound-key.tsx';
import control from '../style/control.module.css';
import { LIST_KEYS } from '../key-entry.ts';
import { useClauseWords } from './clause-words.ts';
import { spoken, withFilters, type Field } from './condition.ts';
import { FilterField } from './filter-field.tsx';
import { choose, Filters, saidOf, type Chosen, type Filter } from './filter.tsx';
import { Find } from './find.tsx';
import { Foot } from './foot.tsx';
import { Grid, type GridProps } from './grid.tsx';
import type { SortedDay } from './jump.tsx';
import { useNarrow } from './measure.ts';
import { Nothing } from './nothing.tsx';
import { rememberList } from './place.ts';
import { countSelected, type Selection } from './selection.ts';
import { useVersion } from './source.ts';
import { onSamePlace } from '../location.ts';
import { refocus } from '../modal.ts';
import { addReadAge } from '../network.ts';
import { Tools, type Exports } from './tools.tsx';
import { useArrangement, type Arrangement } from './use-arrangement.ts';
import { usePaper } from './use-paper.tsx';
import { Unread } from '../unread.tsx';
import style from './list.module.css';

/** Rows older than this are asked for again when one comes back to their page, or goes to it once more, ms. */
const OLD = 15_000;

/** What stands where the grid would: the status line stays at the foot. */
const Rest = ({ children }: { children: ReactNode }) => <div className={style.rest}>{children}</div>;

/** What a list page is made of beside its grid. */
export interface ListProps<T> extends Omit<GridProps<T>, 'onMove' | 'onPeek' | 'head'> {
  path: string;
  filters?: readonly Filter[];
  chosen?: Chosen;
  /** What will appear where there is nothing yet. */
  hint: string;
  /** What stands over it in place of a heading of its own. */
  top?: ReactNode;
  /** What can be done beside opening a row. */
  tools?: ReactNode;
  /** What stands above the grid for a while. */
  bar?: ReactNode;
  /** One filter's values over everything. */
  tabs?: ReactNode;
  /** A row beside the list, by Space. */
  peek?: (row: T) => ReactNode;
  /** How many rows have come that are not shown yet. */
  fresh?: number;
  /** The day by which the list stands when nobody has sorted it: one can jump to one. What it is sorted by its `fields` know. */
  day?: SortedDay | undefined;
  /** Under which its views and columns are kept; such a list can be sorted, copied and printed. */
  name?: ListName;
  /** What it can be asked and sorted by: filters are typed then. */
  fields?: readonly Field[];
  /** Finds the next row that a text means. */
  findIn?: Endpoint;
  /** Absent: this person may not export it. */
  exports?: Exports | undefined;
  /** Takes a block from a spreadsheet, as a file. */
  onPaste?: ((file: File) => void) | undefined;
}
const NO_FIELDS: readonly Field[] = [];
const NO_FILTERS: readonly Filter[] = [];
const NOTHING: Chosen = {};

/** A list page: heading, filters, tools, grid, status line. */
export function List<T>({ path, filters = NO_FILTERS, chosen = NOTHING, hint, top, tools, bar, tabs, peek, fresh = 0, day, name, fields = NO_FIELDS, findIn, exports, onPaste, ...grid }: ListProps<T>) {
  const { store, label } = grid;
  const { t } = useLingui();
  useVersion(store);
  const [focus, setFocus] = useState(store.place.index);
  const places = Object.fromEntries(filters.flatMap(({ name, place }) => (place === true && chosen[name] !== undefined ? [[name, chosen[name]]] : [])));
  const filtered = Object.keys(chosen).filter((one) => one !== 'sort').length > Object.keys(places).length;
  const asked = useMemo(() => (fields.length === 0 ? fields : withFilters(fields, filters)), [fields, filters]);
  const arrangement = useArrangement<T>({ name, path, columns: grid.columns, fields, chosen });
  const say = useClauseWords(asked);
  const about = [...saidOf(filters, chosen), ...spoken(chosen, asked).map(({ clause }) => say(clause))].join(t`；`);
  const { paper, print } = usePaper<T>({ store, selection: grid.selection, columns: arrangement.columns, keyOf: grid.keyOf, label, about, onPaste });
  const first = arrangement.sort[0];
  const byDay = fields.find((field) => field.name === first?.field && (field.type === 'day' || field.type === 'instant') && field.filter !== false);
  useEffect(() => addReadAge(() => store.updatedAt), [store]);
  const [peeking, setPeeking] = useState(false);
  const narrow = useNarrow();
  const beside = useRef<HTMLElement>(null);
  const unpeek = (): void => {
    setPeeking(false);
    // once it is gone: its own way back may have had the focus
    setTimeout(refocus);
  };
  // on a short screen the head may have pushed it out of sight
  useEffect(() => {
    if (peeking && narrow) beside.current?.scrollIntoView({ block: 'nearest' });
  }, [peeking, narrow]);
  const peeked = peek === undefined || !peeking ? undefined : store.at(focus);
  const keys = useKeyProps();
  useKeys(peek === undefined ? [] : [[LIST_KEYS.peek], [LIST_KEYS.unpeek, () => (peeking ? unpeek() : false)]]);
  useEffect(() => {
    rememberList(path, chosen);
    setFocus(store.place.index);
    const renew = (): void => {
      if (store.updatedAt !== null && Date.now() - store.updatedAt > OLD) store.refresh();
    };
    renew();
    return onSamePlace(renew);
    // the store stands for the filters it was made with
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path, store]);
  // who was in the rows when another question was put is in those of the answer; a page that comes back begins anew
  const before = useRef<typeof store>(null);
  useLayoutEffect(() => {
    const left = before.current?.place;
    before.current = store;
    if (!left?.enter || left === store.place) return;
    // handed over, also by one that had no rows: kept, it would take the focus from wherever it is when that question is put again
    left.enter = false;
    if (document.activeElement?.matches('body, h1')) store.place.enter = true;
  }, [store]);
  useLayoutEffect(() => () => void (before.current = null), []);
  const nothing = store.failure !== null && store.total === null && store.reach === 0;
  const none = store.total === 0;
  useEffect(() => {
    // the last row is gone, and the grid that had the focus with it
    if (none && document.activeElement === document.body) refocus();
  }, [none]);
  const again = (): void => {
    store.place.enter = true;
    store.retry();
  };
  const verbs = tools !== undefined && tools !== false && <div className={control.actions}>{tools}</div>;
  return (
    <section className={style.list} aria-label={label} data-list="">
      {top ?? <div className={style.top}>
        <h1 tabIndex={-1}>{label}</h1>
        {narrow && verbs}
        {fields.length > 0 ? <FilterField path={path} fields={asked} chosen={chosen} place={Object.keys(places)} /> : filters.length > 0 && <Filters path={path} filters={filters} chosen={chosen} />}
        {name !== undefined && <Tools list={name} fields={fields} chosen={chosen} filtered={filtered} total={store.total} columns={grid.columns} arrangement={arrangement as unknown as Arrangement<never>} selection={grid.selection as unknown as Selection<{ id: string }> | undefined} exports={exports} onPrint={print} />}
        {!narrow && verbs}
      </div>}
      {tabs}
      {bar}
      {findIn !== undefined && <Find endpoint={findIn} store={store} chosen={chosen} />}
      {nothing ? (
        <Rest>
          <Unread failure={store.failure!} again={again} focused />
        </Rest>
      ) : store.total !== 0 ? (
        <div className={style.pane}>
          <Grid key={JSON.stringify(chosen)} {...grid} columns={arrangement.columns} head={arrangement.head} onMove={setFocus} onPeek={peek === undefined ? undefined : () => setPeeking(!peeking)} />
          {peek !== undefined && peeking && (
            <aside ref={beside} className={style.peek} aria-label={t`旁边的一行`} data-narrow={narrow}>
              {narrow && <button type="button" className={`${control.button} ${control.quiet}`} {...keys(LIST_KEYS.unpeek)} onClick={unpeek}><span aria-hidden="true">←</span> <Trans>回到列表</Trans> <KeyCap of={LIST_KEYS.unpeek} /></button>}
              {peeked === undefined ? null : peek(peeked)}
            </aside>
          )}
        </div>
      ) : (
        <Rest><Nothing clear={filtered ? () => choose(path, places) : null} title={t`这里还没有记录`} hint={hint} /></Rest>
      )}
      <Foot store={store} focus={focus} fresh={fresh} path={path} filters={filters} chosen={chosen} fields={asked} selected={grid.selection && countSelected(grid.selection, store.total)} sort={arrangement.sort} unsort={arrangement.unsort} day={first === undefined ? day : byDay && { field: byDay.name, desc: first.desc, label: byDay.label }} />
      {paper}
    </section>
  );
}
