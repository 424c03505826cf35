import { useEffect, useMemo, useState } from 'react';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps, useKeys, useNewHint } from '../../ui/bound-key.tsx';
import { call } from '../../ui/call.ts';
import { dictionaryChanged } from '../../ui/dictionary.ts';
import { keptDraft } from '../../ui/draft.ts';
import type { EntryDraft } from '../../ui/entry.tsx';
import { useFormat } from '../../ui/format.ts';
import { Line, type Column } from '../../ui/list/column.tsx';
import { choose, type Chosen, type Filter } from '../../ui/list/filter.tsx';
import { useDictFields } from './fields.ts';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { useWindows } from '../../ui/list/source.ts';
import { Status } from '../../ui/status.tsx';
import control from '../../ui/style/control.module.css';
import { dictionary, type DictRow } from './contract.ts';
import { DictForm } from './dict.form.tsx';
import { DICTIONARY_KEYS } from './key.ts';
import { RemoveDictionary } from './remove-dictionary.tsx';

/** Address of the page. */
export const PATH = '/system/dict';
type Open = { form: 'edit' | 'remove'; row: DictRow; /** Where one was before. */ from?: Open } | { form: 'new' } | null;

/** On or off, as a word. */
export function Active({ status }: { status: number }) {
  const { t } = useLingui();
  return <Status tone={status === 1 ? 'ok' : 'neutral'} words={status === 1 ? t`启用` : t`停用`} />;
}

/** The dictionaries: Enter shows the items, `n` makes one, `e` changes the focused one, Delete removes it. */
export function DictionaryList({ filters, chosen, onChanged }: { filters: readonly Filter[]; chosen: Chosen; onChanged: () => void }) {
  const keys = useKeyProps();
  const newHint = useNewHint();
  const { t } = useLingui();
  const format = useFormat();
  // what was typed before one left, or before the session expired, is offered again
  const [open, setOpen] = useState<Open>(() => {
    const draft = keptDraft<EntryDraft<DictRow>>(PATH);
    return draft === null ? null : draft.row === null ? { form: 'new' } : { form: 'edit', row: draft.row };
  });
  const fields = useDictFields();
  const store = useWindows<DictRow>('dictionary', chosen, (window, signal) => call(dictionary.page, { query: { ...chosen, ...window }, signal }));
  const columns = useMemo((): Column<DictRow>[] => [
    { id: 'code', header: t`编码`, width: 12, sort: 'code', cell: (row) => <Line text={row.code} /> },
    { id: 'name', header: t`名称`, width: 10, grow: 1, sort: 'name', cell: (row) => <Line text={row.name} strong /> },
    { id: 'items', header: t`字典项`, width: 5, number: true, cell: (row) => format.number(row.items) },
    { id: 'status', header: t`状态`, width: 6, sort: 'status', cell: (row) => <Active status={row.status} /> },
    { id: 'remark', header: t`备注`, width: 12, grow: 2, cell: (row) => <Line text={row.remark ?? '—'} /> },
  ], [t, format]);
  // coming back from items, whose number may be another
  useEffect(() => (store.updatedAt === null ? undefined : store.refresh()), [store]);
  /** Opens a form on the focused row; false when there is none. */
  const onRow = (form: 'edit' | 'remove'): boolean => {
    const row = store.at(store.place.index);
    if (form === 'remove' && row?.needed) announce(t`系统要用这个字典，不能删除`);
    else if (row !== undefined) setOpen({ form, row });
    return row !== undefined;
  };
  useKeys([[DICTIONARY_KEYS.add, () => setOpen({ form: 'new' })], [DICTIONARY_KEYS.edit, () => onRow('edit')], [DICTIONARY_KEYS.remove, () => onRow('remove')]]);
  const changed = (...codes: string[]): void => {
    setOpen(null);
    store.refresh();
    onChanged();
    for (const code of new Set(codes)) dictionaryChanged(code);
  };
  return (
    <>
      <List
        path={PATH} name="dictionary" fields={fields} label={t`字典管理`} hint={newHint(t`字典会出现在这里。`, DICTIONARY_KEYS.add)} filters={filters} chosen={chosen} store={store} columns={columns} keyOf={(row) => row.id} onOpen={(row) => choose(PATH, { code: row.code })}
        tools={<button type="button" className={`${control.button} ${control.primary}`} {...keys(DICTIONARY_KEYS.add)} onClick={() => setOpen({ form: 'new' })}><Trans>新建字典</Trans> <KeyCap of={DICTIONARY_KEYS.add} /></button>}
        short={(row) => (
          <>
            <span className={listStyle.pair}><b>{row.name}</b><Active status={row.status} /></span>
            <span className={`${listStyle.pair} ${listStyle.second}`}><span>{row.code}</span><span>{t`${plural(row.items, { other: '# 项' })}`}</span></span>
          </>
        )}
      />
      {open?.form === 'new' && <DictForm page={PATH} row={null} onSaved={(saved) => (changed(saved.code), choose(PATH, { code: saved.code }))} onClose={() => setOpen(null)} />}
      {open?.form === 'edit' && <DictForm page={PATH} row={open.row} onSaved={(saved) => changed(open.row.code, saved.code)} onClose={() => setOpen(null)} remove={open.row.needed ? undefined : <button type="button" className={`${control.button} ${control.danger}`} onClick={() => setOpen({ form: 'remove', row: open.row, from: open })}><Trans>删除</Trans></button>} />}
      {open?.form === 'remove' && <RemoveDictionary page={PATH} row={open.row} onRemoved={() => (announce(t`已删除`), changed(open.row.code))} onClose={() => setOpen(open.from ?? null)} />}
    </>
  );
}
