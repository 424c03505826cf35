import { startTransition, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CommandList, CommandRoot } from 'cmdk';
import type { Area, Words } from '../../kernel/area.ts';
import { may } from '../../kernel/access.ts';
import { standing } from '../../kernel/favour.ts';
import { announce } from '../announce.tsx';
import { allCommands, denied as deniedHere, offeredCommands } from '../command.ts';
import { useFormat } from '../format.ts';
import { useOwnKeys } from '../keyboard.ts';
import { findViews } from '../list/view.ts';
import { todayThere } from '../parse-day.ts';
import { previewCommand } from '../setting-command.ts';
import control from '../style/control.module.css';
import { palette } from './actor.ts';
import { MOST } from './ahead.ts';
import { TOLD } from './chip.tsx';
import { best, isFresh } from './first.ts';
import { Foot } from './foot.tsx';
import { useHelpKeys } from './help-key.ts';
import { rowHolder } from './hold.ts';
import { bedJump, jumpsOf } from './jump.ts';
import { Lines } from './line.tsx';
import { favour, forget, NOT_PINNED, pin } from './memory.ts';
import { Failed, Nothing } from './nothing.tsx';
import style from './palette.module.css';
import { usePassingCommands } from './passing-command.ts';
import { followPlace, withWhys } from './place.ts';
import { saidQuestion } from './question.ts';
import { arrange, modeGroup, namedCommand, refusedGroups, type Row } from './rank.ts';
import { onRecents, recents, staysKnown } from './recent.ts';
import { NOTHING_ASKED, sameQuestion } from './results.ts';
import { rowKeeper } from './row-keeper.ts';
import { run } from './run.ts';
import { SCOPE_WORDS } from './scope.ts';
import { createSearch } from './search.ts';
import type { PaletteProps } from './steer.ts';
import { useSteps } from './step-begin.ts';
import { topicGroups, useHelpTopics } from './topic.ts';
import { typedCommands } from './typed-command.ts';
import { WhyFirst } from './why-first.tsx';

const HEADINGS = { command: msg`命令`, recent: msg`最近打开`, go: msg`前往`, setting: msg`设置`, session: msg`账号` };
/** Rows in the frame that follows a key: all that is seen, on a phone (palette.module.css) more. The others come when there is time. */
const FIRST = { wide: 11, phone: 14, narrow: 768 } as const;
/** ms after which those come, so many at a time and so many ms apart: who types on is not kept waiting by rows that nobody sees, nor is one task long. */
const REST = { after: 150, rows: 10, apart: 30 } as const;

/** Whether a row is there again another time: a command that is none of this moment alone, or a record that stays known. */
const lasts = (row: Row, areas: readonly Area[]): boolean => (row.kind === 'command' ? allCommands(areas).some(({ id }) => id === row.command.id) : row.kind === 'record' && staysKnown(row.id));

