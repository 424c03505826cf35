import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { fitting } from '../../src/ui/choice.ts';
import { allCommands } from '../../src/ui/command.ts';
import { knownPhrases, match } from '../../src/ui/palette/match.ts';
import { enter as signIn } from '../kit/console.ts';
import { box, enter, freshPalette, ids, marked, noOf, startPalette, tick } from '../kit/palette.tsx';
import { input, press } from '../kit/typist.ts';

// Where an input method puts a border a syllable ends, in commands too; what is pasted.
freshPalette();

test.each([
  ["xi'an", '显示水印', 'xian shi shui yin', null],
  ["xian's", '显示水印', 'xian shi shui yin', [0, 1]],
  ["xi'an", '西安', 'xi an', [0, 1]],
  ["d'd'g'l", '订单管理', 'ding dan guan li', [0, 1, 2, 3]],
  ["ding'dangl", '订单管理', 'ding dan guan li', [0, 1, 2, 3]],
  ["guan'li", '订单管理', 'ding dan guan li', [2, 3]],
  ["di'ng", '订单管理', 'ding dan guan li', null],
  ["'", '订单管理', 'ding dan guan li', null],
  // hanzi that stand already, and letters behind them; ü as an input method writes it
  ['派d', '派单', 'pai dan', [0, 1]],
  ['派dan', '派单', 'pai dan', [0, 1]],
  ['p单', '派单', 'pai dan', [0, 1]],
  ["订单guan'l", '订单管理', 'ding dan guan li', [0, 1, 2, 3]],
  ['订单g', '订单管理', 'ding dan guan li', [0, 1, 2]],
  ['管l', '订单管理', 'ding dan guan li', [2, 3]],
  ["订单gua'n", '订单管理', 'ding dan guan li', null],
  ['单d', '订单管理', 'ding dan guan li', null],
  ["lü'se", '绿色主题', 'lv se zhu ti', [0, 1]],
  ['绿sezt', '绿色主题', 'lv se zhu ti', [0, 1, 2, 3]],
])('%s and %s', (typed, title, spelled, marks) => expect(match(typed, title, [title, spelled])?.marks ?? null).toEqual(marks));

test('while one composes xi’an no command that is read xian answers, and none of it is marked; without the border it does', async () => {
  await startPalette();
  press('Control+k');
  input("xi'an", { isComposing: true });
  await tick();
  expect(ids().filter((id) => id!.startsWith('watermark'))).toEqual([]);
  input('xian', { isComposing: true });
  await tick();
  expect([ids().includes('watermark.on'), marked('watermark.on')]).toEqual([true, ['显']]);
  input("xian's", { isComposing: true });
  await tick();
  expect(marked('watermark.on')).toEqual(['显示']);
});

test('letters behind the hanzi of a command find it, also in the other language, and stand as high as its letters alone', async () => {
  await startPalette();
  press('Control+k');
  for (const [text, id] of [['订单g', 'order.open'], ['护工guanl', 'caregiver.open'], ['深sezhuti', 'theme.dark'], ["lü'se", 'colour.green'], ["护工guan'li", 'caregiver.open']] as const) {
    input(text, { isComposing: true });
    await tick();
    expect([text, ids()[0]]).toEqual([text, id]);
  }
  expect(match('派d', 'Assign', ['派单', 'pai dan', 'assign'])?.tier).toBe('prefix');
  // words that happen to be as many spell nothing
  expect(match('付c', '结清', ['付清', 'complete payment'])).toBeNull();
});

test.each([
  ['新单', '新建订单', [0, 3]], ['换工', '更换护工', [1, 3]], ['单新', '新建订单', null], ['drk', 'Dark theme', [0, 2, 3]], ['dr', 'Dark theme', null], ['rkt', 'Dark theme', null], ['thm', 'Dark theme', [5, 6, 8]],
])('%s, its signs in order among others, finds %s last of all', (typed, title, marks) => expect(match(typed, title, [])).toEqual(marks === null ? null : { tier: 'spread', marks }));
test('readings are no letters to be spread over, and words are no readings of as many signs', () => {
  expect(match('dngn', 'Orders', ['订单管理', 'ding dan guan li'])).toBeNull();
  expect([match('menu', '菜单在左', ['cai dan zai zuo', 'menu on the left'])?.marks, match('caid', '菜单在左', ['cai dan zai zuo'])?.marks]).toEqual([[], [0, 1]]);
});
test('the palette shows such a command with its signs marked; choices alike', async () => {
  await startPalette();
  await enter(['Control+k', ...'订理']);
  expect(marked('order.open')).toEqual(['订', '理']);
  expect(fitting([{ value: '1', label: '王小丽' }, { value: '2', label: '小王丽人' }, { value: '3', label: '李王' }], '王丽').map(({ value }) => value)).toEqual(['2', '1']);
});
test('the reading of another name of a command marks none of its title, and one that stands behind more of its readings marks it', () => {
  const of = (id: string) => allCommands(areas).find((one) => one.id === id)!;
  for (const [id, typed, title] of [['order.pay', 'jiaofei', '收款'], ['notice.open', 'tongzhi', '提醒'], ['profile.open', 'xiugaimima', '个人中心'], ['profile.open', 'mima', '个人中心']] as const) {
    const hit = match(typed, title, of(id).keywords);
    expect([typed, hit === null, hit?.marks]).toEqual([typed, false, []]);
  }
  expect([match('shouk', '收款', of('order.pay').keywords)?.marks, match('jiaose', '角色与权限', of('role.open').keywords)?.marks, match('guke', '骨科', ['gu ke', 'gk'])?.marks]).toEqual([[0, 1], [0, 1], [0, 1]]);
});
test('nothing that was compared stays once one signs out', async () => {
  const leave = await signIn({ userId: '7', username: 'ops', nickname: '', avatar: null, role: 1, roles: [], perms: [] });
  match('wang', '王丽', []);
  expect(knownPhrases()).toBeGreaterThan(0);
  await leave();
  expect(knownPhrases()).toBe(0);
});

test('what is compared is kept, but not without end', () => {
  for (let n = 0; n < 5_000; n += 1) match('d', `用 #${n.toString(16).padStart(6, '0')} 作主题色`, []);
  expect(knownPhrases()).toBeLessThan(2_100);
  expect(match('ddgl', '订单管理', ['ding dan guan li'])?.tier).toBe('prefix');
});

test('words that are pasted beside others stay beside them; alone, and instead of all, they are one line', async () => {
  await startPalette();
  await enter(['Control+k']);
  const paste = (text: string): boolean => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    act(() => void box().dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect([paste('骨科\n12床'), box().value]).toEqual([true, '骨科 12床']);
  await enter(['Escape', ...'张三']);
  box().setSelectionRange(2, 2);
  expect([paste('骨科\n12床'), paste('骨科  12床'), box().value]).toEqual([false, false, '张三']);
  // a number says all
  expect([paste(`订单 ${noOf(3)}，患者`), box().value]).toEqual([true, noOf(3)]);
  box().setSelectionRange(0, box().value.length);
  expect([paste('骨科\n12床'), box().value]).toEqual([true, '骨科 12床']);
});
