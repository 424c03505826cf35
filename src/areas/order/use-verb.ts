import { useState } from 'react';
import type { OrderEvent } from '../../../machines/order.ts';
import type { Endpoint, Input } from '../../kernel/endpoint.ts';
import type { RefusalName } from '../../kernel/refusal.ts';
import { call, CallFailure } from '../../ui/call.ts';
import { outdated } from '../../ui/read.ts';
import { useSend } from '../../ui/send.ts';
import { order, type Acted, type TimelineRow } from './contract.ts';
import type { VerbProps } from './verb.ts';

/** Body code of the error catalogue: the order has moved on since. */
const CONFLICT = 40900;
type Acting = (typeof order)[OrderEvent];
type Body<E extends Endpoint> = Omit<NonNullable<Input<E>['body']>, 'version'>;

/** A verb's way to the server. */
export interface Sending<B> {
  busy: boolean;
  /** Why it was not done; null while nothing was refused, and for a conflict. */
  failure: CallFailure | null;
  /** The words of `failure`. */
  said: string | null;
  /** What happened to the order meanwhile, oldest first; null when there is no conflict. */
  conflict: readonly TimelineRow[] | null;
  /** Why, after a conflict, the verb cannot be done any more; null while it can. */
  gone: RefusalName | null;
  /** Sends what was entered, once per intention; then `done`. After a conflict it is sent on the version that was shown. */
  submit: (body: B) => Promise<void>;
}

/** Does the event of `endpoint` to the order of a verb's form: version and idempotency key go along, a conflict is explained field by field. */
export function useVerb<E extends Acting>({ detail, version, why, done, touch }: VerbProps, endpoint: E): Sending<Body<E>> {
  const { busy, failure, send } = useSend();
  const [conflict, setConflict] = useState<readonly TimelineRow[] | null>(null);
  const no = detail.orderNo;
  async function submit(body: Body<E>): Promise<void> {
    touch();
    const over = conflict?.at(-1)?.version ?? version;
    const whole = { ...body, version: over };
    const sent = await send(whole, async (idempotencyKey) => {
      try {
        return await call<Endpoint>(endpoint, { params: { no }, body: whole, idempotencyKey });
      } catch (error) {
        if (!(error instanceof CallFailure) || error.code !== CONFLICT) throw error;
        // a refusal like any other if even this cannot be read
        return { lines: await call(order.changes, { params: { no }, query: { since: String(over) } }) };
      }
    });
    // what it would cost may be what has changed: what is shown is asked for again
    if (sent === undefined) return outdated([order.preview, order.quote]);
    const reply = sent.reply as Acted | { lines: readonly TimelineRow[] };
    if (!('lines' in reply)) return done(reply);
    setConflict(reply.lines);
    outdated([order.detail, order.explain, order.preview, order.candidates], no);
  }
  const met = conflict?.at(-1)?.version;
  // the order as it was after the conflict, or later
  const gone = met !== undefined && detail.version >= met ? why : null;
  return { busy, failure, said: failure?.message ?? null, conflict, gone, submit };
}
