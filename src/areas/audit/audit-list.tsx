import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import { fill } from '../../kernel/href.ts';
import { call } from '../../ui/call.ts';
import { useFormat } from '../../ui/format.ts';
import { Line, type Column } from '../../ui/list/column.tsx';
import { fieldsOf, type Field } from '../../ui/list/condition.ts';
import { useChosen, type Filter } from '../../ui/list/filter.tsx';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { useWindows } from '../../ui/list/source.ts';
import { navigate } from '../../ui/location.ts';
import { Status } from '../../ui/status.tsx';
import { AUDIT_BESIDE, AUDIT_EXPORTED, AUDIT_FIELDS, auditTrail, type AuditRow } from './contract.ts';
import { useKnown, useReason } from './detail.tsx';
import { ACTION_WORDS, ENTITY_WORDS } from './words.ts';

const PATH = '/system/audit';
/** The audit, newest first; Enter shows a line whole. */
export function AuditList() {
  const { t } = useLingui();
  const format = useFormat();
  const known = useKnown();
  const reason = useReason();
  const named = (words: typeof ACTION_WORDS) => Object.keys(words).map((value) => ({ value, label: known(words, value) }));
  const filters: Filter[] = [
    { name: 'actor', label: t`操作人`, options: [], accepts: /\S/, typed: 'search' },
    { name: 'action', label: t`动作`, options: named(ACTION_WORDS), accepts: /^[\w.-]{1,64}$/ },
    { name: 'entity', label: t`对象`, options: named(ENTITY_WORDS), accepts: /^[\w-]{1,64}$/ },
    { name: 'entityId', label: t`编号`, options: [], accepts: /\S/, typed: 'search' },
    { name: 'ok', label: t({ context: '一个', message: '结果' }), options: [{ value: 'true', label: t`成功` }, { value: 'false', label: t`未成功` }] },
  ];
  const fields = useMemo((): readonly Field[] => fieldsOf(AUDIT_FIELDS, {
    at: { label: t`时间`, also: ['时间', 'time', 'shi jian'] },
    actor: { label: t`操作人`, also: ['操作人', 'actor', 'who', 'cao zuo ren'] },
    action: { label: t`动作`, also: ['动作', 'action', 'dong zuo'], options: named(ACTION_WORDS), param: 'action' },
    entity: { label: t`对象`, also: ['对象', 'object', 'dui xiang'], options: named(ENTITY_WORDS), param: 'entity' },
    entityId: { label: t`编号`, also: ['编号', 'number', 'bian hao'] },
    ok: { label: t`结果`, also: ['结果', 'result', 'jie guo'], options: [{ value: 'true', label: t`成功`, also: ['done', 'ok'] }, { value: 'false', label: t`未成功`, also: ['failed'] }], param: 'ok' },
    ip: { label: t`地址`, also: ['地址', 'address', 'ip', 'di zhi'] },
    // the words say the same as long as the language does
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }), [t]);
  const chosen = useChosen(filters, fields);
  const store = useWindows<AuditRow>('audit', chosen, (window, signal) => call(auditTrail.list, { query: { ...(chosen as { ok?: 'true' | 'false' }), ...window }, signal }));
  const who = (row: AuditRow): string => (row.actorId === null ? t`未登录` : (row.actor ?? row.actorId));
  const what = (row: AuditRow): string | null => (row.entity === null ? null : [known(ENTITY_WORDS, row.entity), row.entityId].filter(Boolean).join(' '));
  const ended = (row: AuditRow) => <Status tone={row.ok ? 'ok' : 'danger'} words={row.ok ? t`成功` : row.error === null ? t`未成功` : reason(row.error)} />;
  const columns = useMemo((): Column<AuditRow>[] => [
    { id: 'at', header: t`时间`, width: 11, sort: 'at', cell: (row) => format.instant(row.at) },
    { id: 'actor', header: t`操作人`, width: 9, grow: 1, cell: (row) => <Line text={who(row)} strong /> },
    { id: 'action', header: t`动作`, width: 9, grow: 1, cell: (row) => <Line text={known(ACTION_WORDS, row.action)} /> },
    { id: 'entity', header: t`对象`, width: 11, grow: 1, cell: (row) => <Line text={what(row) ?? '—'} /> },
    { id: 'ok', header: t({ context: '一个', message: '结果' }), width: 9, grow: 1, cell: ended },
    { id: 'ip', header: t`地址`, width: 9, cell: (row) => row.ip ?? '—' },
    // the other functions say the same as long as the language does
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  ], [t, format]);
  return (
    <List
      path={PATH} name="audit" fields={fields} findIn={auditTrail.findIn} exports={{ endpoint: auditTrail.export, columns: AUDIT_EXPORTED, beside: { columns: AUDIT_BESIDE, words: t`另加编号、原因、账号、角色、之前、之后。` } }} label={t`审计日志`} hint={t`登录、改动和查看个人资料都会记在这里。`} filters={filters} chosen={chosen} store={store} day={{ field: 'at', desc: true, label: t`时间` }} columns={columns} keyOf={(row) => row.id} onOpen={(row) => navigate(fill(PATH, {}, { line: row.id }))}
      short={(row) => (
        <>
          <span className={listStyle.pair}><b>{known(ACTION_WORDS, row.action)}</b>{ended(row)}</span>
          <span className={`${listStyle.pair} ${listStyle.second}`}><span>{[who(row), what(row)].filter(Boolean).join(' · ')}</span><span>{format.instant(row.at)}</span></span>
        </>
      )}
    />
  );
}
