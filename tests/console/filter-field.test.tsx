// The field in which the filters of a list are typed.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Announcer } from '../../src/ui/announce.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { withFilters, type Field as Asked } from '../../src/ui/list/condition.ts';
import { FilterField } from '../../src/ui/list/filter-field.tsx';
import { Filters, useChosen } from '../../src/ui/list/filter.tsx';
import { currentHref, navigate } from '../../src/ui/location.ts';
import { press } from '../kit/typist.ts';

const FIELDS: Asked[] = [
  { name: 'status', label: '状态', type: 'choice', values: ['open', 'shut'], options: [{ value: 'open', label: '开着' }, { value: 'shut', label: '关了' }], param: 'status', sort: true },
  { name: 'fen', label: '金额', type: 'money', sort: true },
  { name: 'patientName', label: '患者', type: 'text' },
  { name: 'departmentId', label: '科室', type: 'id', options: [{ value: '12|45', label: '骨科' }] },
];
const FILTERS = [{ name: 'status', label: '状态', options: FIELDS[0]!.options! }];
const Field = () => <FilterField path="/order/index" fields={FIELDS} chosen={useChosen(FILTERS, FIELDS)} />;
const href = () => decodeURIComponent(currentHref());
beforeEach(async () => {
  await activate('zh-cn');
  navigate('/order/index', { replace: true });
});

