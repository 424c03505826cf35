import { memo } from 'react';
import { useLingui } from '@lingui/react/macro';
import { Command } from 'cmdk';
import style from './palette.module.css';
import type { Group, Row } from './rank.ts';
import { RowView } from './row.tsx';

/** What a row is told by the pointer; a mouse that lies still under rows that change has not moved. */
interface Pointed {
  onPoint: (row: Row) => void;
  onOpen: (row: Row) => void;
}
/** Rows whose one line holds picture, title and key. */
const PLAIN: ReadonlySet<Row['kind']> = new Set(['command', 'scope', 'jump']);

const Drawn = memo(RowView);
/** The groups as cmdk's, the first `most` rows of them. `total`: how many rows there are to be reached. */
export const Lines = memo(function Lines({ groups, total, most, onPoint, onOpen }: { groups: readonly Group[]; total: number; most: number } & Pointed) {
  const { t } = useLingui();
  let at = 0;
  return groups.map((group) => {
    const from = at;
    at += group.rows.length;
    const rows = group.rows.slice(0, Math.max(0, most - from));
    return rows.length === 0 ? null : (
      <Command.Group key={group.id} heading={group.cut ? <>{group.heading} · {t`前 ${group.rows.length} 条`}</> : group.heading} className={style.group}>
        {rows.map((row, i) => (
          <Command.Item
            key={row.id}
            value={row.id}
            data-row={row.id}
            className={PLAIN.has(row.kind) ? `${style.row} ${style.command}` : style.row}
            aria-setsize={total}
            aria-posinset={from + i + 1}
            onMouseMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && onPoint(row)}
            onSelect={() => onOpen(row)}
          >
            <Drawn row={row} />
          </Command.Item>
        ))}
      </Command.Group>
    );
  });
});
