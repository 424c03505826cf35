import type { ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { Entry, placeOf, type Field, type Typed } from '../../ui/entry.tsx';
import { useRead } from '../../ui/read.ts';
import { hospital } from '../hospital/contract.ts';
import { department, type DepartmentRow } from './contract.ts';
import { blamed, blankIsNone, useStatuses } from './shared.tsx';

const typedOf = ({ code, name, sort, status }: Pick<DepartmentRow, 'code' | 'name' | 'sort' | 'status'>): Typed => ({ code, name, sort: String(sort), status: String(status) });

interface DepartmentFormProps {
  /** Under which what was typed is kept. */
  page: string;
  row: DepartmentRow | null;
  /** Hospital of a new one; empty: it is asked for. */
  hospitalId: string;
  onSaved: (saved: DepartmentRow) => void;
  onClose: () => void;
  remove?: ReactNode;
}
/** Makes a department, or changes `row`. */
export function DepartmentForm({ page, row, hospitalId, onSaved, onClose, remove }: DepartmentFormProps) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const hospitals = useRead(hospital.options).data ?? [];
  const fields: Field[] = [
    ...(row === null && hospitalId === '' ? [{ name: 'hospitalId', label: t`医院`, fault: t`选择医院`, options: [{ value: '', label: t`未选择` }, ...hospitals.map(({ id, name }) => ({ value: id, label: name }))] }] : []),
    { name: 'name', label: t`名称`, fault: t`填写名称，最多 40 个字`, maxLength: 40 },
    { name: 'code', label: t`编码`, fault: t`字母或数字开头，只用字母、数字、下划线和短横，最多 20 个字符`, hint: row === null ? t`空着时用名称的拼音首字母` : t`空着时不变`, maxLength: 20 },
    { name: 'sort', label: t`顺序`, fault: t`填写 0 至 100000 的整数，小的在前`, type: 'number', maxLength: 6, ...(row === null ? { hint: t`空着时排在最后` } : {}) },
    { name: 'status', label: t`状态`, fault: '', options: statuses, hint: t`停用后不接新单，进行中的订单照常` },
  ];
  return (
    <Entry<DepartmentRow>
      page={page} row={row} title={row === null ? t`新建科室` : t`修改科室`} fields={fields} typed={row === null ? { hospitalId, name: '', code: '', sort: '', status: '1' } : typedOf(row)}
      bodyOf={({ hospitalId: of, name, code, sort, status }) => ({ ...(row === null ? { hospitalId: of } : {}), name, code: blankIsNone(code), sort: placeOf(sort, row === null), status: Number(status) })}
      schema={row === null ? department.add.body! : department.edit.body!}
      save={(body, idempotencyKey) => (row === null ? call(department.add, { body, idempotencyKey }) : call(department.edit, { params: { id: row.id }, body, idempotencyKey }))}
      blame={blamed} onSaved={onSaved} onClose={onClose} remove={remove}
      {...(row === null ? {} : {
        version: row.version,
        newest: async () => {
          const now = await call(department.read, { params: { id: row.id } });
          return { version: now.version, label: now.name, typed: typedOf(now) };
        },
      })}
    />
  );
}
