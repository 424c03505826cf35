import { announce } from '../../ui/announce.tsx';
import { call, CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { remember } from '../../ui/known.ts';
import { currentI18n } from '../../ui/language.tsx';
import { putRow } from '../../ui/list/source.ts';
import { wasDone } from '../../ui/palette/last.ts';
import { outdated } from '../../ui/read.ts';
import { toast, type Toast } from '../../ui/toast.tsx';
import { order, type Acted, type OrderRow } from './contract.ts';
import { EVENT_WORDS } from './words.ts';

/** Takes over orders as they are now: page, lists and palette show them, what hangs on each is asked for again. */
export function showRows(rows: readonly OrderRow[]): void {
  for (const row of rows) {
    remember('order', row.orderNo, row);
    putRow<OrderRow>('order', ({ orderNo }) => orderNo === row.orderNo, row);
    forgetOrder(row.orderNo);
  }
}
/** The same, and what they are counted in. */
export function noteRows(rows: readonly OrderRow[]): void {
  showRows(rows);
  outdated([order.counts]);
}
/** What was read of an order is old. */
export const forgetOrder = (no: string): void => outdated([order.detail, order.explain, order.preview, order.candidates], no);

/** What the undo of an order does not take back. */
const OWN: ReadonlySet<string> = new Set(['undo', 'hand', 'complain']);
/** Everything shows the order as it is now; gives what was done, in words, with the way back where there is one. */
export function took(event: string, { row, otherNo }: Acted): Toast {
  noteRows([row]);
  outdated([order.beds, order.wards]);
  return { words: [currentI18n()._(EVENT_WORDS[event]!), row.patientName, event === 'assign' && row.caregiverName, otherNo].filter(Boolean).join(' · '), undo: row.can.includes('undo') && !OWN.has(event) ? () => undo(row) : undefined, of: [`order:${row.orderNo}`] };
}
/** What follows a verb: everything shows the order as it is now, and a toast says what was done. */
export function acted(event: string, done: Acted): void {
  toast(took(event, done));
  wasDone(`order.${event}`, done.row.orderNo);
}

/** Takes back the last event of an order. One key for each version: a second press of the same is the same. */
export async function undo({ orderNo: no, version }: Pick<OrderRow, 'orderNo' | 'version'>): Promise<void> {
  const at = `${no} ${version}`;
  if (undoing?.at !== at) undoing = { at, key: newKey() };
  try {
    acted('undo', await call(order.undo, { params: { no }, body: { version }, idempotencyKey: undoing.key }));
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (error.code === DROPPED) return;
    announce(error.message);
    // someone was faster: what is shown is old
    outdated([order.detail], no);
  }
}
let undoing: { at: string; key: string } | null = null;
