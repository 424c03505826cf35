import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ORDER_EVENTS, SERVICE_STATES, STATUSES, EVALUATION_STATES, firstState, follow, statusOf, stepsOf, type OrderEvent, type ServiceState } from '../machines/order.ts';

// domain.md, "An order's life", written out by hand: what is not here is refused
const money = ['undo', 'refund-request', 'refund-approve', 'refund-reject', 'refund-pay'] as const;
const living = [...money, 'edit', 'pay', 'settle', 'adjust'] as const;
const staying = (state: ServiceState, events: readonly OrderEvent[]): Partial<Record<OrderEvent, ServiceState>> => Object.fromEntries(events.map((event) => [event, state]));
const ARROWS: Record<ServiceState, Partial<Record<OrderEvent, ServiceState>>> = {
  pending_assign: { ...staying('pending_assign', living), assign: 'assigned', cancel: 'cancelled' },
  assigned: { ...staying('assigned', [...living, 'change', 'extend']), unassign: 'pending_assign', start: 'in_service', cancel: 'cancelled' },
  in_service: { ...staying('in_service', [...living, 'change', 'extend']), complete: 'completed' },
  completed: staying('completed', [...living, 'renew', 'evaluate']),
  cancelled: staying('cancelled', money),
};

test('the chart has the arrows of domain.md and no others', () => {
  for (const state of SERVICE_STATES) for (const event of ORDER_EVENTS) expect([state, event, follow(state, event)]).toEqual([state, event, ARROWS[state][event] ?? null]);
  expect(firstState()).toBe('pending_assign');
});
test('any walk from the beginning stays on the chart, and the ends stay ends', () => {
  fc.assert(fc.property(fc.array(fc.constantFrom(...ORDER_EVENTS), { maxLength: 30 }), (events) => {
    let state = firstState();
    for (const event of events) {
      const next = follow(state, event);
      if (state === 'completed' || state === 'cancelled') expect([null, state]).toContain(next);
      state = next ?? state;
    }
    expect(SERVICE_STATES).toContain(state);
  }));
});
test('one status, the first that fits', () => {
  const facts = { balanceFen: 0, evaluationState: 'none' } as const;
  expect(statusOf({ ...facts, serviceState: 'cancelled', balanceFen: -1 })).toBe('refunding');
  expect(statusOf({ ...facts, serviceState: 'in_service', balanceFen: -1 })).toBe('in_service');
  expect(statusOf({ ...facts, serviceState: 'assigned', balanceFen: 5 })).toBe('pending_service');
  expect(statusOf({ ...facts, serviceState: 'completed', balanceFen: 5, evaluationState: 'open' })).toBe('pending_payment');
  expect(statusOf({ ...facts, serviceState: 'completed', evaluationState: 'open' })).toBe('pending_evaluation');
  expect(statusOf({ ...facts, serviceState: 'completed', evaluationState: 'done' })).toBe('closed');
  fc.assert(fc.property(fc.constantFrom(...SERVICE_STATES), fc.constantFrom(...EVALUATION_STATES), fc.integer(), (serviceState, evaluationState, balanceFen) => {
    expect(STATUSES).toContain(statusOf({ serviceState, evaluationState, balanceFen }));
  }));
});
test('the stepper shows exactly one step as now', () => {
  for (const state of SERVICE_STATES) {
    const steps = stepsOf(state);
    expect(steps.filter((s) => s.at === 'now').map((s) => s.state)).toEqual([state]);
    expect(steps.findIndex((s) => s.at === 'now')).toBe(steps.filter((s) => s.at === 'done').length);
  }
});
