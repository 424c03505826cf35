import { useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { Entry, type Field, type Typed } from '../../ui/entry.tsx';
import { entity } from '../entity/contract.ts';
import { dictionary, type DictRow } from './contract.ts';
import type { ReactNode } from 'react';

const TAKEN = 40903;
const RESERVED = 40906;
const blankIsNone = (text: string | undefined): string | null => text?.trim() || null;
const typedOf = (row: DictRow | null): Typed => ({ code: row?.code ?? '', name: row?.name ?? '', status: String(row?.status ?? 1), remark: row?.remark ?? '' });

/** Makes a dictionary, or changes `row`. */
export function DictForm({ page, row, onSaved, onClose, remove }: { /** Under which what was typed is kept. */ page: string; row: DictRow | null; onSaved: (saved: DictRow) => void; onClose: () => void; remove?: ReactNode }) {
  const { t } = useLingui();
  const fields: Field[] = [
    // the product asks for some by their code
    ...(row?.needed ? [] : [{ name: 'code', label: t`编码`, fault: t`小写字母开头，只用小写字母、数字和下划线，2 至 50 个字符`, hint: t`程序用它找到这个字典，例如 care_level`, maxLength: 50 }]),
    { name: 'name', label: t`名称`, fault: t`填写名称，最多 50 个字`, maxLength: 50 },
    ...(row?.needed && row.status === 1 ? [] : [{ name: 'status', label: t`状态`, fault: '', options: [{ value: '1', label: t`启用` }, { value: '0', label: t`停用` }], hint: t`停用后表单不再提供它的选项，已有记录照常显示` }]),
    { name: 'remark', label: t`备注`, fault: t`最多 200 个字`, maxLength: 200 },
  ];
  return (
    <Entry<DictRow>
      page={page} row={row} title={row === null ? t`新建字典` : t`修改字典`} fields={fields} typed={typedOf(row)}
      bodyOf={({ code, name, status, remark }) => ({ code: code?.trim(), name, status: Number(status), remark: blankIsNone(remark) })}
      schema={row === null ? dictionary.add.body! : dictionary.edit.body!}
      save={(body, idempotencyKey) => (row === null ? call(dictionary.add, { body, idempotencyKey }) : call(dictionary.edit, { params: { id: row.id }, body, idempotencyKey }))}
      blame={{ [TAKEN]: 'code', [RESERVED]: 'code' }} onSaved={onSaved} onClose={onClose} remove={remove}
      {...(row === null ? {} : {
        version: row.version,
        newest: async () => {
          const now = (await call(entity.form, { params: { id: row.id } })) as DictRow;
          return { version: now.version, label: now.name, typed: typedOf(now) };
        },
      })}
    />
  );
}
