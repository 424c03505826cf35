import { useEffect, useRef, useState, type ReactNode } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Empty } from '../empty.tsx';
import { usePlainKey } from '../plain-key.ts';
import control from '../style/control.module.css';
import { choose, Filters, type Chosen, type Filter } from './filter.tsx';
import { Foot } from './foot.tsx';
import { Grid, type GridProps } from './grid.tsx';
import { useNarrow } from './measure.ts';
import { rememberList } from './place.ts';
import { useVersion } from './source.ts';
import { refocus } from '../modal.ts';
import style from './list.module.css';

/** Rows older than this are asked for again when one comes back to their page, ms. */
const OLD = 15_000;

/** What stands where the grid would: the status line stays at the foot. */
const Rest = ({ children }: { children: ReactNode }) => <div className={style.rest}>{children}</div>;

/** A list page: heading, filters, tools, grid, status line. `hint` says what will appear where there is nothing yet. `tools`: what can be done beside opening a row. `bar`: what stands above the grid for a while. `tabs`: one filter's values over everything. `peek`: a row beside the list, by Space. `fresh`: how many rows have come that are not shown yet. */
export function List<T>({ path, filters = [], chosen = {}, hint, tools, bar, tabs, peek, fresh = 0, ...grid }: Omit<GridProps<T>, 'onMove' | 'onPeek'> & { path: string; filters?: readonly Filter[]; chosen?: Chosen; hint: string; tools?: ReactNode; bar?: ReactNode; tabs?: ReactNode; peek?: (row: T) => ReactNode; fresh?: number }) {
  const { store, label } = grid;
  const { t } = useLingui();
  useVersion(store);
  const [focus, setFocus] = useState(store.place.index);
  const places = Object.fromEntries(filters.flatMap(({ name, place }) => (place === true && chosen[name] !== undefined ? [[name, chosen[name]]] : [])));
  const filtered = Object.keys(chosen).length > Object.keys(places).length;
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
  usePlainKey(peek === undefined ? [] : [
    { keys: [' '], words: msg`列表：在旁边看这一行` },
    { keys: ['Escape'], words: msg`列表：关闭旁边的一行`, run: () => (peeking ? unpeek() : false) },
  ]);
  useEffect(() => {
    rememberList(path, chosen);
    setFocus(store.place.index);
    if (store.updatedAt !== null && Date.now() - store.updatedAt > OLD) store.refresh();
    // the store stands for the filters it was made with
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path, store]);
  const nothing = store.failure !== null && store.total === null;
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // the row that had the focus is gone
    if (nothing && document.activeElement === document.body) retry.current?.focus();
  }, [nothing]);
  const none = store.total === 0;
  useEffect(() => {
    // the last row is gone, and the grid that had the focus with it
    if (none && document.activeElement === document.body) refocus();
  }, [none]);
  const again = (): void => {
    store.place.enter = true;
    store.retry();
  };
  return (
    <section className={style.list} aria-label={label}>
      <div className={style.top}>
        <h1 tabIndex={-1}>{label}</h1>
        {filters.length > 0 && <Filters path={path} filters={filters} chosen={chosen} />}
        {tools !== undefined && <div className={control.actions}>{tools}</div>}
      </div>
      {tabs}
      {bar}
      {nothing ? (
        <Rest>
          <Empty title={t`没有取到数据`} hint={store.failure?.message ?? ''}>
            <p className={style.advice}><Trans>重试一次；一直取不到，就把上面这句话告诉管理员。</Trans></p>
            <button ref={retry} type="button" className={control.button} onClick={again}><Trans>重试</Trans></button>
          </Empty>
        </Rest>
      ) : store.total !== 0 ? (
        <div className={style.pane}>
          <Grid key={JSON.stringify(chosen)} {...grid} onMove={setFocus} onPeek={peek === undefined ? undefined : () => setPeeking(!peeking)} />
          {peek !== undefined && peeking && (
            <aside ref={beside} className={style.peek} aria-label={t`旁边的一行`} data-narrow={narrow}>
              {narrow && <button type="button" className={`${control.button} ${control.quiet}`} aria-keyshortcuts="Escape" onClick={unpeek}><span aria-hidden="true">←</span> <Trans>回到列表</Trans> <kbd className={control.key} aria-hidden="true">Esc</kbd></button>}
              {peeked === undefined ? null : peek(peeked)}
            </aside>
          )}
        </div>
      ) : filtered ? (
        <Rest><Empty title={t`没有符合筛选的记录`}><button type="button" className={control.button} onClick={() => choose(path, places)}><Trans>清除筛选</Trans></button></Empty></Rest>
      ) : (
        <Rest><Empty title={t`这里还没有记录`} hint={hint} /></Rest>
      )}
      <Foot store={store} focus={focus} fresh={fresh} path={path} filters={filters} chosen={chosen} />
    </section>
  );
}
