import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import type { Area, FoundRow } from '../../src/kernel/area.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { palette } from '../../src/ui/palette/actor.ts';
import { PaletteHost } from '../../src/ui/palette/host.tsx';
import type { SignedIn } from '../../src/ui/session.ts';
import { getSetting, setSetting } from '../../src/ui/setting.ts';
import { unaskedCode, whole } from '../kit/palette.tsx';
import { input, press, type } from '../kit/typist.ts';

const viewer: SignedIn = { userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/dashboard', '/profile', '/order/index', '/caregiver/index', '/statistics/index', '/system/user', '/system/hospital'] };
const row = (kind: string, no: string, title = `张三 ${no}`): FoundRow => ({ id: `${kind}:${no}`, title, detail: '仁爱医院 · 骨科 · 12床', to: `/${kind}/${no}` });

/** A server whose answers come when the test says so. */
function server() {
  const asked: { id: string; q: string; signal: AbortSignal; answer: (rows: FoundRow[]) => Promise<void>; fail: () => Promise<void> }[] = [];
  const own: Area[] = areas.map(({ records, ...area }) =>
    records === undefined || !['order', 'caregiver'].includes(area.id) ? area : {
      ...area,
      records: { ...records, load: () => Promise.resolve({ find: (q: string, signal: AbortSignal) => new Promise<FoundRow[]>((resolve, reject) => {
        asked.push({ id: area.id, q, signal, answer: (rows) => act(async () => resolve(rows)), fail: () => act(async () => reject(new Error('网络不通'))) });
      }) }) },
    },
  );
  const last = (id: string) => asked.filter((one) => one.id === id).at(-1)!;
  return { asked, areas: own, order: (rows: FoundRow[]) => last('order').answer(rows), caregiver: (rows: FoundRow[]) => last('caregiver').answer(rows), last };
}
const code = () => import('../../src/ui/palette/palette.tsx');
const tick = () => act(async () => { await new Promise((r) => setTimeout(r)); });
async function start(own: readonly Area[], load?: typeof code) {
  const unasked = unaskedCode();
  render(<LocaleProvider><button type="button">page</button><PaletteHost areas={own} viewer={viewer} load={load ?? unasked.load} /></LocaleProvider>);
  if (load === undefined) await unasked.here();
  screen.getByText('page').focus();
}
const box = () => screen.getByRole<HTMLInputElement>('combobox');
const titles = () => screen.queryAllByRole('option').map((option) => option.querySelector('span')!.textContent);
const chosen = () => screen.queryAllByRole('option', { selected: true }).map((option) => option.dataset.row);

beforeEach(async () => {
  await activate('zh-cn');
  location.hash = '#/dashboard';
});
afterEach(() => {
  cleanup();
  palette.send({ type: 'close' });
});

test('Ctrl+K, digits and Enter without a pause open the order, whenever code and answers come', async () => {
  const s = server();
  await start(s.areas);
  type(['Control+k', ...'12345', 'Enter']);
  expect(box().value).toBe('12345');
  await tick();
  expect(location.hash).toBe('#/dashboard');
  await s.order([row('order', 'PH26112345')]);
  expect(location.hash).toBe('#/order/PH26112345');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(document.activeElement).toBe(screen.getByText('page'));
});

test('200 runs of keys before the code has arrived lose and reorder nothing', async () => {
  let seed = 7;
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
  for (let run = 0; run < 200; run += 1) {
    const s = server();
    let arrive = (): void => {};
    const gate = new Promise<void>((resolve) => { arrive = resolve; });
    await start(s.areas, (() => gate.then(code)) as typeof code);
    const keys = Array.from({ length: 6 }, () => (random(6) === 0 ? 'Backspace' : 'abc123单张'[random(8)]!));
    const want = keys.reduce((text, key) => (key === 'Backspace' ? text.slice(0, -1) : text + key), '');
    const at = random(7);
    press('Control+k');
    expect(palette.getSnapshot().value).toEqual({ opening: 'typing' });
    for (const [i, key] of keys.entries()) {
      if (i === at) await act(async () => { arrive(); await code(); });
      press(key);
    }
    await act(async () => { arrive(); await code(); });
    expect([run, box().value]).toEqual([run, want]);
    cleanup();
    palette.send({ type: 'close' });
  }
}, 180_000);

test('before typing: areas and commands, and what was opened, without the network; the values of settings only among settings', async () => {
  const s = server();
  await start(s.areas);
  press('Control+k');
  await whole();
  expect(titles()).toEqual(expect.arrayContaining(['首页', '订单管理', '护工管理', '快捷键一览', '退出登录']));
  expect(titles()).not.toContain('深色主题');
  type(':');
  await whole();
  expect(titles()).toEqual(expect.arrayContaining(['深色主题', '使用英文', '快捷键一览']));
  press('Backspace');
  type('1');
  await tick();
  await s.order([row('order', 'PH1')]);
  press('Enter');
  press('Control+k');
  expect(titles()[0]).toBe('张三 PH1');
  expect(s.asked.filter((one) => one.q === '')).toEqual([]);
});

test('a command that is named stands above records and opens at once; one that only contains the text stands below', async () => {
  const s = server();
  await start(s.areas);
  type(['Control+k', ...'订单']);
  await tick();
  await s.order([row('order', 'PH1', '订单生 PH1')]);
  expect(titles()).toEqual(['订单管理', '订单生 PH1', '导出订单', '等太久没人派的订单', '今天结束的订单', '交给我的订单']);
  input('管理');
  await tick();
  await s.order([row('order', 'PH2', '管理 PH2')]);
  await s.caregiver([]);
  expect(titles()[0]).toBe('管理 PH2');
  expect(titles()).toContain('订单管理');
  expect(chosen()).toEqual(['order:PH2']);
  input('dark');
  press('Enter');
  expect(getSetting('theme')).toBe('dark');
  setSetting('theme', 'auto');
});

test('rows stay until new ones come, Enter never opens an old one, late answers are dropped', async () => {
  const s = server();
  await start(s.areas);
  type(['Control+k', ...'zv']);
  await tick();
  await s.order([row('order', 'OLD')]);
  await s.caregiver([]);
  const old = s.last('order');
  type('x');
  await tick();
  expect(old.signal.aborted).toBe(true);
  expect(titles()).toEqual(['张三 OLD']);
  press('Enter');
  expect(location.hash).toBe('#/dashboard');
  await s.asked.find((one) => one.q === 'z' && one.id === 'order')!.answer([row('order', 'LATE')]);
  expect(titles()).toEqual(['张三 OLD']);
  await s.order([]);
  await s.caregiver([]);
  expect(titles()).toEqual([]);
  expect(screen.getByText(/没有找到“zvx”/)).toBeTruthy();
  expect(location.hash).toBe('#/dashboard');
});

test('a chosen row stays chosen while answers are appended below it', async () => {
  const s = server();
  await start(s.areas);
  type(['Control+k', ...'zv']);
  await tick();
  await s.order([row('order', '1'), row('order', '2')]);
  press('ArrowDown');
  expect(chosen()).toEqual(['order:2']);
  await s.caregiver([row('caregiver', '9')]);
  expect(chosen()).toEqual(['order:2']);
  expect(titles()).toEqual(['张三 1', '张三 2', '张三 9']);
  press('Enter');
  expect(location.hash).toBe('#/order/2');
});

test('what belongs below waits for what belongs above', async () => {
  const s = server();
  await start(s.areas);
  type(['Control+k', ...'zv', 'Enter']);
  await tick();
  await s.caregiver([row('caregiver', '9')]);
  expect(location.hash).toBe('#/dashboard');
  await s.order([]);
  expect(location.hash).toBe('#/caregiver/9');
});

test('a moved-to row that leaves is not replaced by another under a waiting Enter', async () => {
  const s = server();
  await start(s.areas);
  type(['Control+k', ...'zv']);
  await tick();
  await s.order([row('order', '1'), row('order', '2')]);
  await s.caregiver([]);
  type('a');
  await tick();
  type(['ArrowDown', 'Enter']);
  await s.order([row('order', '3')]);
  await s.caregiver([]);
  expect(location.hash).toBe('#/dashboard');
  // nor under the next one
  expect(chosen()).toEqual(['gone']);
});

test('Escape clears, then closes; arrows, Enter and Escape of a composition do nothing here', async () => {
  const s = server();
  await start(s.areas);
  press('Control+k');
  input("wang'li", { isComposing: true });
  await tick();
  expect(s.last('order').q).toBe('wangli');
  await s.order([row('order', '1'), row('order', '2')]);
  const before = chosen();
  for (const key of ['ArrowDown', 'Enter', 'Escape']) {
    // a browser would take Escape for a request to close as well
    expect(press(key, { isComposing: true })).toBe(key !== 'Escape');
    expect(press(key, { keyCode: 229 })).toBe(key !== 'Escape');
  }
  expect([chosen(), box().value, location.hash]).toEqual([before, "wang'li", '#/dashboard']);
  press('Escape');
  expect(box().value).toBe('');
  press('Escape');
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('screen readers are told the true place; Home and End belong to the text', async () => {
  const s = server();
  await start(s.areas);
  type(['Control+k', ...'zv']);
  await tick();
  await s.order([row('order', '1', '王丽'), row('order', '2', '王丽')]);
  await s.caregiver([]);
  const options = screen.getAllByRole('option');
  expect(options.map((o) => [o.getAttribute('aria-posinset'), o.getAttribute('aria-setsize')])).toEqual([['1', '2'], ['2', '2']]);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) {
    press(key);
    expect(chosen()).toHaveLength(1);
    expect(document.getElementById(box().getAttribute('aria-activedescendant')!)!.dataset.row).toBe(chosen()[0]);
  }
  expect(document.getElementById(box().getAttribute('aria-controls')!)!.getAttribute('role')).toBe('listbox');
  expect([press('Home'), press('End')]).toEqual([true, true]);
});

test('a failed search says so and keeps what was typed', async () => {
  const s = server();
  await start(s.areas);
  type(['Control+k', ...'zv', 'Enter']);
  await tick();
  await s.caregiver([]);
  await s.last('order').fail();
  expect(screen.getByText(/没有查完：网络不通/)).toBeTruthy();
  expect([box().value, location.hash]).toEqual(['zv', '#/dashboard']);
});
