import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area as order } from '../../src/areas/order/area.ts';
import { acted } from '../../src/areas/order/acted.ts';
import type { Acted, OrderRow } from '../../src/areas/order/contract.ts';
import { useOrderHere } from '../../src/areas/order/here.ts';
import { runCommand } from '../../src/ui/effect.ts';
import { lastDone } from '../../src/ui/palette/last.ts';
import { setOwnMemory, type Ran } from '../../src/ui/palette/memory-source.ts';
import { answerBy, enter } from '../kit/console.ts';
import { ROW } from '../kit/shown-order.ts';

// A command that opens a form is done when the form was sent: then the audit is told, and it can be done once more.
const one = { ...ROW, orderNo: 'PH1', can: ['extend', 'cancel', 'undo'], cannot: {} } as unknown as OrderRow;
const command = (id: string) => order.commands!.find((each) => each.id === id)!;
const ran: Ran[] = [];
const opened: string[] = [];
let selected: OrderRow[] = [];
let leave: () => Promise<void>;
beforeEach(async () => {
  ran.length = opened.length = selected.length = 0;
  location.hash = '#/order/index';
  answerBy(() => []);
  leave = await enter({ userId: '7', username: 'ops', nickname: '', avatar: null, role: 2, roles: [], perms: [] });
  setOwnMemory({ load: async () => ({ ids: [], texts: [] }), keep: async (changes) => changes, ran: async (told) => void ran.push(told) });
  renderHook(() => useOrderHere({ row: () => one, selection: () => selected, several: (event) => void opened.push(event) }));
});
afterEach(async () => {
  setOwnMemory(null);
  await leave();
});
const sent = (event: string, orderNo = 'PH1'): void => act(() => acted(event, { row: { ...one, orderNo } } as Acted));

test('a form that was opened and left did nothing; one that was sent did', () => {
  act(() => runCommand(command('order.extend')));
  expect([location.hash, ran, lastDone()]).toEqual(['#/order/PH1/extend', [], null]);
  // another order, and another thing done to this one, are not it
  sent('extend', 'PH2');
  sent('cancel');
  expect([ran, lastDone()]).toEqual([[], null]);
  sent('extend');
  expect([ran, lastDone()?.command.id]).toEqual([[{ id: 'order.extend', on: ['PH1'], count: 1 }], 'order.extend']);
  // once
  sent('extend');
  expect(ran).toHaveLength(1);
});
test('what only shows something is done by that; and a form of before is forgotten', () => {
  act(() => runCommand(command('order.extend')));
  act(() => runCommand(command('order.explain')));
  expect([ran, lastDone()?.command.id]).toEqual([[{ id: 'order.explain', on: ['PH1'], count: 1 }], 'order.explain']);
  sent('extend');
  expect(ran).toHaveLength(1);
});
test('so it is with several', () => {
  selected = [one, { ...one, orderNo: 'PH2' }];
  act(() => runCommand(command('order.cancel')));
  expect([opened, ran, lastDone()]).toEqual([['cancel'], [], null]);
});
