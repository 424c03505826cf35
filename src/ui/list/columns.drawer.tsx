import { useRef, type KeyboardEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SortKey } from '../../kernel/list.ts';
import { KeyCap, OwnKeys, useKeyProps } from '../bound-key.tsx';
import { Drawer } from '../drawer.tsx';
import { OWN_KEYS } from '../key-entry.ts';
import { composing, pressed, pressedOf } from '../key.ts';
import { SelectField } from '../select-field.tsx';
import { setSetting, useSetting, type Settings } from '../setting.ts';
import control from '../style/control.module.css';
import { pinning, showing, stepped, widened, type Entry } from './arrange.ts';
import type { Column } from './column.tsx';
import style from './tool.module.css';

interface ColumnsProps {
  columns: readonly Column<never>[];
  entries: readonly Entry[];
  sort: readonly SortKey[];
  /** null: as the list comes. */
  onChange: (entries: readonly Entry[] | null) => void;
  onSort: (field: string, also: boolean) => void;
  onClose: () => void;
}

/** The columns of a list one by one: which are shown, in what order, how wide, which stay in sight, and what the list is sorted by. Every change shows at once. A column is one tab stop: its buttons are the pointer's way to what its keys do. */
export default function ColumnsDrawer({ columns, entries, sort, onChange, onSort, onClose }: ColumnsProps) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const size = useSetting('size');
  const list = useRef<HTMLUListElement>(null);
  const widthOf = (entry: Entry): number => entry.width ?? columns.find(({ id }) => id === entry.id)?.width ?? 8;
  const press = (event: KeyboardEvent, entry: Entry, place: number): void => {
    const { nativeEvent, key } = event;
    const field = columns.find(({ id }) => id === entry.id)?.sort;
    const [moved, wider] = [OWN_KEYS.columnMove, OWN_KEYS.columnWiden].map((one) => pressedOf(nativeEvent, one));
    const also = pressed(nativeEvent, OWN_KEYS.columnAlso);
    if (moved! >= 0) onChange(stepped(entries, entry.id, moved === 0 ? -1 : 1));
    else if (wider! >= 0) onChange(widened(entries, entry.id, widthOf(entry) + (wider === 0 ? -1 : 1)));
    else if (pressed(nativeEvent, OWN_KEYS.columnPin)) onChange(pinning(entries, entry.id, !entry.pinned));
    else if (field !== undefined && (also || pressed(nativeEvent, OWN_KEYS.columnSort))) onSort(field, also);
    else if (pressed(nativeEvent, OWN_KEYS.columnWidth)) onChange(widened(entries, entry.id, null));
    else if (composing(nativeEvent) || event.altKey || event.ctrlKey || event.metaKey) return;
    else if (key === 'ArrowUp' || key === 'ArrowDown') {
      const row = list.current!.children[place + (key === 'ArrowDown' ? 1 : -1)];
      const kind = (event.target as HTMLElement).dataset['kind'];
      (row?.querySelector<HTMLElement>(`[data-kind="${kind}"]`) ?? row?.querySelector<HTMLElement>('input'))?.focus();
    } else return;
    event.preventDefault();
  };
  const told = [[OWN_KEYS.columnWidth, t`恢复宽度`], [OWN_KEYS.columnPin, t`固定在左边`], [OWN_KEYS.columnSort, t`排序`], [OWN_KEYS.columnAlso, t`再加一列排序`]] as const;
  return (
    <Drawer title={t({ context: '列表的列', message: '列' })} onClose={onClose}>{(leave) => (
      <div className={control.form}>
        <p className={control.hint}><Trans>空格显示或隐藏，Alt+↑↓ 换位置，Alt+←→ 改宽度。</Trans>{told.map(([of, words]) => keys(of)['data-key'] && <span key={of.id}> <OwnKeys of={of} /> {words}</span>)}</p>
        <ul ref={list} className={style.columns}>
          {entries.map((entry, place) => {
            const column = columns.find(({ id }) => id === entry.id);
            if (column === undefined) return null;
            const { header, sort: field } = column;
            const rank = sort.findIndex((key) => key.field === field);
            const way = rank < 0 ? undefined : sort[rank]!.desc ? '↓' : '↑';
            return (
              // keys of its controls: it is none itself
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
              <li key={entry.id} className={style.column} onKeyDown={(event) => press(event, entry, place)}>
                <label className={style.name}><input type="checkbox" data-kind="shown" checked={entry.shown} onChange={(event) => onChange(showing(entries, entry.id, event.target.checked))} /> {header}</label>
                <button type="button" tabIndex={-1} data-kind="sort" {...keys(OWN_KEYS.columnSort)} className={`${control.button} ${control.quiet}`} disabled={field === undefined} aria-label={rank < 0 ? t`按 ${header} 排序` : sort[rank]!.desc ? t`按 ${header} 降序，不再排序` : t`按 ${header} 升序，改为降序`} onClick={(event) => onSort(field!, event.shiftKey)}>{way ?? '⇅'}{rank >= 0 && sort.length > 1 ? rank + 1 : ''}</button>
                <button type="button" tabIndex={-1} data-kind="pin" {...keys(OWN_KEYS.columnPin)} className={`${control.button} ${control.quiet}`} aria-pressed={entry.pinned} aria-label={t`固定 ${header}`} onClick={() => onChange(pinning(entries, entry.id, !entry.pinned))}><Trans>固定</Trans></button>
                <button type="button" tabIndex={-1} data-kind="narrower" {...keys(OWN_KEYS.columnWiden, 0)} className={`${control.button} ${control.quiet}`} aria-label={t`${header} 窄一些`} onClick={() => onChange(widened(entries, entry.id, widthOf(entry) - 1))}>−</button>
                <button type="button" tabIndex={-1} data-kind="wider" {...keys(OWN_KEYS.columnWiden, 1)} className={`${control.button} ${control.quiet}`} aria-label={t`${header} 宽一些`} onClick={() => onChange(widened(entries, entry.id, widthOf(entry) + 1))}>+</button>
                <button type="button" tabIndex={-1} data-kind="up" {...keys(OWN_KEYS.columnMove, 0)} className={`${control.button} ${control.quiet}`} aria-label={t`${header} 前移`} onClick={() => onChange(stepped(entries, entry.id, -1))}>↑</button>
                <button type="button" tabIndex={-1} data-kind="down" {...keys(OWN_KEYS.columnMove, 1)} className={`${control.button} ${control.quiet}`} aria-label={t`${header} 后移`} onClick={() => onChange(stepped(entries, entry.id, 1))}>↓</button>
              </li>
            );
          })}
        </ul>
        <SelectField label={t`显示大小`} name="size" value={size} onChange={(next) => setSetting('size', next as Settings['size'])} options={[{ value: 'small', label: t`小` }, { value: 'default', label: t`默认` }, { value: 'large', label: t`大` }]} />
        <div className={control.actions}>
          <button type="button" className={control.button} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>关闭</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
          <button type="button" className={`${control.button} ${control.quiet}`} onClick={() => onChange(null)}><Trans>恢复原来的列</Trans></button>
        </div>
      </div>
    )}</Drawer>
  );
}
