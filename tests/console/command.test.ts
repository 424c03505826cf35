import { expect, test } from 'vitest';
import { pinyin } from 'pinyin-pro';
import { messages as english } from '../../locales/en.po';
import { CAREGIVER_EVENTS, type CaregiverEvent } from '../../machines/caregiver.ts';
import { ORDER_EVENTS, type OrderEvent } from '../../machines/order.ts';
import { caregiver } from '../../src/areas/caregiver/contract.ts';
import { order } from '../../src/areas/order/contract.ts';
import { areas } from '../../src/areas.gen.ts';
import { rightsOf } from '../../src/kernel/access.ts';
import { routesOf, type RouteRow } from '../../src/kernel/menu.ts';
import { PATHS } from '../../src/kernel/paths.gen.ts';
import { allCommands, offeredCommands } from '../../src/ui/command.ts';
import { EFFECT_NAMES } from '../../src/ui/effect.ts';
import { keyFaults } from '../../src/kernel/key-clash.ts';
import { keyEntries } from '../../src/ui/key-registry.ts';
import { match } from '../../src/ui/palette/match.ts';

const commands = allCommands(areas);
const leaves = (rows: RouteRow[]): string[] => rows.flatMap((row) => [row.path, ...leaves(row.children ?? [])]);
const viewerOf = (role: number) => ({ role, roles: [], perms: [...rightsOf(role)], paths: ['/dashboard', '/profile', ...leaves(routesOf(role))] });

test('no two commands have one id, and no keys clash', async () => {
  expect(commands.length).toBeGreaterThan(15);
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  expect(keyFaults(await keyEntries(areas))).toEqual([]);
});

test('every command does something that exists', () => {
  for (const { id, goes, calls, on, event } of commands) {
    if (on !== undefined) expect([id, goes, calls, areas.some((area) => area.id === on), event === undefined || on !== 'order' || (ORDER_EVENTS as readonly string[]).includes(event)]).toEqual([id, undefined, undefined, true, true]);
    else expect([id, (goes === undefined) !== (calls === undefined) && (goes === undefined ? EFFECT_NAMES.includes(calls!) : (PATHS as readonly string[]).includes(goes.split('?')[0]!))]).toEqual([id, true]);
  }
});
test('what cannot be taken back, moves money or takes something back is done once, never again by a key', () => {
  const taking = commands.filter(({ event, grave }) => grave === true || /^(un|undo$|cancel$|remove$|quit$|blacklist$|pay$|settle$|adjust$|refund)/.test(event ?? ''));
  expect(taking.filter(({ once }) => once !== true).map(({ id }) => id)).toEqual([]);
  expect(taking.length).toBeGreaterThan(14);
});
test('a verb asks for the right that its endpoint asks for, and every event has a verb', () => {
  const verbs = commands.filter(({ on, event }) => on === 'order' && event !== undefined);
  for (const { id, event, may } of verbs) expect([id, may]).toEqual([id, order[event as OrderEvent].may]);
  expect(verbs.map(({ event }) => event).sort()).toEqual([...ORDER_EVENTS].sort());
  const ofCaregiver = commands.filter(({ on, event }) => on === 'caregiver' && event !== undefined);
  for (const { id, event, may } of ofCaregiver) expect([id, may]).toEqual([id, caregiver[event as CaregiverEvent].may]);
  expect(ofCaregiver.map(({ event }) => event).sort()).toEqual([...CAREGIVER_EVENTS].sort());
});

test('every command is found in Chinese, pinyin, initials and English, whatever the interface language', () => {
  for (const { id, title, keywords } of commands) {
    const chinese = title.message!;
    const spelled = pinyin(chinese, { toneType: 'none', type: 'array', v: true });
    const translated = ([english[title.id]].flat().join('') || keywords[2]!).toLowerCase();
    expect([id, keywords[0], keywords[1]]).toEqual([id, chinese, spelled.join(' ')]);
    for (const shown of [chinese, translated]) {
      for (const typed of [chinese, spelled.join(''), spelled.map((s) => s[0]).join(''), translated]) expect([id, shown, typed, match(typed, shown, keywords)?.tier]).toEqual([id, shown, typed, expect.stringMatching(/exact|prefix/)]);
    }
  }
});

test('a command is found by the pinyin of each of its words, and by the initials of that', () => {
  const lost = commands.flatMap(({ id, title, keywords }) => keywords.filter((word) => /^\p{Script=Han}+$/u.test(word)).flatMap((word) => {
    const spelled = pinyin(word, { toneType: 'none', type: 'array', v: true });
    return [spelled.join(''), spelled.map(([first]) => first).join('')].filter((typed) => !['exact', 'prefix'].includes(match(typed, title.message!, keywords)?.tier ?? '')).map((typed) => `${id} ${word} ${typed}`);
  }));
  expect(lost).toEqual([]);
});
test.each([['yanse', 'colour.'], ['yuyan', 'language.'], ['chicun', 'size.'], ['buju', 'layout.'], ['zihao', 'size.'], ['yejian', 'theme.'], ['huanren', 'order.change'], ['zhipai', 'order.assign'], ['jiaofei', 'order.pay'], ['zhuxiao', 'session.sign-out'], ['mima', 'profile.open'], ['tongzhi', 'notice.open'], ['jianpan', 'keys.'], ['juese', 'role.open'], ['jiaose', 'role.open'], ['jiao se', 'role.open']])('%s finds %s', (typed, wanted) => {
  expect(commands.filter(({ title, keywords }) => match(typed, title.message!, keywords) !== null).map(({ id }) => id)).toEqual(expect.arrayContaining([expect.stringMatching(wanted)]));
});

