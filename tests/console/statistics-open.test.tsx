// What else than a figure itself opens its rows: the period before, the words of a reason, the table of a picture.
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useOrderFilters } from '../../src/areas/order/order-list.tsx';
import { setKeyboard } from '../../src/ui/keyboard.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { dayAfter } from '../../src/ui/parse-day.ts';
import { begin, from, grid, open, path, picture, query, row, server, shown, slider, today } from '../kit/statistics.tsx';
import { press } from '../kit/typist.ts';

let leave: () => Promise<void>;
beforeEach(async () => void (leave = await begin()));
afterEach(() => leave());
/** The thirty days before. */
const [first, last] = [dayAfter(from, -30), dayAfter(from, -1)];
const asks = (link: HTMLElement): Record<string, string> => Object.fromEntries(new URLSearchParams(link.getAttribute('href')!.split('?')[1]));
const back = (to: string): void => act(() => navigate(to));

describe('the period before', () => {
  test('of each figure opens its rows: a link that says of which days, and Shift+Enter', async () => {
    await open('?hospital=5');
    const link = row('made').querySelector<HTMLElement>('td:nth-child(3) a')!;
    expect([link.textContent, link.getAttribute('aria-label')]).toEqual(['999', expect.stringMatching(/^上期 .+：999$/)]);
    expect(asks(link)).toEqual({ did: `made:${first}:${last}`, hospitalId: '5' });
    // of which days, as the page says above
    const said = link.getAttribute('aria-label')!.slice(3, -4);
    expect(document.querySelector('section')!.textContent).toContain(`对比 ${said} · `);
    act(() => row('ended').focus());
    press('Enter', { shiftKey: true });
    expect([path(), query()]).toEqual(['/order/index', { did: `ended:${first}:${last}`, hospitalId: '5' }]);
  });
  test('of what is only now there is none, and that is said', async () => {
    server.tells = (at, _, answer) => (at === '/statistics/measures' ? { ...answer, before: { ...(answer['before'] as object), outstanding: null, certificatesEnding: null } } : answer);
    await open();
    expect(row('outstanding').querySelector('td:nth-child(3) a')).toBeNull();
    act(() => row('outstanding').focus());
    press('Enter', { shiftKey: true });
    expect(path()).toBe('/statistics/index');
    await waitFor(() => expect(shown()).toContain('待收只有现在的数，没有上期。'));
  });
  test('of a place in a picture, and of a line of its table', async () => {
    await open();
    await slider();
    press('p');
    press('Home');
    press('Enter', { shiftKey: true });
    expect(query()).toEqual({ did: `made:${first}:${first}` });
    back('/statistics/index?table=1');
    await waitFor(async () => expect(within(await picture('新增订单')).getAllByRole('row').length).toBe(31));
    press('p');
    press('End');
    press('Enter');
    expect(query()).toEqual({ did: `made:${today}:${today}` });
    back('/statistics/index?table=1');
    await waitFor(async () => expect(within(await picture('新增订单')).getAllByRole('row').length).toBe(31));
    press('p');
    press('Home');
    press('Enter', { shiftKey: true });
    expect(query()).toEqual({ did: `made:${first}:${first}` });
  });
  test('of a line of a ranking, by its link and by Shift+Enter; what else is known of a caregiver opens too', async () => {
    await open('?measure=serviceDays&view=rank');
    const rank = await screen.findByRole('grid', { name: '服务天数：排名' });
    const link = within(rank).getAllByRole('link', { name: /^上期 .+：1,003$/ })[0]!;
    expect([asks(link), link.tabIndex]).toEqual([{ did: `served:${first}:${last}`, hospitalId: '6' }, 0]);
    press('p');
    press('ArrowDown');
    press('Enter', { shiftKey: true });
    expect(query()).toEqual({ did: `served:${first}:${last}`, hospitalId: '5' });
    back('/statistics/index?measure=serviceDays&view=rank&group=caregiver');
    await waitFor(() => expect(screen.getByRole('grid', { name: '服务天数：排名' }).textContent).toContain('满意度'));
    const links = within(screen.getByRole('grid', { name: '服务天数：排名' })).getAllByRole('row')[1]!.querySelectorAll<HTMLElement>('td a');
    expect([...links].map((one) => asks(one)['did'])).toEqual(['served', 'charged', 'evaluated', 'evaluated', 'complained'].map((deed) => `${deed}:${from}:${today}:6`));
  });
  test('a heat map as a table: a line opens the rows of its hospital', async () => {
    await open('?measure=serviceDays&view=heat&table=1');
    await waitFor(async () => expect(within(await picture('服务天数：各医院每天')).getAllByRole('row').length).toBe(3));
    press('p');
    // there is no period before
    press('Enter', { shiftKey: true });
    expect(path()).toBe('/statistics/index');
    press('Enter');
    expect(query()).toEqual({ did: `served:${from}:${today}`, hospitalId: '6' });
  });
});

