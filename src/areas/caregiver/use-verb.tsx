import { useState, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import type { Endpoint, Input } from '../../kernel/endpoint.ts';
import { call, CallFailure } from '../../ui/call.ts';
import { useSend } from '../../ui/send.ts';
import control from '../../ui/style/control.module.css';
import style from '../../ui/verb-form.module.css';
import { forgetCaregiver } from './acted.ts';
import type { Acted } from './contract.ts';
import { Line } from './story.tsx';
import type { VerbProps } from './verb.ts';

/** Body code of the error catalogue: the record has moved on since. */
const CONFLICT = 40900;
type Body<E extends Endpoint> = Omit<NonNullable<Input<E>['body']>, 'version'>;
/** A verb's way to the server; what `VerbForm` needs of it. */
export interface Sending<B> {
  busy: boolean;
  failure: CallFailure | null;
  /** The words of what was refused. */
  said: string | null;
  conflict: ReactNode | null;
  /** Sends what was entered, once per intention; what the server answered, or undefined when it did not take it. */
  send: (body: B) => Promise<Acted | undefined>;
}
/** Does `endpoint` to the caregiver of a form: version and idempotency key go along; after a conflict what happened is shown, and it is sent once more on what is newest. */
export function useVerb<E extends Endpoint>({ detail, version, touch }: VerbProps, endpoint: E, params: Record<string, string> = {}): Sending<Body<E>> {
  const { busy, failure, send } = useSend();
  const [met, setMet] = useState(false);
  const no = detail.staffNo;
  async function submit(body: Body<E>): Promise<Acted | undefined> {
    touch();
    const whole = { ...body, version: met ? detail.version : version };
    const sent = await send(whole, async (idempotencyKey) => {
      try {
        return await call<Endpoint>(endpoint, { params: { no, ...params }, body: whole, idempotencyKey });
      } catch (error) {
        if (!(error instanceof CallFailure) || error.code !== CONFLICT) throw error;
        return null;
      }
    });
    if (sent === undefined) return undefined;
    if (sent.reply !== null) return sent.reply as Acted;
    setMet(true);
    forgetCaregiver(no);
    return undefined;
  }
  const conflict = !met ? null : (
    <>
      <p className={control.error}><Trans>填写的时候，这名护工的资料变了。你填写的内容还在；看过再提交一次，就按最新情况办理。</Trans></p>
      <ol className={style.lines}>{detail.timeline.filter((line) => line.version > version).map((line) => <Line key={line.id} line={line} />)}</ol>
    </>
  );
  return { busy, failure, said: failure?.message ?? null, conflict, send: submit };
}
