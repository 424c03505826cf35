import { useId } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDictionary } from '../../ui/dictionary.ts';
import { Field } from '../../ui/field.tsx';
import control from '../../ui/style/control.module.css';
import { typed } from '../../ui/submit.ts';
import { PAY_METHODS } from './contract.ts';

type Method = (typeof PAY_METHODS)[number];

/** How it is paid, with the labels of the dictionary; named `method`. */
export function MethodField() {
  const id = useId();
  const { options } = useDictionary('pay_method', PAY_METHODS);
  return (
    <div className={control.field}>
      <label className={control.label} htmlFor={id}><Trans>支付方式</Trans></label>
      <select id={id} name="method" className={control.input} defaultValue="wechat">{options.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}</select>
    </div>
  );
}
/** What a receipt says besides its amount: method, payer, the other side's number, a note. */
export function ReceiptFields() {
  const { t } = useLingui();
  return (
    <>
      <MethodField />
      <Field name="payer" label={t`付款人（可不填）`} maxLength={64} autoComplete="off" error={null} />
      <Field name="externalNo" label={t`流水号（可不填）`} maxLength={64} autoComplete="off" error={null} />
      <Field name="note" label={t`备注（可不填）`} maxLength={200} autoComplete="off" error={null} />
    </>
  );
}
/** The chosen method. */
export const methodOf = (form: HTMLFormElement): Method => typed(form, 'method') as Method;
const filled = (form: HTMLFormElement, name: string): Record<string, string> => (typed(form, name) === '' ? {} : { [name]: typed(form, name) });
/** What the receipt fields of a form hold; empty ones are absent. */
export const receiptOf = (form: HTMLFormElement) => ({ method: methodOf(form), ...filled(form, 'payer'), ...filled(form, 'externalNo'), ...filled(form, 'note') });
/** The other side's number alone. */
export const externalOf = (form: HTMLFormElement) => filled(form, 'externalNo');
