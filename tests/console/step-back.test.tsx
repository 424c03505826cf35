import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { thingOf as carerThing } from '../../src/areas/caregiver/here.ts';
import type { CaregiverRow } from '../../src/areas/caregiver/contract.ts';
import { areas } from '../../src/areas.gen.ts';
import type { AreaSteps } from '../../src/kernel/area.ts';
import { begin, box, chips, desk, freshDesk, keys, later, said, settle, show, titles } from '../kit/step.tsx';
import { input, press } from '../kit/typist.ts';

// The way back out of a command, and what comes late for one that was left.
freshDesk();
const CARER = { ...carerThing({ staffNo: 'HG1', name: '李护', can: ['leave', 'quit'], cannot: {}, version: 1 } as unknown as CaregiverRow) };

test('Backspace out of the first step shows the text and the scope of before; Escape climbs down past them', async () => {
  await show();
  await begin('>paidan');
  expect(chips()).toEqual(['派单 · 王秀英 PH1']);
  await keys('Backspace');
  expect([box().value, box().placeholder, titles()[0]]).toEqual(['paidan', expect.stringContaining('命令'), '派单']);
  await keys('Enter', 'Enter', 'Backspace', 'Backspace');
  expect([box().value, titles()[0]]).toEqual(['paidan', '派单']);
  await keys('Enter', 'Escape');
  expect([box().value, chips()]).toEqual(['', []]);
});

test('steps whose code comes late for a command that was left are not those of the next one', async () => {
  const code = later<AreaSteps>();
  const kinds = await areas.find(({ id }) => id === 'order')!.steps!.load();
  await show(areas.map((area) => (area.id === 'order' ? { ...area, steps: { load: () => code.came } } : area)));
  await begin();
  await keys('Escape', 'Escape');
  desk.place.on = 'caregiver';
  desk.place.row = CARER;
  await begin('请假');
  expect(box().placeholder).toBe('今天、+3、12-25');
  await code.come(kinds);
  input('+3');
  await settle();
  expect([box().placeholder, titles().length]).toEqual(['今天、+3、12-25', 1]);
});

test('Enter before there is anything to choose takes nobody, and says that it is being looked for', async () => {
  const answer = later<unknown>();
  desk.candidates = () => answer.came;
  await show();
  await begin();
  press('Enter');
  expect(said()).toContain('正在查找');
  await answer.come([]);
  await settle();
  expect([chips().length, said().includes('正在试算')]).toEqual([1, false]);
});

test('a reason that is too long, and a day before the first, say so and are not taken', async () => {
  desk.place.on = 'caregiver';
  desk.place.row = CARER;
  await show();
  await begin('请假');
  input('+3');
  await keys('Enter');
  input('2020-01-01');
  await settle();
  const row = () => screen.getAllByRole('option').map(({ textContent }) => textContent).join();
  expect(row()).toContain('最早是 ');
  await keys('Enter');
  expect([chips().length, said()]).toEqual([2, expect.stringContaining('最早是 ')]);
  input('+5');
  await keys('Enter');
  input('长'.repeat(512));
  await settle();
  expect(row()).toContain('最多 500 个字，现在有 512 个');
  await keys('Enter');
  expect(chips().length).toBe(3);
  input('😀'.repeat(501));
  await settle();
  expect(row()).toContain('最多 500 个字，现在有 501 个');
  // counted as the server counts, without the blanks around, which are not sent
  input(`${'😀'.repeat(500)}  `);
  await keys('Enter');
  expect(chips().length).toBe(4);
});
test('what a step asks for is said once, when it is known', async () => {
  await show();
  const all: string[] = [];
  const watch = new MutationObserver(() => all.push(...screen.queryAllByRole('status').map(({ textContent }) => textContent!).filter((words) => words.startsWith('派单 ·'))));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  await begin();
  watch.disconnect();
  expect([...new Set(all)]).toEqual(['派单 · 王秀英 PH1。护工的姓名、拼音或工号']);
});
