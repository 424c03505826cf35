// Filters as people type them, in both languages, and the questions they stand for.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeClause, type Clause } from '../../src/kernel/list.ts';
import { askedOf, clausesOf, filterOf, sortOf, spoken, turned, withClauses, withSort, type Field } from '../../src/ui/list/condition.ts';
import { completions, readTyped, writeTyped } from '../../src/ui/list/typed-filter.ts';

const TODAY = '2026-11-21';
const FIELDS: Field[] = [
  { name: 'status', label: '状态', also: ['status', 'zhuang tai'], type: 'choice', values: ['pending_assign', 'in_service', 'closed'], options: [{ value: 'pending_assign', label: '待派单', also: ['to assign', 'dai pai dan'] }, { value: 'in_service', label: '服务中', also: ['in service', 'fu wu zhong'] }, { value: 'closed', label: '已完成', also: ['closed', 'yi wan cheng'] }], param: 'status', sort: true },
  { name: 'departmentId', label: '科室', also: ['department', 'ke shi'], type: 'id', options: [{ value: '7', label: '骨科', also: ['gu ke'] }, { value: '8', label: '心内科', also: ['xin nei ke'] }, { value: '9', label: '骨科，二病区' }] },
  { name: 'plannedStart', label: '开始', also: ['start', 'kai shi'], type: 'day', sort: true },
  { name: 'actualEnd', label: '实际结束', also: ['actual end'], type: 'instant', nullable: true },
  { name: 'balance', label: '待收', also: ['balance', 'dai shou'], type: 'money', sort: true },
  { name: 'ratingAvg', label: '评分', also: ['rating'], type: 'number', nullable: true },
  { name: 'patientName', label: '患者', also: ['patient', 'patient name', 'huan zhe'], type: 'text', nullable: true },
  { name: 'infectious', label: '传染病', also: ['infectious'], type: 'flag', options: [{ value: 'true', label: '有', also: ['yes'] }, { value: 'false', label: '无', also: ['no'] }] },
  { name: 'waiting', label: '等待', type: 'instant', sort: true, filter: false },
];
const said = (text: string) => readTyped(text, FIELDS, TODAY).clauses.map(writeClause);

