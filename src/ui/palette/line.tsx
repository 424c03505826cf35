import { memo, useId } from 'react';
import { useLingui } from '@lingui/react/macro';
import { CommandGroup } from 'cmdk';
import style from './row.module.css';
import type { Group, Row } from './rank.ts';
import { RowView } from './row.tsx';

/** What a row is told by the pointer; a mouse that lies still under rows that change has not moved. */
interface Pointed {
  onPoint: (row: Row) => void;
  onOpen: (row: Row) => void;
}
/** Rows whose one line holds picture, title and key; where a jump leads, such as to a bed, is read to its end. */
const PLAIN: ReadonlySet<Row['kind']> = new Set(['command', 'scope', 'key']);
/** Whether Enter can only say why it is not done. */
const isRefused = (row: Row): boolean => row.kind === 'gone' || (row.kind === 'command' && Boolean(row.why)) || (row.kind === 'choice' && row.choice.refused !== undefined);

/** What teaches its key (hint.tsx) to who takes it with the mouse. */
const taught = (row: Row) => (row.kind !== 'command' || row.command.keys === undefined || isRefused(row) ? undefined : { 'data-key': row.command.id, 'data-keys': row.command.keys });

const Drawn = memo(RowView);
/** One row as an option of the list; `of` rows can be reached, and this is number `at`. */
const Option = memo(function Option({ row, id, chosen, at, of, onPoint, onOpen }: { row: Row; id: string; chosen: boolean; at: number; of: number } & Pointed) {
  return (
    // the input keeps the focus and hears the keys (press.ts)
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      id={id}
      data-row={row.id}
      {...taught(row)}
      className={PLAIN.has(row.kind) && !isRefused(row) ? `${style.row} ${style.command}` : style.row}
      aria-selected={chosen}
      aria-disabled={isRefused(row) || undefined}
      aria-setsize={of}
      aria-posinset={at}
      onMouseMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && onPoint(row)}
      onClick={() => onOpen(row)}
    >
      <Drawn row={row} />
    </div>
  );
});
/**
 * The groups as cmdk's, the first `most` rows of them. Rows are not cmdk's items, each of which hears of every change, and a place keeps its
 * element whatever row comes to it: a key then costs what it changes. `total`: how many rows there are to be reached; `chosen`: the id of the one that is.
 */
export const Lines = memo(function Lines({ groups, total, most, chosen, onPoint, onOpen }: { groups: readonly Group[]; total: number; most: number; chosen: string } & Pointed) {
  const { t } = useLingui();
  const list = useId();
  let at = 0;
  return groups.map((group) => {
    const from = at;
    at += group.rows.length;
    const rows = group.rows.slice(0, Math.max(0, most - from));
    return rows.length === 0 ? null : (
      <CommandGroup key={group.id} heading={group.cut ? <>{group.heading} · {t`前 ${group.rows.length} 条`}</> : group.heading} className={style.group}>
        {rows.map((row, i) => (
          <Option key={i} row={row} id={`${list}${encodeURIComponent(row.id)}`} chosen={row.id === chosen} at={from + i + 1} of={total} onPoint={onPoint} onOpen={onOpen} />
        ))}
      </CommandGroup>
    );
  });
});
