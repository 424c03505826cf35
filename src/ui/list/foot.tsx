import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { KeyCap, useKey, useKeyProps } from '../bound-key.tsx';
import { useFormat } from '../format.ts';
import { todayThere } from '../parse-day.ts';
import control from '../style/control.module.css';
import type { SortKey } from '../../kernel/list.ts';
import { LIST_KEYS } from '../key-entry.ts';
import { useClauseWords } from './clause-words.ts';
import { spoken, withClauses, type Field } from './condition.ts';
import { choose, useUnread, type Chosen, type Filter } from './filter.tsx';
import { Jump, type SortedDay } from './jump.tsx';
import { Retry } from './retry.tsx';
import type { WindowStore } from './window-store.ts';
import style from './list.module.css';

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  // before it is drawn: a page that was out of sight comes back with the clock of when it was left
  useLayoutEffect(() => setNow(Date.now()), []);
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(clock);
  }, []);
  return now;
}

/** The hospitals' day of a moment, turned a minute late: a clock may be ahead of the server's. */
const dayOf = (at: number): string => todayThere(new Date(at - 60_000));

/** How old the rows are; pressing it asks again. Its own component, so that the clock re-renders nothing else. `daily`: another day has other rows. */
function Age({ store, at, daily }: { store: Pick<WindowStore<never>, 'refresh'>; at: number; daily: boolean }) {
  const { t } = useLingui();
  const now = useNow();
  const age = now - at;
  const ago = useFormat().ago(age);
  const over = daily && document.visibilityState === 'visible' && dayOf(at) !== dayOf(now);
  useEffect(() => {
    if (over) store.refresh();
  }, [over, store]);
  return <button type="button" className={style.quiet} title={t`刷新`} onClick={() => store.refresh()}>{age < 5_000 ? <Trans>刚刚更新</Trans> : t`更新于 ${ago}`}</button>;
}

/** Rows that have come and are not shown yet, so that nothing moves under the reader; asking for them begins at the top again. */
function Fresh({ count, show }: { count: number; show: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const keys = useKeyProps();
  useKey(LIST_KEYS.fresh, () => (count === 0 ? false : show()));
  const number = format.number(count);
  return (
    <>
      <output className={control.hidden}>{count === 0 ? '' : t`有 ${number} 条新记录`}</output>
      {count > 0 && <button type="button" className={style.chip} {...keys(LIST_KEYS.fresh)} onClick={show}>{t`显示 ${number} 条新记录`} <KeyCap of={LIST_KEYS.fresh} /></button>}
    </>
  );
}

/** The status line: how many, how many selected, where one is, what is filtered, how fresh. */
export function Foot<T>({ store, focus, fresh, path, filters, chosen, fields, selected, sort, unsort, day }: { store: WindowStore<T>; focus: number; fresh: number; path: string; filters: readonly Filter[]; chosen: Chosen; fields: readonly Field[]; /** How many rows; null: all of a list that is not counted yet; undefined: it has no selection. */ selected: number | null | undefined; sort: readonly SortKey[]; unsort: () => void; day: SortedDay | undefined }) {
  const { t } = useLingui();
  const format = useFormat();
  const total = format.number(store.total ?? 0);
  const count = format.number(selected ?? 0);
  const foot = useRef<HTMLDivElement>(null);
  // the place of a chip that was taken away while it had the focus
  const gone = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (gone.current === null) return;
    const chips = foot.current!.querySelectorAll<HTMLElement>('[data-chip]');
    const next = chips[Math.min(gone.current, chips.length - 1)];
    gone.current = null;
    if (next !== undefined) next.focus();
    else if (store.total === 0) foot.current!.closest('section')?.querySelector('h1')?.focus();
    else store.place.enter = true;
  });
  const say = useClauseWords(fields);
  const unread = useUnread(chosen);
  const daily = filters.some((filter) => filter.daily === true && chosen[filter.name] !== undefined) || Object.values(chosen).some((value) => value.includes('today'));
  const chips = [
    ...filters.filter(({ name }) => chosen[name] !== undefined).map(({ name, label, options }) => {
      const { [name]: value = '', ...without } = chosen;
      return { key: name, words: `${label} · ${options.find((option) => option.value === value)?.label ?? value}`, without };
    }),
    ...spoken(chosen, fields).map(({ clause, rest }, at) => ({ key: `where ${at}`, words: say(clause), without: withClauses(chosen, rest, fields) })),
    ...(sort.length === 0 ? [] : [{ key: 'sort', words: `${t`排序`} · ${sort.map(({ field, desc }) => `${fields.find(({ name }) => name === field)?.label ?? field} ${desc ? '↓' : '↑'}`).join(t`、`)}`, without: null }]),
    ...(unread > 0 ? [{ key: 'unread', words: t`地址里有 ${unread} 个条件不认识，没有使用`, without: chosen }] : []),
  ];
  return (
    <div ref={foot} className={style.foot}>
      <output>{store.total !== null ? t`共 ${total} 条` : store.failure !== null ? <Trans>没有取到，行数未知</Trans> : store.reach > 0 ? <Trans>正在计数</Trans> : <Trans>正在取数</Trans>}{selected === null ? ` · ${t`已选全部`}` : selected ? ` · ${t`已选 ${count} 条`}` : null}</output>
      {store.reach > 0 && store.total !== 0 && <Jump store={store} day={day} focus={focus} />}
      <Fresh count={fresh} show={() => store.restart()} />
      {chips.map(({ key, words, without }, place) => (
        <button key={key} type="button" data-chip="" className={key === 'unread' ? style.quiet : style.chip} title={key === 'sort' ? t`不再排序` : key === 'unread' ? t`从地址里去掉` : t`去掉此筛选`} onClick={() => {
          gone.current = place;
          if (without === null) unsort();
          else choose(path, without);
        }}>{words} <span aria-hidden="true">×</span></button>
      ))}
      {store.failure !== null && store.reach > 0 && (
        <span className={style.failure} role="alert">{t`有些行没有取到：${store.failure.message}`} <Retry className={style.chip} again={() => store.retry()} /></span>
      )}
      <span className={style.end}>{store.updatedAt !== null && <Age store={store} at={store.updatedAt} daily={daily} />}</span>
    </div>
  );
}