test('so is every verb of a page, by its words and a page’s own readings', async () => {
  const own = new Set(commands.map(({ id }) => id));
  const verbs = (await keyEntries(areas)).filter(({ id, scope, fixed, press }) => !own.has(id) && (scope === 'list' || scope === 'page') && !fixed && !press);
  expect(verbs.length).toBeGreaterThan(60);
  for (const { id, words, grave, keywords = [] } of verbs) {
    const [chinese = '', spelled = '', other = ''] = keywords;
    const translated = [english[words.id]].flat().join('');
    const readings = [...chinese].map((sign) => pinyin(sign, { multiple: true, toneType: 'none', type: 'array', v: true }));
    expect([id, readings.length > 0, spelled.split(' ').map((one, i) => readings[i]?.includes(one))]).toEqual([id, true, readings.map(() => true)]);
    // of what cannot be taken back no bare verb is the name
    if (!grave) expect([id, words.message!.includes(chinese), translated.toLowerCase().includes(other)]).toEqual([id, true, true]);
    for (const shown of [words.message!, translated]) {
      for (const typed of [chinese, spelled.replaceAll(' ', ''), spelled.split(' ').map((one) => one[0]).join(''), other]) expect([id, shown, typed, match(typed, shown, keywords)?.tier]).toEqual([id, shown, typed, expect.stringMatching(/exact|prefix/)]);
    }
  }
  expect(verbs.filter(({ grave }) => grave).map(({ id }) => id).sort()).toEqual(verbs.flatMap(({ id }) => (id.endsWith('.remove') ? [id] : [])).sort());
});

test.each([
  ['新增订单', 'order.new'], ['导出订单', 'order.export'], ['export orders', 'order.export'], ['下载订单', 'order.export'], ['创建订单', 'order.new'], ['新增护工', 'caregiver.new'], ['新增账号', 'user.new'], ['新增医院', 'hospital.new'], ['指派', 'order.assign'], ['分配护工', 'order.assign'], ['登出', 'session.sign-out'], ['修改密码', 'profile.open'], ['change password', 'profile.open'],
  ['左移标签', 'tag.move-left'], ['右移标签', 'tag.move-right'], ['关闭左侧', 'tag.left'], ['关闭右侧标签', 'tag.right'],
])('what others call so is found: %s', (typed, wanted) => {
  expect(commands.filter(({ title, keywords }) => ['exact', 'prefix'].includes(match(typed, title.message!, keywords)?.tier ?? '')).map(({ id }) => id)).toEqual([wanted]);
});
test('records stand under a heading of many, in English too', () => {
  expect(areas.flatMap(({ records }) => (records === undefined ? [] : [english[records.title.id]].flat().join(''))).sort()).toEqual(['Beds', 'Caregivers', 'Hospitals', 'Orders', 'Patients']);
});

test('a person is offered only what their routes and rights open', () => {
  const goes = (role: number) => offeredCommands(areas, viewerOf(role)).flatMap((c) => c.goes ?? []).sort();
  const statements = ['/statistics/month', '/statistics/month?by=caregiver'];
  const accounts = ['/system/user', '/system/user?export=1', '/system/user?import=1', '/system/user?new=1'];
  expect(goes(1)).toEqual(['/caregiver/certificates', '/caregiver/index', '/caregiver/index?export=1', '/caregiver/index?import=1', '/caregiver/index?new=1', '/caregiver/roster', '/dashboard', '/order/bed', '/order/index', '/order/index?export=1', '/order/new', '/profile', '/statistics/index', ...statements, '/system/audit', '/system/book', '/system/department', '/system/dict', '/system/hospital', '/system/hospital?new=1', '/system/role', '/system/service', ...accounts]);
  expect(goes(2)).toEqual(['/caregiver/certificates', '/caregiver/index', '/caregiver/index?export=1', '/caregiver/index?import=1', '/caregiver/index?new=1', '/caregiver/roster', '/dashboard', '/order/bed', '/order/index', '/order/index?export=1', '/order/new', '/profile', ...statements, ...accounts]);
  expect(goes(3)).toEqual(['/caregiver/certificates', '/caregiver/index', '/caregiver/index?export=1', '/caregiver/roster', '/dashboard', '/order/bed', '/order/index', '/order/index?export=1', '/order/new', '/profile', ...statements]);
  expect(goes(4)).toEqual(goes(3).filter((path) => path !== '/order/new' && !path.endsWith('export=1')));
  expect(goes(99)).toEqual(['/dashboard', '/profile']);
});

test.each([
  ['ddgl', 'prefix', [0, 1, 2, 3]], ['dingd', 'prefix', [0, 1]], ['订', 'prefix', [0]], ['guanli', 'loose', [2, 3]], ['管理', 'loose', [2, 3]], ['orders', 'exact', []], ['or', 'prefix', []], ['ＤＤＧＬ', 'prefix', [0, 1, 2, 3]],
])('%s finds 订单管理 as %s', (typed, tier, marks) => {
  expect(match(typed, '订单管理', ['订单管理', 'ding dan guan li', 'orders'])).toEqual({ tier, marks });
});
test.each(['zs', 'dgx', '12345', 'zhangsan', ''])('%s does not find 订单管理', (typed) => expect(match(typed, '订单管理', ['订单管理', 'ding dan guan li', 'orders'])).toBeNull());
