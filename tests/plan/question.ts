import { stringify } from 'qs';
import { AUDIT_FIELDS } from '../../src/areas/audit/contract.ts';
import { GROUPS, MEASURES } from '../../src/areas/statistics/contract.ts';
import { asked } from '../bench/million-question.ts';
import { dayFromNow } from '../kit/care.ts';
import { everyClause, everySort, questionOf } from '../kit/list-oracle.ts';

/** A call that only reads. `name` tells it from the others. */
export interface Question {
  name: string;
  path: string;
}
/** Rows of the database that questions are about. */
export interface Known {
  orderNo: string;
  /** One that is served. */
  livingNo: string;
  carer: string;
  hospital: string;
  department: string;
  service: string;
  ward: string;
}
/** What people type who look for somebody: names of many and of few, readings, initials, numbers, places, what is nowhere. */
const TYPED = ['刘敏', '欧阳', '没有这人', 'zhangsan', 'liumin', 'wl', 'shanx', 'wangxm', 'zsan', 'xxqq', '王l', '12床', '刘敏 骨科', '13812345678', '5678', '99999999', '服务中 骨科', '已完成 骨科', '逾期 guke'];
const at = (path: string, query: Record<string, unknown> = {}): Question => ({ name: `${path}${stringify(query, { addQueryPrefix: true, encode: false })}`, path: `${path}${stringify(query, { addQueryPrefix: true })}` });
const each = (path: string, queries: readonly Record<string, unknown>[]): Question[] => queries.map((query) => at(path, query));
const searched = (path: string): Question[] => each(path, TYPED.map((q) => ({ q })));

/** A list: as it comes, every sort either way, every field with each of its operators; the window and the number of all. */
function lists(): Question[] {
  const ours = asked.flatMap(({ path, questions }) => questions.map(({ query }) => ({ path, query: Object.fromEntries(query) })));
  const seen = new Set<string>();
  const plain = { fields: AUDIT_FIELDS, from: '', columns: {}, own: '', values: { actor: ['admin'], action: ['order'], entity: ['order'], entityId: ['4711'], error: ['conflict'], ip: ['10.0'] } };
  const audit = [[], ...everyClause(plain).filter(({ field, operator }) => !seen.has(`${field} ${operator}`) && seen.add(`${field} ${operator}`)).map((clause) => [clause])].map((where) => ({ path: '/audit', query: questionOf(where, []) }))
    .concat(everySort(plain).map((key) => ({ path: '/audit', query: questionOf([], [key]) })));
  return [...ours, ...audit].flatMap(({ path, query }) => [at(path, { ...query, pageSize: 100, count: 0 }), ...('sort' in query ? [] : [at(path, { ...query, count: 'only' })])]);
}
function searches(): Question[] {
  return [
    ...['/orders/find', '/caregivers/find', '/patients/find'].flatMap(searched), ...each('/wards/free-beds', [{ q: '骨科 12床' }, { q: '医院 1床' }]),
    ...['/orders/find-in', '/caregivers/find-in', '/audit/find-in'].flatMap((path) => each(path, TYPED.map((q) => ({ q, row: -1 })))),
  ];
}
function statistics({ hospital, department, service, carer }: Known): Question[] {
  const range = (days: number, to = dayFromNow(0)): Record<string, string> => ({ from: dayFromNow(-days), to });
  const [month, year, years] = [range(29), range(364), range(5 * 365)];
  return [
    ...MEASURES.flatMap((measure) => [at('/statistics/measures', { ...years, by: 'month', measures: measure }), at('/statistics/measures', { ...month, by: 'day', measures: measure })]),
    ...[{ hospital }, { department }, { service }, { method: 'cash' }, { caregiver: carer }].flatMap((more) => each('/statistics/measures', [{ ...years, by: 'month', ...more }, { ...month, by: 'day', ...more }])),
    ...each('/statistics/measures', [{ ...years, by: 'month' }, { ...years, by: 'day' }, { ...year, by: 'week' }, { ...month, by: 'day' }]),
    ...GROUPS.flatMap((group) => each('/statistics/groups', [{ ...years, group }, { ...month, group }, { ...year, group, hospital }])),
    ...each('/statistics/heat', [{ ...year, by: 'day', measure: 'receivable' }, { ...year, by: 'day', measure: 'serviceDays' }]),
    ...each('/statistics/bands', [{}, { hospital }]),
    ...['started', 'ended', 'cancelled', 'assigned', 'bedded'].map((deed) => at('/orders', { did: `${deed}:${year['from']}:${year['to']}:${carer}`, count: 'only' })), at('/orders', { servedBy: carer, unpaid: '1', count: 'only' }),
  ];
}
/** The pages beside the lists: first page, notices, palette's index, records, wards, statements. */
function pages({ orderNo, livingNo, carer, hospital, ward }: Known): Question[] {
  const month = dayFromNow(0).slice(0, 7);
  return [
    at('/dashboard'), at('/dashboard/week'), at('/notices'), at('/notices', { rows: 1 }), at('/orders/counts'), at('/orders/index'), at('/caregivers/index'), at('/caregivers/board', { within: '30' }), at('/caregivers/roster', { from: dayFromNow(0) }),
    at('/orders/names'), at('/orders/rows', { nos: orderNo }), at('/orders/lines', { nos: orderNo }), at('/caregivers/rows', { nos: carer }), at('/caregivers/lines', { nos: carer }), at('/patients/rows', { ids: '1,77,4711' }),
    ...[orderNo, livingNo].flatMap((no) => [at(`/orders/${no}`), at(`/orders/${no}/explain`), at(`/orders/${no}/changes`, { since: 0 }), at(`/orders/${no}/keepers`)]),
    at(`/orders/${livingNo}/preview`, { event: 'complete' }), at(`/orders/${livingNo}/candidates`, { event: 'change' }),
    at(`/caregivers/${carer}`), at(`/caregivers/${carer}/work`), at(`/caregivers/${carer}/rating`), at(`/caregivers/${carer}/evaluations`), at(`/caregivers/${carer}/pay`), at(`/caregivers/${carer}/pay/${month}`),
    at('/hospitals'), at(`/hospitals/${hospital}/wards`), at(`/hospitals/${hospital}/places`), at(`/wards/${ward}/beds`),
    at('/settlements', { month }), at('/settlements/hospital', { month, hospitalId: hospital }), at('/settlements/orders', { month, hospitalId: hospital }), at('/settlements/caregivers', { month }), at('/settlements/caregiver', { month, caregiverNo: carer }),
  ];
}
/** Every question, by what asks it. */
export const questions = (known: Known): Record<'lists' | 'searches' | 'statistics' | 'pages', Question[]> => ({ lists: lists(), searches: searches(), statistics: statistics(known), pages: pages(known) });
