import { useLayoutEffect, useMemo, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps, useKeys, useNewHint } from '../../ui/bound-key.tsx';
import { call } from '../../ui/call.ts';
import { dictionaryChanged } from '../../ui/dictionary.ts';
import { keptDraft } from '../../ui/draft.ts';
import type { EntryDraft } from '../../ui/entry.tsx';
import { useFormat } from '../../ui/format.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { Line, type Column } from '../../ui/list/column.tsx';
import { choose, type Chosen, type Filter } from '../../ui/list/filter.tsx';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { useWindows } from '../../ui/list/source.ts';
import { Remove } from '../../ui/remove.tsx';
import { Status } from '../../ui/status.tsx';
import control from '../../ui/style/control.module.css';
import { dictionary as calls, type DictRow, type ItemRow } from './contract.ts';
import { DictForm } from './dict.form.tsx';
import { Active, PATH } from './dict-list.tsx';
import { ItemForm } from './item.form.tsx';
import { DICTIONARY_KEYS } from './key.ts';
import { RemoveDictionary } from './remove-dictionary.tsx';
import { TAG_TONE } from './words.ts';

type Open = { form: 'edit' | 'remove'; row: ItemRow; /** Where one was before. */ from?: Open } | { form: 'new' | 'dictionary' | 'remove-dictionary' } | null;
const back = (): void => choose(PATH, {});

/** The items of one dictionary: Enter or `e` changes the focused one, `n` makes one, Delete removes it, Esc goes back. */
export function ItemList({ code, dictionary, filters, chosen, onChanged }: { code: string; dictionary: DictRow | undefined; filters: readonly Filter[]; chosen: Chosen; onChanged: () => void }) {
  const keys = useKeyProps();
  const newHint = useNewHint();
  const { t } = useLingui();
  const format = useFormat();
  const [page, ownPage] = [`${PATH}?code=${code}`, `${PATH}?code=${code}&dictionary`];
  // what was typed before one left, or before the session expired, is offered again
  const [open, setOpen] = useState<Open>(() => {
    const draft = keptDraft<EntryDraft<ItemRow>>(page);
    if (draft === null) return keptDraft(ownPage) === null ? null : { form: 'dictionary' };
    return draft.row === null ? { form: 'new' } : { form: 'edit', row: draft.row };
  });
  const store = useWindows<ItemRow>(`dictionary/${code}`, chosen, (window, signal) => call(calls.itemPage, { params: { dictCode: code }, query: { ...chosen, ...window }, signal }));
  const columns = useMemo((): Column<ItemRow>[] => [
    { id: 'sort', header: t`顺序`, width: 4.5, number: true, cell: (row) => format.number(row.sort) },
    { id: 'value', header: t`值`, width: 9, grow: 1, cell: (row) => <Line text={row.value} /> },
    { id: 'label', header: t`中文标签`, width: 9, grow: 1, cell: (row) => (row.tag === null ? <Line text={row.label} strong /> : <b><Status tone={TAG_TONE[row.tag]} words={row.label} /></b>) },
    { id: 'labelEn', header: t`英文标签`, width: 10, grow: 1, cell: (row) => <Line text={row.labelEn ?? '—'} /> },
    { id: 'status', header: t`状态`, width: 6, cell: (row) => <Active status={row.status} /> },
    { id: 'remark', header: t`备注`, width: 8, grow: 1, cell: (row) => <Line text={row.remark ?? '—'} /> },
  ], [t, format]);
  // before the grid looks: who came in by a key goes on from the first row
  useLayoutEffect(() => void (store.place.enter = true), [store]);
  /** Opens a form on the focused row; false when there is none. */
  const onRow = (form: 'edit' | 'remove'): boolean => {
    const row = store.at(store.place.index);
    if (row !== undefined) setOpen({ form, row });
    return row !== undefined;
  };
  useKeys([[DICTIONARY_KEYS.add, () => setOpen({ form: 'new' })], [DICTIONARY_KEYS.edit, () => onRow('edit')], [DICTIONARY_KEYS.remove, () => onRow('remove')], [OWN_KEYS.back, back]]);
  const changed = (): void => {
    setOpen(null);
    store.refresh();
    onChanged();
    dictionaryChanged(code);
  };
  const name = dictionary?.name ?? code;
  const close = (): void => setOpen(null);
  return (
    <>
      <List
        path={PATH} label={t`${name} · 字典项`} hint={newHint(t`这个字典还没有字典项。`, DICTIONARY_KEYS.add)} filters={filters} chosen={{ ...chosen, code }} store={store} columns={columns} keyOf={(row) => row.id} onOpen={(row) => setOpen({ form: 'edit', row })}
        tools={
          <>
            <button type="button" className={`${control.button} ${control.primary}`} {...keys(DICTIONARY_KEYS.add)} onClick={() => setOpen({ form: 'new' })}><Trans>新建字典项</Trans> <KeyCap of={DICTIONARY_KEYS.add} /></button>
            {dictionary !== undefined && <button type="button" className={control.button} onClick={() => setOpen({ form: 'dictionary' })}><Trans>修改字典</Trans></button>}
            <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.back)} onClick={back}><Trans>全部字典</Trans> <KeyCap of={OWN_KEYS.back} /></button>
          </>
        }
        short={(row) => (
          <>
            <span className={listStyle.pair}><b>{row.label}</b><Active status={row.status} /></span>
            <span className={`${listStyle.pair} ${listStyle.second}`}><span>{row.value}</span><span>{row.labelEn}</span></span>
          </>
        )}
      />
      {open?.form === 'new' && <ItemForm page={page} code={code} row={null} onSaved={changed} onClose={close} />}
      {open?.form === 'edit' && <ItemForm page={page} code={code} row={open.row} onSaved={changed} onClose={close} remove={<button type="button" className={`${control.button} ${control.danger}`} onClick={() => setOpen({ form: 'remove', row: open.row, from: open })}><Trans>删除</Trans></button>} />}
      {open?.form === 'remove' && (
        <Remove
          page={page} title={t`删除字典项“${open.row.label}”？`} text={t`不能撤销。用到它的记录会显示原来的值“${open.row.value}”。`} body={['item', open.row.id]}
          work={(idempotencyKey) => call(calls.removeItems, { params: { dictCode: code, itemIds: open.row.id }, idempotencyKey })} onRemoved={() => (announce(t`已删除`), changed())} onClose={() => setOpen(open.from ?? null)}
        />
      )}
      {open?.form === 'dictionary' && dictionary !== undefined && (
        <DictForm
          page={ownPage} row={dictionary} onClose={close} remove={dictionary.needed ? undefined : <button type="button" className={`${control.button} ${control.danger}`} onClick={() => setOpen({ form: 'remove-dictionary' })}><Trans>删除</Trans></button>}
          onSaved={(saved) => {
            changed();
            if (saved.code !== code) choose(PATH, { code: saved.code });
          }}
        />
      )}
      {open?.form === 'remove-dictionary' && dictionary !== undefined && <RemoveDictionary page={ownPage} row={dictionary} onRemoved={() => (announce(t`已删除`), changed(), back())} onClose={() => setOpen({ form: 'dictionary' })} />}
    </>
  );
}
