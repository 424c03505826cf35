// The places of a new order are found as in the palette, by pinyin and by initials; the end of its stay counts from the start.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import NewOrderPage from '../../src/areas/order/order.new.page.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter } from '../kit/console.ts';

const PLACES = { id: '5', name: '第一医院', status: 1, departments: [{ id: '51', name: '内科', keywords: ['neike', 'nk'], status: 1, wards: [{ id: '511', name: '内一', keywords: ['neiyi', 'ny'], building: null, floor: null, status: 1, beds: [] }] }] };
test('an end that is counted waits for the start, whichever is typed first', async () => {
  answerBy(({ path }) => (path.endsWith('/drafts/order.new') ? null : []));
  const leave = await enter({ userId: '2', username: 'ops', nickname: '', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:add', 'biz:order:list'] });
  render(<LocaleProvider><NewOrderPage /></LocaleProvider>);
  const end = await screen.findByLabelText<HTMLInputElement>('结束');
  act(() => (fireEvent.change(end, { target: { value: '+3' } }), void fireEvent.blur(end)));
  expect([end.value, screen.queryByText('先填开始日期') !== null]).toEqual(['+3', true]);
  act(() => void fireEvent.change(screen.getByLabelText('开始'), { target: { value: '2026-12-20' } }));
  expect([screen.queryByText(/2026年12月23日/) !== null, screen.queryByText('先填开始日期')]).toEqual([true, null]);
  await leave();
});
test('hospital, department and ward are found by pinyin and by initials', async () => {
  answerBy(({ path }) => (path.endsWith('/hospitals/options') ? [{ id: '5', name: '第一医院', keywords: ['diyiyiyuan', 'dyyy'] }, { id: '6', name: '第二医院' }] : path.endsWith('/places') ? PLACES : path.endsWith('/drafts/order.new') ? null : []));
  const leave = await enter({ userId: '2', username: 'ops', nickname: '', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:add', 'biz:order:list'] });
  render(<LocaleProvider><NewOrderPage /></LocaleProvider>);
  const field = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
  for (const [name, text, found] of [['hospital', 'dyyy', '第一医院'], ['department', 'nk', '内科'], ['ward', 'neiyi', '内一']] as const) {
    await waitFor(() => expect(field(name).disabled).toBe(false));
    act(() => field(name).focus());
    fireEvent.change(field(name), { target: { value: text } });
    fireEvent.keyDown(field(name), { key: 'Enter' });
    await waitFor(() => expect(field(name).value).toBe(found));
  }
  await leave();
});
