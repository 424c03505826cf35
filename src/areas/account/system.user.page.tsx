import { useEffect, useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { may, type Right } from '../../kernel/access.ts';
import { fill } from '../../kernel/href.ts';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps, useKeys, useNewHint } from '../../ui/bound-key.tsx';
import { call, CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { useFormat } from '../../ui/format.ts';
import { LIST_KEYS } from '../../ui/key-entry.ts';
import { useChosen } from '../../ui/list/filter.tsx';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { filterOf } from '../../ui/list/condition.ts';
import { selectedRows } from '../../ui/list/selected-rows.ts';
import { countSelected, selectedOf, useSelection } from '../../ui/list/selection.ts';
import { useVersion, useWindows } from '../../ui/list/source.ts';
import { navigate, useQuery } from '../../ui/location.ts';
import { outdated, useAsked } from '../../ui/read.ts';
import type { Results } from '../../ui/run-each.ts';
import { personChanged, useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { AccountForm } from './account.form.tsx';
import { AccountPlaces } from './account-places.tsx';
import { ShortAccount, useAccountColumns, useAccountFields, useAccountFilters } from './account-list.tsx';
import { Bulk } from './bulk.tsx';
import { account, EXPORTED, type AccountRow } from './contract.ts';
import { Import } from './import.dialog.tsx';
import { ACCOUNT_KEYS } from './key.ts';
import { nameOf, type BulkVerb } from './name.ts';
import { Reset } from './reset.tsx';
import { Secret } from './secret.tsx';
import { rememberDone, Undo } from './undo.tsx';

const PATH = '/system/user';
type Query = Omit<NonNullable<Parameters<typeof call<typeof account.list>>[1]>['query'] & object, 'pageNum' | 'pageSize'>;
type Can = AccountRow['can'][number];
/** A question that stands over the list. */
type Open = { kind: 'bulk'; verb: BulkVerb; rows: readonly AccountRow[] } | { kind: 'reset'; row: AccountRow } | { kind: 'secret'; name: string; password: string } | null;
/** Accounts that one bulk verb takes. */
const MOST = 5_000;
/** What the address opens over the list. */
const OVER = ['new', 'edit', 'import', 'export'] as const;

/** `/system/user`: the accounts. `?edit=…`, `?new`, `?import` and `?export` open what they say over the list. */
export default function UserPage() {
  const keys = useKeyProps();
  const newHint = useNewHint();
  const { t } = useLingui();
  const format = useFormat();
  const query = useQuery();
  const viewer = useViewer();
  const filters = useAccountFilters();
  const fields = useAccountFields(filters);
  const chosen = useChosen(filters, fields);
  const columns = useAccountColumns();
  const store = useWindows<AccountRow>('account', chosen, (window, signal) => call(account.list, { query: { ...(chosen as Query), ...window }, signal }));
  useVersion(store);
  const selection = useSelection(store);
  const [open, setOpen] = useState<Open>(null);
  const [pasted, setPasted] = useState<File | null>(null);
  const count = countSelected(selection, store.total);
  const many = count === null ? null : format.number(count);
  const over = OVER.find((name) => query.has(name)) ?? null;
  const editing = over === 'edit' ? query.get('edit') : null;
  const can = (right: Right): boolean => viewer !== null && may(viewer, right);
  const [adds, imports, exports] = [can('sys:user:add'), can('sys:user:import'), can('sys:user:export')];

  const held = editing === null ? undefined : store.at(store.indexWhere(({ id }) => id === editing));
  // a link may open one that stands in no window: what may be done to it travels with its row alone
  const far = useAsked([account.selected.path, { id: editing }], (signal) => call(account.selected, { body: { selection: { mode: 'include', ids: [editing!], filter: {} } }, signal }), editing !== null && held === undefined);
  const row = held ?? far.data?.[0];
  function refresh(): void {
    store.refresh();
    outdated([account.selected]);
  }

  const show = (what: Record<string, string>): void => navigate(fill(PATH, {}, { ...chosen, ...what }), { state: { over: true } });
  /** Closes what the address opened: back to where one was, or on to the list when one came by the address. */
  const close = (): void => ((history.state as { over?: boolean } | null)?.over === true ? history.back() : navigate(fill(PATH, {}, chosen), { replace: true }));
  const edit = (row: AccountRow): void => {
    // the drawer gives the focus back by itself
    store.place.enter = false;
    show({ edit: row.id });
  };
  const openImport = (file: File | null): void => {
    setPasted(file);
    show({ import: '1' });
  };
  // the next import begins with its own sheet
  useEffect(() => (over === 'import' ? undefined : setPasted(null)), [over]);
  const focused = (): AccountRow | undefined => store.at(store.place.index);
  /** Does it to the focused row, or says why that refuses it: for a right that is missing, or because it is one's own. */
  const withRow = (act: Can, work: (row: AccountRow) => void) => (): void => {
    const row = focused();
    const right = `sys:user:${act}` as const;
    // with some selected it would be done to the focused one alone, which need not be among them
    if (count !== 0 && act !== 'edit' && can(right)) announce(t`这项操作一次只办一个账号，请先取消选中`);
    else if (row === undefined) announce(t`先打开或移到一条记录`);
    else if (row.can.includes(act)) work(row);
    else announce(can(right) ? t`不能对自己的账号这样做` : t`你的角色没有这项权限（${right}）`);
  };
  async function setStatus(row: AccountRow): Promise<void> {
    const status = row.status === 1 ? '0' : '1';
    try {
      const said = await call(account.status, { params: { id: row.id }, query: { status }, idempotencyKey: newKey() });
      if (said === null) rememberDone(status === '1' ? 'enable' : 'disable', [row]);
      else announce(t`没有改动：状态之前已经改过`);
      refresh();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) announce(error.message);
    }
  }
  const bulk = (verb: BulkVerb, rows: readonly AccountRow[]): void => setOpen({ kind: 'bulk', verb, rows });
  /** Of what is selected, what was done is not any more. */
  function leave(rows: readonly AccountRow[], done: Results): void {
    const left = selection.all ? new Map(rows.map((row) => [row.id, row])) : selection.rows;
    selection.set(new Map([...left].filter(([id]) => done.get(id) !== null)));
    refresh();
  }
  /** Does it to those that are selected, which may be many that nobody has looked at. */
  async function bulkSelected(verb: BulkVerb): Promise<void> {
    // some of them done and the others forgotten would pass for all
    if (count !== null && count > MOST) return announce(t`一次最多 ${format.number(MOST)} 个，用筛选分几次做`);
    try {
      bulk(verb, selection.all ? await selectedRows(account.selected, selectedOf(selection, filterOf(chosen)), MOST) : [...selection.rows.values()]);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) announce(error.message);
    }
  }
  useKeys([
    adds && [ACCOUNT_KEYS.add, () => show({ new: '1' })],
    [ACCOUNT_KEYS.edit, withRow('edit', edit)],
    [ACCOUNT_KEYS.status, withRow('status', (row) => void setStatus(row))],
    [ACCOUNT_KEYS.reset, withRow('reset', (row) => setOpen({ kind: 'reset', row }))],
    [ACCOUNT_KEYS.remove, () => (count !== 0 ? void bulkSelected('delete') : withRow('delete', (row) => bulk('delete', [row]))())],
  ]);

  const verb = (act: 'status' | 'reset' | 'delete', words: string, work: (row: AccountRow) => void, danger = false): ReactNode =>
    row?.can.includes(act) === true && <button type="button" className={danger ? `${control.button} ${control.danger}` : control.button} onClick={() => (close(), work(row))}>{words} <KeyCap of={ACCOUNT_KEYS[act === 'delete' ? 'remove' : act]} /></button>;
  const verbs = row !== undefined && row.can.some((act) => act !== 'edit') && (
    <>
      {verb('status', row.status === 1 ? t`停用账号` : t`启用账号`, (one) => void setStatus(one))}
      {verb('reset', t`重置密码`, (one) => setOpen({ kind: 'reset', row: one }))}
      {verb('delete', t`删除`, (one) => bulk('delete', [one]), true)}
      {row.can.includes('reset') && viewer !== null && row.role > viewer.role && <AccountPlaces id={row.id} />}
    </>
  );
  return (
    <>
      <List
        path={PATH} name="account" fields={fields} findIn={account.findIn} exports={exports ? { endpoint: account.exportRows, columns: EXPORTED, asked: over === 'export', onClose: close } : undefined} label={t`账号管理`} hint={newHint(t`账号会出现在这里。`, ACCOUNT_KEYS.add)} filters={filters} chosen={chosen} store={store} columns={columns} keyOf={({ id }) => id} onOpen={edit} selection={{ ...selection, nameOf }}
        tools={
          <>
            {imports && <button type="button" className={control.button} onClick={() => openImport(null)}><Trans>导入</Trans></button>}
            {adds && <button type="button" className={`${control.button} ${control.primary}`} {...keys(ACCOUNT_KEYS.add)} onClick={() => show({ new: '1' })}><Trans>新建账号</Trans> <KeyCap of={ACCOUNT_KEYS.add} /></button>}
          </>
        }
        bar={
          <>
            {count !== 0 && (
              <section className={listStyle.bar} aria-label={t`选中的账号`}>
                <span>{many === null ? t`已选全部` : t`已选 ${many} 个`}</span>
                <button type="button" className={control.button} onClick={() => void bulkSelected('enable')}><Trans>启用账号</Trans></button>
                <button type="button" className={control.button} onClick={() => void bulkSelected('disable')}><Trans>停用账号</Trans></button>
                <button type="button" className={`${control.button} ${control.danger}`} {...keys(ACCOUNT_KEYS.remove)} onClick={() => void bulkSelected('delete')}><Trans>删除</Trans> <KeyCap of={ACCOUNT_KEYS.remove} /></button>
                <button type="button" className={`${control.button} ${control.quiet}`} {...keys(LIST_KEYS.none)} onClick={() => selection.set(new Map())}><Trans>取消选中</Trans> <KeyCap of={LIST_KEYS.none} /></button>
              </section>
            )}
            <Undo onUndone={refresh} />
          </>
        }
        {...(imports ? { onPaste: openImport } : {})} lines={3} short={(each) => <ShortAccount row={each} />}
      />
      {((over === 'new' && adds) || editing !== null) && (
        <AccountForm
          key={editing ?? 'new'} id={editing} verbs={verbs || undefined} onStale={refresh} onClose={close}
          onCreated={({ password }, { username, nickname }) => {
            close();
            refresh();
            setOpen({ kind: 'secret', name: `${nickname.trim()} (${username.trim()})`, password });
          }}
          onSaved={({ id, nickname }) => {
            if (id === viewer?.userId) personChanged({ nickname, avatar: viewer.avatar });
            close();
            announce(t`已保存`);
            refresh();
          }}
        />
      )}
      {over === 'import' && imports && <Import given={pasted} onImported={refresh} onClose={close} />}
      {open?.kind === 'bulk' && over === null && <Bulk verb={open.verb} rows={open.rows} onChanged={(done) => leave(open.rows, done)} onClose={() => setOpen(null)} />}
      {open?.kind === 'reset' && over === null && <Reset row={open.row} onClose={() => setOpen(null)} onReset={(password) => setOpen({ kind: 'secret', name: nameOf(open.row), password })} />}
      {open?.kind === 'secret' && over === null && <Secret name={open.name} password={open.password} onDone={() => setOpen(null)} />}
    </>
  );
}
