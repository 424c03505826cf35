import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { capsOf } from '../../src/kernel/cap.ts';
import { useHere } from '../../src/ui/here.ts';
import { keyEntries } from '../../src/ui/key-registry.ts';
import { palette } from '../../src/ui/palette/actor.ts';
import { favour, pin, used } from '../../src/ui/palette/memory.ts';
import { answerBy, enter as signIn, never, refuse } from '../kit/console.ts';
import { chosen, enter, headings, ids, noOf, page, records, startPalette, tick } from '../kit/palette.tsx';
import { ROW } from '../kit/shown-order.ts';
import { press } from '../kit/typist.ts';

// What is pinned stands first; and the keys that rows show are the registry's.
const PERSON = { userId: '7', username: 'ops', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] };
let leave: () => Promise<void>;
beforeEach(async () => {
  location.hash = '#/dashboard';
  answerBy(() => never);
  leave = await signIn(PERSON);
});
afterEach(async () => {
  await leave();
  act(() => palette.send({ type: 'close' }));
});
const close = (): void => act(() => palette.send({ type: 'close' }));
const pinKey = (): void => void press('p', { altKey: true });
const said = (): string => screen.getAllByRole('status').map(({ textContent }) => textContent).join('');
/** Pins what stands first for this text. */
async function pinFirst(...keys: string[]): Promise<string> {
  await enter(['Control+k', ...keys]);
  const id = chosen()[0]!;
  pinKey();
  await tick();
  close();
  return id;
}

test('a command and a record that are pinned stand first before typing, in the order in which they were pinned, and once', async () => {
  used(`order:${noOf(3)}`, '');
  used(`order:${noOf(5)}`, '');
  await startPalette();
  await tick();
  expect(await pinFirst(...'深色主题')).toBe('theme.dark');
  expect(said()).toContain('已固定在最前');
  expect(await pinFirst(...noOf(3))).toBe(`order:${noOf(3)}`);
  expect(await pinFirst(...'床位图')).toBe('order.bed');
  await enter(['Control+k']);
  await tick();
  expect([ids().slice(0, 4), headings().slice(0, 2), chosen()]).toEqual([['theme.dark', `order:${noOf(3)}`, 'order.bed', `order:${noOf(5)}`], ['固定的', '最近打开'], ['theme.dark']]);
  expect(new Set(ids()).size).toBe(ids().length);
  // among orders the settings are not
  await enter(['#']);
  expect(ids().slice(0, 2)).toEqual([`order:${noOf(3)}`, `order:${noOf(5)}`]);
  close();
  await enter(['Control+k']);
  pinKey();
  close();
  await enter(['Control+k']);
  expect(ids()[0]).toBe(`order:${noOf(3)}`);
});
test('what was chosen for a text stands first for it, also where what is asked is not what was typed', async () => {
  await startPalette();
  for (const text of ['单号 0', '王丽，']) {
    await enter(['Control+k', ...text]);
    const [first, second] = records() as [string, string];
    press('ArrowDown');
    press('Enter');
    // used more, but not for this text
    for (let i = 0; i < 3; i += 1) used(first, '');
    await enter(['Control+k', ...text]);
    expect([text, records()[0]]).toEqual([text, second]);
    press('w', { altKey: true });
    expect(said()).toContain('输入这些时选的是它');
    close();
  }
});
test('what is not there each time takes no place: it is said', async () => {
  await startPalette();
  for (const keys of [['?'], [...'明天到期']]) {
    const id = await pinFirst(...keys);
    expect([id, id.startsWith('scope:') || id.startsWith('jump:')]).toEqual([id, true]);
    expect(said()).toContain('这一条不能固定');
  }
  expect(favour().pinned).toEqual([]);
});

