// Beds of a ward as one list: what is said after many were added, and where it is said no more.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BedList } from '../../src/areas/department/bed-list.tsx';
import type { BedRow } from '../../src/areas/department/contract.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { toast, Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const VIEWER: SignedIn = { userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/system/department'] };
const bed = (i: number): BedRow => ({ id: String(i), wardId: '31', bedNo: String(i), kind: 'normal', status: 1, order: null, version: 1 });
let beds: BedRow[];
let leave = async (): Promise<void> => {};
beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
beforeEach(async () => {
  beds = [];
  answerBy(({ method, path }) => {
    if (method === 'POST') {
      beds = [bed(1), bed(2)];
      return { ids: ['1', '2'], there: 0 };
    }
    return path.endsWith('/beds') ? { list: beds, total: beds.length, pageNum: 1, pageSize: 100 } : [];
  });
  navigate('/system/department?wardId=31', { replace: true });
  leave = await enter(VIEWER, VIEWER.allowed);
});
afterEach(() => leave());
const Console = ({ wardId }: { wardId: string | null }) => <LocaleProvider>{wardId !== null && <BedList wardId={wardId} of={undefined} filters={[]} chosen={{}} />}<Announcer /><Toaster /></LocaleProvider>;
async function add() {
  const drawn = render(<Console wardId="31" />);
  await act(async () => {});
  press('n');
  const numbers = await waitFor(() => screen.getByLabelText<HTMLInputElement>('床号'));
  act(() => void fireEvent.change(numbers, { target: { value: '1-2床' } }));
  await act(async () => void fireEvent.keyDown(numbers, { key: 'Enter', ctrlKey: true }));
  await screen.findByText('已添加 2 张床');
  return drawn;
}
test('beds that were added are said once, with the way back', async () => {
  await add();
  expect([screen.queryByText('已保存'), screen.getByRole('button', { name: /^撤销/ }).textContent]).toEqual([null, expect.stringContaining('撤销')]);
});
test('what was said of these beds is not said over the wards, although the path is the same', async () => {
  const { rerender } = await add();
  await act(async () => {
    navigate('/system/department?departmentId=3');
    rerender(<Console wardId={null} />);
  });
  expect(screen.queryByText('已添加 2 张床')).toBeNull();
});
test('a toast stays with its page: with the one that its form stood over, not with the next', async () => {
  navigate('/order/PH1/start', { replace: true });
  render(<LocaleProvider><Toaster /></LocaleProvider>);
  act(() => void toast({ words: '开始服务' }));
  // the form leaves by itself
  act(() => navigate('/order/PH1'));
  expect(screen.getByText('开始服务')).toBeTruthy();
  await act(async () => new Promise((done) => setTimeout(done, 600)));
  act(() => navigate('/order/PH1?title=x'));
  expect(screen.getByText('开始服务')).toBeTruthy();
  act(() => navigate('/order/index'));
  expect(screen.queryByText('开始服务')).toBeNull();
});
