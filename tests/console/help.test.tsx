import { act, cleanup, render, screen } from '@testing-library/react';
import { msg } from '@lingui/core/macro';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { boundCommands } from '../../src/ui/command.ts';
import { setHelpSource } from '../../src/ui/help-source.ts';
import { toggleHelp, useHelp } from '../../src/ui/help-state.ts';
import Help from '../../src/ui/help.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { useDoors } from '../../src/ui/list/door.ts';
import { KeyCap, useKeyProps, useKeys } from '../../src/ui/bound-key.tsx';
import { LIST_KEYS, OWN_KEYS, ownEntries } from '../../src/ui/key-entry.ts';
import { keyEntries } from '../../src/ui/key-registry.ts';
import { setSetting } from '../../src/ui/setting.ts';
import type { KeyEntry } from '../../src/kernel/area.ts';
import { press } from '../kit/typist.ts';

const viewer = { role: 3, roles: [], perms: [], paths: ['/dashboard', '/profile', '/order/index'] };
const commands = boundCommands(areas, viewer);
const place = { index: 0, rows: 0, key: null, enter: false, leap: false, last: false, open: false };
function ListPage() {
  useDoors({ current: null }, place, () => {}, { current: null });
  return null;
}
const ran: string[] = [];
const ONE: KeyEntry = { id: 'x.one', scope: 'page', on: 'x', keys: '1', words: msg`待派单` };
const TWO: KeyEntry = { ...ONE, id: 'x.two', keys: '2', words: msg`今天开始` };
function KeyPage() {
  const keys = useKeyProps();
  useKeys([[ONE, () => void ran.push('1')], [TWO, () => (ran.push('2'), false)]]);
  return <><a href="#/x" {...keys(ONE)}>待派单</a><button type="button" {...keys(OWN_KEYS.send)}>保存 <KeyCap of={OWN_KEYS.send} /></button></>;
}
const Host = ({ keys }: { keys: typeof load }) => (useHelp() ? <Help commands={commands} load={keys} /> : null);
function show(page: React.ReactNode, keys = load): string[] {
  render(<LocaleProvider><div data-page="/x">{page}</div><Host keys={keys} /></LocaleProvider>);
  act(toggleHelp);
  return part('page');
}
/** The lines of a part, by its name. */
const part = (name: string): string[] => [...document.querySelectorAll(`[aria-labelledby="help-${name}"] > div`)].map((line) => line.textContent);
/** Those of the console itself that only some page hears. */
const PAGE_KEYS = Object.values<KeyEntry>(OWN_KEYS).filter(({ scope }) => scope === 'page').length;
const load = async (): Promise<readonly KeyEntry[]> => [...ownEntries(), ONE];
beforeEach(() => activate('zh-cn'));
afterEach(() => {
  act(toggleHelp);
  cleanup();
  ran.length = 0;
});

test('every command with keys is listed; the console’s own, those of the palette and of forms, and what only other pages hear', async () => {
  expect(show(null)).toEqual([]);
  await act(load);
  expect(screen.queryByText('这个页面')).toBeNull();
  expect(part('all')).toEqual(['查找订单、护工和命令CtrlK', '重复上一条命令.', '没有取到时重试ShiftR', '撤销刚才做的CtrlZ', '回到上一级Esc或⌫', '首页GD', '订单管理GO', '设置G,', '快捷键一览?']);
  expect(part('palette').slice(-6)).toEqual(['面板：为什么在这里AltW', '面板：固定在最前AltP', '面板：清除使用记录AltDel', '面板：没有查完时再查一次AltR', '面板：停下正在办理的AltS', '面板：清空、退一步、关闭Esc']);
  expect(part('form')[0]).toBe('表单：提交CtrlEnter');
  expect([part('rest').length, part('rest').at(-1)]).toEqual([Object.keys(LIST_KEYS).length + PAGE_KEYS + 1, '待派单1']);
});
test('what the page binds is not listed once more as another page’s; a form on the page speaks for itself', async () => {
  expect(show(<KeyPage />)).toEqual(['待派单1', '今天开始2', '保存CtrlEnter']);
  await act(load);
  expect([part('rest').includes('待派单1'), part('form').some((line) => line.startsWith('表单：提交'))]).toEqual([false, false]);
});
test('the keys of tabs work everywhere while the tabs are shown, and else stand with those of other pages', async () => {
  const entries = (): Promise<readonly KeyEntry[]> => keyEntries(areas, viewer);
  const keys = () => ['all', 'rest'].map((name) => part(name).filter((line) => line.includes('标签页')).length);
  show(null, entries);
  await act(entries);
  expect(keys()).toEqual([0, 14]);
  act(toggleHelp);
  cleanup();
  setSetting('tagsView', true);
  show(null, entries);
  await act(entries);
  setSetting('tagsView', false);
  expect(keys()).toEqual([11, 3]);
});

test('a page’s own keys are listed where they are bound and nowhere else', () => {
  expect(show(<ListPage />).slice(0, 6)).toEqual(['列表：下一行、上一行↓或↑', '列表：下一行J', '列表：上一行K', '列表：下一屏、上一屏PgDn或PgUp', '列表：第一行、最后一行Home或End或CtrlHome或CtrlEnd', '列表：打开这一行Enter']);
});

test('what is listed is what answers; a key that was not its own is left to the browser', () => {
  render(<LocaleProvider><KeyPage /></LocaleProvider>);
  expect([press('1'), press('2'), press('3')]).toEqual([false, true, true]);
  expect(ran).toEqual(['1', '2']);
  act(toggleHelp);
});

test('the sheet leads to what is written: of this page, all of it, what is new, and the tour; a press closes it', () => {
  const asked: string[] = [];
  setHelpSource({ newest: 'x', pageFor: (href) => (asked.push(href), '/help/order'), topics: async () => [], load: async () => ({ tour: null, news: null }), keep: async () => {} });
  location.hash = '#/order/index?status=assigned';
  show(null);
  expect([...document.querySelectorAll('nav[aria-label="帮助"] a')].map((way) => [way.textContent, way.getAttribute('href')])).toEqual([['这一页怎么用', '#/help/order'], ['所有帮助', '#/help/index'], ['新变化', '#/help/news']]);
  expect(asked).toEqual(['/order/index?status=assigned']);
  act(() => screen.getByRole('button', { name: '入门五步' }).click());
  expect(document.querySelector('dialog')).toBeNull();
  setHelpSource(null);
  act(toggleHelp);
});
