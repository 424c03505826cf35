import type { ReactNode } from 'react';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { NEW_UNDONE } from '../../kernel/recorded.ts';
import { announce } from '../../ui/announce.tsx';
import { Rank } from '../../ui/chart/rank.tsx';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { navigate, useQuery } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { daysBetween } from '../../ui/parse-day.ts';
import { statistics, WAIT_DAYS, type Group } from './contract.ts';
import { useFigures } from './figure-words.ts';
import { measureOf, type Figured, type Measure } from './measure.ts';
import { isReason, listOf, narrowsTo, rowsOf } from './opening.ts';
import { changed, PATH, type Question } from './question.ts';
import { failed, type Seen } from './seen.ts';
import style from './statistics.module.css';
import { useOpening } from './use-opening.ts';
import { usePlace } from './use-place.ts';
import { BAND_WORDS, GROUP_WORDS, MEASURE_WORDS } from './words.ts';

/** Lines of a ranking. */
const MOST = 50;
/** What a caregiver is also known by. */
const CARER: readonly Measure[] = ['serviceDays', 'receivable', 'satisfaction', 'evaluations', 'complaints'];

/** What else a line says, and the list of it. `label`: what it is beyond its words. */
interface Also {
  words: string;
  to: string | null;
  label?: string;
}
/** A measure ranked by what it is grouped by, the largest first; what is owed also by how long. A name narrows the page, a line opens its rows. */
export function useSeenRank({ days: asked, against, measure, narrowed, view, group }: Question): Seen {
  const { t, i18n } = useLingui();
  const { say, change } = useFigures();
  const { number, dayRange } = useFormat();
  const { label: methodOf } = useDictionary('pay_method');
  const here = useQuery();
  const opening = useOpening();
  const days = asked ?? { from: '', to: '' };
  const asks = asked !== null && view === 'rank';
  const age = group === 'age';
  const grouping = i18n._(GROUP_WORDS[group]);
  const by: Group = age ? 'hospital' : group;
  const also = by === 'caregiver' ? CARER.filter((one) => one !== measure) : [];
  const far = by === 'caregiver' && narrowed.caregiver === undefined && measureOf(measure).unit === 'minutes' && daysBetween(days.from, days.to) >= WAIT_DAYS;
  const tooLong = t`区间太长，这个指标不能这样看。`;
  const query = { ...days, group: by, measures: [measure, ...also].join(','), sort: `-${measure}`, ...narrowed, against };
  const { hospital, department, service, method, caregiver } = narrowed;
  const place = { hospital, department, service };
  const groups = useRead(statistics.groups, { query: { ...query, limit: String(MOST) } }, { asks: asks && !age });
  const bands = useRead(statistics.bands, { query: place }, { asks: asks && age });
  const title = i18n._(MEASURE_WORDS[measure].title);
  const nameOf = (id: string, name: string): string => (by === 'method' ? methodOf(id) || name : name === '' ? t`没有写明` : by === 'cancelled-reason' && name === NEW_UNDONE ? t`撤销新建` : name);
  const previous = groups.data?.previous;
  const lines = age
    ? (bands.data?.rows ?? []).map(({ band, fen, orders }) => {
        const to = `${rowsOf(measure, { ...days, ...place })}&owed=${band}`.replace('unpaid=1&', '');
        return { id: band as string, name: i18n._(BAND_WORDS[band]), value: fen as number | null, before: null as number | null, more: [{ words: number(orders), to }] as Also[], narrow: null as string | null, to: to as string | null, of: { ...days, ...place } as Figured };
      })
    : (groups.data?.rows ?? []).map(({ id, name, hospital: at, values, before: past }) => {
        const narrows = { ...(at !== undefined && { hospital: at }), ...narrowsTo(by, id) };
        const of: Figured = { ...narrowed, ...narrows, ...days };
        const [value, before] = [values[measure] ?? null, past[measure] ?? null];
        const range = previous === undefined ? '' : dayRange(previous.from, previous.to);
        const compared = say(measure, before);
        const earlier: Also = { words: compared, to: listOf(measure, before, { ...of, ...previous }), label: t`上期 ${range}：${compared}` };
        return {
          id, name: nameOf(id, name), value, before, of, to: listOf(measure, value, of),
          more: also.length > 0 ? also.map((one): Also => ({ words: say(one, values[one]), to: listOf(one, values[one], of) })) : [earlier, { words: change(measure, value, before), to: null }],
          narrow: isReason(by) || by in narrowed ? null : href(PATH, {}, changed(here, { ...(narrows as Record<string, string>), view: null, group: null })),
        };
      });
  // two of one name are told apart
  const called = ({ id, name }: { id: string; name: string }): string => (by === 'caregiver' ? `${name} ${id}` : name);
  const [at, setAt] = usePlace(lines.map(({ id }) => id));
  // equals share a place; without a figure there is none
  const placeOf = (value: number | null): number | null => (age || far || value === null ? null : 1 + lines.findIndex((line) => line.value === value));
  const most = Math.max(0, ...lines.map(({ value }) => value ?? 0));
  const shareOf = (value: number | null): number | null => (value === null || most <= 0 ? null : value / most);
  const open = (index: number, isBefore: boolean): void => {
    const line = lines[index];
    if (line === undefined) return;
    if (far) announce(tooLong);
    else if (isBefore) opening(measure, line.before, { ...line.of, ...previous }, true);
    else if (line.to !== null) navigate(line.to);
    else opening(measure, line.value, line.of);
  };
  const linked = ({ words, to, label }: Also, tabIndex: number): ReactNode => (to === null ? words : <a href={`#${to}`} tabIndex={tabIndex} aria-label={label}>{words}</a>);
  const heads = { name: age ? t`账龄` : grouping.replace(/^(按|By )/, '').replace(/^./, (first) => first.toUpperCase()), value: title, more: age ? [t`订单`] : also.length > 0 ? also.map((one) => i18n._(MEASURE_WORDS[one].title)) : [t`上期`, t`变化`] };
  const rest = age ? null : (groups.data?.rest ?? null);
  const from = age ? bands : groups;
  return {
    title: `${title} · ${grouping}`, busy: from.data === undefined, ...failed(from.failure, from.data !== undefined), again: from.again, none: !far && lines.every(({ value }) => value === null),
    picture: (
      <Rank
        label={t`${title}：排名`} heads={heads} at={at} onMove={setAt} onOpen={open} numbered={!age && !far}
        rows={lines.map(({ id, name, value, more, narrow, to }, i) => ({
          key: id, place: placeOf(value), title: called({ id, name }), name: <>{narrow === null ? name : <a href={`#${narrow}`} tabIndex={i === at ? 0 : -1}>{name}</a>}{by === 'caregiver' && <> <span className={style.quiet}>{id}</span></>}</>, value: linked({ words: say(measure, value), to }, -1), share: shareOf(value), more: more.map((one) => linked(one, i === at ? 0 : -1)),
        }))}
      />
    ),
    twin: { heads: [heads.name, heads.value, ...heads.more], rows: lines.map(({ id, name, value, more }) => ({ key: id, cells: [called({ id, name }), say(measure, value), ...more.map(({ words }) => words)] })), at, onMove: setAt, onOpen: open, to: (row, column) => (column === 1 ? lines[row]?.to : lines[row]?.more[column - 2]?.to) ?? null },
    image: from.data === undefined ? null : { kind: 'rank', rows: lines.map(({ id, name, value }) => ({ place: placeOf(value), name: called({ id, name }), value: say(measure, value), share: shareOf(value) })) },
    sheet: age ? { what: 'bands', query: place } : { what: 'groups', query },
    note: age && (method !== undefined || caregiver !== undefined) ? t`账龄不按支付方式和护工筛选。` : null,
    lacks: far ? tooLong : rest === null || lines.every(({ value }) => value === null) ? null : measureOf(measure).adds ? t`${plural(rest.rows, { other: '另有 # 行' })}，合计 ${say(measure, rest.values[measure])}；表格文件里有。` : t`${plural(rest.rows, { other: '另有 # 行' })}，表格文件里有。`,
  };
}
