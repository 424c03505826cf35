import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { Trans, useLingui } from '@lingui/react/macro';
import { KeyCap, useKey, useKeyProps } from '../bound-key.tsx';
import { DayField } from '../day-field.tsx';
import { Field } from '../field.tsx';
import { useFormat } from '../format.ts';
import { LIST_KEYS, OWN_KEYS } from '../key-entry.ts';
import { useModal } from '../modal.ts';
import { focusField, typed } from '../submit.ts';
import control from '../style/control.module.css';
import dialog from '../dialog.module.css';
import { useVersion } from './source.ts';
import type { WindowStore } from './window-store.ts';
import style from './list.module.css';

/** The day by which a list is sorted first: as the server calls it, and as a person does. */
export interface SortedDay {
  field: string;
  desc: boolean;
  label: string;
}
interface JumpProps {
  store: WindowStore<unknown>;
  /** Absent where the list is not sorted by a day. */
  day: SortedDay | undefined;
}

/** A row number as people type it, `1,000,000` and full-width digits too; null for anything else. */
function numberIn(text: string): number | null {
  const digits = text.normalize('NFKC').replaceAll(/[\s,]/g, '');
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

/** Where one is in the list, and the way to anywhere else in it: Ctrl+J, then a row number, or a day where the list is sorted by one. */
export function Jump({ store, day, focus }: JumpProps & { /** The focused row, from 0. */ focus: number }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const position = useFormat().number(focus + 1);
  const keys = useKeyProps();
  useKey(LIST_KEYS.jump, () => setAsking(true));
  return (
    <>
      <button type="button" className={style.quiet} title={t`跳到一行`} aria-haspopup="dialog" {...keys(LIST_KEYS.jump)} onClick={() => setAsking(true)}>{t`第 ${position} 条`} <KeyCap of={LIST_KEYS.jump} /></button>
      {asking && <Where store={store} day={day} onClose={() => setAsking(false)} />}
    </>
  );
}

function Where({ store, day, onClose }: JumpProps & { onClose: () => void }) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const format = useFormat();
  useVersion(store);
  const modal = useModal(onClose);
  const id = useId();
  const [row, setRow] = useState('');
  const [on, setOn] = useState<string | null>(null);
  const [wrong, setWrong] = useState<{ row?: string; day?: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (wrong !== null) focusField(form.current!, wrong.row === undefined ? 'day' : 'row');
  }, [wrong]);
  const [busy, setBusy] = useState(false);
  const go = (index: number): void => {
    // the dialog gives the focus back first; then the row takes it
    flushSync(onClose);
    store.goTo(index);
  };
  const { total } = store;
  const most = total === null ? null : format.number(total);
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const number = numberIn(row);
    if (row.trim() === '' && on === null && typed(event.currentTarget, 'day') !== '') return setWrong({ day: t`日期写成 今天、+3、1225 或 2026-12-25` });
    if (row.trim() !== '' || day === undefined || on === null) {
      if (number === null || number < 1 || (total !== null && number > total)) return setWrong({ row: most === null ? t`输入行号` : t`行号从 1 到 ${most}` });
      return go(number - 1);
    }
    setBusy(true);
    try {
      // as many rows stand before it as there are on the days before
      const before = await store.countOf(`${day.field}:${day.desc ? 'after' : 'before'}:${on}`);
      go(Math.min(before, Math.max(0, (store.total ?? before + 1) - 1)));
    } catch (error) {
      setBusy(false);
      setWrong({ day: error instanceof Error ? error.message : String(error) });
    }
  }
  return (
    <dialog {...modal} className={dialog.dialog} aria-labelledby={id}>
      <h2 id={id}><Trans>跳到一行</Trans></h2>
      <form ref={form} className={`${control.form} ${style.jump}`} noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t`行号`} name="row" inputMode="numeric" autoComplete="off" maxLength={16} value={row} onChange={(event) => (setRow(event.target.value), setWrong(null))} error={wrong?.row ?? null} hint={most === null ? undefined : t`共 ${most} 条`} />
        {day !== undefined && <DayField label={t`或日期（${day.label}）`} name="day" value={on} onChange={(day) => (setOn(day), setWrong(null))} error={wrong?.day ?? null} />}
        <div className={control.actions}>
          <button type="submit" className={`${control.button} ${control.primary}`} aria-busy={busy} {...keys(OWN_KEYS.enter)}><Trans>跳转</Trans> <KeyCap of={OWN_KEYS.enter} /></button>
          <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={onClose}><Trans>取消</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
        </div>
      </form>
    </dialog>
  );
}
