import { expect, test } from 'vitest';
import { stepsOf } from '../machines/order.ts';

test('the way of every order, written out: four steps, or two when it was cancelled', () => {
  const way = (state: Parameters<typeof stepsOf>[0]): string => stepsOf(state).map((step) => `${step.state} ${step.at}`).join(', ');
  expect(way('pending_assign')).toBe('pending_assign now, assigned ahead, in_service ahead, completed ahead');
  expect(way('assigned')).toBe('pending_assign done, assigned now, in_service ahead, completed ahead');
  expect(way('in_service')).toBe('pending_assign done, assigned done, in_service now, completed ahead');
  expect(way('completed')).toBe('pending_assign done, assigned done, in_service done, completed now');
  expect(way('cancelled')).toBe('pending_assign done, cancelled now');
});
