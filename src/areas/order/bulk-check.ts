import { useEffect, useState } from 'react';
import { msg } from '@lingui/core/macro';
import type { Reply } from '../../kernel/endpoint.ts';
import { call, CallFailure, DROPPED, type CallInput } from '../../ui/call.ts';
import { currentI18n } from '../../ui/language.tsx';
import { forgetOrder } from './acted.ts';
import { BOOKED, order, type OrderRow } from './contract.ts';
import { EVENT_WORDS } from './words.ts';

/** What an event would meet at one order. */
export type Checked = Reply<typeof order.check>[number];
export type CheckedSelection = NonNullable<NonNullable<CallInput<typeof order.check>['body']>['selection']>;
/** What is tried: an event, and for an assignment whom. */
type Wanted = Pick<NonNullable<CallInput<typeof order.check>['body']>, 'event' | 'caregiverNo'>;
/** Orders that one question tries. */
const AT_ONCE = 500;

/** Tries it on one piece after the other, and gives what each would meet; `tell` is given what is known so far, and false from it is enough. */
export async function tryAll(wanted: Wanted, rows: readonly Pick<OrderRow, 'orderNo'>[], selection: CheckedSelection | undefined, signal?: AbortSignal, tell: (checked: readonly Checked[], whole: boolean) => boolean | void = () => {}): Promise<readonly Checked[]> {
  const all: Checked[] = [];
  for (let from = 0, after: string | undefined; ; from += AT_ONCE) {
    const which = selection === undefined ? { nos: rows.slice(from, from + AT_ONCE).map((row) => row.orderNo) } : { selection, ...(after === undefined ? {} : { after }) };
    // whom a piece has booked is no longer free for the next one
    const booked = wanted.caregiverNo === undefined || all.length === 0 ? {} : { booked: all.flatMap(({ orderNo, refusal }) => (refusal === null ? [orderNo] : [])).slice(-BOOKED) };
    const piece = await call(order.check, { body: { ...wanted, ...which, ...booked }, signal });
    all.push(...piece);
    after = piece.at(-1)?.id;
    const whole = selection === undefined ? from + AT_ONCE >= rows.length : piece.length < AT_ONCE;
    if (tell([...all], whole) === false || whole) return all;
  }
}
/** The dry run over these rows, or over a selection that a filter leaves, anew as soon as something else is wanted. `checked`: null before its first answer; `whole`: every piece has been tried. */
export function useDryRun(wanted: Wanted, rows: readonly OrderRow[], selection: CheckedSelection | undefined): { checked: readonly Checked[] | null; whole: boolean; failure: string | null } {
  const [checked, setChecked] = useState<readonly Checked[] | null>(null);
  const [whole, setWhole] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const asked = JSON.stringify([wanted, rows.map((row) => row.orderNo), selection]);
  useEffect(() => {
    const over = new AbortController();
    setFailure(null);
    setWhole(false);
    const tell = (known: readonly Checked[], last: boolean): void => {
      if (over.signal.aborted) return;
      setChecked(known);
      setWhole(last);
    };
    tryAll(wanted, rows, selection, over.signal, tell).catch((error: unknown) => {
      if (over.signal.aborted) return;
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) setFailure(error.message);
    });
    return () => over.abort();
    // `asked` says all of it
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);
  return { checked, whole, failure };
}

/** Body code of the error catalogue: the order has moved on since. */
export const CONFLICT = 40900;
/** Whether an order has moved on since it was shown. */
export const isConflict = (error: unknown): error is CallFailure => error instanceof CallFailure && error.code === CONFLICT;
/** What happened to an order after a version, in words, and the version that it has by that. @throws CallFailure */
export async function whatHappened(no: string, version: number): Promise<{ happened: string; by: number }> {
  const lines = await call(order.changes, { params: { no }, query: { since: String(version) } });
  forgetOrder(no);
  return { happened: lines.map(({ event, actor }) => `${EVENT_WORDS[event] === undefined ? event : currentI18n()._(EVENT_WORDS[event])} ${actor}`).join(' · '), by: lines.at(-1)?.version ?? version };
}
/** Does `send` to one of several, on this version. Who loses is told what happened, `met` the version that this tells of: the next try is of what was seen. @throws CallFailure */
export async function ofSeveral<T>(no: string, version: number, send: () => Promise<T>, met: (by: number) => void): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isConflict(error)) throw error;
    const { happened, by } = await whatHappened(no, version);
    met(by);
    throw new CallFailure(error.status, CONFLICT, happened === '' ? error.message : currentI18n()._(msg`刚变了（${happened}）`));
  }
}
