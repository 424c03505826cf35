import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { announce } from '../../ui/announce.tsx';
import { Rank } from '../../ui/chart/rank.tsx';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { navigate, useQuery } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { statistics, type Group } from './contract.ts';
import { useFigures } from './figure-words.ts';
import { measureOf, type Figured, type Measure } from './measure.ts';
import { narrowsTo, rowsOf } from './opening.ts';
import { changed, PATH, type Question } from './question.ts';
import type { Seen } from './seen.ts';
import { useOpening } from './use-opening.ts';
import { BAND_WORDS, GROUP_WORDS, MEASURE_WORDS } from './words.ts';

/** Lines of a ranking. */
const MOST = 50;
/** What a caregiver is also known by. */
const CARER: readonly Measure[] = ['serviceDays', 'receivable', 'satisfaction', 'complaints'];

/** A measure ranked by what it is grouped by, the largest first; what is owed also by how long. A name narrows the page, a line opens its rows. */
export function useSeenRank({ days: asked, measure, narrowed, view, group }: Question): Omit<Seen, 'title'> {
  const { t, i18n } = useLingui();
  const { say, change } = useFigures();
  const { number } = useFormat();
  const { label: methodOf } = useDictionary('pay_method');
  const here = useQuery();
  const opening = useOpening();
  const days = asked ?? { from: '', to: '' };
  const asks = asked !== null && view === 'rank';
  const age = group === 'age';
  const by: Group = age ? 'hospital' : group;
  const also = by === 'caregiver' ? CARER.filter((one) => one !== measure) : [];
  const query = { ...days, group: by, measures: [measure, ...also].join(','), sort: `-${measure}`, ...narrowed };
  const { hospital, department, service, method, caregiver } = narrowed;
  const place = { ...(hospital === undefined ? {} : { hospital }), ...(department === undefined ? {} : { department }), ...(service === undefined ? {} : { service }) };
  const groups = useRead(statistics.groups, { query: { ...query, limit: String(MOST) } }, { asks: asks && !age });
  const bands = useRead(statistics.bands, { query: place }, { asks: asks && age });
  const [at, setAt] = useState(0);
  const title = i18n._(MEASURE_WORDS[measure].title);
  const nameOf = (id: string, name: string): string => (by === 'method' ? methodOf(id) || name : name === '' ? t`没有写明` : name);
  const lines = age
    ? (bands.data?.rows ?? []).map(({ band, fen, orders }) => ({ id: band as string, name: i18n._(BAND_WORDS[band]), value: fen as number | null, more: [number(orders)], narrow: null as string | null, to: `${rowsOf(measure, { ...days, ...place })}&owed=${band}`.replace('unpaid=1&', '') as string | null, of: null as Figured | null }))
    : (groups.data?.rows ?? []).map(({ id, name, values, before }) => {
        const narrows = narrowsTo(by, id);
        const of: Figured | null = narrows === null ? null : { ...narrowed, ...narrows, ...days };
        const value = values[measure] ?? null;
        return {
          id, name: nameOf(id, name), value, of, to: of === null || value === null ? null : rowsOf(measure, of),
          more: also.length > 0 ? also.map((one) => say(one, values[one])) : [say(measure, before[measure]), change(measure, values[measure], before[measure])],
          narrow: narrows === null || by in narrowed ? null : href(PATH, {}, changed(here, { ...(narrows as Record<string, string>), view: null, group: null })),
        };
      });
  const most = Math.max(0, ...lines.map(({ value }) => value ?? 0));
  const open = (index: number): void => {
    const line = lines[index];
    if (line === undefined) return;
    if (line.to !== null) navigate(line.to);
    else if (line.of === null) announce(t`这一行没有明细列表`);
    else opening(measure, line.value, line.of);
  };
  const heads = { name: age ? t`账龄` : i18n._(GROUP_WORDS[by]).replace(/^(按|By )/, '').replace(/^./, (first) => first.toUpperCase()), value: title, more: age ? [t`订单`] : also.length > 0 ? also.map((one) => i18n._(MEASURE_WORDS[one].title)) : [t`上期`, t`变化`] };
  const rest = age ? null : (groups.data?.rest ?? null);
  const from = age ? bands : groups;
  return {
    busy: from.data === undefined, failure: from.failure, again: from.again, none: lines.every(({ value }) => value === null),
    picture: (
      <Rank
        label={t`${title}：排名`} heads={heads} at={at} onMove={setAt} onOpen={open} numbered={!age}
        rows={lines.map(({ id, name, value, more, narrow, to }, i) => ({ key: id, name: narrow === null ? name : <a href={`#${narrow}`} tabIndex={i === at ? 0 : -1}>{name}</a>, value: to === null ? say(measure, value) : <a href={`#${to}`} tabIndex={-1}>{say(measure, value)}</a>, share: value === null || most <= 0 ? null : value / most, more }))}
      />
    ),
    twin: { heads: [heads.name, heads.value, ...heads.more], rows: lines.map(({ id, name, value, more }) => ({ key: id, cells: [name, say(measure, value), ...more] })), at, onMove: setAt },
    image: from.data === undefined ? null : { kind: 'rank', rows: lines.map(({ name, value }) => ({ name, value: say(measure, value), share: value === null || most <= 0 ? null : value / most })) },
    sheet: age ? { what: 'bands', query: place } : { what: 'groups', query },
    note: age && (method !== undefined || caregiver !== undefined) ? t`账龄不按付款方式和护工筛选。` : null,
    lacks: rest === null ? null : measureOf(measure).adds ? t`另有 ${rest.rows} 行，合计 ${say(measure, rest.values[measure])}；表格文件里有。` : t`另有 ${rest.rows} 行，表格文件里有。`,
  };
}
