import { useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { Remove } from '../../ui/remove.tsx';
import { entity } from '../entity/contract.ts';
import type { DictRow } from './contract.ts';

/** Asks before a dictionary goes with all its items. */
export function RemoveDictionary({ page, row, onRemoved, onClose }: { page: string; row: DictRow; onRemoved: () => void; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Remove
      page={page} title={t`删除字典“${row.name}”？`} text={t`它的 ${row.items} 个字典项一并删除，不能撤销。用到它的记录会显示原来的值。`} body={['dictionary', row.id]}
      work={(idempotencyKey) => call(entity.remove, { params: { ids: row.id }, idempotencyKey })} onRemoved={onRemoved} onClose={onClose}
    />
  );
}