describe('a table of a picture', () => {
  const links = async (name: string): Promise<[string, string | null][]> => {
    await waitFor(async () => expect((await picture(name)).querySelector('table a')).not.toBeNull());
    const all = [...(await picture(name)).querySelectorAll<HTMLElement>('tbody tr:last-child a')];
    // Tab goes through those of the line that is read, and no others
    expect(all.every((link) => link.tabIndex === (link.closest('tr')!.tabIndex === 0 ? 0 : -1))).toBe(true);
    return all.map((link) => [link.textContent!, asks(link)['did'] ?? null]);
  };
  test('leads to its rows by links too: of each step, of the period before, of each line, of each hospital’s day', async () => {
    await open('?table=1');
    expect(await links('新增订单')).toEqual([['2,900', `made:${today}:${today}`], ['2,900', `made:${last}:${last}`]]);
    // Enter on a link is the link's
    const own = (await picture('新增订单')).querySelector<HTMLElement>('tbody tr:last-child a')!;
    act(() => own.focus());
    expect(press('Enter')).toBe(true);
    back('/statistics/index?measure=serviceDays&view=rank&table=1');
    expect(await links('服务天数 · 按医院')).toEqual([['504', `served:${from}:${today}`], ['1,004', `served:${first}:${last}`]]);
    back('/statistics/index?measure=serviceDays&view=heat&table=1');
    const days = await links('服务天数：各医院每天');
    expect([days.length, days.at(-1)]).toEqual([30, ['29', `served:${today}:${today}`]]);
  });
});

