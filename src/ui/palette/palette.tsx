import { useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Command } from 'cmdk';
import type { Words } from '../../kernel/area.ts';
import { may } from '../../kernel/access.ts';
import { offeredCommands } from '../command.ts';
import { runCommand } from '../effect.ts';
import { here } from '../here.ts';
import { useOwnKeys } from '../keyboard.ts';
import control from '../style/control.module.css';
import { findViews } from '../list/view.ts';
import { navigate } from '../location.ts';
import { palette } from './actor.ts';
import { queryOf } from './match.ts';
import style from './palette.module.css';
import { arrange, best, isFresh, type Row } from './rank.ts';
import { addRecent, recents } from './recent.ts';
import { RowView } from './row.tsx';
import { createSearch } from './search.ts';
import type { PaletteProps } from './steer.ts';

const HEADINGS = { command: msg`命令`, recent: msg`最近打开`, go: msg`前往`, setting: msg`设置`, session: msg`账号` };
/** cmdk picks a first row by itself when it is told of none; this is no row's id. */
const NONE = '-';

function run(row: Row): void {
  if (palette.getSnapshot().matches('closed')) return;
  // closed first, so that focus is back in the page before the page changes
  flushSync(() => palette.send({ type: 'close' }));
  if (row.kind === 'command') return runCommand(row.command, row.several);
  row.record.remember?.();
  addRecent(row.record);
  navigate(row.record.to);
}

/** Keys and what they do now. */
function Hint({ caps, children }: { caps: readonly string[]; children: ReactNode }) {
  return <span>{caps.map((cap) => <kbd key={cap} className={control.key}>{cap}</kbd>)} {children}</span>;
}

