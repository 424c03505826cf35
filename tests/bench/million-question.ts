// The questions that the lists of orders and caregivers are asked, each with what plain SQL answers (tests/kit/list-oracle.ts), for the bench of a million rows.
import { everyClause, everySort, plainIds, questionOf, type Plain } from '../kit/list-oracle.ts';
import { CAREGIVERS_PLAIN, ORDERS_PLAIN } from '../kit/list-plain.ts';

const LISTS: Record<string, { path: string; plain: Plain }> = {
  orders: { path: '/orders', plain: { ...ORDERS_PLAIN, values: { orderNo: ['PH2611'], patientName: ['李'], caregiverName: ['王'], caregiverNo: ['PY10'], bedNo: ['1'], hospitalId: ['1'], departmentId: ['1'], wardId: ['1'], serviceItemId: ['1'] } } },
  caregivers: { path: '/caregivers', plain: { ...CAREGIVERS_PLAIN, values: { staffNo: ['PY10'], name: ['王'], mobile: ['138'], origin: ['江苏'], hospitalId: ['1'], ratingAvg: ['4.5'], ratingCount: ['3'] } } },
};
/** A list, its rows as a table of plain SQL, and its questions: every sort either way, and every field with each of its operators. */
export interface Asked {
  list: string;
  path: string;
  table: string;
  make: string;
  questions: { name: string; query: [string, string][]; ids: string }[];
}
const pairs = (question: Record<string, unknown>): [string, string][] => Object.entries(question).flatMap(([name, value]) => (Array.isArray(value) ? value.map((each, i): [string, string] => [`${name}[${i}]`, String(each)]) : [[name, String(value)] as [string, string]]));

/** All of them. */
export const asked: Asked[] = Object.entries(LISTS).map(([list, { path, plain }]) => {
  const table = `bench_${list}`;
  const own: Plain = { ...plain, from: `select * from ${table}` };
  // one value for each operator, and of the choices one in their middle
  const seen = new Set<string>();
  const clauses = everyClause({ ...own, fields: Object.fromEntries(Object.entries(own.fields).map(([name, field]) => [name, field.values === undefined ? field : { ...field, values: field.values.slice(-2) }])) })
    .filter(({ field, operator }) => !seen.has(`${field} ${operator}`) && seen.add(`${field} ${operator}`));
  const questions = [{ where: [], keys: [], name: 'as it comes' }, ...everySort(own).map((key) => ({ where: [], keys: [key], name: '' })), ...clauses.map((clause) => ({ where: [clause], keys: [], name: '' }))];
  return {
    list, table, path, make: plain.from,
    questions: questions.map(({ where, keys, name }) => {
      const query = pairs(questionOf(where, keys));
      return { name: name || query.map(([, value]) => value).join(), query, ids: plainIds(own, where, keys) };
    }),
  };
});
