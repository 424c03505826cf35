import { useEffect, useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { call, CallFailure } from '../../ui/call.ts';
import { offeredBeside, useDictionary, type Labels } from '../../ui/dictionary.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Entry, type Field, type Typed } from '../../ui/entry.tsx';
import control from '../../ui/style/control.module.css';
import { hospital, TAKEN_LABELS, type HospitalForm as Stored } from './contract.ts';

const TAKEN = 40903;
const TEXTS = ['shortName', 'level', 'kind', 'province', 'city', 'district', 'address', 'contactName', 'contactPhone', 'contractNo', 'contractStart', 'contractEnd'] as const;
const BLANK: Typed = { code: '', name: '', ...Object.fromEntries(TEXTS.map((name) => [name, ''])), feeBp: '0', prepayDays: '0' };
/** Basis points as per cent: 1250 → `12.5`. */
const percent = (bp: number): string => String(bp / 100);
function typedOf(row: Stored): Typed {
  return { code: row.code, name: row.name, ...Object.fromEntries(TEXTS.map((name) => [name, row[name] ?? ''])), feeBp: percent(row.feeBp), prepayDays: String(row.prepayDays) };
}
/** The body as the contract wants it; what is no number stays a text, which it refuses. */
function bodyOf({ code, name, feeBp = '', prepayDays = '', ...typed }: Typed): Record<string, unknown> {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, typed[field]?.trim() || null]));
  const fee = feeBp.trim().replace(/[%％]$/, '');
  return { code, name, ...texts, feeBp: /^\d{1,3}(\.\d{1,2})?$/.test(fee) ? Math.round(Number(fee) * 100) : feeBp, prepayDays: /^\d{1,4}$/.test(prepayDays.trim()) ? Number(prepayDays) : prepayDays };
}
const blamed = ({ code, message }: CallFailure): string | undefined => (code === TAKEN ? Object.entries(TAKEN_LABELS).find(([, labels]) => labels.some((label) => message.endsWith(label)))?.[0] : undefined);

interface FormProps {
  /** Null for a new one. */
  id: string | null;
  onSaved: (saved: Stored) => void;
  onClose: () => void;
  /** What else can be done to the hospital. */
  verbs?: ReactNode;
}
function Fields({ row, onSaved, onClose, verbs }: Omit<FormProps, 'id'> & { row: Stored | null }) {
  const { t } = useLingui();
  const levels = useDictionary('hospital_level');
  const kinds = useDictionary('hospital_kind');
  const none = { value: '', label: t`未选择` };
  /** A value that is offered no longer stays in sight. */
  const offered = (labels: Labels, now: string | null): Labels['options'] => [none, ...offeredBeside(labels, now)];
  const short = t`最多 30 个字`;
  const fields: Field[] = [
    { name: 'name', label: t`名称`, fault: t`填写名称，最多 60 个字`, maxLength: 60 },
    { name: 'code', label: t`编码`, fault: t`填写编码，最多 32 个字符`, hint: t`每家医院一个，例如 YY013`, maxLength: 32 },
    { name: 'shortName', label: t`简称`, fault: short, maxLength: 30 },
    { name: 'level', label: t`等级`, fault: '', options: offered(levels, row?.level ?? null) },
    { name: 'kind', label: t`类型`, fault: '', options: offered(kinds, row?.kind ?? null) },
    { name: 'province', section: t`地址`, label: t`省`, fault: short, maxLength: 30 },
    { name: 'city', label: t`市`, fault: short, maxLength: 30 },
    { name: 'district', label: t`区县`, fault: short, maxLength: 30 },
    { name: 'address', label: t`详细地址`, fault: t`最多 200 个字`, maxLength: 200 },
    { name: 'contactName', section: t`联系人`, label: t`姓名`, fault: short, maxLength: 30 },
    { name: 'contactPhone', label: t`电话`, fault: t`写成 021-81234567，只用数字、空格和 + - ( )`, type: 'tel', maxLength: 20 },
    { name: 'contractNo', section: t`合同与结算`, label: t`合同编号`, fault: t`最多 60 个字`, maxLength: 60 },
    { name: 'contractStart', label: t`合同开始`, fault: t`填写日期`, type: 'day' },
    { name: 'contractEnd', label: t`合同到期`, fault: t`不能早于合同开始`, type: 'day' },
    { name: 'feeBp', label: t`管理费`, fault: t`填写 0 至 100 的百分数，最多两位小数`, hint: t`每天金额的百分之几；已有订单不变`, type: 'number', maxLength: 7 },
    { name: 'prepayDays', label: t`预付天数`, fault: t`填写 0 至 365 的整数`, hint: t`开始服务前要预付几天；0 不用预付`, type: 'number', maxLength: 3 },
  ];
  return (
    <Entry<Stored>
      page={`/system/hospital?${row === null ? 'new' : `edit=${row.id}`}`} row={row} title={row === null ? t`新建医院` : t`修改医院`} fields={fields} typed={row === null ? BLANK : typedOf(row)} bodyOf={bodyOf}
      schema={row === null ? hospital.create.body! : hospital.update.body!} blame={blamed} onSaved={onSaved} onClose={onClose} verbs={verbs}
      save={(body, idempotencyKey) => (row === null ? call(hospital.create, { body, idempotencyKey }) : call(hospital.update, { params: { id: row.id }, body, idempotencyKey }))}
      {...(row === null ? {} : {
        version: row.version,
        newest: async () => {
          const now = await call(hospital.form, { params: { id: row.id } });
          return { version: now.version, label: now.name, typed: typedOf(now) };
        },
      })}
    />
  );
}

/** The operate drawer of a hospital (spec section 2): makes one, or changes one with its contract, contact, fee and prepaid days. */
export function HospitalForm({ id, ...props }: FormProps) {
  const { t } = useLingui();
  const [row, setRow] = useState<Stored | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (id === null) return;
    const stop = new AbortController();
    call(hospital.form, { params: { id }, signal: stop.signal }).then(setRow, (error: unknown) => void (stop.signal.aborted || setFailure(error instanceof CallFailure ? error.message : String(error))));
    return () => stop.abort();
  }, [id, tries]);
  if (id === null || row !== null) return <Fields {...props} row={row} />;
  const again = (): void => {
    setFailure(null);
    setTries(tries + 1);
  };
  return (
    <Drawer title={t`修改医院`} onClose={props.onClose}>{(leave) => (
      <div className={control.form} aria-busy={failure === null}>
        {failure === null ? <p className={control.hint}><Trans>正在取医院</Trans></p> : <p role="alert" className={control.error}>{failure}</p>}
        <div className={control.actions}>
          {failure !== null && <button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button>}
          <button type="button" className={control.button} onClick={leave}><Trans>关闭</Trans></button>
        </div>
      </div>
    )}</Drawer>
  );
}
