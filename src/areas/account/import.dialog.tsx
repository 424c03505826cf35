import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../ui/format.ts';
import { ImportDrawer } from '../../ui/import.drawer.tsx';
import { account } from './contract.ts';

/** Lines of one sheet of accounts. */
const MOST = 5_000;
/** Imports accounts from a sheet. */
export function Import({ given = null, onImported, onClose }: { given?: File | null; onImported: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <ImportDrawer
      title={t`导入账号`} endpoint={account.import} template={account.template} most={MOST} given={given} onImported={onImported} onClose={onClose}
      words={{ write: (count) => t`导入 ${count} 个账号`, none: t`表格里没有账号`, done: ({ rows }) => t`已导入 ${format.number(rows)} 个账号。它们还没有密码：在列表里重置密码，得到一次性密码。` }}
    />
  );
}
