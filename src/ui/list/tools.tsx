import { useRef, useState } from 'react';
import { Trans } from '@lingui/react/macro';
import type { Endpoint } from '../../kernel/endpoint.ts';
import type { ListName } from '../../kernel/list.ts';
import { KeyCap, useKeyProps, useKeys } from '../bound-key.tsx';
import { fetchPart } from '../fetch-part.ts';
import { Fetched } from '../fetched.tsx';
import { LIST_KEYS } from '../key-entry.ts';
import { navigate } from '../location.ts';
import control from '../style/control.module.css';
import { filterOf, type Field } from './condition.ts';
import type { Column } from './column.tsx';
import type { Chosen } from './filter.tsx';
import { useNarrow } from './measure.ts';
import { useViews } from './memory.ts';
import { countSelected, selectedOf, type Selection } from './selection.ts';
import style from './tool.module.css';
import type { Arrangement } from './use-arrangement.ts';
import { addressOf, viewsOf } from './view.ts';

/** The export of a list: the call, and the columns that it knows, by the list's ids. */
export interface Exports {
  endpoint: Endpoint;
  columns: readonly string[];
  /** Columns of it that no list shows, which go along, and what they are called. */
  beside?: { columns: readonly string[]; words: string };
  /** The address asks for it; told when it is closed. */
  asked?: boolean;
  onClose?: () => void;
}
interface ToolsProps {
  list: ListName;
  fields: readonly Field[];
  chosen: Chosen;
  filtered: boolean;
  total: number | null;
  columns: readonly Column<never>[];
  arrangement: Arrangement<never>;
  selection: Selection<{ id: string }> | undefined;
  /** Absent: this person may not. */
  exports: Exports | undefined;
  onPrint: () => void;
}
const loadColumns = () => fetchPart(() => import(/* webpackChunkName: "list-tool" */ './columns.drawer.tsx'));
const loadViews = () => fetchPart(() => import(/* webpackChunkName: "list-tool" */ './views.drawer.tsx'));
const loadExport = () => fetchPart(() => import(/* webpackChunkName: "list-tool" */ './export.drawer.tsx'));
type Open = 'columns' | 'views' | 'export' | null;

/** What can be done with a list as a whole: its views, columns, export and print, each with its key. On a narrow screen they are folded away until they are asked for. */
export function Tools({ list, fields, chosen, filtered, total, columns, arrangement, selection, exports, onPrint }: ToolsProps) {
  const [open, setOpen] = useState<Open>(null);
  const narrow = useNarrow();
  const [unfolded, setUnfolded] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const views = viewsOf(useViews(), list);
  const keys = useKeyProps();
  useKeys([
    [LIST_KEYS.views, () => setOpen('views')],
    [LIST_KEYS.columns, () => setOpen('columns')],
    exports !== undefined && [LIST_KEYS.export, () => setOpen('export')],
    views.length > 0 && [LIST_KEYS.view, (_event, nth) => {
      const view = views[nth];
      return view === undefined ? false : navigate(addressOf(view));
    }],
    narrow && [LIST_KEYS.fold, () => {
      if (!unfolded) return false;
      setUnfolded(false);
      more.current?.focus();
    }],
  ]);
  const close = (): void => {
    setOpen(null);
    if (exports?.asked === true) exports.onClose?.();
  };
  const shown = [...arrangement.columns.map(({ id }) => id).filter((id) => exports?.columns.includes(id)), ...(exports?.beside?.columns ?? [])];
  const selected = selection === undefined || (!selection.all && selection.rows.size === 0) ? null : { selection: selectedOf(selection, filterOf(chosen)), count: countSelected(selection, total) };
  const button = (what: 'views' | 'columns' | 'export', words: React.ReactNode) => <button type="button" className={`${control.button} ${control.quiet}`} aria-haspopup="dialog" {...keys(LIST_KEYS[what])} onClick={() => setOpen(what)}>{words} <KeyCap of={LIST_KEYS[what]} /></button>;
  return (
    <div className={style.tools}>
      {narrow && <button ref={more} type="button" className={`${control.button} ${control.quiet} ${style.more}`} aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>{unfolded ? <Trans>收起</Trans> : <Trans>更多</Trans>}</button>}
      {(!narrow || unfolded) && (
        <div className={style.all}>
          {button('views', <Trans>视图</Trans>)}
          {button('columns', <Trans context="列表的列">列</Trans>)}
          {exports !== undefined && button('export', <Trans>导出</Trans>)}
          <button type="button" className={`${control.button} ${control.quiet}`} {...keys(LIST_KEYS.print)} onClick={onPrint}><Trans>打印</Trans> <KeyCap of={LIST_KEYS.print} /></button>
        </div>
      )}
      {open === 'columns' && <Fetched load={loadColumns} onLost={close}>{(Columns) => <Columns columns={columns} entries={arrangement.entries} sort={arrangement.sort} onChange={arrangement.set} onSort={arrangement.onSort} onClose={close} />}</Fetched>}
      {open === 'views' && <Fetched load={loadViews} onLost={close}>{(Views) => <Views list={list} chosen={chosen} layout={arrangement.layout} hospitals={fields.find(({ name }) => name === 'hospitalId')?.options ?? []} onClose={close} />}</Fetched>}
      {exports !== undefined && (open === 'export' || exports.asked === true) && <Fetched load={loadExport} onLost={close}>{(Export) => <Export endpoint={exports.endpoint} total={total} filtered={filtered} filter={filterOf(chosen)} selected={selected} columns={shown} beside={exports.beside?.words} sort={chosen['sort']} onClose={close} />}</Fetched>}
    </div>
  );
}
