import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { favourOf, HALF_LIFE, merged, MOST, NOTHING, standing, textKey, type Memory } from '../../src/kernel/favour.ts';
import { ownClient, ownKeyMemory } from '../../src/areas/own/client.ts';
import { signOut } from '../../src/ui/session.ts';
import type { OwnMemory } from '../../src/ui/palette/memory-source.ts';
import { answerBy, enter, refuse } from '../kit/console.ts';

const START = Date.parse('2026-11-21T01:00:00Z');
const PERSON = { userId: '7', username: 'ops', nickname: '', avatar: null, role: 2, roles: [], perms: [] };

describe('what a person uses', () => {
  let server: { kept: Memory; sent: { changes: Memory; leaving: boolean }[]; loads: number; down: boolean };
  let leave: () => Promise<void>;
  let memory: typeof import('../../src/ui/palette/memory.ts');
  let source: typeof import('../../src/ui/palette/memory-source.ts');
  const own: OwnMemory = {
    load: async () => {
      server.loads += 1;
      if (server.down) throw new Error('down');
      return structuredClone(server.kept);
    },
    keep: async (changes, leaving) => {
      if (server.down) throw new Error('down');
      server.sent.push({ changes: structuredClone(changes), leaving });
      server.kept = merged(server.kept, changes, Date.now());
      return structuredClone(server.kept);
    },
    ran: async () => {},
  };
  const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  beforeEach(async () => {
    vi.useFakeTimers({ now: START });
    server = { kept: NOTHING, sent: [], loads: 0, down: false };
    [memory, source] = await Promise.all([import('../../src/ui/palette/memory.ts'), import('../../src/ui/palette/memory-source.ts')]);
    source.setOwnMemory(own);
    leave = await enter(PERSON);
  });
  afterEach(async () => {
    await leave();
    source.setOwnMemory(null);
    vi.useRealTimers();
  });

  test('it is asked for once the page is quiet, and sent once at rest', async () => {
    server.kept = { ids: [{ id: 'order:PH1', v: 4, at: START - HALF_LIFE, pin: 0 }], texts: [] };
    expect(server.loads).toBe(0);
    await later(6_000);
    expect([server.loads, memory.favour().score['order:PH1']]).toEqual([1, expect.closeTo(2, 2)]);
    for (let n = 0; n < 5; n += 1) memory.used('order:PH1', 'zs');
    memory.used('theme.dark', '');
    expect(memory.recents()).toEqual(['order:PH1', 'theme.dark']);
    await later(3_000);
    expect(server.sent.map(({ changes, leaving }) => [changes.ids.map(({ id, v }) => [id, Math.round(v)]), changes.texts.map(({ text, id, v }) => [text, id, Math.round(v)]), leaving])).toEqual([[[['order:PH1', 7], ['theme.dark', 1]], [[textKey('zs'), 'order:PH1', 5]], false]]);
    expect(JSON.stringify(server.kept)).not.toContain('zs');
    await later(60_000);
    expect(server.sent).toHaveLength(1);
  });
  test('what happened before it came adds to it, and is not sent instead of it', async () => {
    server.kept = { ids: [{ id: 'order:PH1', v: 8, at: START, pin: 0 }], texts: [] };
    server.down = true;
    memory.used('order:PH1', 'zs');
    await later(10_000);
    expect(server.sent).toEqual([]);
    server.down = false;
    memory.used('order:PH2', 'zs');
    await later(3_000);
    expect(server.kept.ids.map(({ id, v }) => [id, Math.round(v)])).toEqual([['order:PH1', 9], ['order:PH2', 1]]);
  });
  test('a page that goes sends at once, with a call that outlives it', async () => {
    await later(6_000);
    memory.used('order:PH1', '');
    dispatchEvent(new Event('pagehide'));
    expect(server.sent.map(({ leaving }) => leaving)).toEqual([true]);
    await later(5_000);
    expect(server.sent).toHaveLength(1);
  });
  test('who signs out leaves with what was learned in the last moment', async () => {
    await later(6_000);
    memory.used('order:PH1', '');
    expect(server.sent).toEqual([]);
    await leave();
    expect(server.sent.map(({ changes }) => changes.ids.map(({ id }) => id))).toEqual([['order:PH1']]);
    leave = await enter(PERSON);
  });
  test('a server that does not answer keeps nobody from leaving; who left waits for no page', async () => {
    await later(6_000);
    memory.used('order:PH1', '');
    source.setOwnMemory({ ...own, keep: () => new Promise(() => {}) });
    let out = false;
    const leaving = leave().then(() => (out = true));
    await later(1_000);
    signOut();
    await later(1_000);
    await leaving;
    expect(out).toBe(true);
    leave = await enter(PERSON);
    await leave();
    expect(vi.getTimerCount()).toBe(0);
    leave = await enter(PERSON);
  });
  test('what could not be sent goes with the next', async () => {
    await later(6_000);
    server.down = true;
    memory.used('a', '');
    await later(3_000);
    server.down = false;
    memory.used('b', '');
    await later(3_000);
    expect(server.sent.at(-1)!.changes.ids.map(({ id }) => id).sort()).toEqual(['a', 'b']);
  });
  test('what another tab has learned comes with the answer', async () => {
    await later(6_000);
    server.kept = merged(server.kept, { ids: [{ id: 'order:OTHER', v: 5, at: Date.now(), pin: 0 }], texts: [] }, Date.now());
    memory.used('order:PH1', '');
    await later(3_000);
    expect(memory.recents()).toEqual(['order:OTHER', 'order:PH1']);
  });
  test('pinned stand first in the order in which they were pinned; forgotten is gone', async () => {
    await later(6_000);
    for (let n = 0; n < 3; n += 1) memory.used('often', 'of');
    memory.used('once', 'on');
    memory.pin('first');
    await later(1);
    memory.pin('once');
    expect(memory.recents()).toEqual(['first', 'once', 'often']);
    expect(['first', 'once', 'often', 'never'].map(standing(memory.favour(), 'of')).map(Math.round)).toEqual([2e6, 2e6 + 1, 1e6 + 3, 0]);
    memory.pin('first');
    memory.forget('often');
    expect([memory.recents(), memory.favour().learned]).toEqual([['once'], { [textKey('on')]: 'once' }]);
    for (let n = 0; n < MOST.pins + 5; n += 1) memory.pin(`p${n}`);
    expect(memory.favour().pinned).toHaveLength(MOST.pins);
    await later(3_000);
    expect(favourOf(server.kept, Date.now())).toEqual({ ...memory.favour(), score: expect.anything() });
  });
  test('records to offer before typing: in the same order, none that is forgotten, and none of the person before', async () => {
    const { addRecent, recents } = await import('../../src/ui/palette/recent.ts');
    const open = (no: string): void => {
      memory.used(`order:${no}`, '');
      addRecent({ id: `order:${no}`, title: `张三 ${no}`, detail: '', to: `/order/${no}` });
    };
    for (const no of ['PH1', 'PH2', 'PH3', 'PH2']) open(no);
    memory.used('theme.dark', '');
    memory.pin('order:PH3');
    expect(recents().map(({ id }) => id)).toEqual(['order:PH3', 'order:PH2', 'order:PH1']);
    memory.forget('order:PH2');
    expect(recents().map(({ id }) => id)).toEqual(['order:PH3', 'order:PH1']);
    await leave();
    leave = await enter(PERSON);
    open('PH9');
    expect(recents().map(({ id }) => id)).toEqual(['order:PH9']);
  });
  test('why a row is first: in words, and by what one typed', async () => {
    const { whyFirst } = await import('../../src/ui/palette/why.ts');
    memory.used('order:PH1', 'zs');
    memory.used('order:PH1', 'zs');
    memory.pin('order:PH1');
    expect(whyFirst('order:PH1', ' zs ').map(({ words, value }) => [words.message, value])).toEqual([['已固定', undefined], ['输入这些时选的是它', 'zs'], ['近来用过的次数', '2']]);
    expect([whyFirst('order:PH1', 'z').length, whyFirst('order:PH2', 'zs')]).toEqual([2, []]);
  });
  test('a chosen name is no id', async () => {
    await later(6_000);
    memory.used('order:王丽', '王丽');
    memory.used('order:PH1', '王丽');
    await later(3_000);
    expect(JSON.stringify(server.sent)).not.toMatch(/[王丽]/);
  });
  test('nobody has a memory, and the next person has their own', async () => {
    await later(6_000);
    memory.used('order:PH1', '');
    await leave();
    expect([memory.recents(), memory.favour()]).toEqual([[], { score: {}, learned: {}, pinned: [] }]);
    server.kept = { ids: [{ id: 'order:PH9', v: 1, at: START, pin: 0 }], texts: [] };
    leave = await enter({ ...PERSON, userId: '8', role: 3 });
    await later(6_000);
    expect([memory.recents(), server.loads]).toEqual([['order:PH9'], 2]);
  });

  test('replay: from its third use on, what a person chooses is first four times of five, and of the first three nearly always', () => {
    let seed = 20_261_121;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const pick = <T>(list: readonly T[] | string): T => list[Math.floor(random() * list.length)] as T;
    // three thousand orders by their initials, as often as surnames and names have them
    const SURNAMES = 'zzzzzzzllllllwwwwwyyyyyccccxxxxhhhhsssjjjggdddqqmffttprbnk';
    const NAMES = 'xxxjjjyyyhhhlllmmwwccffqqssttggddznbpkr';
    const orders = Array.from({ length: 3_000 }, (_, n) => ({ id: `order:PH${n}`, initials: pick<string>(SURNAMES) + pick<string>(NAMES) + (random() < 0.6 ? pick<string>(NAMES) : '') }));
    // a ward's work: some twenty orders at a time, each for some days, some far more often than others; one in twelve is anything
    let work = Array.from({ length: 20 }, () => pick(orders));
    const uses = new Map<string, number>();
    const places: number[] = [];
    for (let n = 0; n < 2_500; n += 1) {
      vi.setSystemTime(START + n * 20 * 60_000);
      if (n % 40 === 0) work = [...work.slice(1), pick(orders)];
      const chosen = random() < 1 / 12 ? pick(orders) : work[Math.floor(random() ** 2 * work.length)]!;
      const typed = chosen.initials.slice(0, random() < 0.6 ? 2 : 3);
      const stands = standing(memory.favour(), typed);
      // newest first where nothing else tells
      const place = orders.filter(({ initials }) => initials.startsWith(typed)).reverse().sort((a, b) => stands(b.id) - stands(a.id)).indexOf(chosen);
      const before = uses.get(chosen.id) ?? 0;
      if (before >= 2) places.push(place);
      uses.set(chosen.id, before + 1);
      memory.used(chosen.id, typed);
    }
    const share = (most: number): number => places.filter((place) => place < most).length / places.length;
    expect(places.length).toBeGreaterThan(1_500);
    expect({ first: share(1), three: share(3) }).toEqual({ first: expect.toSatisfy((part: number) => part >= 0.8), three: expect.toSatisfy((part: number) => part >= 0.95) });
  });
});
describe('what goes to the server', () => {
  test('changes of keys go one after the other, in their order, whatever becomes of the one before; a command is told by numbers alone', async () => {
    const leave = await enter(PERSON);
    const sent: unknown[] = [];
    let give: (value: unknown) => void = () => {};
    answerBy(({ body }) => {
      sent.push(body);
      return new Promise((done) => (give = done));
    });
    ownKeyMemory.save({ 'a.b': 'g x' }, []);
    ownKeyMemory.save({}, ['a.b']);
    await expect.poll(() => sent.length).toBe(1);
    await new Promise((then) => setTimeout(then, 50));
    expect(sent).toEqual([{ keys: { 'a.b': 'g x' }, gone: [] }]);
    give(refuse({ status: 503, code: 50300, message: '' }));
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]).toEqual({ keys: {}, gone: ['a.b'] });
    give({});
    answerBy(({ body }) => (sent.push(body), null));
    await ownClient.ran({ id: 'order.assign', on: ['order:王丽', ...Array.from({ length: 30 }, (_, n) => `PH${n}`)], count: 31 });
    expect(sent[2]).toEqual({ id: 'order.assign', on: Array.from({ length: 20 }, (_, n) => `PH${n}`), count: 31 });
    await leave();
  });
});
