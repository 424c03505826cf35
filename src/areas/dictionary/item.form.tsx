import type { ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { Entry, placeOf, type Field, type Typed } from '../../ui/entry.tsx';
import { dictionary, TAGS, type ItemRow } from './contract.ts';
import { TAG_WORDS } from './words.ts';

const TAKEN = 40903;
const blankIsNone = (text: string | undefined): string | null => text?.trim() || null;
const typedOf = (row: ItemRow | null): Typed => ({ value: row?.value ?? '', label: row?.label ?? '', labelEn: row?.labelEn ?? '', tag: row?.tag ?? '', sort: String(row?.sort ?? ''), status: String(row?.status ?? 1), remark: row?.remark ?? '' });

/** Makes an item of this dictionary, or changes `row`. */
export function ItemForm({ page, code, row, onSaved, onClose, remove }: { /** Under which what was typed is kept. */ page: string; code: string; row: ItemRow | null; onSaved: (saved: ItemRow) => void; onClose: () => void; remove?: ReactNode }) {
  const { t, i18n } = useLingui();
  const fields: Field[] = [
    { name: 'value', label: t`值`, fault: t`填写值，最多 64 个字`, hint: t`记录里存的就是它，用过以后不要改`, maxLength: 64 },
    { name: 'label', label: t`中文标签`, fault: t`填写标签，最多 64 个字`, maxLength: 64 },
    { name: 'labelEn', label: t`英文标签`, fault: t`最多 64 个字`, hint: t`空着时，英文界面显示中文标签`, maxLength: 64 },
    { name: 'tag', label: t`颜色`, fault: '', options: [{ value: '', label: t({ context: '颜色', message: '无' }) }, ...TAGS.map((tag) => ({ value: tag, label: i18n._(TAG_WORDS[tag]) }))] },
    { name: 'sort', label: t`顺序`, fault: t`填写 0 至 100000 的整数，小的在前`, type: 'number', maxLength: 6, ...(row === null ? { hint: t`空着时排在最后` } : {}) },
    { name: 'status', label: t`状态`, fault: '', options: [{ value: '1', label: t`启用` }, { value: '0', label: t`停用` }] },
    { name: 'remark', label: t`备注`, fault: t`最多 200 个字`, maxLength: 200 },
  ];
  return (
    <Entry<ItemRow>
      page={page} row={row} title={row === null ? t`新建字典项` : t`修改字典项`} fields={fields}
      typed={typedOf(row)}
      bodyOf={({ value, label, labelEn, tag, sort, status, remark }) => ({ value, label, labelEn: blankIsNone(labelEn), tag: tag === '' ? null : tag, sort: placeOf(sort, row === null), status: Number(status), remark: blankIsNone(remark) })}
      schema={row === null ? dictionary.addItem.body! : dictionary.editItem.body!}
      save={(body, idempotencyKey) => (row === null ? call(dictionary.addItem, { params: { dictCode: code }, body, idempotencyKey }) : call(dictionary.editItem, { params: { dictCode: code, itemId: row.id }, body, idempotencyKey }))}
      blame={{ [TAKEN]: 'value' }} onSaved={onSaved} onClose={onClose} remove={remove}
      {...(row === null ? {} : {
        version: row.version,
        newest: async () => {
          const now = await call(dictionary.itemForm, { params: { dictCode: code, itemId: row.id } });
          return { version: now.version, label: now.label, typed: typedOf(now) };
        },
      })}
    />
  );
}
