import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { Reply } from '../../kernel/endpoint.ts';
import { call } from '../../ui/call.ts';
import { useFormat } from '../../ui/format.ts';
import { Line, type Column } from '../../ui/list/column.tsx';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { useWindows } from '../../ui/list/source.ts';
import { roleWords } from '../../ui/role.ts';
import { Status } from '../../ui/status.tsx';
import { account } from './contract.ts';

type AccountRow = Reply<typeof account.list>['list'][number];

function Active({ row }: { row: AccountRow }) {
  const { t } = useLingui();
  return <Status tone={row.status === 1 ? 'ok' : 'neutral'} words={row.status === 1 ? t`启用` : t`停用`} />;
}

/** The accounts, to read. */
export default function UserPage() {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const store = useWindows<AccountRow>('account', {}, (window, signal) => call(account.list, { query: window, signal }));
  const columns = useMemo((): Column<AccountRow>[] => [
    { id: 'username', header: t`账号`, width: 7, grow: 1, cell: (row) => <Line text={row.username} strong /> },
    { id: 'nickname', header: t`姓名`, width: 6, grow: 1, cell: (row) => <Line text={row.nickname ?? '—'} /> },
    { id: 'role', header: t`角色`, width: 9.8, cell: (row) => i18n._(roleWords(row.role)) },
    { id: 'status', header: t`状态`, width: 6, cell: (row) => <Active row={row} /> },
    { id: 'hospitals', header: t`医院`, width: 12, grow: 3, cell: (row) => <Line text={row.hospitals.join(' · ') || '—'} /> },
    { id: 'mobile', header: t`手机`, width: 7.5, cell: (row) => row.mobile ?? '—' },
    { id: 'login', header: t`上次登录`, width: 11, cell: (row) => (row.lastLoginAt === null ? '—' : format.instant(row.lastLoginAt)) },
  ], [t, i18n, format]);
  return (
    <List
      path="/system/user" label={t`账号管理`} hint={t`账号会出现在这里。`} store={store} columns={columns} keyOf={(row) => row.id}
      lines={3} short={(row) => (
        <>
          <span className={listStyle.pair}><b>{row.nickname ?? row.username}</b><Active row={row} /></span>
          <span className={`${listStyle.pair} ${listStyle.second}`}><span>{row.username} · {i18n._(roleWords(row.role))}</span><span>{row.mobile}</span></span>
          <span className={`${listStyle.pair} ${listStyle.second}`}><span>{row.hospitals.join(' · ')}</span><span>{row.lastLoginAt === null ? null : format.instant(row.lastLoginAt)}</span></span>
        </>
      )}
    />
  );
}