test('a line of conditions, with the signs of either keyboard', () => {
  const lines: [typed: string, clauses: string[]][] = [
    ['状态:服务中 科室:骨科 开始>2026-11-01', ['status:is:in_service', 'departmentId:is:7', 'plannedStart:after:2026-11-01']],
    ['状态：服务中　科室＝骨科　开始＞2026-11-01', ['status:is:in_service', 'departmentId:is:7', 'plannedStart:after:2026-11-01']],
    ['status:in service department:gk start>=1201', ['status:is:in_service', 'departmentId:is:7', 'plannedStart:from:2026-12-01']],
    ['zt:fwz', ['status:is:in_service']],
    ['状态:服务中,待派单 科室!=心内科', ['status:in:in_service|pending_assign', 'departmentId:not:8']],
    ['科室:"骨科，二病区"', ['departmentId:is:9']],
    ['开始:2026-11-01..2026-11-30', ['plannedStart:from:2026-11-01', 'plannedStart:to:2026-11-30']],
    ['开始:今天至+7', ['plannedStart:from:today', 'plannedStart:to:today+7']],
    ['开始<昨天 实际结束:空', ['plannedStart:before:today-1', 'actualEnd:empty']],
    ['开始≥25 dec 待收>1,200.5', ['plannedStart:from:2026-12-25', 'balance:above:120050']],
    ['待收>=100元 评分<4.5', ['balance:from:10000', 'ratingAvg:below:4.5']],
    ['患者:王 丽', ['patientName:has:王 丽']],
    ['patient name=王丽 患者^王', ['patientName:is:王丽', 'patientName:starts:王']],
    ['传染病:有', ['infectious:is:true']],
    ['患者:有', ['patientName:filled']],
  ];
  expect(lines.map(([typed]) => [typed, said(typed)])).toEqual(lines);
});
test('the end of a range that says no week or month is counted from its first day; one before it is none', () => {
  const days = (text: string, today: string) => {
    const { clauses, rest } = readTyped(text, FIELDS, today);
    return [...clauses.map(({ values }) => values[0]), rest];
  };
  expect(days('开始:下周一到周五', '2026-11-25')).toEqual(['2026-11-30', '2026-12-04', '']);
  expect(days('开始:上周一至周日', '2026-11-25')).toEqual(['2026-11-16', '2026-11-22', '']);
  expect(days('开始:11月1日至5日', '2026-11-29')).toEqual(['2026-11-01', '2026-11-05', '']);
  expect(days('实际结束:周一至周五', '2026-11-25')).toEqual(['2026-11-23', '2026-11-27', '']);
  expect(days('开始:昨天至今天', '2026-11-25')).toEqual(['today-1', 'today', '']);
  expect(days('开始:12月20日..1月5日', '2026-07-01')).toEqual(['2026-12-20', '2027-01-05', '']);
  for (const text of ['开始:2026-11-05..2026-11-01', '开始:明天至今天', '待收:500..100']) expect(days(text, '2026-11-25')).toEqual([text]);
  expect(days('待收:5..10', '2026-11-25')).toEqual(['500', '1000', '']);
});
test('what is not understood is left over, word for word', () => {
  const rest = (text: string) => readTyped(text, FIELDS, TODAY).rest;
  expect(rest('王丽 状态:服务中')).toBe('王丽');
  expect(rest('状态:服务中 王丽')).toBe('王丽');
  expect(rest('状态:什么')).toBe('状态:什么');
  expect(rest('开始>不是日子 科室:骨科')).toBe('开始>不是日子');
  expect(rest('状态>服务中')).toBe('状态>服务中');
  expect(rest('等待:今天')).toBe('等待:今天');
  expect(said('等待:今天')).toEqual([]);
  // nothing to see, and nothing of another's: an option of three that a letter begins
  expect(said('状态:')).toEqual([]);
});
test('what was said can be typed again', () => {
  const clause: fc.Arbitrary<Clause> = fc.oneof(
    fc.record({ field: fc.constant('status'), operator: fc.constantFrom('is' as const, 'not' as const), values: fc.constantFrom(['closed'], ['in_service']) }),
    fc.record({ field: fc.constant('departmentId'), operator: fc.constant('in' as const), values: fc.constant(['9', '7']) }),
    fc.record({ field: fc.constant('plannedStart'), operator: fc.constantFrom('is' as const, 'before' as const, 'after' as const, 'from' as const, 'to' as const), values: fc.constantFrom(['2026-02-28'], ['today'], ['today-30'], ['today+7']) }),
    fc.record({ field: fc.constant('balance'), operator: fc.constantFrom('is' as const, 'above' as const, 'to' as const), values: fc.integer({ min: -999_999, max: 999_999 }).map((fen) => [String(fen)]) }),
    fc.record({ field: fc.constant('patientName'), operator: fc.constantFrom('has' as const, 'starts' as const, 'is' as const, 'not' as const), values: fc.constantFrom(['王丽'], ['a b'], ['甲,乙'], ['x:y']) }),
    fc.record({ field: fc.constant('actualEnd'), operator: fc.constantFrom('empty' as const, 'filled' as const), values: fc.constant([]) }),
  );
  fc.assert(fc.property(fc.array(clause, { maxLength: 4 }), (clauses) => {
    expect(readTyped(clauses.map((one) => writeTyped(one, FIELDS)).join(' '), FIELDS, TODAY)).toEqual({ clauses, rest: '' });
  }));
});
test('names, then values, then other ways to ask are offered', () => {
  const offered = (text: string) => completions(text, FIELDS, TODAY).map(({ text: whole }) => whole);
  expect(offered('').slice(0, 3)).toEqual(['状态:', '科室:', '开始:']);
  expect(offered('')).not.toContain('等待:');
  expect(offered('ks')[0]).toBe('科室:');
  expect(offered('状态:')).toEqual(['状态:待派单', '状态:服务中', '状态:已完成', '状态!=']);
  expect(offered('状态:fwz')).toEqual(['状态:服务中']);
  expect(offered('状态:服务中,')).toContain('状态:服务中,已完成');
  expect(offered('状态:服务中 ').slice(0, 2)).toEqual(['状态:服务中 状态:', '状态:服务中 科室:']);
  expect(offered('开始:')).toEqual(expect.arrayContaining(['开始:今天', '开始>', '开始<=']));
  expect(offered('实际结束:')).toContain('实际结束:空');
  // a value finds its field
  expect(offered('服务')).toContain('状态:服务中');
  for (const text of offered('状态:')) if (!text.endsWith('=')) expect(said(text)).toHaveLength(1);
});
test('the address holds the question; one question has one address', () => {
  const chosen = withClauses({ sort: 'balance:desc' }, readTyped('状态:服务中 开始>2026-11-01 开始>2026-11-01', FIELDS, TODAY).clauses, FIELDS);
  expect(chosen).toEqual({ sort: 'balance:desc', status: 'in_service', 'where[0]': 'plannedStart:after:2026-11-01' });
  const query = new URLSearchParams({ ...chosen, 'where[1]': 'status:is:nonsense', 'where[2]': 'secret:is:1', 'where[3]': 'balance:above:100' });
  expect(askedOf(query, FIELDS)).toEqual({ 'where[0]': 'plannedStart:after:2026-11-01', 'where[1]': 'balance:above:100', sort: 'balance:desc' });
  expect(askedOf(new URLSearchParams({ sort: 'secret' }), FIELDS)).toEqual({});
  expect(clausesOf(chosen, FIELDS)).toEqual([{ field: 'plannedStart', operator: 'after', values: ['2026-11-01'] }]);
  expect(filterOf(chosen)).toEqual({ status: 'in_service', where: ['plannedStart:after:2026-11-01'] });
});
test('a heading turns up, down and off; with Shift behind the others', () => {
  let chosen = withSort({}, turned([], 'balance', false));
  expect(chosen).toEqual({ sort: 'balance' });
  chosen = withSort(chosen, turned(sortOf(chosen, FIELDS), 'plannedStart', true));
  expect(chosen).toEqual({ sort: 'balance,plannedStart' });
  chosen = withSort(chosen, turned(sortOf(chosen, FIELDS), 'balance', true));
  expect(chosen).toEqual({ sort: 'balance:desc,plannedStart' });
  expect(withSort(chosen, turned(sortOf(chosen, FIELDS), 'balance', true))).toEqual({ sort: 'plannedStart' });
  expect(withSort(chosen, turned(sortOf(chosen, FIELDS), 'plannedStart', false))).toEqual({ sort: 'plannedStart:desc' });
  expect(withSort({ sort: 'balance:desc' }, turned([{ field: 'balance', desc: true }], 'balance', false))).toEqual({});
});
test('the days that are offered by name are those that they name, and nothing of them is left over', () => {
  const words = { 今天: 'Today', '+7': '7 天后', '-7': '7 天前', '-30': '30 天前' };
  const offered = completions('开始>', FIELDS, TODAY, words).filter(({ whole, id }) => whole && id.startsWith('='));
  expect(offered.map(({ label, detail }) => [label, detail])).toEqual([['Today', '2026-11-21'], ['明天', '2026-11-22'], ['昨天', '2026-11-20'], ['7 天后', '2026-11-28'], ['7 天前', '2026-11-14'], ['30 天前', '2026-10-22']]);
  expect(offered.map(({ text }) => readTyped(text, FIELDS, TODAY)).map(({ clauses, rest }) => [...clauses.map(writeClause), rest])).toEqual(['', '+1', '-1', '+7', '-7', '-30'].map((days) => [`plannedStart:after:today${days}`, '']));
});
test('a choice of several ids in one, as a department of two hospitals, is called so again', () => {
  const fields: Field[] = [{ name: 'departmentId', label: '科室', type: 'id', options: [{ value: '12|45', label: '骨科' }, { value: '13|46', label: '内科' }] }];
  const clause = readTyped('科室:骨科,内科', fields, TODAY).clauses[0]!;
  expect([writeClause(clause), writeTyped(clause, fields)]).toEqual(['departmentId:in:12|45|13|46', '科室:骨科,内科']);
  // one of them alone is less than that name says
  expect(writeTyped({ ...clause, values: ['12', '13', '46'] }, fields)).toBe('科室:12,内科');
  // what is not asked for is a condition for each id, and said once for all that one name stands for
  const { clauses } = readTyped('科室!=骨科,内科 科室!=9', [{ ...fields[0]!, options: [...fields[0]!.options!, { value: '9', label: '9' }] }], TODAY);
  const said = (all: readonly Clause[]) => spoken(withClauses({}, all, fields), fields).map(({ clause: one, of }) => [writeTyped(one, fields), of.map(writeClause)]);
  expect(said(clauses)).toEqual([['科室!=骨科', ['departmentId:not:12', 'departmentId:not:45']], ['科室!=内科', ['departmentId:not:13', 'departmentId:not:46']], ['科室!=9', ['departmentId:not:9']]]);
  expect(said([clauses[1]!, clause])).toEqual([['科室!=45', ['departmentId:not:45']], ['科室:骨科,内科', ['departmentId:in:12|45|13|46']]]);
});