/** The results below the input: own matching, order and rows, cmdk for the list and its groups. */
export default function Results({ areas, viewer, text, scope, denied, composed, mode, armed, input, leaving, index, first: drawnFirst, onList, steer }: PaletteProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const say = useCallback((words: Words) => i18n._(words), [i18n]);
  const list = useRef<HTMLDivElement>(null);
  const [follower] = useState(followPlace);
  const at = useSyncExternalStore(follower.subscribe, follower.now);
  const [liked] = useState(favour);
  // which of them, and their order, stay while one looks at them; what is known of them need not
  const [lately] = useState(recents);
  const known = useSyncExternalStore(onRecents, recents);
  const passing = usePassingCommands();
  const question = useMemo(() => (mode === null ? saidQuestion(text, composed, scope) : NOTHING_ASKED), [text, composed, scope, mode]);
  // which commands there are, and in which order, stays until the next key
  const place = useMemo(() => (void question, follower.now()), [question, follower]);
  const commands = useOwnKeys(useMemo(() => [...offeredCommands(areas, viewer, place), ...passing], [areas, viewer, place, passing]));
  const refused = useMemo(() => deniedHere(areas, viewer, place), [areas, viewer, place]);
  const refusedOwn = useOwnKeys(useMemo(() => refused.map(({ command }) => command), [refused]));
  const barred = useMemo(() => refused.map(({ why }, i) => ({ command: refusedOwn[i]!, why })), [refused, refusedOwn]);
  const [search] = useState(() => createSearch([...[...areas].sort((a, b) => Number(b.records?.first ?? false) - Number(a.records?.first ?? false) || a.order - b.order).flatMap((area) => (area.records !== undefined && may(viewer, area.records.may) ? [{ id: area.id, ...area.records }] : [])), { id: 'view', title: msg`视图`, load: async () => ({ find: findViews }) }], index));
  const results = useSyncExternalStore(search.subscribe, search.now);
  const asked = results.question;
  const answered = sameQuestion(asked, question);
  const [keep] = useState(rowKeeper);
  const [hold] = useState(() => rowHolder(say));
  const [seen] = useState<number>(() => drawnFirst ?? (innerWidth < FIRST.narrow ? FIRST.phone : FIRST.wide));
  const left = useSteps(areas);
  const topics = useHelpTopics(viewer, scope === 'help');
  const keys = useHelpKeys({ areas, viewer, commands, wanted: scope === 'help' });
  const drawnGroups = useMemo(() => {
    if (mode !== null) return keep([modeGroup(mode)]);
    if (denied) return keep(refusedGroups(asked.spelled, barred, say));
    const jumps = jumpsOf(asked.text, { scope: asked.scope, viewer, today: todayThere(), day: format.day });
    return keep([...arrange({ results, commands: [...commands, ...typedCommands(asked, viewer, say)], jumps, beside: (record) => bedJump(asked.text, record, viewer), recents: lately.flatMap(({ id }) => known.filter((row) => row.id === id).map(search.anew)), say, headings: HEADINGS, standing: standing(liked, asked.text), pinned: liked.pinned, here: place, left, barred, keys }), ...topicGroups(topics, asked, say)]);
  }, [mode, denied, results, asked, barred, commands, viewer, say, format, liked, lately, known, place, left, keys, topics, keep, search]);
  const shown = mode !== null ? `${mode.id} ${mode.text}` : `${asked.scope} ${asked.spelled} ${denied} ${results.local === null}`;
  const [moved, setMoved] = useState({ shown: '', id: '' });
  // where one moved to in another list does not come back with it; what is not possible is but looked at
  if (moved.shown !== shown && moved.shown !== '' && !denied) setMoved({ shown: '', id: '' });
  const saidGroups = useMemo(() => (at === place ? drawnGroups : keep(withWhys(drawnGroups, at))), [drawnGroups, at, place, keep]);
  const groups = hold.in(shown, saidGroups, moved.shown === shown ? moved.id : undefined);
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  const top = best(groups);
  // what the person moved to, or Enter would have taken, stays chosen while the rows are of the same question; else it is the row that Enter would open, or the one shown first
  const own = moved.shown === shown ? rows.find((row) => row.id === moved.id) : undefined;
  const held = own ?? hold.row(shown, rows);
  const first = groups[0]?.pending === true ? groups[0].rows[0] : undefined;
  const chosen = held ?? (top === null || top === 'wait' ? first : top);
  // what Enter does now
  const act = !answered ? null : held === undefined ? (top === 'wait' ? null : top) : isFresh(groups, held.id) ? held : null;
  useLayoutEffect(() => hold.note(shown, groups, held ?? act ?? undefined));
  const value = chosen?.id ?? '';
  const now = { text: question.text, mode, found: results.found, place: at };
  const pending = !answered || groups.some((group) => group.pending);
  // what stands first answers what is typed; what comes below it may still be on its way
  const fresh = answered && (groups[0] === undefined ? !pending : !groups[0].pending);
  const [whyShown, setWhyShown] = useState(false);
  const [drawn, setDrawn] = useState({ shown, most: seen });
  const calmly = drawn.shown === shown ? drawn.most : seen;
  // who has moved further sees all of them
  const most = chosen !== undefined && rows.indexOf(chosen) >= calmly ? rows.length : calmly;

  useLayoutEffect(() => () => search.ask(NOTHING_ASKED), [search]);
  useLayoutEffect(() => index?.favour(liked), [index, liked]);
  useLayoutEffect(() => onList(list.current!.id), [onList]);
  const isAll = most >= rows.length;
  useEffect(() => {
    if (most > calmly) setDrawn({ shown, most });
    if (isAll) return;
    // before typing there are few
    const next = asked.text === '' ? Infinity : most + REST.rows;
    const timer = setTimeout(() => startTransition(() => setDrawn({ shown, most: next })), most > seen ? REST.apart : REST.after);
    return () => clearTimeout(timer);
  }, [shown, asked.text, isAll, most, calmly, seen]);
  useLayoutEffect(() => search.ask(question), [search, question]);
  // what a waiting Enter opens: the row moved to if it answers this text, nothing if that row has left, else the best
  const due = !armed || !answered ? null : held !== undefined ? (isFresh(groups, held.id) ? held : null) : moved.shown === shown || top === 'wait' ? null : top;
  useLayoutEffect(() => {
    // not at once: React cannot close the dialog while it is drawing it
    if (due !== null) queueMicrotask(() => {
      // once, however often it was drawn meanwhile; a row that cannot be taken is not waited for either
      if (!palette.getSnapshot().matches({ open: 'armed' })) return;
      palette.send({ type: 'settled' });
      run(due, now);
    });
    else if (!pending) palette.send({ type: 'settled' });
  });
  useLayoutEffect(() => {
    const row = list.current?.querySelector(`[data-row="${CSS.escape(value)}"]`);
    if (!row) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', row.id);
  }, [value, groups, most, input]);
  // only where something is to be scrolled: asking for that makes the browser lay out all rows at once
  const scrolled = useRef(false);
  useLayoutEffect(() => {
    if (scrolled.current) list.current!.scrollTop = 0;
  }, [shown]);
  const movedTo = own?.id;
  useLayoutEffect(() => {
    if (movedTo !== undefined) list.current!.querySelector(`[data-row="${CSS.escape(movedTo)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [movedTo]);
  // a setting shows itself while one has moved to it, or nothing else is meant
  const shownBy = own ?? (scope === 'setting' && rows.length === 1 ? chosen : undefined);
  const looked = shownBy?.kind === 'command' ? shownBy.command : null;
  useEffect(() => previewCommand(looked), [looked]);
  const explained = mode === null && !denied && chosen?.kind !== 'gone' ? chosen : undefined;
  // away from a row that has left, but not to it
  const pick = useCallback((row: Row) => row.kind !== 'gone' && (search.stay(), setMoved({ shown, id: row.id })), [shown, search]);
  const failure = mode !== null ? null : (results.found.find((source) => source.text === asked.text && source.failure !== null)?.failure ?? null);
  useImperativeHandle(steer, () => ({
    ask(composes) {
      const typed = palette.getSnapshot().context;
      if (mode === null) search.ask(saidQuestion(typed.text, composes, typed.scope));
    },
    move(by) {
      // where there is nothing to choose, what failed is looked through
      if (rows.length === 0) return document.querySelector('[data-scroll]')?.scrollBy({ top: by * 24 });
      const at = chosen === undefined ? -1 : rows.indexOf(chosen);
      const to = Math.abs(by) > 1 ? Math.min(Math.max(at + by, 0), rows.length - 1) : at < 0 && by < 0 ? rows.length - 1 : (at + by + rows.length) % rows.length;
      pick(rows[to]!);
    },
    enter() {
      // a command that is called so waits for no index, which finds nothing that could stand above it but what is pinned
      const named = act !== null || mode !== null || denied || !pending || (answered && held !== undefined) || liked.pinned.some((id) => id.includes(':')) ? null : namedCommand({ commands, say, here: place, standing: standing(liked, question.text) }, question);
      if (act !== null) run(act, now);
      else if (named !== null) run(named, now);
      // a step whose choices nobody has seen yet, and no word of it said: that Enter takes none
      else if (pending && mode?.shown !== true && palette.getSnapshot().matches({ open: 'idle' })) announce(t`正在查找`);
      else if (pending) palette.send({ type: 'arm' });
      else if (failure !== null && rows.length === 0) search.again();
      else if (mode !== null && rows.length === 0) mode.choose(null);
    },
    why: () => setWhyShown((is) => !is),
    stop: () => mode?.sending?.stop?.(),
    pin: () => explained !== undefined && announce(say(lasts(explained, areas) ? pin(explained.id) : NOT_PINNED)),
    forget: () => explained !== undefined && announce(say(forget(explained.id))),
    again: () => failure !== null && search.again(),
  }));
  // the same one each time: rows are not drawn anew because the text has changed
  const opens = useRef((_: Row): void => {});
  useLayoutEffect(() => void (opens.current = (row) => void (isFresh(groups, row.id) && answered && run(row, now))));
  const open = useCallback((row: Row) => opens.current(row), []);
  const cut = groups.some((group) => group.cut) || (!denied && results.local !== null && results.local.total > MOST);
  // beside what the index found stand commands, and what the servers know besides
  const total = results.local === null || results.local.cut || !cut || results.local.total <= rows.length ? null : results.local.total;
  const query = mode === null ? asked.text : mode.text;
  return (
    <CommandRoot className={style.results} label={say(HEADINGS.command)} shouldFilter={false} disablePointerSelection vimBindings={false}>
      <CommandList ref={list} className={style.list} data-q={query} data-fresh={fresh} aria-busy={pending} label={i18n._(msg`结果`)} onScroll={(event) => void (scrolled.current = event.currentTarget.scrollTop > 0)}>
        <Lines groups={groups} total={rows.length} most={most} chosen={value} onPoint={pick} onOpen={open} />
      </CommandList>
      {failure === null ? null : <Failed failure={failure} onAgain={search.again} />}
      {rows.length > 0 || mode !== null ? null : denied ? <p className={style.note}><Trans>这里没有不能做的</Trans></p> : query === '' ? (scope === null ? null : <p className={style.note}>{say(SCOPE_WORDS[scope].asks)}</p>) : pending || failure === null ? (
        pending ? <p className={style.note}><Trans>正在查找</Trans></p> : <Nothing query={query} scope={scope} refused={scope === null || scope === 'command' ? refusedGroups(asked.spelled, barred, say).flatMap(({ rows: all }) => all).length : 0} />
      ) : null}
      {whyShown && explained !== undefined ? <WhyFirst row={explained} text={question.text} first={explained === rows[0]} /> : null}
      <div id={TOLD.note} className={mode?.note === undefined && mode?.shown === undefined ? undefined : style.note}>
        {/* always the same region, so that what comes into it is heard */}
        <output className={mode?.shown ? style.told : control.hidden}>{mode !== null ? mode.said : query === '' || pending || failure !== null ? null : cut ? (total === null ? t`前 ${rows.length} 条结果` : t`前 ${rows.length} 条结果，共 ${format.number(total)} 条`) : <Plural value={rows.length} other="# 条结果" />}</output>
        {mode?.note}
      </div>
      <Foot row={act ?? chosen} acts={act !== null} pending={pending} armed={armed} leaving={leaving} many={rows.length > 1} denied={denied} deniable={barred.length > 0} mode={mode} why={whyShown} text={text} scope={scope} total={total} />
    </CommandRoot>
  );
}