describe('the words of a reason', () => {
  const WORDS = ['转院：a:b, 50% &c=d#e🙂', ''];
  const reasons = (): void => void (server.tells = (at, _, answer) => (at !== '/statistics/groups' ? answer : { ...answer, rows: WORDS.map((words, i) => ({ id: words, name: words, values: { cancelled: 9 - i }, before: { cancelled: i } })) }));
  test('each line opens its rows, also where none was given; a reason narrows no page', async () => {
    reasons();
    await open('?measure=cancelled&view=rank&group=cancelled-reason&hospital=5');
    const rank = await screen.findByRole('grid', { name: '取消单数：排名' });
    await waitFor(() => expect(rank.textContent).toContain('没有写明'));
    expect(within(rank).queryByRole('link', { name: /没有写明|转院/ })).toBeNull();
    press('p');
    press('Enter');
    expect([path(), query()]).toEqual(['/order/index', { did: `cancelled:${from}:${today}::${WORDS[0]}`, hospitalId: '5' }]);
    back('/statistics/index?measure=cancelled&view=rank&group=cancelled-reason');
    await screen.findByRole('grid', { name: '取消单数：排名' });
    press('p');
    press('End');
    press('Enter');
    expect(query()).toEqual({ did: `cancelled:${from}:${today}::` });
    back('/statistics/index?measure=cancelled&view=rank&group=cancelled-reason');
    await screen.findByRole('grid', { name: '取消单数：排名' });
    press('p');
    press('Home');
    press('Enter', { shiftKey: true });
    expect(query()).toEqual({ did: `cancelled:${first}:${last}::${WORDS[0]}` });
  });
  test('of a new order that was taken back they are the server’s; what a person may have written stays as it is', async () => {
    server.tells = (at, _, answer) => (at !== '/statistics/groups' ? answer : { ...answer, rows: ['撤销新建', '撤销'].map((words) => ({ id: words, name: words, values: { cancelled: 1 }, before: {} })) });
    await open('?measure=cancelled&view=rank&group=cancelled-reason');
    const rank = await screen.findByRole('grid', { name: '取消单数：排名' });
    await act(() => activate('en'));
    expect(within(rank).getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['New order undone', '撤销']);
    await act(() => activate('zh-cn'));
  });

  /** What the list of orders says that it is filtered by. */
  const Chip = () => {
    const did = useOrderFilters([]).find(({ name }) => name === 'did');
    return <p data-chip>{did?.options[0]!.label}</p>;
  };
  const chip = (): string => document.querySelector('[data-chip]')!.textContent!;
  test('of what is owed the list says who serves, or served last', () => {
    const Served = () => <p data-chip>{useOrderFilters([]).filter(({ name, accepts }) => name === 'servedBy' && accepts?.test('HG1') === true).map(({ label }) => label)}</p>;
    render(<LocaleProvider><Served /></LocaleProvider>);
    expect(chip()).toBe('在服务或最后服务的护工');
  });
  test('stand in the list among what it is filtered by, cut where they are long', async () => {
    const days = `${today}:${today}`;
    const show = (did: string): void => act(() => navigate(`/order/index?${new URLSearchParams({ did }).toString()}`));
    show(`cancelled:${days}::转院：a:b`);
    render(<LocaleProvider><Chip /></LocaleProvider>);
    expect(chip()).toMatch(/^取消 .+ 原因：转院：a:b$/);
    show(`cancelled:${days}::`);
    expect(chip()).toMatch(/ 没有写明原因$/);
    show(`replaced:${days}:HG1:${'🙂'.repeat(200)}`);
    expect(chip()).toMatch(new RegExp(`^更换护工 .+ HG1 原因：${'🙂'.repeat(24)}…$`, 'u'));
    show(`cancelled:${days}`);
    expect(chip()).not.toContain('原因');
    await act(() => activate('en'));
    show(`cancelled:${days}::moved: home`);
    expect(chip()).toMatch(/ reason: moved: home$/i);
    show(`cancelled:${days}::`);
    expect(chip()).toMatch(/ no reason given$/i);
    // the server's own words, for a new order that was taken back, and what a person may have written
    show(`cancelled:${days}::撤销新建`);
    expect(chip()).toMatch(/ reason: New order undone$/i);
    show(`cancelled:${days}::撤销`);
    expect(chip()).toMatch(/ reason: 撤销$/i);
    await act(() => activate('zh-cn'));
  });
});

test('the figures have one tab stop: links of the period before are none', async () => {
  await open();
  expect([...grid().querySelectorAll<HTMLElement>('a, button, tr')].filter((one) => one.tabIndex === 0)).toHaveLength(1);
});
test('how a figure is computed has a tab stop in its row where it has no key', async () => {
  act(() => setKeyboard({ single: false, keys: {} }));
  await open();
  const stops = (): HTMLElement[] => [...grid().querySelectorAll<HTMLElement>('a, button, tr')].filter((one) => one.tabIndex === 0);
  expect(stops()).toEqual([row('made'), within(row('made')).getByRole('button')]);
  act(() => stops()[1]!.focus());
  press('ArrowDown');
  expect([document.activeElement, stops()[1]]).toEqual([row('started'), within(row('started')).getByRole('button')]);
  act(() => setKeyboard({ single: true, keys: {} }));
});
