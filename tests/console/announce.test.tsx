import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { announce, Announcer } from '../../src/ui/announce.tsx';

afterEach(() => act(() => announce('')));
const said = () => [...document.querySelectorAll('output')].map((region) => region.textContent);

test('one region speaks: the last that came; when it goes, the one before it', () => {
  const Page = ({ regions }: { regions: readonly string[] }) => regions.map((name) => <Announcer key={name} />);
  const { rerender } = render(<Page regions={['frame']} />);
  act(() => announce('已保存'));
  expect(said()).toEqual(['已保存']);
  // a dialog opens: what lies behind it is not heard
  rerender(<Page regions={['frame', 'drawer']} />);
  expect(said()).toEqual(['', '已保存']);
  rerender(<Page regions={['frame', 'drawer', 'palette']} />);
  act(() => announce('已复制'));
  expect(said()).toEqual(['', '', '已复制']);
  // one in the middle goes: the last still speaks
  rerender(<Page regions={['frame', 'palette']} />);
  expect(said()).toEqual(['', '已复制']);
  rerender(<Page regions={['frame']} />);
  act(() => announce('已删除'));
  expect(said()).toEqual(['已删除']);
});
test('a message is spoken once, though it is shown again where a dialog opens or closes over it', () => {
  const Page = ({ regions }: { regions: readonly string[] }) => regions.map((name) => <Announcer key={name} />);
  const { rerender } = render(<Page regions={['frame']} />);
  const spoken = () => [...document.querySelectorAll('output span')].map((message) => message.getAttribute('aria-hidden') !== 'true');
  act(() => announce('已保存'));
  expect(spoken()).toEqual([true]);
  rerender(<Page regions={['frame', 'drawer']} />);
  expect([said(), spoken()]).toEqual([['', '已保存'], [false]]);
  rerender(<Page regions={['frame']} />);
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
test('the last region is the one that came last, not the one that stands last', () => {
  const { rerender } = render(<><i key="dialog" /><Announcer key="frame" /></>);
  rerender(<><Announcer key="dialog" /><Announcer key="frame" /></>);
  act(() => announce('已保存'));
  expect(said()).toEqual(['已保存', '']);
});
