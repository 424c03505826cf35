import type { ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { Entry, type Field, type Typed } from '../../ui/entry.tsx';
import { department, type WardRow } from './contract.ts';
import { blamed, blankIsNone, useStatuses } from './shared.tsx';

const typedOf = ({ name, building, floor, nursePhone, status }: WardRow): Typed => ({ name, building: building ?? '', floor: floor ?? '', nursePhone: nursePhone ?? '', status: String(status) });

/** Makes a ward of this department, or changes `row`. */
export function WardForm({ page, row, departmentId, onSaved, onClose, remove }: { /** Under which what was typed is kept. */ page: string; row: WardRow | null; departmentId: string; onSaved: (saved: WardRow) => void; onClose: () => void; remove?: ReactNode }) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const fields: Field[] = [
    { name: 'name', label: t`名称`, fault: t`填写名称，最多 40 个字`, maxLength: 40 },
    { name: 'building', label: t`楼栋`, fault: t`最多 20 个字`, maxLength: 20 },
    { name: 'floor', label: t`楼层`, fault: t`最多 20 个字`, maxLength: 20 },
    { name: 'nursePhone', label: t`护士站电话`, fault: t`写成 8123-4567，只用数字、空格和 + - ( )`, type: 'tel', maxLength: 20 },
    { name: 'status', label: t`状态`, fault: '', options: statuses, hint: t`停用后不接新单，进行中的订单照常` },
  ];
  return (
    <Entry<WardRow>
      page={page} row={row} title={row === null ? t`新建病区` : t`修改病区`} fields={fields} typed={row === null ? { name: '', building: '', floor: '', nursePhone: '', status: '1' } : typedOf(row)}
      bodyOf={({ name, building, floor, nursePhone, status }) => ({ ...(row === null ? { departmentId } : {}), name, building: blankIsNone(building), floor: blankIsNone(floor), nursePhone: blankIsNone(nursePhone), status: Number(status) })}
      schema={row === null ? department.addWard.body! : department.editWard.body!}
      save={(body, idempotencyKey) => (row === null ? call(department.addWard, { body, idempotencyKey }) : call(department.editWard, { params: { id: row.id }, body, idempotencyKey }))}
      blame={blamed} onSaved={onSaved} onClose={onClose} remove={remove}
      {...(row === null ? {} : {
        version: row.version,
        newest: async () => {
          const now = await call(department.readWard, { params: { id: row.id } });
          return { version: now.version, label: now.name, typed: typedOf(now) };
        },
      })}
    />
  );
}
