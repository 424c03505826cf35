import type { Status } from '../../machines/order.ts';

// What two areas say of an order alike. Not in its contract: one with functions is given to the console whole, with its schemas (build/plain-contract.ts).

/** An order as commands see it. */
export const thingOf = <Row extends { patientName: string; orderNo: string; status: Status }>(one: Row) => ({ ...one, name: `${one.patientName} ${one.orderNo}`, no: one.orderNo, stands: `is_${one.status}` as const });
/** Whether a command to an order is done only when its form is sent: what only shows something is done by that. */
export const isForm = ({ id: name, event }: { id: string; event?: string | undefined }): boolean => event !== undefined || name === 'order.hand' || name === 'order.complain';
