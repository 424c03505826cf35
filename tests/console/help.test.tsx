import { act, cleanup, render, screen } from '@testing-library/react';
import { msg } from '@lingui/core/macro';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { offeredCommands } from '../../src/ui/command.ts';
import { toggleHelp } from '../../src/ui/help-state.ts';
import { Help } from '../../src/ui/help.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { useDoors } from '../../src/ui/list/door.ts';
import { KeyCap, useKeyProps, useKeys } from '../../src/ui/bound-key.tsx';
import { OWN_KEYS } from '../../src/ui/key-entry.ts';
import type { KeyEntry } from '../../src/kernel/area.ts';
import { press } from '../kit/typist.ts';

const commands = offeredCommands(areas, { role: 3, roles: [], perms: [], paths: ['/dashboard', '/profile', '/order/index'] });
const place = { index: 0, rows: 0, key: null, enter: false, leap: false, last: false };
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
function show(page: React.ReactNode): string[] {
  render(<LocaleProvider><div data-page="/x">{page}</div><Help commands={commands} /></LocaleProvider>);
  act(toggleHelp);
  return [...document.querySelectorAll('dialog dl > div')].map((line) => line.textContent);
}
beforeEach(() => activate('zh-cn'));
afterEach(() => {
  act(toggleHelp);
  cleanup();
  ran.length = 0;
});

test('every command with keys is listed, and the palette’s own', () => {
  const lines = show(null);
  expect(lines).toEqual(['查找订单、护工和命令CtrlK', '首页GD', '订单管理GO', '快捷键一览?']);
  expect(screen.queryByText('这个页面')).toBeNull();
});

test('a page’s own keys are listed where they are bound and nowhere else', () => {
  expect(show(<KeyPage />).slice(0, 3)).toEqual(['待派单1', '今天开始2', '保存CtrlEnter']);
  cleanup();
  act(toggleHelp);
  expect(show(<ListPage />).slice(0, 6)).toEqual(['列表：下一行、上一行↓或↑', '列表：下一行J', '列表：上一行K', '列表：下一屏、上一屏PgDn或PgUp', '列表：第一行、最后一行Home或End或CtrlHome或CtrlEnd', '列表：打开这一行Enter']);
});

test('what is listed is what answers; a key that was not its own is left to the browser', () => {
  render(<LocaleProvider><KeyPage /></LocaleProvider>);
  expect([press('1'), press('2'), press('3')]).toEqual([false, true, true]);
  expect(ran).toEqual(['1', '2']);
  act(toggleHelp);
});