test('a condition without a value stays in the field: Enter takes no value that nobody typed', async () => {
  render(<LocaleProvider><Field /></LocaleProvider>);
  press('f');
  const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: '筛选' });
  for (const typed of ['状态：', '状态:开着,', '金额>1 状态：']) {
    await act(async () => navigate('/order/index'));
    await act(async () => void fireEvent.change(box(), { target: { value: typed } }));
    expect(screen.queryAllByRole('option', { selected: true })).toEqual([]);
    press('Tab');
    expect([href(), box().value]).toEqual(['/order/index', typed]);
    press('Enter');
    expect([href(), box().value]).toEqual(typed === '状态：' ? ['/order/index', '状态：'] : typed.startsWith('金额') ? ['/order/index?where[0]=fen:above:100', '状态:'] : ['/order/index?status=open', '']);
  }
  await act(async () => navigate('/order/index'));
  await act(async () => void fireEvent.change(box(), { target: { value: '状态：' } }));
  press('Enter');
  expect(screen.getByText('“状态：”还没有写完：接着写，或用 ↓ 选一个')).toBeTruthy();
  press('ArrowDown');
  press('ArrowDown');
  press('Enter');
  expect([href(), box().value]).toEqual(['/order/index?status=shut', '']);
});
test('Escape climbs down: the list, then the text, then it is left to the page; a held Backspace takes no condition away', async () => {
  render(<LocaleProvider><Field /></LocaleProvider>);
  await act(async () => navigate('/order/index?status=open'));
  press('f');
  const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: '筛选' });
  await act(async () => void fireEvent.change(box(), { target: { value: '状态：' } }));
  const now = () => [box().value, box().getAttribute('aria-expanded')];
  expect(now()).toEqual(['状态：', 'true']);
  expect([press('Escape'), ...now()]).toEqual([false, '状态：', 'false']);
  expect([press('Escape'), box().value]).toEqual([false, '']);
  if (now()[1] === 'true') press('Escape');
  expect(press('Escape')).toBe(true);
  press('Backspace', { repeat: true });
  expect(href()).toBe('/order/index?status=open');
  press('Backspace');
  expect(href()).toBe('/order/index');
});
// as a grid draws it
// oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
const Line = () => <div role="row" tabIndex={0}>一行</div>;
test.each([['row', 'the row'], ['none', 'its heading']])('in a list Escape leaves the empty field for the row one came from, else for the heading: %s', async (rows) => {
  render(<LocaleProvider><section><h1 tabIndex={-1}>订单</h1><Field />{rows === 'row' && <Line />}</section></LocaleProvider>);
  press('f');
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: '筛选' });
  await act(async () => void fireEvent.change(box, { target: { value: '状' } }));
  for (let ladder = 0; ladder < 3 && (box.value !== '' || box.getAttribute('aria-expanded') === 'true'); ladder += 1) press('Escape');
  expect([document.activeElement === box, box.value]).toEqual([true, '']);
  expect([press('Escape'), document.activeElement?.textContent]).toEqual([false, rows === 'row' ? '一行' : '订单']);
});
test('what is taken back of a filter that has its name from its row alone can be taken again as it stands, and what no such filter takes stays', async () => {
  const Named = () => {
    const own = [{ name: 'patientId', label: '同一患者', options: [], accepts: /^\d+$/ }];
    const chosen = useChosen(own);
    const filters = own.map((one) => (chosen[one.name] === undefined ? one : { ...one, options: [{ value: chosen[one.name]!, label: '张三' }] }));
    return <FilterField path="/order/index" fields={withFilters(FIELDS, filters)} chosen={{ ...useChosen(FILTERS, FIELDS), ...chosen }} />;
  };
  render(<LocaleProvider><Named /><Announcer /></LocaleProvider>);
  await act(async () => navigate('/order/index?patientId=7'));
  press('f');
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: '筛选' });
  press('Backspace');
  expect([href(), box.value]).toEqual(['/order/index', '同一患者:张三']);
  press('Enter');
  expect([href(), box.value]).toEqual(['/order/index?patientId=7', '']);
  await act(async () => navigate('/order/index'));
  await act(async () => void fireEvent.change(box, { target: { value: '同一患者:李四' } }));
  press('Enter');
  expect([href(), box.value]).toEqual(['/order/index', '同一患者:李四']);
  expect(screen.getByText(/“同一患者:李四”没有看懂/)).toBeTruthy();
  // once it was cleared it is called by that name no more
  await act(async () => navigate('/order/index?patientId=7'));
  await act(async () => void fireEvent.change(box, { target: { value: '' } }));
  press('Backspace');
  expect(box.value).toBe('同一患者:张三');
  await act(async () => void fireEvent.change(box, { target: { value: '' } }));
  await act(async () => void fireEvent.change(box, { target: { value: '同一患者:张三' } }));
  press('Enter');
  expect(href()).toBe('/order/index');
  // what could not be read again is left to its chip, and that is said
  await act(async () => void fireEvent.change(box, { target: { value: '' } }));
  await act(async () => navigate(`/order/index?where[0]=patientName:is:${encodeURIComponent('王"丽')}`));
  press('Backspace');
  expect([href(), box.value, screen.queryByText(/改不成文字/) !== null]).toEqual(['/order/index?where[0]=patientName:is:王"丽', '', true]);
});
test('a name that stands for several ids is taken back whole where it is not asked for, which is a condition for each of them', async () => {
  render(<LocaleProvider><Field /></LocaleProvider>);
  press('f');
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: '筛选' });
  await act(async () => void fireEvent.change(box, { target: { value: '金额>1 科室!=骨科' } }));
  const taken = '/order/index?where[0]=fen:above:100&where[1]=departmentId:not:12&where[2]=departmentId:not:45';
  for (let again = 0; again < 2; again += 1) {
    press('Enter');
    expect([href(), box.value]).toEqual([taken, '']);
    press('Backspace');
    expect([href(), box.value]).toEqual(['/order/index?where[0]=fen:above:100', '科室!=骨科']);
  }
});
test('a filter of a day says in words that what was typed is none, until it is one or is put away', async () => {
  const days = [{ name: 'from', label: '从哪天起', options: [], accepts: /^\d{4}-\d{2}-\d{2}$/, typed: 'date' as const }];
  const Page = () => <Filters path="/caregiver/roster" filters={days} chosen={useChosen(days)} />;
  navigate('/caregiver/roster', { replace: true });
  render(<LocaleProvider><Page /></LocaleProvider>);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '从哪天起' });
  const said = () => [screen.queryByRole('alert')?.textContent ?? null, field.getAttribute('aria-invalid'), field.getAttribute('aria-describedby') === (screen.queryByRole('alert')?.id ?? null)];
  const mistake = ['日期写成 今天、+3、1225 或 2026-12-25', 'true', true];
  act(() => field.focus());
  for (const mended of ['Escape', 'Enter']) {
    act(() => void fireEvent.change(field, { target: { value: '哪天' } }));
    press('Enter');
    expect([said(), screen.getByRole('textbox', { name: '从哪天起' }) === field, href()]).toEqual([mistake, true, '/caregiver/roster']);
    if (mended === 'Enter') act(() => void fireEvent.change(field, { target: { value: '2026-12-25' } }));
    press(mended);
    expect(said()).toEqual([null, 'false', true]);
  }
  expect(href()).toBe('/caregiver/roster?from=2026-12-25');
});
