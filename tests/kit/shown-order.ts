import type { OrderDetail, OrderRow, TimelineRow } from '../../src/areas/order/contract.ts';

/** An order that waits for its service to begin, as a list shows it. */
export const ROW: OrderRow = {
  id: '1', orderNo: 'PH26112100001', version: 2, status: 'pending_service', serviceState: 'assigned', paymentState: 'unpaid', patientName: '王秀英', patientGender: 2, hospitalId: '5', hospitalName: '第一医院', departmentName: '骨科', wardName: null, bedNo: '12床',
  serviceName: '一对一', plannedStart: '2026-11-21', startHalf: 'AM', plannedEnd: '2026-11-25', endHalf: 'PM', caregiverName: '李敏', caregiverNo: 'HG1', payableFen: 100_000, balanceFen: 100_000, createdAt: '2026-11-20T01:00:00Z', waitingSince: '2026-11-20T01:00:00Z',
  can: ['start', 'undo'], cannot: {},
};
/** One line of its story. */
export const line = (version: number, event: string, more: Partial<TimelineRow> = {}): TimelineRow => ({ id: String(version), version, event, from: null, to: 'assigned', actor: '小周', actorRole: 2, reason: null, at: '2026-11-21T01:00:00Z', before: {}, after: {}, undone: false, ...more });
/** The same order as its page shows it. */
export const DETAIL: OrderDetail = {
  ...ROW, source: 'console', evaluationState: 'none', patientId: '7', patientAge: 70, patientBirthday: null, contactName: null, contactRelation: null, contactMobile: null, departmentId: '9', wardId: null, bedId: null, inpatientNo: null, diagnosis: null, careLevel: null, infectious: false, note: null,
  prefGender: null, prefLevel: null, prefLanguage: null, requirements: null, serviceItemId: '3', careMode: 'one_to_one', coverage: 'day', unitPriceFen: 20_000, paidFen: 0, refundedFen: 0, prepayFen: 60_000, days: 5, adjustedFen: 0, actualStartAt: null, actualEndAt: null, cancelReason: null, endReason: null, renewedFrom: null, renewedBy: null, keeperId: null, keeperName: null,
  gap: null, undoUntil: null, stints: [], ledger: [], adjustments: [], refunds: [], evaluations: [], complaints: [], timeline: [line(1, 'create'), line(2, 'assign')],
};
