import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderRow } from '../../src/areas/order/contract.ts';
import { thingOf } from '../../src/ui/order-thing.ts';
import { areas } from '../../src/areas.gen.ts';
import type { Choice } from '../../src/kernel/area.ts';
import { begin, candidate, chips, chosen, desk, keys, later, ROW, rows, said, settle, show, titles, freshDesk, wait } from '../kit/step.tsx';
import { input, press, type } from '../kit/typist.ts';

// Keys that come before the answers to the ones before them.
freshDesk();
const list = () => screen.getByRole('listbox');

test('an Enter whose row cannot be taken is over: nothing is taken by an arrow or by a mouse that moves', async () => {
  desk.candidates = () => [candidate('HG3', '周护', ['on_leave']), candidate('HG1', '李护')];
  await show();
  await begin();
  input('护');
  press('Enter');
  await settle();
  expect(said()).toContain('这些日子休假');
  await keys('ArrowDown');
  expect([chips(), chosen()]).toEqual([['派单 · 王秀英 PH1'], ['李护']]);
  await keys('Enter');
  expect(chips()[1]).toBe('李护');
});

test('so is one whose command is refused: the foot no longer says that it waits', async () => {
  desk.place.row = thingOf<OrderRow>({ ...ROW, can: [], cannot: { pay: 'wrong_state' } });
  await show();
  press('Control+k');
  await waitFor(() => expect(document.querySelector('footer')).not.toBeNull());
  input('款');
  press('Enter');
  expect(document.querySelector('footer')!.textContent).toContain('结果到达后');
  await waitFor(() => expect([titles(), document.querySelector('footer')!.textContent]).toEqual([expect.arrayContaining(['收款']), expect.not.stringContaining('结果到达后')]));
  await keys('ArrowDown');
  expect([screen.queryByRole('combobox') === null, desk.acted]).toEqual([false, []]);
});

test('one that is called just so waits for nothing: why it is refused is said at once', async () => {
  desk.place.row = thingOf<OrderRow>({ ...ROW, can: [], cannot: { pay: 'wrong_state' } });
  await show();
  press('Control+k');
  await waitFor(() => expect(document.querySelector('footer')).not.toBeNull());
  input('收款');
  press('Enter');
  expect(document.querySelector('footer')!.textContent).not.toContain('结果到达后');
  await settle();
  expect([said() !== '', desk.acted]).toEqual([true, []]);
});
test('in a step the row once moved to is chosen for that text alone; Enter at once takes the best for the next one', async () => {
  await show();
  await begin();
  await keys('ArrowDown');
  expect(chosen()).toEqual(['赵护']);
  input('护');
  await settle();
  expect(chosen()).toEqual(['李护']);
  await keys('ArrowDown');
  input('李');
  press('Enter');
  await settle();
  expect(chips()[1]).toBe('李护');
});

test('several: letters typed while the first question is under way end in the rows of the last', async () => {
  desk.place.selection = rows.map(thingOf);
  desk.tries = 30;
  await show();
  await begin();
  input('赵');
  await wait(10);
  input('李');
  await wait(200);
  expect([titles(), list().getAttribute('aria-busy'), desk.asked.filter((one) => one.startsWith('/orders/check')).length]).toEqual([['李护'], 'false', 1]);
});

test('several: the order whose caregivers are shown is looked for among all that are selected', async () => {
  desk.place.selection = Array.from({ length: 620 }, (_, i) => thingOf({ ...ROW, orderNo: `PH${i}` }));
  desk.refusalOf = (no) => (Number(no.slice(2)) < 550 ? 'wrong_state' : null);
  await show();
  await begin();
  expect([titles(), desk.asked.find((one) => one.includes('/candidates'))]).toEqual([['李护', '赵护', '周护'], expect.stringContaining('/orders/PH550/')]);
});

test('an answer to an older text is dropped, even where nobody could stop it', async () => {
  const answers = new Map<string, ReturnType<typeof later<Choice[]>>>();
  const own = areas.map((area) => (area.id !== 'order' ? area : {
    ...area,
    steps: { load: async () => {
      const kinds = await area.steps!.load();
      const options = (_: unknown, text: string): Promise<Choice[]> => {
        answers.set(text, later());
        return answers.get(text)!.came;
      };
      return { ...kinds, steps: { ...kinds.steps, caregiver: { ...kinds.steps['caregiver']!, options } } };
    } },
  }));
  await show(own);
  await begin();
  type(['赵', '钱']);
  await settle();
  await answers.get('赵钱')!.come([{ value: 'HG2', label: '赵钱' }]);
  await answers.get('赵')!.come([{ value: 'HG9', label: '旧人' }]);
  await settle();
  expect(titles()).toEqual(['赵钱']);
});

test('Enter with words in the confirmation sends nothing; a held . does nothing', async () => {
  await show();
  await begin();
  await keys('Enter');
  type(['x']);
  await keys('Enter');
  expect([desk.sent, chips()[1]]).toEqual([[], '李护']);
  await keys('Escape', 'Enter');
  expect(desk.sent.length).toBe(1);
  press('.', { repeat: true });
  await act(async () => {});
  await settle();
  expect(screen.queryByRole('combobox')).toBeNull();
});
