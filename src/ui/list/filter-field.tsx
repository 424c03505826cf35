import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLingui } from '@lingui/react/macro';
import { writeClause, type Clause } from '../../kernel/list.ts';
import { announce } from '../announce.tsx';
import popup from '../combobox.module.css';
import { KeyCap, useKeyProps, useKeys } from '../bound-key.tsx';
import { LIST_KEYS } from '../key-entry.ts';
import { composing } from '../key.ts';
import { todayThere } from '../parse-day.ts';
import control from '../style/control.module.css';
import { clausesOf, spoken, withClauses, type Field } from './condition.ts';
import { OPERATOR_WORDS } from './clause-words.ts';
import { backToRow } from './door.ts';
import { choose, type Chosen } from './filter.tsx';
import style from './tool.module.css';
import { awaitsValue, completions, readTyped, writeTyped, type TypedWords } from './typed-filter.ts';

const STEP: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
const wire = (clauses: readonly Clause[]): string => [...new Set(clauses.map(writeClause))].sort().join();
/** What one could ask of these fields: one value, and the days to come. */
function exampleOf(fields: readonly Field[], words: TypedWords): string {
  const choice = fields.find(({ options, filter }) => filter !== false && options !== undefined && options.length > 0);
  const day = fields.find(({ type, filter }) => filter !== false && (type === 'day' || type === 'instant'));
  const clauses: Clause[] = [...(choice === undefined ? [] : [{ field: choice.name, operator: 'is' as const, values: [choice.options![0]!.value] }]), ...(day === undefined ? [] : [{ field: day.name, operator: 'after' as const, values: ['today'] }])];
  return clauses.map((clause) => writeTyped(clause, fields, words)).join(' ');
}

/**
 * Filters as one types them, `状态:服务中 开始>2026-11-01`: completed while typing, taken by Enter, and then chips at the foot. Backspace
 * in the empty field takes the last condition back as text. What is not understood stays, with how to mend it.
 */
