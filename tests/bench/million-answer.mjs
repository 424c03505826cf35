// What the server answers over a million rows: every filter and sort beside plain SQL, first window, deep window, total, find in list.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { report } from './measure.mjs';
import { ask, root, signIn } from './server.mjs';

const PAGE = 100;
const TRIES = 3;
/** Lists as long as this are marked for jumps (host/list/anchor.ts). */
const MARKED = 20_000;
/** Texts that find in list is asked for, from the first row on. */
const SOUGHT = { orders: ['张三', 'wang', '0000', '12床', '没有这样的'], caregivers: ['王', 'zhang', '9999', '没有这样的'] };

/** Builds million-question.ts, where it finds the packages that it stands on; the lists with their questions. */
export async function questions() {
  const { build, stop } = await import('esbuild');
  const outfile = path.join(root, 'node_modules/.cache/bench/question.mjs');
  await build({ absWorkingDir: root, entryPoints: ['tests/bench/million-question.ts'], outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' });
  await stop();
  return (await import(pathToFileURL(outfile).href)).asked;
}
/** What plain SQL answers to each question: how many rows, the first window, and the one in the middle. `query` runs one statement. */
export async function answersOf(query, lists) {
  const answers = new Map();
  for (const { list, table, make, questions } of lists) {
    await query(`create unlogged table ${table} as ${make}`);
    // the order in which most questions want their rows
    await query(`create index on ${table} (id)`);
    await query(`vacuum analyze ${table}`);
    for (const [i, { name, ids }] of questions.entries()) {
      const rows = await query(`select row, n, total from (select q.row, row_number() over () as n, count(*) over () as total from (${ids}) q) t where n <= ${PAGE} or (n > total / ${2 * PAGE} * ${PAGE} and n <= total / ${2 * PAGE} * ${PAGE} + ${PAGE}) order by n`);
      const total = Number(rows[0]?.total ?? 0);
      const page = Math.floor(total / (2 * PAGE));
      const at = (from) => rows.filter(({ n }) => n > from && n <= from + PAGE).map(({ row }) => row).join();
      answers.set(`${list} ${name}`, { total, page, first: at(0), deep: at(page * PAGE) });
      if (i % 25 === 0) console.error(`── plain SQL: ${list}, ${i} of ${questions.length}`);
    }
    await query(`drop table ${table}`);
  }
  return answers;
}

/** Asks the server everything; `settled` waits until nothing works in the background. `most`: ms for a window. */
export async function benchAnswers({ server, lists, answers, settled, most }) {
  const [token, resident] = [await signIn(server), await signIn(server, 'resident')];
  const timed = async (at, by = token) => {
    const began = performance.now();
    const answer = await ask(server.origin, by, at);
    return [performance.now() - began, answer];
  };
  let wrong = 0;
  const slow = { first: [], deep: [], 'first, bound to two hospitals': [] };
  for (const { list, path: at, questions } of lists) {
    for (const { name, query } of questions) {
      const { total, page, first, deep } = answers.get(`${list} ${name}`);
      const asking = (more) => `${at}?${new URLSearchParams([...query, ['pageSize', String(PAGE)], ...Object.entries(more)])}`;
      const window = async (what, pageNum, expected, by) => {
        const times = [];
        for (let i = 0; i < TRIES; i += 1) {
          const [ms, answer] = await timed(asking({ pageNum: String(pageNum), count: '0' }), by);
          times.push(ms);
          if (expected !== undefined && answer.list.map(({ id }) => id).join() !== expected) {
            wrong += 1;
            console.error(`── ${list}, ${what}, ${name}: not as plain SQL says`);
          }
        }
        slow[what].push({ list, name, ms: times.toSorted((a, b) => a - b)[1] });
        report(`million: ${list}, ${what} window, ${name}`, 'ms', [times], undefined, most);
      };
      await window('first', 1, first);
      await window('first, bound to two hospitals', 1, undefined, resident);
      const [ms, counted] = await timed(asking({ pageNum: '1', count: 'only' }));
      report(`million: ${list}, total, ${name}`, 'ms', [[ms]]);
      if (counted.total !== total) {
        wrong += 1;
        console.error(`── ${list}, ${name}: ${counted.total} rows, not ${total}`);
      }
      if (total < MARKED) continue;
      const [unmarked] = await timed(asking({ pageNum: String(page + 1), count: '0' }));
      report(`million: ${list}, deep window while its marks are made, ${name}`, 'ms', [[unmarked]]);
      await settled();
      await window('deep', page + 1, deep);
    }
    for (const q of SOUGHT[list]) {
      const [ms] = await timed(`${at}/find-in?${new URLSearchParams({ q, row: '-1' })}`);
      const [deepMs] = await timed(`${at}/find-in?${new URLSearchParams({ q, row: '400000' })}`);
      report(`million: ${list}, find in list, ${q}`, 'ms', [[ms, deepMs]]);
    }
  }
  for (const [what, all] of Object.entries(slow)) {
    report(`million: ${what} windows, all ${all.length} questions`, 'ms', [all.map(({ ms }) => ms)], undefined, most);
    const late = all.filter(({ ms }) => ms > most);
    report(`million: ${what} windows over ${most} ms${late.length === 0 ? '' : `: ${late.map(({ list, name, ms }) => `${list} ${name} ${Math.round(ms)}`).join('; ')}`}`, 'questions', [[late.length]], undefined, 0);
  }
  report('million: answers that are not as plain SQL says', 'answers', [[wrong]], undefined, 0);
}
