// The places of a new order are found as in the palette: by pinyin and by initials.
import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import NewOrderPage from '../../src/areas/order/order.new.page.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter } from '../kit/console.ts';

const PLACES = { id: '5', name: '第一医院', status: 1, departments: [{ id: '51', name: '内科', keywords: ['neike', 'nk'], status: 1, wards: [{ id: '511', name: '内一', keywords: ['neiyi', 'ny'], building: null, floor: null, status: 1, beds: [] }] }] };
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