test('a patient, and a colour that was typed, are not there each time either', async () => {
  const s = await startPalette();
  await enter(['Control+k', '@', ...'zv']);
  await s.last('patient').answer([{ id: 'patient:7', title: '周万', detail: '', to: '/order/index?patientId=7' }]);
  await s.last('caregiver').answer([]);
  expect(chosen()).toEqual(['patient:7']);
  pinKey();
  expect(said()).toContain('这一条不能固定：能固定的是命令、订单、护工和医院');
  close();
  expect(await pinFirst(':', ...'#d03051')).toBe('colour.#d03051');
  expect(favour().pinned).toEqual([]);
});

describe('an order that has ended', () => {
  const OLD = 'PH20010100007';
  /** What the server tells of such orders, and how often it was asked for which. */
  let told: readonly string[] = [];
  const asked: string[] = [];
  beforeEach(() => {
    [told, asked.length] = [[OLD, noOf(5)], 0];
    answerBy(({ path, query }) => {
      if (path !== '/orders/rows') return never;
      const nos = new URLSearchParams(query).get('nos')!.split(',');
      asked.push(nos.join());
      return nos.filter((no) => told.includes(no)).map((orderNo) => ({ ...ROW, orderNo, patientName: '旧人', status: 'closed' }));
    });
  });
  const settled = async (): Promise<void> => { for (const _ of '123') await tick(); };
  const reopen = async (): Promise<void> => {
    close();
    await settled();
    await enter(['Control+k']);
    await settled();
  };

  test('that is pinned stands there also after the page was loaded anew: the server is asked once', async () => {
    act(() => void pin(`order:${OLD}`));
    await startPalette();
    await settled();
    await reopen();
    expect([ids()[0], headings()[0], asked]).toEqual([`order:${OLD}`, '固定的', [OLD]]);
    expect(screen.getAllByRole('option')[0]!.textContent).toContain('旧人');
    press('Enter');
    expect(location.hash).toBe(`#/order/${OLD}`);
  });

  test('that this person sees no longer keeps no place among the pinned', async () => {
    told = [];
    act(() => void pin(`order:${OLD}`));
    await startPalette();
    await settled();
    expect([favour().pinned, asked]).toEqual([[], [OLD]]);
  });

  test('a server that does not answer takes no pin away', async () => {
    answerBy(({ path }) => (path === '/orders/rows' ? refuse({ status: 503, code: 503, message: '' }) : never));
    act(() => void pin(`order:${OLD}`));
    await startPalette();
    await settled();
    expect(favour().pinned).toEqual([`order:${OLD}`]);
  });

  test('that was opened lately stays among the recent ones while it is seen, and leaves when it is not', async () => {
    const s = await startPalette();
    await enter(['Control+k', ...noOf(5), 'Enter']);
    await reopen();
    expect(ids()).toContain(`order:${noOf(5)}`);
    close();
    await act(async () => s.index.feed('order', page(`-${noOf(5)}`)));
    await reopen();
    expect([ids()[0], asked]).toEqual([`order:${noOf(5)}`, [noOf(5)]]);
    expect(screen.getAllByRole('option')[0]!.textContent).toContain('旧人');
    told = [];
    close();
    await act(async () => s.index.feed('order', page(`-${noOf(5)}`)));
    await reopen();
    expect(ids()).not.toContain(`order:${noOf(5)}`);
  });
});

test('every command that has a key shows it on its row, as the registry has it, and no other row shows one', async () => {
  const registry = new Map((await keyEntries(areas)).map((entry) => [entry.id, entry.keys]));
  const row = { id: '1', name: '王秀英 PH1', no: 'PH1', can: areas.flatMap(({ commands = [] }) => commands.flatMap(({ on, event }) => (on === 'order' && event !== undefined ? [event] : []))), cannot: {} };
  renderHook(() => useHere({ on: 'order', row: () => row, selection: () => [], act: () => {} }));
  await startPalette();
  await enter(['Control+k', '>']);
  await act(async () => void (await new Promise((then) => setTimeout(then, 250))));
  const shown = screen.getAllByRole('option').map((option) => [option.dataset['row'], [...option.querySelectorAll('kbd')].map((cap) => cap.textContent)] as const);
  expect(shown.length).toBeGreaterThan(30);
  for (const [id, caps] of shown) expect([id, caps]).toEqual([id, registry.has(id!) ? capsOf(registry.get(id!)!, false) : []]);
  expect(shown.filter(([, caps]) => caps.length > 0).length).toBeGreaterThan(25);
});

