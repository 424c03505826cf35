import { useEffect, useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { DayField } from '../../ui/day-field.tsx';
import { todayThere } from '../../ui/parse-day.ts';
import { useRead } from '../../ui/read.ts';
import { SelectField } from '../../ui/select-field.tsx';
import control from '../../ui/style/control.module.css';
import { VerbForm } from '../../ui/verb-form.tsx';
import { hospital } from '../hospital/contract.ts';
import style from './caregiver.module.css';
import { caregiver } from './contract.ts';
import { useVerb } from './use-verb.tsx';
import type { VerbProps } from './verb.ts';

interface Row {
  key: number;
  hospitalId: string;
  from: string | null;
  to: string | null;
}
const textOf = ({ hospitalId, from, to }: Omit<Row, 'key'>): string => `${hospitalId} ${from} ${to}`;
/** Where a caregiver is posted on which days: all postings to one's own hospitals, which take the place of those that are there. */
export default function PostForm(props: VerbProps) {
  const { t } = useLingui();
  const { detail, touch, leave, done } = props;
  const verb = useVerb(props, caregiver.post);
  const hospitals = useRead(hospital.options).data ?? [];
  const next = useRef(detail.postings.length + 1);
  const add = useRef<HTMLButtonElement>(null);
  const [rows, setRows] = useState<readonly Row[]>(() => (detail.postings.length > 0 ? detail.postings.map(({ hospitalId, from, to }, key) => ({ key, hospitalId, from, to })) : [{ key: 0, hospitalId: '', from: todayThere(), to: null }]));
  const [wrong, setWrong] = useState(false);
  const seen = useRef(detail.postings.map(textOf));
  useEffect(() => {
    // what someone else arranged meanwhile comes among them, and what they ended goes: sent whole, it would be undone in silence
    const [old, now] = [seen.current, detail.postings.map(textOf)];
    seen.current = now;
    const added = detail.postings.filter((one) => !old.includes(textOf(one))).map((one) => ({ ...one, key: ++next.current }));
    setRows((rows) => [...rows.filter((row) => old.includes(textOf(row)) === now.includes(textOf(row))), ...added]);
  }, [detail.postings]);
  const write = (key: number, part: Partial<Row>): void => {
    touch();
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...part } : row)));
  };
  const known = (row: Row): { value: string; label: string }[] => {
    const own = hospitals.map(({ id, name }) => ({ value: id, label: name }));
    const held = detail.postings.find(({ hospitalId }) => hospitalId === row.hospitalId);
    return own.some(({ value }) => value === row.hospitalId) || held === undefined ? own : [{ value: held.hospitalId, label: held.hospital }, ...own];
  };
  const backwards = ({ from, to }: Row): boolean => from !== null && to !== null && to < from;
  return (
    <VerbForm
      {...verb} action={t`保存`} first={rows.length > 0 ? `hospital${rows[0]!.key}` : undefined} leave={leave}
      onSubmit={(form) => {
        setWrong(true);
        const bad = rows.find((row) => row.hospitalId === '' || row.from === null || backwards(row));
        if (bad !== undefined) return void form.querySelector<HTMLElement>(bad.hospitalId === '' ? `[name=hospital${bad.key}]` : bad.from === null ? `[name=from${bad.key}]` : `[name=to${bad.key}]`)?.focus();
        void verb.send({ postings: rows.map(({ hospitalId, from, to }) => ({ hospitalId, from: from!, to })) }).then((answer) => answer && done(answer));
      }}
    >
      {/* which rows there are is entered again too */}
      <input
        type="hidden" name="rows" value={rows.map(({ key }) => key).join(' ')}
        onInput={({ currentTarget }) => {
          const keys = currentTarget.value.split(' ').filter(Boolean).map(Number);
          next.current = Math.max(next.current, ...keys);
          setRows((now) => keys.map((key) => now.find((row) => row.key === key) ?? { key, hospitalId: '', from: todayThere(), to: null }));
        }}
      />
      {rows.map((row, i) => (
        <fieldset key={row.key} className={style.line} aria-label={t`驻点 ${i + 1}`}>
          <SelectField label={t`医院`} name={`hospital${row.key}`} value={row.hospitalId} none={t`未选择`} options={known(row)} error={wrong && row.hospitalId === '' ? t`选择医院` : null} onChange={(hospitalId) => write(row.key, { hospitalId })} />
          <DayField label={t`从`} name={`from${row.key}`} value={row.from} error={wrong && row.from === null ? t`填写开始日期` : null} onChange={(from) => write(row.key, { from })} />
          <DayField label={t`到`} name={`to${row.key}`} value={row.to} from={row.from} hint={t`不填就是长期`} error={wrong && backwards(row) ? t`不能早于开始日期` : null} onChange={(to) => write(row.key, { to })} />
          <button
            type="button" className={`${control.button} ${control.quiet}`} aria-label={t`去掉驻点 ${i + 1}`}
            onClick={() => {
              touch();
              setRows((now) => now.filter(({ key }) => key !== row.key));
              add.current!.focus();
            }}
          ><Trans>去掉</Trans></button>
        </fieldset>
      ))}
      <div className={control.actions}>
        <button
          ref={add} type="button" className={control.button}
          onClick={() => {
            touch();
            next.current += 1;
            setRows([...rows, { key: next.current, hospitalId: '', from: todayThere(), to: null }]);
          }}
        ><Trans>加一个驻点</Trans></button>
      </div>
    </VerbForm>
  );
}
