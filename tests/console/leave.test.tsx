// What was typed is guarded at each way out.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDraft } from '../../src/ui/draft.ts';
import { Drawer } from '../../src/ui/drawer.tsx';
import { runCommand } from '../../src/ui/effect.ts';
import { LeaveQuestion } from '../../src/ui/leave-question.tsx';
import { holdUnsaved, unsaved } from '../../src/ui/leave.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { currentHref, entryMark, navigate, onLocation, useHashLocation, useHref, useWanted } from '../../src/ui/location.ts';
import { currentViewer } from '../../src/ui/session.ts';
import { useLeft } from '../../src/ui/use-left.ts';
import { ShortForm } from '../../src/ui/short-form.tsx';
import { enter } from '../kit/console.ts';

let leave: () => Promise<void>;
let deaf = (): void => {};
beforeEach(async () => {
  leave = await enter({ userId: '1', username: 'u', nickname: '', avatar: null, role: 1, roles: [], perms: [] });
  history.replaceState(null, '', '#/profile');
  deaf = onLocation(() => {});
});
afterEach(async () => {
  deaf();
  cleanup();
  await leave();
});
/** Whether the browser would ask before the tab closes. */
const tabAsks = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};
const question = () => screen.queryByRole('alertdialog', { name: '放弃填写的内容？' });
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const onClose = vi.fn();
const Form = () => <LocaleProvider><ShortForm label="密码" action="改" busy={false} failure={null} onSubmit={() => {}} onClose={onClose}><input aria-label="旧密码" defaultValue="" /></ShortForm></LocaleProvider>;
function typeInto(label: string, value: string): void {
  const input = screen.getByLabelText<HTMLInputElement>(label);
  input.focus();
  fireEvent.input(input, { target: { value } });
}

test('a short form: nothing asks while it is empty; then each way out does', async () => {
  render(<Form />);
  expect(tabAsks()).toBe(false);
  act(() => typeInto('旧密码', 'x'));
  expect(tabAsks()).toBe(true);
  act(() => navigate('/order/index'));
  expect([currentHref(), question() !== null]).toEqual(['/profile', true]);
  await press('继续填写');
  expect([currentHref(), question()]).toEqual(['/profile', null]);
  act(() => navigate('/order/index'));
  await press('放弃');
  expect([currentHref(), onClose.mock.calls.length]).toEqual(['/order/index', 1]);
});
test('what the browser filled in by itself is nobody’s work', () => {
  render(<Form />);
  const input = screen.getByLabelText<HTMLInputElement>('旧密码');
  input.blur();
  fireEvent.input(input, { target: { value: 'from the password manager' } });
  expect(tabAsks()).toBe(false);
});
test('the address that the console itself puts in place of another asks nothing', () => {
  render(<Form />);
  act(() => typeInto('旧密码', 'x'));
  act(() => navigate('/login', { replace: true }));
  expect([currentHref(), question()]).toEqual(['/login', null]);
});
test('a drawer whose content is kept lets one go elsewhere, but closing it asks', async () => {
  const close = vi.fn();
  const drawn = (kept: boolean) => <LocaleProvider><Drawer title="新建" kept={kept} dirty={() => true} onClose={close}>{(out) => <button type="button" onClick={out}>取消</button>}</Drawer></LocaleProvider>;
  const { rerender } = render(drawn(true));
  act(() => navigate('/a'));
  expect([currentHref(), question()]).toEqual(['/a', null]);
  await press('取消');
  expect(question()).not.toBeNull();
  await press('继续填写');
  rerender(drawn(false));
  act(() => navigate('/b'));
  expect([currentHref(), question() !== null]).toEqual(['/a', true]);
  await press('放弃');
  expect([currentHref(), close.mock.calls.length]).toEqual(['/b', 1]);
});