test('what was chosen for a text that is a day too, or is pinned, stands before the day', async () => {
  const s = await startPalette();
  const line = (no: string) => [no, '周三立', '', '', 0, 'in_service', '2026-11-20', '2026-11-28', 2].join('\t');
  s.index.feed('order', page([line('PH26112190001'), line('PH26112190002')].join('\n')));
  await tick();
  const first = async (): Promise<(string | undefined)[]> => {
    await enter(['Control+k', ...'周三']);
    const shown = ids().slice(0, 3);
    close();
    return shown;
  };
  expect((await first())[0]).toBe('jump:ends');
  used('order:PH26112190002', '周三');
  expect(await first()).toEqual(['order:PH26112190002', 'order:PH26112190001', 'jump:ends']);
  pin('order:PH26112190001');
  expect(await first()).toEqual(['order:PH26112190001', 'order:PH26112190002', 'jump:ends']);
});

test('who was chosen for a text stands above a command that as much begins with it, and what is pinned above both, a command too', async () => {
  const { index } = await startPalette();
  const line = (no: string, name: string) => [no, name, '', '', 0, 'in_service', '2026-11-20', '2026-11-28', 2].join('\t');
  await act(async () => index.feed('order', page([line('PH26112190001', '易安'), line('PH26112190002', '依一')].join('\n'))));
  const rows = async (): Promise<unknown[]> => {
    await enter(['Control+k', ...'yi']);
    // those beyond the first are drawn a little later
    await waitFor(() => expect(String(ids().length)).toBe(document.querySelector('[role="option"]')!.getAttribute('aria-setsize')));
    const shown = [ids(), headings()[0]];
    close();
    return shown;
  };
  const [before, heading] = (await rows()) as [string[], string];
  const commands = before.slice(0, before.indexOf('order:PH26112190001'));
  expect([commands.length > 2, heading]).toEqual([true, '命令']);
  used('order:PH26112190001', 'yi');
  const [learned, kind] = (await rows()) as [string[], string];
  expect([learned[0], kind, learned.toSorted()]).toEqual(['order:PH26112190001', '订单', before.toSorted()]);
  // one that is used more than the record
  used(commands[1]!, 'yi');
  used(commands[1]!, '');
  expect(((await rows()) as [string[]])[0][0]).toBe(commands[1]);
  pin('order:PH26112190002');
  expect(await rows()).toEqual([expect.toSatisfy(([first, second]) => first === 'order:PH26112190002' && second === commands[1]), '固定的']);
  act(() => void pin(commands[2]!));
  const [pinned] = (await rows()) as [string[]];
  expect([pinned.slice(0, 3), pinned.toSorted()]).toEqual([[commands[2], 'order:PH26112190002', commands[1]], before.toSorted()]);
});
test.each([['护工 护王', 'caregiver:HG2001', 'caregiver:HG2002'], ['护王 护工', 'caregiver:HG2001', 'caregiver:HG2002'], ['服务中 王丽', `order:${noOf(10)}`, `order:${noOf(20)}`]])('what was chosen for a text that names a kind or a status, %s, stands first for it, above what is used more', async (text, most, chosenOnce) => {
  for (let i = 0; i < 5; i += 1) used(most, '');
  await startPalette();
  const first = async (): Promise<unknown> => {
    await enter(['Control+k', ...text]);
    const [id] = records();
    close();
    return id;
  };
  expect(await first()).toBe(most);
  used(chosenOnce, text);
  expect(await first()).toBe(chosenOnce);
});
