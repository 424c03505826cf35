import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { announce, Announcer } from '../../src/ui/announce.tsx';
import { Ask } from '../../src/ui/dialog.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { useSheet } from '../../src/ui/modal.ts';
import { toast, Toaster } from '../../src/ui/toast.tsx';

afterEach(() => {
  vi.useRealTimers();
  act(() => announce(''));
});
const said = () => [...document.querySelectorAll('output')].map((region) => region.textContent);

const Page = ({ over = [] }: { over?: readonly string[] }) => <><Announcer />{over.map((name) => <Ask key={name} title={name} text="" onCancel={() => {}}>{null}</Ask>)}</>;

test('the topmost dialog speaks, for what lies behind it is neither seen nor heard; when it goes, what was below it', () => {
  const { rerender } = render(<Page />);
  act(() => announce('已保存'));
  expect(said()).toEqual(['已保存']);
  rerender(<Page over={['drawer']} />);
  expect(said()).toEqual(['', '已保存']);
  // the region is there before what is said in it
  rerender(<Page over={['drawer', 'question']} />);
  act(() => announce('已复制'));
  expect([said(), [...document.querySelectorAll('dialog')].map((dialog) => dialog.querySelector('output')!.textContent)]).toEqual([['', '', '已复制'], ['', '已复制']]);
  // one in the middle goes: the topmost still speaks
  rerender(<Page over={['question']} />);
  expect(said()).toEqual(['', '已复制']);
  rerender(<Page />);
  act(() => announce('已删除'));
  expect(said()).toEqual(['已删除']);
});
test('a sheet that is only looked at speaks as well', () => {
  const Sheet = () => <dialog {...useSheet(() => {})} />;
  render(<><Announcer /><Sheet /></>);
  act(() => announce('已保存'));
  expect(document.querySelector('dialog output')!.textContent).toBe('已保存');
});
test('a message is spoken once, though it is shown again where a dialog opens or closes over it', () => {
  const { rerender } = render(<Page />);
  const spoken = () => [...document.querySelectorAll('output span')].map((message) => message.getAttribute('aria-hidden') !== 'true');
  act(() => announce('已保存'));
  expect(spoken()).toEqual([true]);
  rerender(<Page over={['drawer']} />);
  expect([said(), spoken()]).toEqual([['', '已保存'], [false]]);
  rerender(<Page />);
  expect([said(), spoken()]).toEqual([['已保存'], [false]]);
  act(() => announce('已保存'));
  expect(spoken()).toEqual([true]);
});
test('the same words of a second act are spoken again, those of one act once', async () => {
  render(<Announcer />);
  const heard = vi.fn();
  const watch = new MutationObserver((changes) => { for (const { addedNodes } of changes) for (const node of addedNodes) heard(node.textContent); });
  watch.observe(document.querySelector('output')!, { childList: true, subtree: true, characterData: true });
  const settle = () => act(() => new Promise<void>((done) => { setTimeout(done, 5); }));
  for (const times of [1, 2]) {
    act(() => announce('已复制'));
    await settle();
    expect([said(), heard.mock.calls.length]).toEqual([['已复制'], times]);
  }
  watch.disconnect();
});
test('what was done while a dialog is open is said in it once, and stands with its way back once it is closed', () => {
  vi.useFakeTimers();
  const Under = ({ over = [] as string[] }) => <LocaleProvider><Page over={over} /><Toaster /></LocaleProvider>;
  const { rerender } = render(<Under over={['drawer']} />);
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const inDialog = () => document.querySelector('dialog output')!.textContent;
  act(() => void toast({ words: '派单 · 3 张', undo: async () => {} }));
  pass(1_000);
  expect(inDialog()).toBe('派单 · 3 张');
  pass(60_000);
  expect(inDialog()).toBe('');
  rerender(<Under />);
  pass(5_000);
  expect([said().filter((words) => words.includes('派单')).length, document.querySelectorAll('button').length]).toEqual([1, 2]);
  rerender(<Under over={['drawer']} />);
  pass(2_000);
  expect(inDialog()).toBe('');
  rerender(<Under />);
  pass(13_000);
  expect(said().join('')).toBe('');
  // the form that says it goes with it
  rerender(<Under over={['drawer']} />);
  act(() => void toast({ words: '已保存' }));
  rerender(<Under />);
  pass(3_000);
  rerender(<Under over={['drawer']} />);
  expect(inDialog()).toBe('');
  rerender(<Under />);
  pass(13_000);
});
test('the same words of a second act are another toast', () => {
  vi.useFakeTimers();
  render(<LocaleProvider><Toaster /></LocaleProvider>);
  const shown = () => document.querySelector('output')!.firstChild;
  act(() => void toast({ words: '收款 · 张三' }));
  const first = shown();
  act(() => void toast({ words: '收款 · 张三' }));
  expect([shown() === first, shown()?.textContent]).toEqual([false, '收款 · 张三×']);
  act(() => vi.advanceTimersByTime(13_000));
});
