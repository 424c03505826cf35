import { msg } from '@lingui/core/macro';
import { announce } from '../../ui/announce.tsx';
import { call, CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { currentI18n } from '../../ui/language.tsx';
import { toast } from '../../ui/toast.tsx';
import { order, type OrderRow } from '../order/contract.ts';

/** The undo under way. */
let undoing = { at: '', key: '' };
/** Takes back the last event of an order and says so, or why not. One key for each version: a second press of the same is the same. */
export async function takeBack({ orderNo: no, version, patientName }: OrderRow): Promise<void> {
  const at = `${no} ${version}`;
  if (undoing.at !== at) undoing = { at, key: newKey() };
  try {
    await call(order.undo, { params: { no }, body: { version }, idempotencyKey: undoing.key });
    toast({ words: `${currentI18n()._(msg`撤销`)} · ${patientName}`, of: [`order:${no}`] });
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (error.code !== DROPPED) announce(error.message);
  }
}
