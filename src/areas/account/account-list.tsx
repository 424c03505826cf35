import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { Line, type Column } from '../../ui/list/column.tsx';
import { fieldsOf, type Field } from '../../ui/list/condition.ts';
import type { Filter } from '../../ui/list/filter.tsx';
import listStyle from '../../ui/list/list.module.css';
import { useRead } from '../../ui/read.ts';
import { roleWords } from '../../ui/role.ts';
import { Status } from '../../ui/status.tsx';
import { hospital } from '../hospital/contract.ts';
import { ACCOUNT_FIELDS, type AccountRow } from './contract.ts';

function Active({ row }: { row: AccountRow }) {
  const { t } = useLingui();
  return <Status tone={row.status === 1 ? 'ok' : 'neutral'} words={row.status === 1 ? t`启用` : t`停用`} />;
}

/** The filters of the accounts. */
export function useAccountFilters(): Filter[] {
  const { t, i18n } = useLingui();
  const hospitals = useRead(hospital.options).data;
  return useMemo(() => [
    { name: 'keywords', label: t`查找`, options: [], accepts: /\S/, typed: 'search' },
    { name: 'role', label: t`角色`, options: [1, 2, 3, 4].map((role) => ({ value: String(role), label: i18n._(roleWords(role)) })) },
    { name: 'status', label: t`状态`, options: [{ value: '1', label: t`启用` }, { value: '0', label: t`停用` }] },
    { name: 'hospitalId', label: t`医院`, options: (hospitals ?? []).map(({ id, name }) => ({ value: id, label: name })), accepts: /^\d{1,18}$/ },
  ], [t, i18n, hospitals]);
}
/** What the accounts can be asked and sorted by, in words of both languages. */
export function useAccountFields(filters: readonly Filter[]): readonly Field[] {
  const { t } = useLingui();
  return useMemo(() => {
    const options = (name: string) => filters.find((filter) => filter.name === name)?.options ?? [];
    return fieldsOf(ACCOUNT_FIELDS, {
      role: { label: t`角色`, also: ['角色', 'role', 'jue se'], options: options('role'), param: 'role' },
      status: { label: t`状态`, also: ['状态', 'status', 'zhuang tai'], options: options('status'), param: 'status' },
      hospitalId: { label: t`医院`, also: ['医院', 'hospital', 'yi yuan'], options: options('hospitalId'), param: 'hospitalId' },
      username: { label: t`账号`, also: ['账号', 'account', 'username', 'zhang hao'] },
      nickname: { label: t`姓名`, also: ['姓名', 'name', 'xing ming'] },
      mobile: { label: t`手机`, also: ['手机', 'mobile', 'phone', 'shou ji'] },
      lastLoginAt: { label: t`上次登录`, also: ['上次登录', 'last sign-in', 'shang ci deng lu'] },
      createdAt: { label: t`创建时间`, also: ['创建时间', 'created', 'chuang jian shi jian'] },
    });
  }, [t, filters]);
}
/** The columns of the accounts; their ids are those of an export. */
export function useAccountColumns(): Column<AccountRow>[] {
  const { t, i18n } = useLingui();
  const format = useFormat();
  // words are wider in English
  const english = useLanguage() === 'en';
  return useMemo(() => [
    { id: 'username', header: t`账号`, width: 7, grow: 1, sort: 'username', cell: (row) => <Line text={row.username} strong /> },
    { id: 'nickname', header: t`姓名`, width: 6, grow: 1, sort: 'nickname', cell: (row) => <Line text={row.nickname ?? '—'} /> },
    { id: 'role', header: t`角色`, width: english ? 9.8 : 6, sort: 'role', cell: (row) => <Line text={i18n._(roleWords(row.role))} /> },
    { id: 'hospitals', header: t`医院`, width: 12, grow: 3, cell: (row) => <Line text={row.hospitals.join(' · ') || '—'} /> },
    { id: 'mobile', header: t`手机`, width: 7.5, cell: (row) => row.mobile ?? '—' },
    { id: 'status', header: t`状态`, width: 6, sort: 'status', cell: (row) => <Active row={row} /> },
    { id: 'lastLoginAt', header: t`上次登录`, width: 11, sort: 'lastLoginAt', cell: (row) => (row.lastLoginAt === null ? '—' : format.instant(row.lastLoginAt)) },
  ], [t, i18n, format, english]);
}
/** An account on a narrow screen: three lines. */
export function ShortAccount({ row }: { row: AccountRow }) {
  const { i18n } = useLingui();
  const format = useFormat();
  return (
    <>
      <span className={listStyle.pair}><b>{row.nickname ?? row.username}</b><Active row={row} /></span>
      <span className={`${listStyle.pair} ${listStyle.second}`}><span>{row.username} · {i18n._(roleWords(row.role))}</span><span>{row.mobile}</span></span>
      <span className={`${listStyle.pair} ${listStyle.second}`}><span>{row.hospitals.join(' · ')}</span><span>{row.lastLoginAt === null ? null : format.instant(row.lastLoginAt)}</span></span>
    </>
  );
}
