import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { useRead } from '../../ui/read.ts';
import { roleWords } from '../../ui/role.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { useSend } from '../../ui/send.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { focusField } from '../../ui/submit.ts';
import { VerbForm } from '../../ui/verb-form.tsx';
import { order } from './contract.ts';
import type { VerbProps } from './verb.ts';

/** Nobody, as a choice. */
const NOBODY = '0';
/** Gives the order to a colleague, who is told by the bell, or to oneself. */
export default function HandForm({ detail, leave, done }: VerbProps) {
  const { t, i18n } = useLingui();
  const me = useViewer()?.userId;
  const no = detail.orderNo;
  const { data, failure, again } = useRead(order.keepers, { params: { no } });
  const { busy, failure: refused, send } = useSend();
  const [keeper, setKeeper] = useState('');
  const [missing, setMissing] = useState(false);
  const others = (data ?? []).filter(({ id }) => id !== detail.keeperId);
  const options = [...others.filter(({ id }) => id === me).map(({ id }) => ({ value: id, label: t`我来办` })), ...others.filter(({ id }) => id !== me).map(({ id, name, role }) => ({ value: id, label: `${name} · ${i18n._(roleWords(role))}` })), ...(detail.keeperId === null ? [] : [{ value: NOBODY, label: t`不指定` }])];
  async function submit(form: HTMLFormElement): Promise<void> {
    setMissing(keeper === '');
    if (keeper === '') return focusField(form, 'keeper');
    const body = { keeperId: keeper === NOBODY ? null : keeper };
    const sent = await send(body, (idempotencyKey) => call(order.hand, { params: { no }, body, idempotencyKey }));
    if (sent !== undefined) done(sent.reply);
  }
  if (failure !== null) return <p role="alert" className={control.error}>{failure.message} <button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button></p>;
  if (data === undefined) return <p aria-busy="true" className={control.hint}><Trans>正在载入</Trans></p>;
  return (
    <VerbForm busy={busy} said={refused?.message ?? null} conflict={null} action={t`交给同事`} first="keeper" leave={leave} onSubmit={(form) => void submit(form)}>
      <SelectField label={t`经办`} name="keeper" value={keeper} onChange={setKeeper} options={options} none={t`选一位同事`} error={missing && keeper === '' ? t`选一位同事` : null} hint={detail.keeperName === null ? t`对方会在提醒里看到这张订单。` : t`现在是${detail.keeperName}经办。新的经办人会在提醒里看到这张订单。`} />
    </VerbForm>
  );
}
