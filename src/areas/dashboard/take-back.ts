import { msg } from '@lingui/core/macro';
import { announce } from '../../ui/announce.tsx';
import { call, CallFailure, newKey } from '../../ui/call.ts';
import { currentI18n } from '../../ui/language.tsx';
import { toast } from '../../ui/toast.tsx';
import { order, type OrderRow } from '../order/contract.ts';

/** Takes back the last event of an order and says so, or why not. */
export async function takeBack({ orderNo: no, version, patientName }: OrderRow): Promise<void> {
  try {
    await call(order.undo, { params: { no }, body: { version }, idempotencyKey: newKey() });
    toast({ words: `${currentI18n()._(msg`撤销`)} · ${patientName}`, of: [`order:${no}`] });
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    announce(error.message);
  }
}