function Draft({ saved }: { saved: boolean }) {
  const [draft, keep] = useDraft<{ text: string }>('/x', { saved });
  return <LocaleProvider><input aria-label="写" value={draft?.text ?? ''} onChange={({ target }) => keep(target.value === '' ? null : { text: target.value })} /><LeaveQuestion /></LocaleProvider>;
}
test('a draft outlives its page, so only closing the tab and signing out ask; not once it is saved', async () => {
  const { unmount } = render(<Draft saved={false} />);
  act(() => void fireEvent.change(screen.getByLabelText('写'), { target: { value: '患者' } }));
  act(() => navigate('/order/index'));
  expect([currentHref(), tabAsks()]).toEqual(['/order/index', true]);
  unmount();
  expect(tabAsks()).toBe(true);
  render(<Draft saved={false} />);
  act(() => runCommand({ id: 'session.sign-out', title: { id: 'x' }, keywords: [], group: 'session', calls: 'sign-out' }));
  expect([question() !== null, currentViewer()?.userId]).toEqual([true, '1']);
  await press('继续填写');
  expect([question(), currentViewer()?.userId]).toEqual([null, '1']);
  act(() => void fireEvent.change(screen.getByLabelText('写'), { target: { value: '' } }));
  expect(unsaved()).toBe(false);
});
test('given up, one is signed out and the draft is gone', async () => {
  render(<Draft saved={false} />);
  act(() => void fireEvent.change(screen.getByLabelText('写'), { target: { value: '患者' } }));
  act(() => runCommand({ id: 'session.sign-out', title: { id: 'x' }, keywords: [], group: 'session', calls: 'sign-out' }));
  await press('放弃并退出');
  await vi.waitFor(() => expect(currentViewer()).toBeNull());
  expect([unsaved(), tabAsks()]).toEqual([false, false]);
});
test('a draft that a server keeps too asks nothing', () => {
  render(<Draft saved />);
  act(() => void fireEvent.change(screen.getByLabelText('写'), { target: { value: '患者' } }));
  expect(tabAsks()).toBe(false);
});
test('a link that is declined leaves nothing of itself in the history, and asks once; given up, it leads on', async () => {
  navigate('/order/index');
  navigate('/profile');
  const at = entryMark();
  const asked: (() => void)[] = [];
  const release = holdUnsaved(() => true, { ask: (go) => void asked.push(go) });
  const back = vi.spyOn(history, 'go').mockImplementation(() => {});
  const push = vi.spyOn(history, 'pushState');
  // what the browser does of `<a href="#/caregiver/index">`: an entry of its own, of which it tells twice
  history.pushState(null, '', '#/caregiver/index');
  push.mockClear();
  dispatchEvent(new Event('popstate'));
  dispatchEvent(new Event('hashchange'));
  expect([asked.length, back.mock.calls.length, push.mock.calls.length]).toEqual([1, 1, 0]);
  // the browser is back
  history.replaceState({ at }, '', '#/profile');
  dispatchEvent(new Event('popstate'));
  dispatchEvent(new Event('hashchange'));
  expect([asked.length, back.mock.calls.length]).toEqual([1, 1]);
  asked[0]!();
  expect([currentHref(), push.mock.calls.length]).toEqual(['/caregiver/index', 1]);
  back.mockRestore();
  push.mockRestore();
  release();
});
test('what is drawn anew while a declined way is taken back stays what was shown, with its state and its query', () => {
  navigate('/order/index');
  navigate('/404?x=1', { state: { wanted: '/nowhere' } });
  const at = entryMark();
  const release = holdUnsaved(() => true, { ask: () => {} });
  const back = vi.spyOn(history, 'go').mockImplementation(() => {});
  const Shown = () => <p>{[useHref(), useHashLocation()[0], useWanted()].join(' ')}</p>;
  const { rerender } = render(<Shown />);
  const shown = '/404?x=1 /404 /nowhere';
  expect(screen.getByText(shown)).toBeTruthy();
  // what the browser does of Back: the address is the other's until it has come back
  history.replaceState({ at: '-1.x.1' }, '', '#/order/index');
  dispatchEvent(new Event('popstate'));
  rerender(<Shown key="anew" />);
  expect(screen.queryByText(shown)).not.toBeNull();
  history.replaceState({ at, wanted: '/nowhere' }, '', '#/404?x=1');
  dispatchEvent(new Event('popstate'));
  expect(screen.queryByText(shown)).not.toBeNull();
  back.mockRestore();
  release();
});
test('Back or Forward that is declined leaves the history as it was; given up, it leads on', async () => {
  for (const path of ['/a', '/b', '/c']) navigate(path);
  const settle = () => act(() => new Promise<void>((done) => { setTimeout(done, 20); }));
  const move = async (way: 'back' | 'forward'): Promise<string> => {
    history[way]();
    await settle();
    return currentHref();
  };
  expect(await move('back')).toBe('/b');
  const asked: (() => void)[] = [];
  const release = holdUnsaved(() => true, { ask: (go) => void asked.push(go) });
  const length = history.length;
  for (const way of ['forward', 'back', 'forward'] as const) expect(await move(way)).toBe('/b');
  expect([asked.length, history.length]).toEqual([3, length]);
  asked[2]!();
  await settle();
  expect(currentHref()).toBe('/c');
  release();
  expect([await move('back'), await move('back'), await move('forward'), await move('forward')]).toEqual(['/b', '/a', '/b', '/c']);
});
function Panel({ onClose }: { onClose: () => void }) {
  useLeft(true, onClose);
  return null;
}
test('what stands open over a page goes with it, but not for another query', () => {
  const close = vi.fn();
  render(<Panel onClose={close} />);
  act(() => navigate('/profile?part=password'));
  expect(close).not.toHaveBeenCalled();
  act(() => navigate('/order/index'));
  expect(close).toHaveBeenCalledOnce();
});
test('what asks by a question of its own is not asked about again by signing out, though the tab asks', () => {
  const still = holdUnsaved(() => true, { apart: true });
  expect([unsaved(), tabAsks()]).toEqual([false, true]);
  const both = holdUnsaved(() => true);
  expect([unsaved(), tabAsks()]).toEqual([true, true]);
  both();
  still();
  expect([unsaved(), tabAsks()]).toEqual([false, false]);
});
