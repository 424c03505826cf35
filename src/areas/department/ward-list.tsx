import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { fill, href } from '../../kernel/href.ts';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps, useKeys, useNewHint } from '../../ui/bound-key.tsx';
import { call, newKey } from '../../ui/call.ts';
import { Crumbs } from '../../ui/detail/crumbs.tsx';
import { keptDraft } from '../../ui/draft.ts';
import type { EntryDraft } from '../../ui/entry.tsx';
import { useFormat } from '../../ui/format.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { Line, type Column } from '../../ui/list/column.tsx';
import { choose, type Chosen, type Filter } from '../../ui/list/filter.tsx';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { showMade, useWindows } from '../../ui/list/source.ts';
import { navigate } from '../../ui/location.ts';
import { Remove } from '../../ui/remove.tsx';
import control from '../../ui/style/control.module.css';
import { department, type DepartmentRow, type WardRow } from './contract.ts';
import { DEPARTMENT_KEYS } from './key.ts';
import { Active, done, PATH, placesChanged } from './shared.tsx';
import { WardForm } from './ward.form.tsx';

type Open = { form: 'edit' | 'remove'; row: WardRow; /** Where one was before. */ from?: Open } | { form: 'new' } | null;

/** The wards of one department: Enter shows the beds, `n` makes one, `e` changes the focused one, `t` switches it on or off, Delete removes it, Esc goes back. `of`: the department, once it is read. */
export function WardList({ departmentId, of, filters, chosen }: { departmentId: string; of: DepartmentRow | undefined; filters: readonly Filter[]; chosen: Chosen }) {
  const keys = useKeyProps();
  const newHint = useNewHint();
  const { t } = useLingui();
  const format = useFormat();
  const page = `${PATH}?departmentId=${departmentId}`;
  // what was typed before one left, or before the session expired, is offered again
  const [open, setOpen] = useState<Open>(() => {
    const draft = keptDraft<EntryDraft<WardRow>>(page);
    return draft === null ? null : draft.row === null ? { form: 'new' } : { form: 'edit', row: draft.row };
  });
  const store = useWindows<WardRow>('ward', { ...chosen, departmentId }, (window, signal) => call(department.wards, { query: { ...chosen, departmentId, ...window }, signal }));
  const columns = useMemo((): Column<WardRow>[] => [
    { id: 'name', header: t`病区`, width: 9, grow: 2, cell: (row) => <Line text={row.name} strong /> },
    { id: 'where', header: t`楼栋和楼层`, width: 9, grow: 1, cell: (row) => <Line text={[row.building, row.floor].filter(Boolean).join(' · ') || '—'} /> },
    { id: 'nursePhone', header: t`护士站电话`, width: 9, cell: (row) => row.nursePhone ?? '—' },
    { id: 'status', header: t`状态`, width: 6, cell: (row) => <Active status={row.status} /> },
    { id: 'beds', header: t`床位`, width: 5, number: true, cell: (row) => format.number(row.beds) },
    { id: 'taken', header: t`有订单的床`, width: 9, number: true, cell: (row) => format.number(row.taken) },
  ], [t, format]);
  // before the grid looks: who came in by a key goes on from the first row
  useLayoutEffect(() => void (store.place.enter = true), [store]);
  // coming back from beds, whose number may be another
  useEffect(() => (store.updatedAt === null ? undefined : store.refresh()), [store]);
  const back = (): void => choose(PATH, of === undefined ? {} : { hospitalId: of.hospitalId });
  const close = (): void => setOpen(null);
  const changed = (): void => {
    close();
    placesChanged();
    store.refresh();
  };
  const made = ({ id }: WardRow): void => {
    close();
    placesChanged();
    showMade(store, (row) => row.id === id);
  };
  const withRow = (work: (row: WardRow) => void) => (): boolean => {
    const row = store.at(store.place.index);
    if (row !== undefined) work(row);
    return row !== undefined;
  };
  async function flip({ id, name, building, floor, nursePhone, status, version }: WardRow): Promise<void> {
    const body = { name, building, floor, nursePhone, status: status === 1 ? 0 : 1, version } as const;
    if (await done(() => call(department.editWard, { params: { id }, body, idempotencyKey: newKey() }))) announce(body.status === 1 ? t`已启用${name}` : t`已停用${name}`);
    store.refresh();
  }
  useKeys([
    [DEPARTMENT_KEYS.add, () => setOpen({ form: 'new' })],
    [DEPARTMENT_KEYS.edit, withRow((row) => setOpen({ form: 'edit', row }))],
    [DEPARTMENT_KEYS.status, withRow((row) => void flip(row))],
    [DEPARTMENT_KEYS.map, withRow((row) => navigate(href('/order/bed', {}, { hospital: row.hospitalId, ward: row.id })))],
    [DEPARTMENT_KEYS.remove, withRow((row) => setOpen({ form: 'remove', row }))],
    [OWN_KEYS.back, back],
  ]);
  const label = of === undefined ? t`病区` : t`${of.hospitalName} · ${of.name} · 病区`;
  return (
    <>
      <List
        path={PATH} label={label} hint={newHint(t`这个科室还没有病区。`, DEPARTMENT_KEYS.add)} filters={filters} chosen={{ ...chosen, departmentId }} store={store} columns={columns} keyOf={(row) => row.id} onOpen={(row) => choose(PATH, { wardId: row.id })}
        tabs={<Crumbs inset trail={[{ to: fill(PATH, {}, { hospitalId: of?.hospitalId }), words: of === undefined ? t`全部科室` : t`${of.hospitalName} · 科室` }]} />}
        tools={
          <button type="button" className={`${control.button} ${control.primary}`} {...keys(DEPARTMENT_KEYS.add)} onClick={() => setOpen({ form: 'new' })}><Trans>新建病区</Trans> <KeyCap of={DEPARTMENT_KEYS.add} /></button>
        }
        short={(row) => (
          <>
            <span className={listStyle.pair}><b>{row.name}</b><Active status={row.status} /></span>
            <span className={`${listStyle.pair} ${listStyle.second}`}><span>{[row.building, row.floor].filter(Boolean).join(' · ')}</span><span>{t`${plural(row.beds, { other: '# 床位' })}，${plural(row.taken, { other: '# 张有订单' })}`}</span></span>
          </>
        )}
      />
      {open?.form === 'new' && <WardForm page={page} row={null} departmentId={departmentId} onSaved={made} onClose={close} />}
      {open?.form === 'edit' && <WardForm page={page} row={open.row} departmentId={departmentId} onSaved={changed} onClose={close} remove={<button type="button" className={`${control.button} ${control.danger}`} onClick={() => setOpen({ form: 'remove', row: open.row, from: open })}><Trans>删除</Trans></button>} />}
      {open?.form === 'remove' && (
        <Remove
          page={page} title={t`删除病区“${open.row.name}”？`} text={t`它的 ${open.row.beds} 张床一并删除，不能撤销。`} body={['ward', open.row.id]}
          work={(idempotencyKey) => call(department.removeWard, { params: { id: open.row.id }, idempotencyKey })} onRemoved={() => (announce(t`已删除`), changed())} onClose={() => setOpen(open.from ?? null)}
        />
      )}
    </>
  );
}
