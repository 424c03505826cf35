// What was typed over a record goes with it; who did not remove it after all is back in their form.
import type { ReactNode } from 'react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BedList } from '../../src/areas/department/bed-list.tsx';
import type { BedRow, DepartmentRow, WardRow } from '../../src/areas/department/contract.ts';
import { DepartmentList } from '../../src/areas/department/department-list.tsx';
import { WardList } from '../../src/areas/department/ward-list.tsx';
import type { DictRow, ItemRow } from '../../src/areas/dictionary/contract.ts';
import { DictionaryList } from '../../src/areas/dictionary/dict-list.tsx';
import { ItemList } from '../../src/areas/dictionary/item-list.tsx';
import { keptDraft } from '../../src/ui/draft.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { answerBy, enter } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const bed: BedRow = { id: '1', wardId: '31', bedNo: '1', kind: 'normal', status: 1, order: null, version: 1 };
const ward: WardRow = { id: '31', hospitalId: '5', hospitalName: '第一医院', departmentId: '3', departmentName: '骨科', name: '一病区', building: null, floor: null, nursePhone: null, status: 1, beds: 0, taken: 0, version: 1 };
const department: DepartmentRow = { id: '3', hospitalId: '5', hospitalName: '第一医院', name: '骨科', code: 'GK', sort: 1, status: 1, wards: 0, beds: 0, liveOrders: 0, version: 1 };
const dict: DictRow = { id: '9', code: 'colour', name: '颜色', status: 1, remark: null, items: 1, needed: false, version: 1 };
const item: ItemRow = { id: '7', dictCode: 'colour', value: '1', label: '红', labelEn: null, tag: null, status: 1, sort: 1, remark: null, version: 1 };
const common = { filters: [], chosen: {} } as const;
let rows: object[];
let leave = async (): Promise<void> => {};
beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
beforeEach(async () => {
  leave = await enter({ userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
});
afterEach(() => leave());

test.each<[name: string, page: string, row: object, field: string, list: ReactNode]>([
  ['bed', '/system/department?wardId=31', bed, '床号', <BedList key="bed" wardId="31" of={ward} {...common} />],
  ['ward', '/system/department?departmentId=3', ward, '名称', <WardList key="ward" departmentId="3" of={department} {...common} />],
  ['department', '/system/department', department, '名称', <DepartmentList key="department" {...common} />],
  ['dictionary', '/system/dict', dict, '名称', <DictionaryList key="dict" {...common} onChanged={() => {}} />],
  ['item', '/system/dict?code=colour', item, '中文标签', <ItemList key="item" code="colour" dictionary={dict} {...common} onChanged={() => {}} />],
])('%s', async (_name, page, row, label, list) => {
  rows = [row];
  answerBy(({ method }) => {
    if (method === 'DELETE') rows = [];
    return method === 'DELETE' ? null : { list: rows, total: rows.length, pageNum: 1, pageSize: 100 };
  });
  navigate(page, { replace: true });
  render(<LocaleProvider>{list}</LocaleProvider>);
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(1));
  await act(async () => void press('e'));
  const field = (): Promise<HTMLInputElement> => waitFor(() => screen.getByLabelText<HTMLInputElement>(label));
  fireEvent.change(await field(), { target: { value: '88' } });
  const click = (words: string) => act(async () => [...document.querySelectorAll<HTMLElement>('dialog button')].find(({ textContent }) => textContent === words)!.click());
  await click('删除');
  await click('取消');
  expect((await field()).value).toBe('88');
  await click('删除');
  await click('删除');
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
  expect(keptDraft(page)).toBeNull();
});
