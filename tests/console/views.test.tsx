// The drawer of a list's views: what one does in it to several of them goes together.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CallFailure } from '../../src/ui/call.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { useChosen } from '../../src/ui/list/filter.tsx';
import { setListMemory, type View } from '../../src/ui/list/memory-source.ts';
import { askViews } from '../../src/ui/list/memory.ts';
import { findViews } from '../../src/ui/list/view.ts';
import ViewsDrawer from '../../src/ui/list/views.drawer.tsx';
import { currentHref, navigate } from '../../src/ui/location.ts';

const view = (id: string, name: string, place: number): View => ({ id, list: 'order', name, query: `status=${id}`, layout: null, shared: null, place, own: true, owner: '我', version: 1 });
let views: View[];
/** As the server does it: whoever does not know the version is refused. */
const memory = {
  layout: async () => null, keepLayout: async () => {}, views: async () => views, removeView: async (id: string) => ((views = views.filter((one) => one.id !== id)), null), exported: async () => null,
  addView: async () => { throw new Error('none is added'); },
  changeView: async (id: string, { version, ...more }: Partial<View> & { version: number }): Promise<View> => {
    const was = views.find((one) => one.id === id)!;
    if (was.version !== version) throw new CallFailure(409, 40900, '别人刚改过');
    const now: View = { ...was, ...more, version: version + 1 };
    views = views.map((one) => (one.id === id ? now : one)).toSorted((a, b) => a.place - b.place);
    return now;
  },
};
function Page({ onClose }: { onClose: () => void }) {
  return <ViewsDrawer list="order" chosen={useChosen([], [])} layout={{ columns: [] } as never} hospitals={[]} onClose={onClose} />;
}

test('the palette finds a view by the sound of its name', async () => {
  views = [{ ...view('1', '骨科待派', 0), keywords: ['gukedaipai', 'gkdp'] }, view('2', '出院', 1)];
  setListMemory(memory as never);
  await askViews(true);
  for (const text of ['骨科', 'guke', 'gk']) expect([text, (await findViews(text)).map(({ title }) => title)]).toEqual([text, ['骨科待派']]);
});
test.each(['前移 乙', '后移 甲'])('%s while 甲 is being changed: it is saved with its new name, at its new place', async (move) => {
  views = [view('1', '甲', 0), view('2', '乙', 1)];
  setListMemory(memory as never);
  await askViews(true);
  navigate('/order/index', { replace: true });
  let closed = false;
  render(<LocaleProvider><Page onClose={() => void (closed = true)} /></LocaleProvider>);
  await act(async () => screen.getByRole('button', { name: '修改 甲' }).click());
  await act(async () => screen.getByRole('button', { name: move }).click());
  await waitFor(() => expect(views.map(({ name }) => name)).toEqual(['乙', '甲']));
  await act(async () => void fireEvent.change(screen.getByRole('textbox', { name: '名字' }), { target: { value: '丙' } }));
  await act(async () => void fireEvent.submit(document.querySelector('form')!));
  await waitFor(() => expect(closed).toBe(true));
  expect(views.map(({ name, place }) => [name, place])).toEqual([['乙', 0], ['丙', 1]]);
});
test.each(['共享给', '列也一起存'])('a change of “%s” is not thrown away without asking', async (what) => {
  views = [view('1', '甲', 0)];
  setListMemory(memory as never);
  await askViews(true);
  navigate('/order/index', { replace: true });
  const closed = vi.fn();
  render(<LocaleProvider><Page onClose={closed} /></LocaleProvider>);
  await act(async () => screen.getByRole('button', { name: '修改 甲' }).click());
  if (what === '列也一起存') fireEvent.click(screen.getByRole('checkbox', { name: what }));
  else fireEvent.change(screen.getByRole('combobox', { name: what }), { target: { value: 'role 3' } });
  const leave = async () => act(async () => screen.getByRole('button', { name: /^关闭/ }).click());
  await leave();
  expect([closed.mock.calls.length, screen.queryByText('放弃填写的内容？') === null]).toEqual([0, false]);
  await act(async () => screen.getByRole('button', { name: '继续填写' }).click());
  // to another view, and nothing is changed
  await act(async () => screen.getByRole('button', { name: '修改 甲' }).click());
  await leave();
  expect(closed).toHaveBeenCalledTimes(1);
});
test('a view is removed when one has said so; the focus goes to the next one, after the last to the name', async () => {
  views = [view('1', '甲', 0), { ...view('2', '乙', 1), shared: { role: 3 } }];
  setListMemory(memory as never);
  await askViews(true);
  navigate('/order/index', { replace: true });
  render(<LocaleProvider><Page onClose={() => {}} /></LocaleProvider>);
  const remove = async (name: string, answer: string) => {
    await act(async () => (screen.getByRole('button', { name: `删除 ${name}` }).focus(), screen.getByRole('button', { name: `删除 ${name}` }).click()));
    const asked = screen.getByRole('alertdialog', { name: `删除视图“${name}”？` });
    await act(async () => within(asked).getByRole('button', { name: answer }).click());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    return [views.map((one) => one.name).join(''), document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent];
  };
  await act(async () => screen.getByRole('button', { name: '修改 乙' }).click());
  expect(await remove('甲', '取消')).toEqual(['甲乙', '删除 甲']);
  expect(await remove('甲', '删除')).toEqual(['乙', expect.stringContaining('乙')]);
  // what is being written of another one stays
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '名字' }).value).toBe('乙');
  await act(async () => screen.getByRole('button', { name: '删除 乙' }).click());
  expect(screen.getByRole('alertdialog').textContent).toContain('共享');
  await act(async () => screen.getByRole('button', { name: '取消' }).click());
  expect((await remove('乙', '删除'))[0]).toBe('');
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: '名字' });
  expect([document.activeElement === name, name.value]).toEqual([true, '']);
});
test('another view is opened when one has said that what was written may go; what is about no field is said at none, a missing name has the cursor', async () => {
  views = [view('1', '甲', 0), view('2', '乙', 1)];
  setListMemory(memory as never);
  await askViews(true);
  navigate('/order/index', { replace: true });
  const closed = vi.fn();
  render(<LocaleProvider><Page onClose={closed} /></LocaleProvider>);
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: '名字' });
  screen.getByRole('combobox', { name: '共享给' }).focus();
  await act(async () => void fireEvent.submit(document.querySelector('form')!));
  expect([document.activeElement === name, name.getAttribute('aria-invalid')]).toEqual([true, 'true']);
  fireEvent.change(name, { target: { value: '丙' } });
  // a colleague was faster
  views = views.map((one) => ({ ...one, version: 7 }));
  await act(async () => screen.getByRole('button', { name: '后移 甲' }).click());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('别人刚改过'));
  expect(name.getAttribute('aria-invalid')).toBe('false');
  const open = async (): Promise<void> => act(async () => screen.getByText('乙', { selector: 'button' }).click());
  await open();
  expect([closed.mock.calls.length, currentHref()]).toEqual([0, '/order/index']);
  await act(async () => screen.getByRole('button', { name: '放弃' }).click());
  expect([closed.mock.calls.length, currentHref()]).toEqual([1, expect.stringContaining('status=2')]);
});
