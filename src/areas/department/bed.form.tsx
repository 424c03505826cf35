import type { ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import type { Reply } from '../../kernel/endpoint.ts';
import { call } from '../../ui/call.ts';
import { Entry, type Field, type Typed } from '../../ui/entry.tsx';
import { plainBedNumber, readBedNumbers } from './bed-number.ts';
import { department, MOST_BEDS, type BedRow } from './contract.ts';
import { blamed, useStatuses } from './shared.tsx';

type Made = Reply<typeof department.addBeds> & { id: string };
/** Numbers at the begin of a preview. */
const SHOWN = 3;
const many = department.addBeds.body!.check(z.refine(({ numbers }) => 'numbers' in readBedNumbers(numbers), { path: ['numbers'] }));
const one = department.editBed.body!.check(z.refine(({ bedNo }) => plainBedNumber(bedNo) !== '', { path: ['bedNo'] }));
const typedOf = ({ bedNo, kind, status }: BedRow): Typed => ({ bedNo, kind, status: String(status) });

/** What a bed may be. */
export function useBedKinds(): { value: string; label: string }[] {
  const { t } = useLingui();
  return [{ value: 'normal', label: t`普通床` }, { value: 'extra', label: t`加床` }];
}
/** Makes many beds of a ward at once: `1-40床`. What will be made is said as one types. */
export function BedsForm({ page, wardId, onSaved, onClose }: { page: string; wardId: string; onSaved: (made: Made) => void; onClose: () => void }) {
  const { t } = useLingui();
  const kinds = useBedKinds();
  const preview = ({ numbers = '' }: Typed): string => {
    const read = readBedNumbers(numbers);
    if ('fault' in read) return read.fault === 'many' ? t`一次最多 ${MOST_BEDS} 张，分几次添加` : t`例如 1-40床、加1-加3、12A、15`;
    const list = read.numbers.length <= SHOWN + 1 ? read.numbers.join(t`、`) : `${read.numbers.slice(0, SHOWN).join(t`、`)} … ${read.numbers.at(-1)!}`;
    return t`共 ${read.numbers.length} 张：${list}`;
  };
  const fields: Field[] = [
    { name: 'numbers', label: t`床号`, fault: t`写成 1-40床、加1-加3 或 1、2、5，一次最多 ${MOST_BEDS} 张`, hint: preview, maxLength: 500 },
    { name: 'kind', label: t`种类`, fault: '', options: kinds },
  ];
  return (
    <Entry<Made>
      page={page} row={null} title={t`添加床位`} fields={fields} typed={{ numbers: '', kind: 'normal' }} bodyOf={({ numbers, kind }) => ({ wardId, numbers, kind })} schema={many}
      save={async (body, idempotencyKey) => ({ id: wardId, ...(await call(department.addBeds, { body, idempotencyKey })) })} blame={{}} silent onSaved={onSaved} onClose={onClose}
    />
  );
}
/** Changes a bed. */
export function BedForm({ page, row, onSaved, onClose, remove }: { page: string; row: BedRow; onSaved: (saved: BedRow) => void; onClose: () => void; remove?: ReactNode }) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const kinds = useBedKinds();
  const fields: Field[] = [
    { name: 'bedNo', label: t`床号`, fault: t`填写床号，最多 20 个字`, maxLength: 20 },
    { name: 'kind', label: t`种类`, fault: '', options: kinds },
    { name: 'status', label: t`状态`, fault: '', options: statuses, hint: t`停用后不接新单，进行中的订单照常` },
  ];
  return (
    <Entry<BedRow>
      page={page} row={row} title={t`修改床位`} fields={fields} typed={typedOf(row)} bodyOf={({ bedNo, kind, status }) => ({ bedNo, kind, status: Number(status) })} schema={one}
      save={(body, idempotencyKey) => call(department.editBed, { params: { id: row.id }, body, idempotencyKey })} blame={blamed} onSaved={onSaved} onClose={onClose} remove={remove} version={row.version}
      newest={async () => {
        const now = await call(department.readBed, { params: { id: row.id } });
        return { version: now.version, label: now.bedNo, typed: typedOf(now) };
      }}
    />
  );
}
