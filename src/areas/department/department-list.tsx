import { useEffect, useMemo, useState } from 'react';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps, useKeys, useNewHint } from '../../ui/bound-key.tsx';
import { call, newKey } from '../../ui/call.ts';
import { Back } from '../../ui/detail/back.tsx';
import { keptDraft } from '../../ui/draft.ts';
import type { EntryDraft } from '../../ui/entry.tsx';
import { useFormat } from '../../ui/format.ts';
import { Line, type Column } from '../../ui/list/column.tsx';
import { choose, type Chosen, type Filter } from '../../ui/list/filter.tsx';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { showMade, useWindows } from '../../ui/list/source.ts';
import { Remove } from '../../ui/remove.tsx';
import control from '../../ui/style/control.module.css';
import { department, type DepartmentRow } from './contract.ts';
import { DepartmentForm } from './department.form.tsx';
import { DEPARTMENT_KEYS } from './key.ts';
import { Active, done, PATH, placesChanged } from './shared.tsx';

type Open = { form: 'edit' | 'remove'; row: DepartmentRow; /** Where one was before. */ from?: Open } | { form: 'new' } | null;
const PAGE = `${PATH}?department`;

/** The departments of one hospital, or of all: Enter shows the wards, `n` makes one, `e` changes the focused one, `t` switches it on or off, Delete removes it, Esc goes back to the hospitals. */
export function DepartmentList({ filters, chosen }: { filters: readonly Filter[]; chosen: Chosen }) {
  const keys = useKeyProps();
  const newHint = useNewHint();
  const { t } = useLingui();
  const format = useFormat();
  // what was typed before one left, or before the session expired, is offered again
  const [open, setOpen] = useState<Open>(() => {
    const draft = keptDraft<EntryDraft<DepartmentRow>>(PAGE);
    return draft === null ? null : draft.row === null ? { form: 'new' } : { form: 'edit', row: draft.row };
  });
  const { hospitalId } = chosen;
  const store = useWindows<DepartmentRow>('department', chosen, (window, signal) => call(department.list, { query: { ...chosen, ...window }, signal }));
  const columns = useMemo((): Column<DepartmentRow>[] => [
    { id: 'name', header: t({ context: '标题', message: '科室' }), width: 9, grow: 2, cell: (row) => <Line text={row.name} also={row.code} strong /> },
    ...(hospitalId === undefined ? [{ id: 'hospital', header: t`医院`, width: 11, grow: 2, cell: (row: DepartmentRow) => <Line text={row.hospitalName} /> }] : []),
    { id: 'status', header: t`状态`, width: 6, cell: (row) => <Active status={row.status} /> },
    { id: 'wards', header: t({ context: '数量', message: '病区' }), width: 5, number: true, cell: (row) => format.number(row.wards) },
    { id: 'beds', header: t`床位`, width: 5, number: true, cell: (row) => format.number(row.beds) },
    { id: 'live', header: t`进行中订单`, width: 7, number: true, cell: (row) => format.number(row.liveOrders) },
    { id: 'sort', header: t`顺序`, width: 5, number: true, cell: (row) => format.number(row.sort) },
  ], [t, format, hospitalId]);
  // coming back from wards, whose number may be another
  useEffect(() => (store.updatedAt === null ? undefined : store.refresh()), [store]);
  const close = (): void => setOpen(null);
  const changed = (): void => {
    close();
    placesChanged();
    store.refresh();
  };
  const made = ({ id }: DepartmentRow): void => {
    close();
    placesChanged();
    showMade(store, (row) => row.id === id);
  };
  const withRow = (work: (row: DepartmentRow) => void) => (): boolean => {
    const row = store.at(store.place.index);
    if (row !== undefined) work(row);
    return row !== undefined;
  };
  async function flip({ id, name, sort, status, version }: DepartmentRow): Promise<void> {
    const body = { name, sort, status: status === 1 ? 0 : 1, version } as const;
    if (await done(() => call(department.edit, { params: { id }, body, idempotencyKey: newKey() }))) announce(body.status === 1 ? t`已启用${name}` : t`已停用${name}`);
    store.refresh();
  }
  useKeys([
    [DEPARTMENT_KEYS.add, () => setOpen({ form: 'new' })],
    [DEPARTMENT_KEYS.edit, withRow((row) => setOpen({ form: 'edit', row }))],
    [DEPARTMENT_KEYS.status, withRow((row) => void flip(row))],
    [DEPARTMENT_KEYS.remove, withRow((row) => setOpen({ form: 'remove', row }))],
  ]);
  return (
    <>
      <List
        path={PATH} label={t`科室与床位`} hint={newHint(t`科室会出现在这里。`, DEPARTMENT_KEYS.add)} filters={filters} chosen={chosen} store={store} columns={columns} keyOf={(row) => row.id} onOpen={(row) => choose(PATH, { departmentId: row.id })}
        tabs={<Back inset list="/system/hospital" label={t`医院管理`} />}
        tools={<button type="button" className={`${control.button} ${control.primary}`} {...keys(DEPARTMENT_KEYS.add)} onClick={() => setOpen({ form: 'new' })}><Trans>新建科室</Trans> <KeyCap of={DEPARTMENT_KEYS.add} /></button>}
        short={(row) => (
          <>
            <span className={listStyle.pair}><b>{row.name}</b><Active status={row.status} /></span>
            <span className={`${listStyle.pair} ${listStyle.second}`}><span>{row.hospitalName}</span><span>{t`${plural(row.wards, { other: '# 病区' })} · ${plural(row.beds, { other: '# 床位' })}`}</span></span>
          </>
        )}
      />
      {open?.form === 'new' && <DepartmentForm page={PAGE} row={null} hospitalId={hospitalId ?? ''} onSaved={made} onClose={close} />}
      {open?.form === 'edit' && <DepartmentForm page={PAGE} row={open.row} hospitalId="" onSaved={changed} onClose={close} remove={<button type="button" className={`${control.button} ${control.danger}`} onClick={() => setOpen({ form: 'remove', row: open.row, from: open })}><Trans>删除</Trans></button>} />}
      {open?.form === 'remove' && (
        <Remove
          page={PAGE} title={t`删除科室“${open.row.name}”？`} text={t`它的 ${open.row.wards} 个病区和 ${open.row.beds} 张床一并删除，不能撤销。`} body={['department', open.row.id]}
          work={(idempotencyKey) => call(department.remove, { params: { id: open.row.id }, idempotencyKey })} onRemoved={() => (announce(t`已删除`), changed())} onClose={() => setOpen(open.from ?? null)}
        />
      )}
    </>
  );
}