export function FilterField({ path, fields: given, chosen, place }: { path: string; fields: readonly Field[]; chosen: Chosen; /** Filters that say where one is: they stay. */ place?: readonly string[] }) {
  const { t, i18n } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [moved, setMoved] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  // what was taken back is called as it was: its name may have come with its value
  const [had, setHad] = useState<Field | null>(null);
  const fields = had === null ? given : [...given.filter(({ name }) => name !== had.name), had];
  const today = todayThere();
  const words = { 今天: t`今天`, 明天: t`明天`, 昨天: t`昨天`, '+7': t`7 天后`, '-7': t`7 天前`, '-30': t`30 天前`, ...Object.fromEntries(Object.entries(OPERATOR_WORDS).map(([name, said]) => [name, i18n._(said)])) };
  const typed = { today: t`今天`, none: t({ context: '条件', message: '空' }), any: t({ context: '条件', message: '有' }) };
  const found = open ? completions(text, fields, today, words, typed) : [];
  const example = exampleOf(fields, typed);
  const at = found.findIndex((one) => one.id === moved);
  // what Tab takes, and Enter while the text alone says nothing: never a value of which nothing was typed
  const active = at >= 0 ? found[at] : text.trim() === '' || awaitsValue(text, fields) ? undefined : found[0];
  const keys = useKeyProps();
  // what is written takes the last two itself
  useKeys([[LIST_KEYS.filter, () => input.current?.focus()], [LIST_KEYS.filterTake], [LIST_KEYS.filterBack]]);
  useEffect(() => {
    if (at >= 0) list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const write = (next: string): void => {
    if (next === '') setHad(null);
    setText(next);
    setMoved(null);
    setWrong(null);
    setOpen(true);
  };
  const unread = (rest: string): string => (awaitsValue(rest, fields) ? t`“${rest}”还没有写完：接着写，或用 ↓ 选一个` : t`“${rest}”没有看懂：写成“${example}”这样`);
  /** Takes what a text says; the rest stays. False when it says nothing. */
  const take = (words: string): boolean => {
    const { clauses, rest } = readTyped(words, fields, today);
    if (clauses.length === 0) return false;
    setHad(null);
    choose(path, withClauses(chosen, [...clausesOf(chosen, fields), ...clauses], fields));
    setText(rest);
    setMoved(null);
    setOpen(rest !== '');
    setWrong(rest === '' ? null : unread(rest));
    return true;
  };
  const accept = (one: (typeof found)[number]): void => {
    if (!one.whole || !take(one.text)) write(one.text);
  };
  const back = (): void => {
    const named = given.findLast(({ param }) => param !== undefined && chosen[param] !== undefined && place?.includes(param) !== true);
    const last = spoken(chosen, given).at(-1);
    const clause = last?.clause ?? (named && { field: named.name, operator: 'is' as const, values: [chosen[named.param!]!] });
    if (clause === undefined) return;
    const said = writeTyped(clause, given, typed);
    const read = readTyped(said, given, today);
    // what could not be read again is left to its chip
    if (read.rest !== '' || wire(read.clauses) !== wire(last?.of ?? [clause])) return announce(t`这个条件改不成文字，点它的 × 去掉`);
    const { [last === undefined ? named!.param! : '']: _, ...rest } = chosen;
    choose(path, withClauses(rest, last?.rest ?? [], given));
    setHad(last === undefined ? named! : null);
    write(said);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (composing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEP[event.key];
    if (step !== undefined) {
      if (!open) setOpen(true);
      else if (found.length > 0) setMoved(found[(at + step + found.length + (at < 0 && step < 0 ? 1 : 0)) % found.length]!.id);
    } else if (event.key === 'Enter') {
      if (at >= 0) accept(found[at]!);
      else if (!take(text)) {
        if (active !== undefined) accept(active);
        else if (text.trim() !== '') setWrong(unread(text.trim()));
      }
    } else if (event.key === 'Tab' && !event.shiftKey && open && active !== undefined && text.trim() !== '') accept(active);
    else if (event.key === 'Backspace' && text === '' && !event.repeat) back();
    else if (event.key === 'Escape') {
      if (!open && text === '') {
        if (!backToRow(input.current)) return;
      } else if (open && text !== '') setOpen(false);
      else write('');
      if (text === '') setOpen(false);
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };
  const option = (one: { id: string }): string => `${id}o${one.id}`;
  return (
    <div className={style.typed}>
      <input
        ref={input} id={id} className={control.input} type="text" role="combobox" autoComplete="off" autoCapitalize="off" spellCheck={false} maxLength={300} value={text}
        placeholder={t`筛选，如 ${example}`} aria-label={t`筛选`} aria-expanded={open && found.length > 0} aria-controls={`${id}l`} aria-autocomplete="list" aria-activedescendant={open && active !== undefined ? option(active) : undefined}
        aria-invalid={wrong !== null} aria-describedby={`${id}e`} {...keys(LIST_KEYS.filter)}
        onChange={(event) => write(event.target.value)} onKeyDown={press} onFocus={() => setOpen(true)} onClick={() => setOpen(true)} onBlur={() => setOpen(false)}
      />
      {text === '' && <KeyCap of={LIST_KEYS.filter} className={`${control.key} ${style.hint}`} />}
      <div className={popup.popup} hidden={!open || found.length === 0}>
        {/* a native list cannot stand below a text that is being typed */}
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <div ref={list} id={`${id}l`} className={popup.list} role="listbox" aria-label={t`筛选`}>
          {found.map((one) => (
            // the input has the keys
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              key={one.id} id={option(one)} role="option" className={popup.option} aria-selected={one === active}
              onMouseDown={(event) => event.preventDefault()} onClick={() => accept(one)}
            >
              <span className={popup.name}>{one.label}</span>
              {one.detail !== undefined && <span className={popup.detail}>{one.detail}</span>}
            </div>
          ))}
        </div>
      </div>
      <p id={`${id}e`} className={control.error} aria-live="polite">{wrong}</p>
    </div>
  );
}
