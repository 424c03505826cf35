import { Fragment, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useKeyProps, useKeys } from '../../ui/bound-key.tsx';
import { useStop } from '../../ui/chart/stop.ts';
import { useFormat } from '../../ui/format.ts';
import { composing } from '../../ui/key.ts';
import { moveFor } from '../../ui/list/move.ts';
import { rowKey } from '../../ui/list/row-key.ts';
import control from '../../ui/style/control.module.css';
import type { Values } from './contract.ts';
import { useFigures } from './figure-words.ts';
import { STATISTICS_KEYS } from './key.ts';
import { MEASURES, type Figured, type Measure } from './measure.ts';
import { listOf } from './opening.ts';
import type { Days } from './question.ts';
import { useMeasureGroups, useHow } from './said.ts';
import style from './statistics.module.css';
import { useOpening } from './use-opening.ts';

interface FigureListProps {
  /** Undefined while they are on their way. */
  totals: Values | undefined;
  before: Values | undefined;
  /** The days that those are of. */
  previous: Days | undefined;
  /** The one that is seen beside it. */
  measure: Measure;
  onMeasure: (measure: Measure) => void;
  /** The days and the filters that they are of; null: nothing can be asked. */
  asked: Figured | null;
}
/** Milliseconds on a figure before its picture is asked for: whoever runs through them asks for nothing. */
const STAYS = 120;
const STOP = 'tr[tabindex="0"]';
const OUTSIDE = 'body, main, h1';

/** All figures with those of the period before (ARIA grid pattern, rows): ↑ ↓ move and the picture goes along, Enter opens the rows, Shift+Enter those of the period before, `i` says how it is computed. */
export function FigureList({ totals, before, previous, measure, onMeasure, asked }: FigureListProps) {
  const { t } = useLingui();
  const keys = useKeyProps();
  const { say, change } = useFigures();
  const { dayRange } = useFormat();
  const groups = useMeasureGroups();
  const how = useHow();
  const opening = useOpening();
  const table = useRef<HTMLTableElement>(null);
  const { within } = useStop(table, STOP);
  const [at, setAt] = useState(measure);
  const [told, setTold] = useState<Measure | null>(null);
  // another address: the place goes there
  const [held, setHeld] = useState(measure);
  if (held !== measure) {
    setHeld(measure);
    setAt(measure);
  }
  const choose = useRef(onMeasure);
  useEffect(() => void (choose.current = onMeasure));
  useEffect(() => {
    if (at === measure) return;
    const rest = setTimeout(() => choose.current(at), STAYS);
    return () => clearTimeout(rest);
  }, [at, measure]);
  const enter = (): boolean => {
    const outside = document.activeElement === null || document.activeElement.matches(OUTSIDE);
    if (outside) table.current!.querySelector<HTMLElement>(STOP)?.focus();
    return outside;
  };
  const earlier = asked === null || previous === undefined ? null : { ...asked, ...previous };
  const open = (one: Measure, isBefore: boolean): void => {
    if (isBefore && earlier !== null) opening(one, before?.[one] ?? null, earlier, true);
    else if (!isBefore && asked !== null) opening(one, totals?.[one], asked);
  };
  const explain = (one: Measure): void => setTold(told === one ? null : one);
  useKeys([[STATISTICS_KEYS.figure, enter], [STATISTICS_KEYS.open], [STATISTICS_KEYS.before], [STATISTICS_KEYS.how, () => explain(at)]]);
  const press = (event: KeyboardEvent): void => {
    const { key, altKey, metaKey, ctrlKey, shiftKey } = rowKey(event.nativeEvent);
    if (ctrlKey || metaKey || altKey || (shiftKey && key !== 'Enter') || composing(event.nativeEvent)) return;
    const to = moveFor(key, { index: MEASURES.indexOf(at), count: MEASURES.length, page: 8 });
    if (to === null && (key !== 'Enter' || !(event.target as Element).matches('tr'))) return;
    event.preventDefault();
    if (to === null) open(at, shiftKey);
    else setAt(MEASURES[to]!);
  };
  const blank = <span className={style.skeleton} />;
  return (
    <div className={style.figures}>
      {/* rows take the focus, which a table's do not */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table ref={table} role="grid" aria-label={t`指标`} aria-busy={totals === undefined} onKeyDown={press} {...within}>
        <thead><tr><th scope="col"><Trans>指标</Trans></th><th scope="col" data-number="true"><Trans>本期</Trans></th><th scope="col" data-number="true" className={style.second}><Trans>上期</Trans></th><th scope="col" data-number="true"><Trans>变化</Trans></th><th scope="col"><span className={control.hidden}>{t`怎么算`}</span></th></tr></thead>
        {groups.map(({ title, measures }) => (
          <tbody key={measures[0]!.measure} aria-label={title}>
            <tr className={style.group}><th scope="rowgroup" colSpan={5}>{title}</th></tr>
            {measures.map(({ measure: one, title: words }) => {
              const to = asked && listOf(one, totals?.[one], asked);
              const figure = totals === undefined ? blank : say(one, totals[one]);
              const past = earlier && listOf(one, before?.[one], earlier);
              const range = previous === undefined ? '' : dayRange(previous.from, previous.to);
              const compared = before === undefined ? '' : say(one, before[one]);
              return (
                <Fragment key={one}>
                  {/* the grid has the keys */}
                  {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
                  <tr tabIndex={one === at ? 0 : -1} aria-selected={one === at} data-measure={one} onClick={() => setAt(one)} onFocus={() => setAt(one)}>
                    <th scope="row">{words}</th>
                    <td data-number="true">{to === null ? figure : <a tabIndex={-1} href={`#${to}`}>{figure}</a>}</td>
                    <td data-number="true" className={style.second}>{before === undefined ? blank : past === null ? compared : <a tabIndex={-1} href={`#${past}`} aria-label={t`上期 ${range}：${compared}`}>{compared}</a>}</td>
                    <td data-number="true" className={style.quiet}>{totals === undefined || before === undefined ? blank : change(one, totals[one], before[one])}</td>
                    {/* without a key of its own Tab leads to it */}
                    <td><button type="button" tabIndex={one === at && !keys(STATISTICS_KEYS.how)['data-key'] ? 0 : -1} className={style.how} aria-label={t`${words}：怎么算`} aria-expanded={told === one} {...(one === at ? keys(STATISTICS_KEYS.how) : {})} onClick={() => explain(one)}>?</button></td>
                  </tr>
                  {told === one && <tr className={style.told}><td colSpan={5}>{how(one)}</td></tr>}
                </Fragment>
              );
            })}
          </tbody>
        ))}
      </table>
      <output className={control.hidden}>{told === null ? '' : how(told)}</output>
    </div>
  );
}
