import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
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
import { Remove } from '../../ui/remove.tsx';
import control from '../../ui/style/control.module.css';
import { toast } from '../../ui/toast.tsx';
import { BedForm, BedsForm, useBedKinds } from './bed.form.tsx';
import { department, type BedRow, type WardRow } from './contract.ts';
import { DEPARTMENT_KEYS } from './key.ts';
import { Active, done, PATH, placesChanged, removeBeds } from './shared.tsx';

type Open = { form: 'edit' | 'remove'; row: BedRow; /** Where one was before. */ from?: Open } | { form: 'new' } | null;

/** The beds of one ward with who has them: `n` makes many, Enter or `e` changes the focused one, `t` switches it on or off, Delete removes it, Esc goes back. `of`: the ward, once it is read. */
export function BedList({ wardId, of, filters, chosen }: { wardId: string; of: WardRow | undefined; filters: readonly Filter[]; chosen: Chosen }) {
  const keys = useKeyProps();
  const newHint = useNewHint();
  const { t } = useLingui();
  const format = useFormat();
  const kinds = useBedKinds();
  const page = `${PATH}?wardId=${wardId}`;
  // what was typed before one left, or before the session expired, is offered again
  const [open, setOpen] = useState<Open>(() => {
    const draft = keptDraft<EntryDraft<BedRow>>(page);
    return draft === null ? null : draft.row === null ? { form: 'new' } : { form: 'edit', row: draft.row };
  });
  const store = useWindows<BedRow>('bed', { ...chosen, wardId }, (window, signal) => call(department.beds, { query: { ...chosen, wardId, ...window }, signal }));
  const [normal, extra] = kinds.map(({ label }) => label);
  const columns = useMemo((): Column<BedRow>[] => [
    { id: 'bedNo', header: t`床号`, width: 6, grow: 1, cell: (row) => <Line text={row.bedNo} strong /> },
    { id: 'kind', header: t`种类`, width: 7.5, cell: (row) => (row.kind === 'extra' ? extra : normal) },
    { id: 'status', header: t`状态`, width: 6, cell: (row) => <Active status={row.status} /> },
    { id: 'patient', header: t`患者`, width: 6, grow: 1, cell: (row) => <Line text={row.order?.patientName ?? '—'} /> },
    { id: 'order', header: t`订单号`, width: 9, cell: (row) => (row.order === null ? '—' : <a href={`#${href('/order/:no', { no: row.order.orderNo })}`} tabIndex={-1}>{row.order.orderNo}</a>) },
    { id: 'days', header: t`起止`, width: 10, cell: (row) => (row.order === null ? '—' : format.dayRange(row.order.from, row.order.to)) },
  ], [t, format, normal, extra]);
  // before the grid looks: who came in by a key goes on from the first row
  useLayoutEffect(() => void (store.place.enter = true), [store]);
  // what was said of these beds is not said over others, nor over the wards, which have the same address
  const said = useRef<() => void>(undefined);
  useEffect(() => () => said.current?.(), [wardId]);
  const back = (): void => choose(PATH, of === undefined ? {} : { departmentId: of.departmentId });
  const close = (): void => setOpen(null);
  const changed = (): void => {
    close();
    placesChanged();
    store.refresh();
  };
  const withRow = (work: (row: BedRow) => void) => (): boolean => {
    const row = store.at(store.place.index);
    if (row !== undefined) work(row);
    return row !== undefined;
  };
  async function flip({ id, bedNo, kind, status, version }: BedRow): Promise<void> {
    const body = { bedNo, kind: kind === 'extra' ? 'extra' : 'normal', status: status === 1 ? 0 : 1, version } as const;
    if (await done(() => call(department.editBed, { params: { id }, body, idempotencyKey: newKey() }))) announce(body.status === 1 ? t`已启用 ${bedNo} 床` : t`已停用 ${bedNo} 床`);
    store.refresh();
  }
  function made({ ids, there }: { ids: readonly string[]; there: number }): void {
    close();
    placesChanged();
    showMade(store, ({ id }) => ids.includes(id));
    const words = there === 0 ? t`已添加 ${ids.length} 张床` : t`已添加 ${ids.length} 张床，${there} 张原来就有`;
    const key = newKey();
    const undo = async (): Promise<void> => {
      if (await done(() => removeBeds(ids, key))) announce(t`刚添加的床已删除`);
      store.refresh();
    };
    said.current = toast({ words, undo: ids.length === 0 ? undefined : undo });
  }
  useKeys([
    [DEPARTMENT_KEYS.add, () => setOpen({ form: 'new' })],
    [DEPARTMENT_KEYS.edit, withRow((row) => setOpen({ form: 'edit', row }))],
    [DEPARTMENT_KEYS.status, withRow((row) => void flip(row))],
    [DEPARTMENT_KEYS.remove, withRow((row) => setOpen({ form: 'remove', row }))],
    [OWN_KEYS.back, back],
  ]);
  const label = of === undefined ? t`床位` : t`${of.hospitalName} · ${of.departmentName} · ${of.name} · 床位`;
  return (
    <>
      <List
        path={PATH} label={label} hint={newHint(t`这个病区还没有床位。一次可以加 1-40床。`, DEPARTMENT_KEYS.add)} filters={filters} chosen={{ ...chosen, wardId }} store={store} columns={columns} keyOf={(row) => row.id} onOpen={(row) => setOpen({ form: 'edit', row })}
        tabs={<Crumbs inset trail={of === undefined ? [{ to: PATH, words: t`全部科室` }] : [{ to: fill(PATH, {}, { hospitalId: of.hospitalId }), words: t`${of.hospitalName} · 科室` }, { to: fill(PATH, {}, { departmentId: of.departmentId }), words: t`${of.departmentName} · 病区` }]} />}
        tools={
          <button type="button" className={`${control.button} ${control.primary}`} {...keys(DEPARTMENT_KEYS.add)} onClick={() => setOpen({ form: 'new' })}><Trans>添加床位</Trans> <KeyCap of={DEPARTMENT_KEYS.add} /></button>
        }
        short={(row) => (
          <>
            <span className={listStyle.pair}><b>{row.bedNo}</b><Active status={row.status} /></span>
            <span className={`${listStyle.pair} ${listStyle.second}`}><span>{row.kind === 'extra' ? extra : normal}</span><span>{row.order === null ? null : `${row.order.patientName} ${format.dayRange(row.order.from, row.order.to)}`}</span></span>
          </>
        )}
      />
      {open?.form === 'new' && <BedsForm page={page} wardId={wardId} onSaved={made} onClose={close} />}
      {open?.form === 'edit' && <BedForm page={page} row={open.row} onSaved={changed} onClose={close} remove={<button type="button" className={`${control.button} ${control.danger}`} onClick={() => setOpen({ form: 'remove', row: open.row, from: open })}><Trans>删除</Trans></button>} />}
      {open?.form === 'remove' && (
        <Remove
          page={page} title={t`删除 ${open.row.bedNo} 床？`} text={t`不能撤销。有订单用过的床不能删除，可以停用。`} body={['bed', open.row.id]}
          work={(idempotencyKey) => removeBeds([open.row.id], idempotencyKey)} onRemoved={() => (announce(t`已删除`), changed())} onClose={() => setOpen(open.from ?? null)}
        />
      )}
    </>
  );
}