/** The results below the input: own matching and order, cmdk for groups, options and pointer. */
export default function Results({ areas, viewer, text, composed, armed, input, leaving, onList, steer }: PaletteProps) {
  const { i18n, t } = useLingui();
  const say = useCallback((words: Words) => i18n._(words), [i18n]);
  const list = useRef<HTMLDivElement>(null);
  const query = queryOf(text, composed);
  // as it was when the palette opened: nothing below it has the focus meanwhile
  const [place] = useState(here);
  const commands = useOwnKeys(useMemo(() => offeredCommands(areas, viewer, place), [areas, viewer, place]));
  const [search] = useState(() => createSearch([...[...areas].sort((a, b) => a.order - b.order).flatMap((area) => (area.records !== undefined && may(viewer, area.records.may) ? [{ id: area.id, ...area.records }] : [])), { id: 'view', title: msg`视图`, load: async () => ({ find: findViews }) }]));
  const found = useSyncExternalStore(search.subscribe, search.now);
  const groups = useMemo(() => arrange({ query, commands, found, recents: recents(), say, headings: HEADINGS, here: place }), [query, commands, found, say, place]);
  const rows = groups.flatMap((group) => group.rows);
  const top = best(groups);

  // what the person moved to stays chosen while the text is the same; else it is the row that Enter would open, or the one shown first
  const [moved, setMoved] = useState({ query: '', id: '' });
  const own = moved.query === query ? rows.find((row) => row.id === moved.id) : undefined;
  const first = groups[0]?.pending === true ? groups[0].rows[0] : undefined;
  const chosen = own ?? (top === null || top === 'wait' ? first : top);
  // what Enter does now
  const act = own === undefined ? (top === 'wait' ? null : top) : isFresh(groups, own.id) ? own : null;
  const value = chosen?.id ?? NONE;
  const pending = groups.some((group) => group.pending);
  // cmdk moves its own mark when rows leave; a blank at the end makes it look at ours again
  const [drift, setDrift] = useState(0);

  useLayoutEffect(() => () => search.ask(''), [search]);
  useLayoutEffect(() => onList(list.current!.id), [onList]);
  useLayoutEffect(() => search.ask(query), [search, query]);
  // what a waiting Enter opens: the row moved to if it answers this text, nothing if that row has left, else the best
  const due = !armed ? null : own !== undefined ? (isFresh(groups, own.id) ? own : null) : moved.query === query || top === 'wait' ? null : top;
  useLayoutEffect(() => {
    // not at once: React cannot close the dialog while it is drawing it
    if (due !== null) queueMicrotask(() => run(due));
    else if (!pending) palette.send({ type: 'settled' });
  });
  useLayoutEffect(() => {
    const row = list.current?.querySelector(`[data-row="${CSS.escape(value)}"]`);
    if (!row) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', row.id);
    row?.scrollIntoView({ block: 'nearest' });
  }, [value, groups, input]);
  useImperativeHandle(steer, () => ({
    move(by) {
      if (rows.length === 0) return;
      const at = chosen === undefined ? -1 : rows.indexOf(chosen);
      const to = Math.abs(by) > 1 ? Math.min(Math.max(at + by, 0), rows.length - 1) : at < 0 && by < 0 ? rows.length - 1 : (at + by + rows.length) % rows.length;
      setMoved({ query, id: rows[to]!.id });
    },
    enter() {
      if (act !== null) run(act);
      else if (pending) palette.send({ type: 'arm' });
    },
  }));

  const failure = found.find((source) => source.text === query && source.failure !== null)?.failure;
  const shown = act ?? chosen;
  const runs = shown?.kind === 'command' && shown.command.goes === undefined;
  const cut = groups.some((group) => group.cut);
  const position = new Map(rows.map((row, i) => [row.id, i + 1]));
  return (
    <Command className={style.results} label={say(HEADINGS.command)} shouldFilter={false} disablePointerSelection vimBindings={false} value={value + ' '.repeat(drift % 2)} onValueChange={(wanted) => wanted !== value && setDrift((n) => n + 1)}>
      <Command.List ref={list} className={style.list} data-q={query} label={i18n._(msg`结果`)}>
        {groups.map((group) =>
          group.rows.length === 0 ? null : (
            <Command.Group key={group.id} heading={group.cut ? <>{group.heading} · {t`前 ${group.rows.length} 条`}</> : group.heading} className={style.group}>
              {group.rows.map((row) => (
                <Command.Item key={row.id} value={row.id} data-row={row.id} className={row.kind === 'command' ? `${style.row} ${style.command}` : style.row} aria-setsize={rows.length} aria-posinset={position.get(row.id)} onMouseMove={() => value !== row.id && setMoved({ query, id: row.id })} onSelect={() => (group.pending ? undefined : run(row))}>
                  <RowView row={row} />
                </Command.Item>
              ))}
            </Command.Group>
          ),
        )}
      </Command.List>
      {failure === undefined ? null : <p className={style.note} role="alert">{t`没有查完：${failure}`}</p>}
      {query !== '' && rows.length === 0 && (pending || failure === undefined) ? (
        <p className={style.note}>{pending ? <Trans>正在查找</Trans> : t`没有找到“${query}”。可以输入订单号的任意一段、姓名、拼音首字母、手机尾号或床号。`}</p>
      ) : null}
      <output className={control.hidden}>{query === '' || pending || failure !== undefined ? null : cut ? t`前 ${rows.length} 条结果` : <Plural value={rows.length} other="# 条结果" />}</output>
      <footer className={style.foot}>
        {leaving ? <Hint caps={['Enter']}><Trans>关闭</Trans></Hint> : act === null && !pending ? null : <Hint caps={['Enter']}>{armed ? <Trans>结果到达后打开第一条</Trans> : runs ? <Trans>执行</Trans> : <Trans>打开</Trans>}</Hint>}
        {rows.length < 2 ? null : <Hint caps={['↑', '↓']}><Trans>选择</Trans></Hint>}
        <Hint caps={['Esc']}>{text === '' ? <Trans>关闭</Trans> : <Trans>清空</Trans>}</Hint>
        {pending && rows.length > 0 ? <span className={style.busy}><Trans>正在查找</Trans></span> : null}
      </footer>
    </Command>
  );
}
